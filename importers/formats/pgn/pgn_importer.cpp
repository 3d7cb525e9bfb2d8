#include "importers/formats/pgn/pgn_importer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/position.hpp"
#include "games/record/chess_game.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/score_player.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/lists/lists.hpp"
#include "importers/formats/pgn/lexer.hpp"
#include "importers/formats/pgn/lexer_rules.hpp"
#include "importers/formats/pgn/tidy_tags.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/prose_importer.hpp"
#include "importers/rules.hpp"
#include "importers/tags.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::importers::pgn {

namespace {

class GameImporter {
public:
    GameImporter(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out)
        : map_(map), text_(map.text()), options_(options), player_(player), out_(out), tidier_(player.languages()) {}

    /// Reads a game of chess from the initial position in one pass, for pass_on(), and returns its end; nullopt if it
    /// must be read from its tokens.
    std::optional<std::size_t> read_at_once(LexedGame& game, std::size_t at) {
        const RuleTags tags(game.tags);
        if (tags.name() || tags.fen || tags.filler || tags.set_up == "1" || !tidier_.is_usual(game.tags))
            return std::nullopt;
        GameRecord& record = record_;
        record.clear();
        record.tags = game.tags;
        take_result_tag(record);
        const auto played =
            player_.play_at_once(text_, at, chess::Position::initial(), record, options_.keep_lines ? &line_ : nullptr);
        if (!played) return std::nullopt;
        record.span = {game.begin, played->end, 0};
        is_faithful_ = played->is_faithful;
        return played->end;
    }

    void pass_on() {
        follows_ = nullptr;
        out_.add_game(std::move(record_), map_, !is_faithful_, options_.keep_lines ? &line_ : nullptr);
    }

    /// Returns false if the text contains no game, only words between games.
    bool read(LexedGame& game) {
        GameRecord& record = record_;
        record.clear();
        if (take_tag_comments(text_, game.tokens, game.tags)) game.plain = false;
        record.span = {game.begin, game.end, 0};
        tidy_tags(record, game);
        take_result_of_tag(game, text_);
        keep_odd_points(record, game);
        record.tags = game.tags;
        take_result_tag(record);
        for (const LexedGame::Fault& fault : game.faults)
            note(record, Severity::note, fault.begin, fault.end, fault.reason);

        const Score score{.text = text_, .tokens = game.tokens, .plain = game.plain, .tags = &record.tags};
        const RuleTags tags(record.tags);
        const WordRules* rules = recognised(tags, score);
        if (!rules && goes_on_as_before(game, score)) rules = follows_;
        if (!rules && !has_game(game) && !player_.begins_with_a_move(score, chess::Position::initial())) return false;
        const Playing how{.player = player_, .keep_san = options_.keep_san, .limits = options_.limits};
        const Played played = (rules ? *rules : chess_rules()).play(tags, &score, how, record);
        for (const StartFault& each : played.notes) note(record, game, each);
        if (played.fault) {
            note(record, game, *played.fault);
            reject(record, game);
        }
        follows_ = rules;
        report_beginning(record, game);
        if (!rules) report_later_start(record, game);
        out_.add_game(std::move(record), map_, !played.is_faithful || record.state != GameState::complete);
        return true;
    }

private:
    /// Returns true if there are tags, or a score that begins with a move number. Numbers and stars also occur in
    /// running text.
    static bool has_game(const LexedGame& game) {
        const auto first = std::find_if(game.tokens.begin(), game.tokens.end(),
                                        [](const Token& token) { return token.kind != Token::Kind::comment; });
        return !game.tags.empty() || (first != game.tokens.end() && first->kind == Token::Kind::number);
    }

    /// Recognises `1. E6-E8 1-0 H11-F9`: moves without tags, after the result of a Camelot game, that cannot begin a
    /// game of chess.
    [[nodiscard]] bool goes_on_as_before(const LexedGame& game, const Score& score) const {
        if (!follows_ || !game.tags.empty() || !has_mostly_moves(*follows_, text_, game.tokens)) return false;
        const Token& first = game.tokens.front();
        const bool may_begin = first.kind != Token::Kind::number || first.value <= 1;
        return !may_begin || !player_.begins_with_a_move(score, chess::Position::initial());
    }

    /// Reports moves after a result, `1. e4 e5 1-0 5. Nf3` and `1. e4 e5 1-0 Nf3`: they are read as another game, but
    /// may continue the previous one.
    void report_beginning(GameRecord& record, const LexedGame& game) {
        if (!game.tags.empty() || game.tokens.size() < 2 || game.begin == 0 || record.ply_count == 0) return;
        const Token& first = game.tokens.front();
        if (first.kind == Token::Kind::number && first.value > 1 && game.tokens[1].kind == Token::Kind::word)
            note(record, Severity::fault, first.begin, first.end, {ProblemKind::begins_behind_result, {first.value}});
        else if (first.kind == Token::Kind::word && !is_first_of_line(text_, game.begin))
            note(record, Severity::fault, first.begin, first.end, {ProblemKind::begins_in_line});
        else
            return;
        if (record.state == GameState::complete) record.state = GameState::incomplete;
    }

    /// Marks a game as incomplete if it is played from the initial position but its numbers begin later than 1.
    void report_later_start(GameRecord& record, const LexedGame& game) {
        if (!is_all_read(record) || record.ply_count == 0 || !record.start.empty()) return;
        const auto first = number_of_later_start(game.tokens);
        if (!first) return;
        note(record, Severity::fault, first->begin, first->end, {ProblemKind::begins_later, {first->value}});
        record.state = GameState::incomplete;
    }

    /// Reads the castling or evaluation after the last move as a result if it is the value of the Result tag: `0-0` in
    /// any spelling, a game lost by both players, and `+/-`.
    static void take_result_of_tag(LexedGame& game, std::string_view text) {
        const auto tag = game.tags.find("Result");
        if (game.tokens.empty() || !tag) return;
        Token& last = game.tokens.back();
        if (last.kind != Token::Kind::word && last.kind != Token::Kind::nag) return;
        const auto result = notation::read_result_value(last.in(text));
        const bool is_tag = result == Result::both_lose || trimmed(*tag) == last.in(text);
        if (!result || !is_tag || notation::read_result_value(*tag) != result) return;
        last.kind = Token::Kind::result;
        last.value = static_cast<std::uint32_t>(*result);
        game.plain = false;
    }

    /// Turns points after the last move that are no result, `½-0`, into a comment with a note.
    void keep_odd_points(GameRecord& record, LexedGame& game) {
        std::vector<Token>& tokens = game.tokens;
        const std::size_t results = !tokens.empty() && tokens.back().kind == Token::Kind::result;
        if (tokens.size() <= results) return;
        Token& last = tokens[tokens.size() - 1 - results];
        if (last.kind != Token::Kind::word || !notation::are_odd_points(last.in(text_))) return;
        last.kind = Token::Kind::comment;
        game.plain = false;
        if (game.tags.find("Result") == last.in(text_)) return;  // noted there
        note(record, Severity::note, last.begin, last.end,
             {ProblemKind::result_unreadable, {std::string(last.in(text_))}});
    }

    void tidy_tags(GameRecord& record, LexedGame& game) {
        std::vector<TagTidier::Note> notes;
        if (tidier_.tidy(game.tags, notes)) game.plain = false;
        for (TagTidier::Note& each : notes) {
            const std::size_t begin = place_of(game, each.tag, 0, each.earlier);
            note(record, Severity::note, begin, begin + 1, std::move(each.reason));
        }
    }

    static void take_result_tag(GameRecord& record) {
        if (const auto tag = record.tags.find("Result"))
            record.result = notation::read_result_value(*tag).value_or(Result::unknown);
    }

    /// Adds the problem that prevents the game from starting, or a note on its start. The range of an unknown game is
    /// the whole tag value or a part of it.
    void note(GameRecord& record, const LexedGame& game, const StartFault& fault) {
        const std::size_t begin = place_of(game, fault.tag, fault.column);
        const bool is_whole = fault.problem.group() == ProblemGroup::unsupported_variant && fault.column == 0;
        const std::size_t size = is_whole && begin > game.begin ? game.tags.find(fault.tag)->size() : fault.length;
        record.problems.emplace_back(fault.problem).range = {static_cast<std::uint32_t>(begin),
                                                             static_cast<std::uint32_t>(begin + size)};
    }

    /// Returns the offset of a byte in the value of a tag, ignoring the case of the tag name; the offset of the tag if
    /// the value is written differently. `earlier`: tags of that name to skip.
    [[nodiscard]] std::size_t place_of(const LexedGame& game, std::string_view tag, std::size_t column,
                                       std::size_t earlier = 0) const {
        const std::string_view text = text_.substr(game.begin, game.end - game.begin);
        const std::string head = fmt::format("[{} ", tag);
        const auto find = [&](auto from) {
            return std::search(from, text.end(), head.begin(), head.end(),
                               [](char a, char b) { return to_lower(a) == to_lower(b); });
        };
        const auto first = find(text.begin());
        if (first == text.end()) return game.begin;
        auto name = first;
        for (auto next = name; earlier > 0 && (next = find(next + 1)) != text.end(); --earlier) name = next;
        const auto begin = static_cast<std::size_t>(name - text.begin());
        if (name != first) return game.begin + begin;
        const std::size_t at = text.find(game.tags.find(tag).value_or("\""), begin);
        return at == std::string_view::npos ? game.begin + begin : game.begin + at + column;
    }

    void reject(GameRecord& record, const LexedGame& game) {
        record.state = GameState::rejected;
        std::span<const Token> tokens = game.tokens;
        if (!tokens.empty() && tokens.back().kind == Token::Kind::result) {
            if (!record.tags.find("Result")) record.result = static_cast<Result>(tokens.back().value);
            tokens = tokens.first(tokens.size() - 1);
        }
        if (tokens.empty()) return;
        const Token &first = tokens.front(), &last = tokens.back();
        if (tokens.size() == 1 && first.is_comment()) {
            record.unread = comment_text(first.in(text_));
            if (const auto unread = unread_text(record.unread)) record.unread = std::string(*unread);
            return;
        }
        // A comment token excludes its delimiters.
        const bool has_sign = first.is_comment() || first.kind == Token::Kind::open_comment;
        const std::size_t begin = first.begin - has_sign, end = last.end + (last.kind == Token::Kind::comment);
        record.unread = comment_text(text_.substr(begin, end - begin));
    }

    static void note(GameRecord& record, Severity severity, std::size_t begin, std::size_t end, Reason reason) {
        const TextRange range{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
        record.problems.push_back({.reason = std::move(reason), .severity = severity, .range = range});
    }

    const TextMap& map_;
    std::string_view text_;
    const Options& options_;
    ScorePlayer& player_;
    Delivery& out_;
    TagTidier tidier_;
    GameRecord record_;  ///< reused for the next game
    PlayedLine line_;    ///< line of the game read in one pass; is_faithful_ belongs to the same game
    bool is_faithful_ = false;
    const WordRules* follows_ = nullptr;  ///< rules of the last game; nullptr: chess
};

/// Maximum recursion depth: text converted from positions may contain further positions after unusual blanks, and each
/// level reads it again.
constexpr int most_levels = 4;

void import_text(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out, int level);

/// Reads lines of EPD or FEN between games as records: positions alone or with the moves that follow them.
bool import_positions(const TextMap& map, const LexedGame& game, const Options& options, ScorePlayer& player,
                      Delivery& out, int level) {
    if (level == most_levels) return false;
    const TextMap part(map, game.begin, game.end);
    const auto pgn = lists::with_positions_as_pgn(part.text());
    if (!pgn) return false;
    import_text(TextMap(part, *pgn), options, player, out, level + 1);
    return true;
}

bool begins_position(std::string_view text) {
    return lists::looks_like_positions(text.substr(0, text.find_first_of("\n\r")));
}

/// Returns the end of a text that contains a prose header line: the next tag or position.
std::size_t end_of_prose(std::string_view text, std::size_t from) {
    for (std::size_t at = from; at < text.size();) {
        const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
        if (begins_tag(text.substr(begin), false) || begins_position(text.substr(begin))) return begin;
        at = next_line(text, begin);
    }
    return text.size();
}

bool has_header_line(std::string_view text, const notation::Languages& languages) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\n\r", begin), text.size());
        if (prose::is_header_line(text.substr(begin, end - begin), languages)) return true;
        begin = end + 1;
    }
    return false;
}

/// Reads words between games as prose, since they may be a newspaper column. Returns the offset where PGN continues.
std::size_t import_prose(const TextMap& map, const LexedGame& game, const Options& options, ScorePlayer& player,
                         Delivery& out) {
    const std::string_view all = map.text();
    const bool has_words = std::any_of(game.tokens.begin(), game.tokens.end(),
                                       [](const Token& token) { return token.kind == Token::Kind::word; });
    if (!has_words) {
        out.add_separator(map, game.begin, game.end);
        return game.end;
    }
    const bool is_column = has_header_line(all.substr(game.begin, game.end - game.begin), player.languages());
    const std::size_t end = is_column ? end_of_prose(all, game.end) : game.end;
    prose::import_words_between_games(TextMap(map, game.begin, end), options, player, out);
    return end;
}

void import_text(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out, int level) {
    Lexer lexer(map.text(), [&](std::string_view line) { return prose::is_header_line(line, player.languages()); });
    GameImporter importer(map, options, player, out);
    LexedGame game;
    if (options.one_pass)
        lexer.read_at_once(
            [&](LexedGame& read, std::size_t movetext) { return importer.read_at_once(read, movetext); });
    std::size_t at = 0;
    const auto separate = [&](std::size_t end) {
        if (end > at) out.add_separator(map, at, end);
        at = end;
    };
    while (lexer.next(game)) {
        separate(game.begin);
        if (game.is_read) {
            importer.pass_on();
            at = game.end;
        } else if (importer.read(game) || import_positions(map, game, options, player, out, level)) {
            at = game.end;
        } else {
            at = import_prose(map, game, options, player, out);
            lexer.skip_to(at);
        }
    }
    separate(map.text().size());
}

}  // namespace

void import_text(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out) {
    import_text(map, options, player, out, 0);
}

}  // namespace cofnod::importers::pgn
