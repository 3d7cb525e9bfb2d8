#include <fmt/format.h>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/record/camelot_game.hpp"
#include "notation/languages.hpp"
#include "operations/placed.hpp"
#include "operations/query.hpp"
#include "search/camelot/question.hpp"

namespace cofnod::operations {

namespace {

/// Returns the requested board; nullptr: any.
const camelot::Board* board_of(const QueryOptions& options) {
    return options.variety.empty() ? nullptr : camelot::board_named(options.variety);
}

const camelot::Board& board_to_begin_on(const QueryOptions& options) {
    const camelot::Board* board = board_of(options);
    return board ? *board : camelot::boards::camelot;
}

search::WrittenCamelotMoves read_moves(const std::string& option, const std::string& text,
                                       const QueryOptions& options) {
    return read_or_throw({option}, text, search::read_camelot_moves(text, board_to_begin_on(options)));
}

search::WantedCamelotPosition read_position(const std::string& text, const QueryOptions& options) {
    if (text == start_word)
        return search::WantedCamelotPosition(camelot::Position::initial(board_to_begin_on(options)));
    auto read = read_or_throw({"fen"}, text, search::read_camelot_position(text));
    const camelot::Board& board = read.position().board();
    if (board_of(options) && board_of(options) != &board)
        throw UsageError(tr("this is a position of {}, not of {}", board.name, board_of(options)->name), {}, "fen");
    return read;
}

class CamelotAsking : public QueryParserOf<CamelotGame> {
public:
    [[nodiscard]] bool is_meant(const QueryOptions& options) const override {
        return options.played || (options.material && options.material->find_first_of("Mm") != std::string::npos) ||
               (options.pieces && search::are_camelot_pieces(*options.pieces)) ||
               (options.fen && search::is_camelot_position(*options.fen)) ||
               (options.after && search::is_camelot_score(*options.after)) ||
               (options.moves && search::is_camelot_score(*options.moves));
    }

    void read(const QueryOptions& options, const notation::Languages&, const Note&,
              search::Query& query) const override {
        if (options.or_flipped && !options.material)
            throw UsageError(tr("only for chess"), tr("write the pieces of the other side too"), "flip");
        auto asked = std::make_shared<search::CamelotQuestion>();
        search::CamelotQuestion& question = *asked;
        question.board = board_of(options);
        if (options.fen) question.position = read_position(*options.fen, options);
        if (options.after)
            question.position = search::WantedCamelotPosition(read_moves("after", *options.after, options).after);
        if (options.moves) question.opening = read_moves("moves", *options.moves, options).moves;
        if (!question.board && (options.moves || options.after)) question.board = &camelot::boards::camelot;
        if (options.pieces)
            question.pieces = read_or_throw({"pieces"}, *options.pieces, search::read_camelot_pieces(*options.pieces));
        if (options.pattern)
            read_or_throw(options.pattern_origin, *options.pattern, search::read_camelot_pattern(*options.pattern));
        if (options.pattern || options.material) question.pattern = pattern_of(options);
        if (options.played)
            question.played = read_or_throw({"played"}, *options.played, search::read_move_traits(*options.played));
        query.other = std::move(asked);
    }

    /// Returns the pattern and the material asked for as one pattern.
    static search::CamelotPattern pattern_of(const QueryOptions& options) {
        std::string text = options.pattern ? fmt::format("({})", *options.pattern) : std::string();
        if (options.material) {
            const std::string material =
                read_or_throw({"material"}, *options.material, search::camelot_material_pattern(*options.material));
            text += options.or_flipped ? fmt::format(" (({}) or ({}))", material, flipped(material)) : ' ' + material;
        }
        return *search::read_camelot_pattern(text);
    }

    /// Exchanges the colours of the pieces of a pattern of material.
    static std::string flipped(std::string pattern) {
        for (char& c : pattern)
            if (is_letter(c)) c = is_upper(c) ? to_lower(c) : to_upper(c);
        return pattern;
    }

    [[nodiscard]] std::span<const std::string_view> move_kinds() const override { return search::move_trait_names; }

    [[nodiscard]] camelot::Position position(const QueryOptions& options, const notation::Languages&,
                                             const Note&) const override {
        if (options.after) return read_moves("after", *options.after, options).after;
        if (!options.fen) return camelot::Position::initial(board_to_begin_on(options));
        const auto wanted = read_position(*options.fen, options);
        if (!wanted.is_exact())
            throw UsageError(tr("tree needs a complete position"),
                             tr("also write the side to move and the castle moves"), "fen");
        return wanted.position();
    }
};

}  // namespace

template <>
const QueryParserOf<CamelotGame>& query_parser_of<CamelotGame>() {
    static const CamelotAsking asking;
    return asking;
}

}  // namespace cofnod::operations
