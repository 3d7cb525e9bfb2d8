#include "operations/corrections.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "importers/limits.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"
#include "store/corrections.hpp"
#include "store/partial_date.hpp"
#include "store/stored_values.hpp"

namespace cofnod::operations {

namespace {

std::string remedy() { return tr("such as White='Tal, M.' Date=1960.05.07 Result=1-0; no value removes a tag"); }

/// Tags that determine how the moves are read.
constexpr std::array<std::string_view, 6> of_the_moves = {"FEN",     "SetUp",    "PlyCount",
                                                          "Variant", "GameType", "MoveLanguage"};

constexpr std::size_t longest_name = 255;  ///< maximum length of a tag name, in bytes (PGN, 4.3)

bool is_eco(std::string_view text) {
    return text.size() >= 3 && text[0] >= 'A' && text[0] <= 'E' && is_digit(text[1]) && is_digit(text[2]);
}

/// Returns the format that the tag requires; nullopt if the value is valid.
std::optional<std::string> fault_of(std::string_view name, std::string_view value) {
    const auto is_date = [&] {
        const auto date = store::PartialDate::parse(value);
        return date && date->is_in_calendar();
    };
    if (name == "Result" && !result_from(value)) return tr("1-0, 0-1, 1/2-1/2, 0-0 or *");
    if (value.empty()) return std::nullopt;
    if (name == "Date" && !is_date()) return tr("a date: 1960, 1960.05 or 1960.05.07");
    if ((name == "WhiteElo" || name == "BlackElo") && !store::plain_number(value)) return tr("a number");
    if (name == "ECO" && !is_eco(value)) return tr("a code from A00 to E99");
    return std::nullopt;
}

void append_line(std::string& lines, std::string_view name, std::string_view value) {
    if (!lines.empty()) lines += '\n';
    (lines += '[') += name;
    if (!value.empty()) {
        lines += " \"";
        for (const char c : value) {
            if (c == '"' || c == '\\') lines += '\\';
            lines += c;
        }
        lines += '"';
    }
    lines += ']';
}

/// Parses the output of to_lines.
std::vector<TagValue> from_lines(std::string_view lines) {
    std::vector<TagValue> tags;
    for (std::size_t at = 0; at < lines.size() && lines[at] == '[';) {
        const std::size_t end = lines.find_first_of(" ]", at);
        if (end == std::string_view::npos) break;
        TagValue tag{std::string(lines.substr(at + 1, end - at - 1)), {}};
        std::size_t i = end;
        if (lines[end] == ' ') {
            for (i = end + 2; i < lines.size() && lines[i] != '"'; ++i) {
                if (lines[i] == '\\' && i + 1 < lines.size()) ++i;
                tag.value += lines[i];
            }
            ++i;  // the quotation mark
        }
        tags.push_back(std::move(tag));
        at = i + 2;  // "]\n"
    }
    return tags;
}

/// Returns true for UTF-8 without line breaks and other control characters.
bool is_one_line(std::string_view text) {
    while (!text.empty()) {
        const auto [c, length] = utf8::decode(text);
        if (length == 0 || c < 0x20 || (c >= 0x7F && c < 0xA0)) return false;
        text.remove_prefix(length);
    }
    return true;
}

}  // namespace

void refuse_unless_one_line(std::string_view what, std::string_view text, std::size_t most) {
    if (text.size() > most || !is_one_line(text))
        throw UsageError(tr("{}: not one line of at most {} bytes without control characters", what, most));
}

TagValue read_tag_value(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) throw UsageError(tr("'{}' is not NAME=VALUE", text), remedy());
    TagValue tag{text.substr(0, equals), text.substr(equals + 1)};
    if (std::ranges::find(of_the_moves, tag.name) != of_the_moves.end())
        throw UsageError(tr("{} belongs to the moves, which are not read again", tag.name), WayOutKind::replace_game);
    static const notation::Languages languages = notation::Languages::built_in();
    if (const auto named = languages.find_header(tag.name)) tag.name = *named;  // `Gwyn=Nia`
    refuse_unless_one_line(tr("the name of a tag"), tag.name, longest_name);
    if (tag.name.find_first_of(" []\"") != std::string::npos)
        throw UsageError(tr("'{}' is not the name of a tag", tag.name), remedy());
    refuse_unless_one_line(tag.name, tag.value, importers::Limits().tag);
    if (tag.name == "Date" || tag.name == "WhiteElo" || tag.name == "BlackElo")
        tag.value = notation::folded_text(tag.value);  // Arabic digits
    if (const auto expected = fault_of(tag.name, tag.value))
        throw UsageError(tr("{}: '{}' is not {}", tag.name, tag.value, *expected), remedy());
    if (tag.name == "Date" && !tag.value.empty()) tag.value = store::PartialDate::parse(tag.value)->to_text();
    return tag;
}

void set_tags(GameRecord& record, const std::vector<TagValue>& tags) {
    for (const TagValue& tag : tags) {
        Tags now;
        bool is_set = false;
        for (std::size_t i = 0; i < record.tags.size(); ++i) {
            const Tags::Tag other = record.tags[i];
            if (other.name != tag.name)
                now.add(other.name, other.value);
            else if (!is_set && !tag.value.empty())
                now.add(tag.name, tag.value), is_set = true;
        }
        if (!is_set && !tag.value.empty()) now.add(tag.name, tag.value);
        record.tags = std::move(now);
        if (tag.name == "Result") record.result = result_from(tag.value).value_or(record.result);
    }
}

std::string to_lines(const std::vector<TagValue>& tags) {
    std::string lines;
    for (const TagValue& tag : tags) append_line(lines, tag.name, tag.value);
    return lines;
}

void keep_set_tags(const store::Store& store, std::int64_t game, GameRecord& now, KeptTags kept) {
    std::map<std::string, std::string> former;  // values before the tags were first set
    std::vector<TagValue> tags;
    for (const store::Correction& correction : store::corrections(store, game)) {
        if (correction.kind == store::CorrectionKind::replace && kept == KeptTags::of_this_text) tags.clear();
        if (correction.kind != store::CorrectionKind::set) continue;
        for (TagValue& tag : from_lines(correction.was)) former.try_emplace(std::move(tag.name), std::move(tag.value));
        for (TagValue& tag : from_lines(correction.now)) tags.push_back(std::move(tag));
    }
    if (kept == KeptTags::unless_text_has_changed)
        std::erase_if(tags, [&](const TagValue& tag) {
            const auto in_text = now.tags.find(tag.name);
            return in_text && *in_text != former[tag.name];
        });
    set_tags(now, tags);
}

void keep_other_tags(const GameRecord& before, const GameRecord& text_alone, GameRecord& now) {
    const auto is_of_moves = [](std::string_view name) {
        return std::ranges::find(of_the_moves, name) != of_the_moves.end();
    };
    std::vector<TagValue> others;
    for (std::size_t i = 0; i < before.tags.size(); ++i)
        if (const auto [name, value] = before.tags[i]; text_alone.tags.find(name) != value && !is_of_moves(name))
            others.push_back({std::string(name), std::string(value)});
    for (std::size_t i = 0; i < text_alone.tags.size(); ++i)
        if (const auto [name, value] = text_alone.tags[i];
            !before.tags.find(name) && now.tags.find(name) == value && !is_of_moves(name))
            others.push_back({std::string(name), {}});
    // kept_text adds this tag for a game whose own text was not kept.
    if (!before.tags.find(move_language_tag)) others.push_back({std::string(move_language_tag), {}});
    set_tags(now, others);
}

}  // namespace cofnod::operations
