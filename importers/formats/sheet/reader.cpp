#include "importers/formats/sheet/reader.hpp"

#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/ways_out.hpp"
#include "importers/formats/sheet/sheet.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::sheet {

namespace {

class Reader final : public Deriver {
public:
    Reader(Header header, const notation::Languages& languages) : header_(std::move(header)), languages_(languages) {}

    [[nodiscard]] DerivedText derived(std::string_view block, bool begins_source) const override {
        return pgn_of_sheet(block, header_, begins_source, languages_);
    }
    [[nodiscard]] std::size_t last_game_start(std::string_view rows, bool begin_source) const override {
        return sheet::last_game_start(rows, header_, begin_source, languages_);
    }

private:
    Header header_;
    const notation::Languages& languages_;
};

}  // namespace

bool begins_as_sheet(const SourceStart& start) {
    return !start.text.starts_with('[') && read_header(start.text, start.languages, start.columns);
}

std::unique_ptr<Deriver> reader_of(const SourceStart& start) {
    auto header = read_header(start.text, start.languages, start.columns);
    if (!header)
        throw InputError(std::string(start.name) + ": the first row does not say which columns hold moves",
                         WayOut::Kind::name_columns);
    return std::make_unique<Reader>(*std::move(header), start.languages);
}

}  // namespace cofnod::importers::sheet
