#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/chess/fen.hpp"
#include "games/record/chess_game.hpp"
#include "notation/language.hpp"
#include "operations/notation_choice.hpp"
#include "operations/placed.hpp"
#include "operations/query.hpp"
#include "search/wanted_position.hpp"
#include "search/written_moves.hpp"

namespace cofnod::operations {

namespace {

std::string codes(const std::vector<const notation::Language*>& languages) {
    std::string text;
    for (const notation::Language* language : languages) text += (text.empty() ? "" : ", ") + language->code();
    return text;
}

search::WantedPosition read_position(const std::string& fen, const Note& note) {
    if (fen == start_word) return search::WantedPosition(chess::Position::initial());
    const auto read = read_or_throw({"fen"}, fen, search::read_position(fen));
    if (!read.note.empty()) note({"fen", read.note});
    return read.wanted;
}

search::WrittenMoves read_moves(const std::string& option, const std::string& text, const QueryOptions& options,
                                const notation::Languages& languages, const Note& note) {
    const notation::Language* given =
        options.from_notation.empty() ? nullptr : &language_named(languages, options.from_notation);
    auto read = read_or_throw({option}, text, search::read_written_moves(text, languages, given));
    if (!read.otherwise.empty())
        note({option,
              tr("read as {} ({}), the best match; other moves in {}", read.language->name(), read.language->code(),
                 codes(read.otherwise)),
              WayOut::Kind::read_otherwise});
    return read;
}

class ChessAsking : public QueryParserOf<ChessGame> {
public:
    [[nodiscard]] bool is_meant(const QueryOptions&) const override { return true; }

    void read(const QueryOptions& options, const notation::Languages& languages, const Note& note,
              search::Query& query) const override {
        if (options.fen) query.position = read_position(*options.fen, note);
        if (options.after)
            query.position =
                search::WantedPosition(read_moves("after", *options.after, options, languages, note).after);
        if (options.moves) query.opening = read_moves("moves", *options.moves, options, languages, note).moves;
        if (options.pieces)
            query.pieces = read_or_throw({"pieces"}, *options.pieces, search::read_pieces(*options.pieces));
        if (options.material)
            query.material = read_or_throw({"material"}, *options.material, search::read_material(*options.material));
        if (!options.or_flipped) return;
        if ((!query.pieces && !query.material) || query.position)
            throw UsageError(tr("needs pieces or material, and no position"),
                             tr("for a position, write its FEN both ways"), "flip");
        auto flipped = std::make_shared<search::Query>(query);
        if (query.pieces) flipped->pieces = query.pieces->flipped();
        if (query.material) flipped->material = query.material->flipped();
        query.flipped = std::move(flipped);
    }

    [[nodiscard]] chess::Position position(const QueryOptions& options, const notation::Languages& languages,
                                           const Note& note) const override {
        if (options.fen && *options.fen != start_word) {
            const auto read = read_or_throw({"fen"}, *options.fen, search::read_position(*options.fen));
            if (!read.wanted.is_exact())
                throw UsageError(tr("tree needs a complete position"), tr("write at least the first four fields"),
                                 "fen");
            return chess::read_fen_field(*options.fen)->position;
        }
        if (!options.after) return chess::Position::initial();
        return read_moves("after", *options.after, options, languages, note).after;
    }
};

}  // namespace

template <>
const QueryParserOf<ChessGame>& query_parser_of<ChessGame>() {
    static const ChessAsking asking;
    return asking;
}

}  // namespace cofnod::operations
