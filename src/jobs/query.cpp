#include "jobs/query.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "game/games.hpp"
#include "jobs/notation_choice.hpp"
#include "jobs/placed.hpp"
#include "search/read_position.hpp"
#include "search/written_moves.hpp"
#include "store/statistics.hpp"

namespace cofnod::jobs {

namespace {

std::string codes(const std::vector<const notation::Language*>& languages) {
    std::string text;
    for (const notation::Language* language : languages) text += (text.empty() ? "" : ", ") + language->code();
    return text;
}

search::WantedPosition read_position(const std::string& fen, const Note& note) {
    const auto read = search::read_position(fen);
    if (!read) throw_fault("--fen", fen, read.error());
    if (!read->note.empty()) note("--fen: " + read->note);
    return read->wanted;
}

search::CamelotQuestion read_camelot_question(const QueryOptions& options) {
    if (options.material) throw UsageError("--material is for chess", "use --pieces for pieces of Camelot");
    search::CamelotQuestion question;
    question.board = options.board;
    if (options.fen) question.position = read_camelot_position(*options.fen, options);
    if (options.after)
        question.position = search::WantedCamelotPosition(read_camelot_moves("--after", *options.after, options).after);
    if (options.moves) question.opening = read_camelot_moves("--moves", *options.moves, options).moves;
    if (!options.board && (options.moves || options.after)) question.board = &camelot::boards::camelot;
    if (options.pieces) {
        auto pieces = search::read_camelot_pieces(*options.pieces);
        if (!pieces) throw_fault("--pieces", *options.pieces, pieces.error());
        question.pieces = std::move(*pieces);
    }
    if (options.camelot_pattern) {
        auto pattern = search::read_camelot_pattern(*options.camelot_pattern);
        if (!pattern) throw_fault(options.pattern_name, *options.camelot_pattern, pattern.error());
        question.pattern = std::move(*pattern);
    }
    if (options.played) {
        const auto played = search::read_move_traits(*options.played);
        if (!played) throw_fault("--played", *options.played, played.error());
        question.played = *played;
    }
    return question;
}

bool asks_for_moves(const QueryOptions& options) {
    return options.fen || options.after || options.moves || options.pieces || options.material || options.played ||
           options.camelot_pattern || options.board;
}

}  // namespace

GameKind game_meant(const QueryOptions& options) {
    if (options.filter.kind) return *options.filter.kind;
    const bool is_camelot = options.played || (options.pieces && search::are_camelot_pieces(*options.pieces)) ||
                            (options.fen && search::is_camelot_position(*options.fen)) ||
                            (options.after && search::is_camelot_score(*options.after)) ||
                            (options.moves && search::is_camelot_score(*options.moves));
    return is_camelot ? GameKind::camelot : GameKind::chess;
}

GameKind game_to_look_at(const QueryOptions& options, const store::Store& store) {
    const bool is_said = options.filter.kind || options.fen || options.after || options.moves || options.pieces ||
                         options.material || options.played;
    if (is_said) return game_meant(options);
    const auto kinds = store::game_kinds(store);
    return kinds.empty() ? GameKind::chess : kinds.front();
}

search::WrittenCamelotMoves read_camelot_moves(const std::string& option, const std::string& text,
                                               const QueryOptions& options) {
    auto read = search::read_camelot_moves(text, options.board ? *options.board : camelot::boards::camelot);
    if (!read) throw_fault(option, text, read.error());
    return *std::move(read);
}

search::WantedCamelotPosition read_camelot_position(const std::string& text, const QueryOptions& options) {
    const auto read = search::read_camelot_position(text);
    if (!read) throw_fault("--fen", text, read.error());
    const camelot::Board& board = read->position().board();
    if (options.board && options.board != &board)
        throw UsageError(fmt::format("--fen: this is a position of {}, not of {}", board.name, options.board->name));
    return *read;
}

search::WrittenMoves read_moves(const std::string& option, const std::string& text, const QueryOptions& options,
                                const notation::Languages& languages, const Note& note) {
    const notation::Language* given =
        options.from_notation.empty() ? nullptr : &language_named(languages, options.from_notation);
    const auto read = search::read_written_moves(text, languages, given);
    if (!read) throw_fault(option, text, read.error());
    if (!read->otherwise.empty())
        note(fmt::format("{}: read as {} ({}), the best match; other moves in {}: choose with --from-notation", option,
                         read->language->name(), read->language->code(), codes(read->otherwise)));
    return *read;
}

store::HeaderFilter header_filter(const QueryOptions& options, const notation::Languages& languages) {
    store::HeaderFilter filter = options.filter;
    if (!filter.notation.empty() && filter.notation != name_of(GameKind::camelot))
        filter.notation = language_named(languages, filter.notation).code();
    return filter;
}

search::Query make_query(const QueryOptions& options, const notation::Languages& languages, const Note& note) {
    search::Query query;
    query.header = header_filter(options, languages);
    query.in_variations = options.in_variations;
    if (!asks_for_moves(options)) return query;
    query.header.kind.reset();  // what is asked of moves is asked of one game only
    if (game_meant(options) == GameKind::camelot) {
        query.camelot = read_camelot_question(options);
        // The index finds positions by their keys; all else is looked for among the games of Camelot alone.
        if (!query.exact_key()) query.header.kind = GameKind::camelot;
        return query;
    }
    if (options.played) throw UsageError("--played is for Camelot", "remove --game, or write --game camelot");
    if (options.fen) query.position = read_position(*options.fen, note);
    if (options.after)
        query.position = search::WantedPosition(read_moves("--after", *options.after, options, languages, note).after);
    if (options.moves) query.opening = read_moves("--moves", *options.moves, options, languages, note).moves;
    if (options.pieces) {
        auto pieces = search::read_pieces(*options.pieces);
        if (!pieces) throw_fault("--pieces", *options.pieces, pieces.error());
        query.pieces = std::move(*pieces);
    }
    if (options.material) {
        const auto material = search::read_material(*options.material);
        if (!material) throw_fault("--material", *options.material, material.error());
        query.material = *material;
    }
    return query;
}

}  // namespace cofnod::jobs
