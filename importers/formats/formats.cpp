#include "importers/formats/formats.hpp"

#include <algorithm>
#include <array>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "grammar/pgn.hpp"
#include "importers/databases/base.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/formats/json/json.hpp"
#include "importers/formats/lists/lists.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/formats/pgn/pgn_importer.hpp"
#include "importers/formats/pgn/tidy_tags.hpp"
#include "importers/formats/prose/prose_importer.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "importers/text/container.hpp"

namespace cofnod::importers {

namespace {

/// Returns true if a text begins with a tag, `[Event "`, rather than a list, `['e4', "e5"` or `[{ "White"`.
bool begins_with_tag(std::string_view text) {
    text = utf8::without_byte_order_mark(text);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::size_t end = std::min(text.find_first_of(" \"", 1), text.size());
    const auto is_of_name = [](char c) { return is_alphanumeric(c) || c == '_' || c == '-' || (c & 0x80) != 0; };
    return grammar::pgn::looks_like_tag(text) && std::all_of(text.begin() + 1, text.begin() + end, is_of_name);
}

bool has_tag_line(std::string_view text) {
    text = utf8::without_byte_order_mark(text);
    LineBreaks breaks(text);
    for (std::size_t at = 0; at < text.size(); at = breaks.next(at) + 1) {
        const std::size_t begin = std::min(text.find_first_not_of(" \t", at), text.size());
        if (pgn::begins_tag(text.substr(begin), false)) return true;
    }
    return false;
}

/// A Deriver for formats whose blocks can be read independently.
template <auto derive>
struct PlainDeriver final : Deriver {
    [[nodiscard]] DerivedText derived(std::string_view block, bool) const override { return derive(block); }
};

constexpr bool may_be_prose = true;

template <auto derive>
constexpr FormatReader derives(bool prose = false) {
    return {.learn = [](const SourceStart&) -> std::unique_ptr<Deriver> {
                return std::make_unique<PlainDeriver<derive>>();
            },
            .may_be_prose = prose};
}

bool has_index(const SourceStart& start, std::string_view ending) {
    return start.base && start.base->index_ending().starts_with(ending);
}

struct Row {
    Format format;
    bool (*begins)(const SourceStart& start);
    bool (*looks)(const SourceStart& start);
    FormatReader reader;
};

constexpr auto rows = std::to_array<Row>({
#define FORMAT(format, name, kinds, endings, begins, looks, ...)                       \
    {Format::format, []([[maybe_unused]] const SourceStart& start) { return begins; }, \
     []([[maybe_unused]] const SourceStart& start) { return looks; }, __VA_ARGS__},
#include "importers/formats/formats.def"
#undef FORMAT
});

constexpr auto names = std::to_array<FormatName>({
#define FORMAT(format, name, kinds, endings, ...) {Format::format, name, kinds, endings},
#include "importers/formats/formats.def"
#undef FORMAT
});

}  // namespace

std::span<const FormatName> format_names() { return names; }

std::string_view name_of(Format format) {
    return format == Format::detect ? "auto" : names[static_cast<std::size_t>(format) - 1].name;
}

const FormatReader& reader_of(Format format) { return rows[static_cast<std::size_t>(format) - 1].reader; }

Format score_format(std::string_view text) { return has_tag_line(text) ? Format::pgn : Format::prose; }

Format detect_format(const SourceStart& start) {
    if (!start.base) refuse_what_is_not_text(start.text, start.name);
    for (const auto ask : {&Row::begins, &Row::looks})
        for (const Row& row : rows)
            if ((row.*ask)(start)) return row.format;
    return Format::prose;
}

}  // namespace cofnod::importers
