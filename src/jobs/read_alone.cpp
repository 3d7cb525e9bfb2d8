#include "jobs/read_alone.hpp"

#include <utility>

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
                                   const importers::Charset& charset, const Reading& reading) {
    importers::Options how = reading.how;
    how.keep_source = true;
    how.keep_san = true;
    how.charset = &charset;
    how.first_byte = game.span.begin;
    how.first_line = game.span.line;
    Found found;
    importers::Source source = importers::Source::of_text(header.source, text);
    importers::import_source(source, reading.languages, how, found);
    return std::move(found.games);
}

}  // namespace cofnod::jobs
