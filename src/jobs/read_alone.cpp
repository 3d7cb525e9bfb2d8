#include "jobs/read_alone.hpp"

#include <algorithm>
#include <utility>

#include "importers/formats/sheet/sheet.hpp"
#include "jobs/kept_text.hpp"
#include "store/corrections.hpp"
#include "store/found_game.hpp"

namespace cofnod::jobs {

namespace {

/// The games found in one text, but for those that their comments quote.
struct Found : importers::Sink {
    std::vector<GameRecord> games;

    void add_game(GameRecord&& game) override {
        if (!game.span.is_empty()) games.push_back(std::move(game));
    }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}
};

}  // namespace

std::vector<GameRecord> read_alone(const store::GameHeader& header, const GameRecord& game, const std::string& text,
                                   const importers::Charset& charset, const ReadingSetup& reading,
                                   const std::string& above) {
    importers::Options how = reading.how;
    how.keep_source = true;
    how.keep_san = true;
    how.charset = &charset;
    const std::uint64_t lines_above = static_cast<std::uint64_t>(std::ranges::count(above, '\n'));
    how.first_byte = game.span.begin - std::min<std::uint64_t>(game.span.begin, above.size());
    how.first_line = game.span.line - std::min(game.span.line, lines_above);
    Found found;
    importers::Source source = importers::Source::of_text(header.source, above + text);
    importers::import_source(source, reading.languages, how, found);
    for (GameRecord& each : found.games)
        if (!above.empty() && each.source_text.starts_with(above)) each.source_text.erase(0, above.size());
    return std::move(found.games);
}

bool gives_game(const std::vector<GameRecord>& read, const GameRecord& game) {
    return read.size() == 1 && read.front().state == game.state && read.front().moves == game.moves;
}

std::optional<std::string> rows_above(store::Store& store, std::int64_t game, const ReadingSetup& reading) {
    const auto first = store::first_game_of_source(store, game, importers::name_of(importers::Format::sheet));
    if (!first) return std::nullopt;
    store::GameReader reader(store);
    std::optional<GameRecord> record = reader.read(*first);
    const auto last = record ? std::nullopt : store::last_correction(store, *first);
    if (last) record = store::game_before(store, last->id).record;  // deleted
    if (*first == game || !record || record->source_text.empty()) return "";
    const std::string charset = record->charset.empty() ? store::source_charset(store, *first) : record->charset;
    std::string text = kept_text(*record, charset);
    const auto head = importers::sheet::read_header(text, reading.languages, reading.how.columns);
    text.resize(head ? head->size : 0);
    return text;
}

}  // namespace cofnod::jobs
