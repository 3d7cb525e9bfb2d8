#include <algorithm>
#include <optional>
#include <string>

#include "base/problem_kinds.hpp"
#include "games/camelot/judge.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/notation.hpp"
#include "games/camelot/pack.hpp"
#include "games/record/camelot_game.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/record_writer.hpp"
#include "importers/games/camelot/recognise.hpp"
#include "importers/rules.hpp"

namespace cofnod::importers::camelot {

namespace {

namespace rules = cofnod::camelot;

/// Returns true for a word spelt as export spells moves that need no correction: capitals, `-` and `x`.
bool is_usual_text(std::string_view word) {
    return std::all_of(word.begin(), word.end(),
                       [](char c) { return (c >= 'A' && c <= 'N') || (c >= '0' && c <= '9') || c == '-' || c == 'x'; });
}

/// Plays a Camelot score: follows the tokens and fills in the parts of the record that they provide. Result words are
/// recognised in all languages.
///
/// Omitted squares and misprints are corrected if exactly one legal path fits, and noted; so are separators that the
/// board contradicts, and moves allowed only by a loose reading of the rules. Brackets contain a variation if their
/// first move can be played in place of the previous move, else a comment; what cannot be played after it is kept as
/// text.
class Player {
public:
    Player(const Score& score, const rules::Position& start, const Playing& how, GameRecord& record)
        : score_(score),
          how_(how),
          record_(record),
          scribe_(score, how.player.languages(), how.limits, false, record),
          now_(start),
          before_(start),
          black_begins_(start.turn() == rules::Color::black),
          packer_(start) {
        if (!how.keep_san) scribe_.leave_out_trace();
    }

    /// Returns true if export reproduces the score.
    bool run() {
        const auto tokens = score_.tokens;
        for (std::size_t i = 0; i < tokens.size();) {
            const Token& token = tokens[i];
            switch (token.kind) {
                case Token::Kind::word: i = take_word(i); continue;
                case Token::Kind::open: i = take_bracket(i); continue;
                case Token::Kind::close:
                    scribe_.set_unfaithful();
                    scribe_.note(Severity::note, token.begin, token.end, {ProblemKind::closes_nothing});
                    break;
                case Token::Kind::number: i = take_number(i); continue;
                case Token::Kind::result: scribe_.take_result(i, turn()); break;
                case Token::Kind::nag: add(Annotations::Kind::nag, token.value); break;
                case Token::Kind::comment:
                case Token::Kind::line_comment: scribe_.take_comment(token, true); break;
                case Token::Kind::open_comment: scribe_.take_open_comment(i); break;
                case Token::Kind::unknown: scribe_.set_unfaithful(); break;
            }
            ++i;
        }
        finish();
        return scribe_.is_faithful();
    }

private:
    using Position = cofnod::camelot::Position;
    using Path = cofnod::camelot::Path;

    /// A move as written in the score, perhaps in several words: `C8 x E6`.
    struct Written {
        MoveWord word;
        std::size_t token_count = 1;
        std::uint32_t begin = 0, end = 0;  ///< bytes of the move itself
    };

    std::size_t take_word(std::size_t i) {
        const Token& token = score_.tokens[i];
        if (record_.ply_count >= how_.limits.plies) return scribe_.stop_at_limit(i, turn());
        const auto written = read_written(i);
        if (!written) {
            if (const auto next = scribe_.take_result_words(i, turn())) return *next;
            return give_up(i, token.begin, token.end,
                           {ProblemKind::not_a_move_of_game, {shortened(token.in(score_.text)), "Camelot"}});
        }
        const rules::Resolution resolution = rules::resolve(now_, written->word.move);
        if (!resolution) return give_up(i, written->begin, written->end, *explain(now_, *written, resolution));
        if (resolution.repair == rules::Repair::square_replaced &&
            !has_legal_sequel(i + written->token_count, resolution))
            return give_up(i, written->begin, written->end,
                           *explain(now_, *written, {.judgement = resolution.judgement}));
        note_what_was_changed(*written, resolution);
        advance(*written, resolution);
        return i + written->token_count;
    }

    /// Compares a number with the move that is due. Returns the next token to read.
    std::size_t take_number(std::size_t i) {
        if (begins_alternative(i)) return take_alternative(i);
        if (!is_number_of(score_.tokens[i], record_.ply_count)) scribe_.set_unfaithful();
        const auto move_length = [this](std::size_t at) {
            const auto written = read_written(at);
            return written ? written->token_count : 0;
        };
        return scribe_.take_number(i, turn(), move_length) ? i + 1 : scribe_.give_up_at_missing_move(i, turn());
    }

    /// Plays a variation; keeps brackets without one, such as `(See position below)`, as a comment.
    std::size_t take_bracket(std::size_t i) {
        const auto tokens = score_.tokens;
        const std::size_t close = end_of_bracket(tokens, i);
        if (close == tokens.size())
            return give_up(i, tokens[i].begin, tokens[i].end, {ProblemKind::bracket_not_closed});
        const std::size_t item_count = record_.annotations.size();
        if (record_.ply_count > 0 && rules::has_move_numbers(now_.board()) && add_variation(i, close, before_, 1))
            return close + 1;
        scribe_.keep_as_comment(item_count, tokens[i].begin, tokens[close].end);
        return close + 1;
    }

    /// Returns true if token `i` is the number of the last move and another move follows that is legal in its place:
    /// `3....D11-F9? 3....G11-E9 was level.`
    [[nodiscard]] bool begins_alternative(std::size_t i) const {
        if (record_.ply_count == 0 || !is_number_of(score_.tokens[i], record_.ply_count - 1)) return false;
        return rules::has_move_numbers(now_.board()) && is_legal_at(i + 1, before_);
    }

    [[nodiscard]] bool is_legal_at(std::size_t i, const Position& position) const {
        if (i >= score_.tokens.size() || score_.tokens[i].kind != Token::Kind::word) return false;
        const auto written = read_written(i);
        if (!written) return false;
        const rules::Resolution resolution = rules::resolve(position, written->word.move);
        return resolution && resolution.repair == rules::Repair::none;
    }

    /// Adds the alternative that begins at number token `i` as a variation, up to the number of the move that is due,
    /// or to a word that is no move of it. Returns the next token to read.
    std::size_t take_alternative(std::size_t i) {
        Position now = before_;
        std::uint32_t ply = record_.ply_count - 1;
        scribe_.set_unfaithful();
        add(Annotations::Kind::begin_variation);
        for (bool is_first = true; i < score_.tokens.size(); ++i, is_first = false) {
            const Token& token = score_.tokens[i];
            if (token.kind == Token::Kind::number) {
                const bool is_due = is_number_of(token, record_.ply_count) && is_legal_at(i + 1, now_);
                if (!is_first && (is_due || !is_number_of(token, ply))) break;
            } else if (token.kind == Token::Kind::word) {
                const auto written = read_written(i);
                if (!written || !is_legal_at(i, now)) break;
                add_move(*written, rules::resolve(now, written->word.move).path, now);
                ++ply;
                i += written->token_count - 1;
            } else if (token.kind == Token::Kind::nag) {
                add(Annotations::Kind::nag, token.value);
            } else if (token.is_comment()) {
                add(Annotations::Kind::comment, 0, comment_text(token.in(score_.text)));
            } else {
                break;
            }
        }
        add(Annotations::Kind::end_variation);
        return i;
    }

    /// Returns the move that begins at word token `i`; blanks around its signs are allowed.
    [[nodiscard]] std::optional<Written> read_written(std::size_t i) const {
        const Token& token = score_.tokens[i];
        if (const auto word = read_move_word(token.in(score_.text))) {
            const auto end = token.begin + static_cast<std::uint32_t>(word->length);
            return Written{*word, 1, token.begin, end};
        }
        const std::size_t count = move_length(score_.text, score_.tokens, i);
        if (count < 2) return std::nullopt;
        const std::string text = joined(score_.text, score_.tokens.subspan(i, count));
        auto word = read_move_word(text);
        if (!word) return std::nullopt;
        word->is_usual = false;
        const auto behind = static_cast<std::uint32_t>(text.size() - word->length);
        return Written{*word, count, token.begin, score_.tokens[i + count - 1].end - behind};
    }

    /// Returns true if the next move of the main line, from token `next` on, is legal after a repaired one, or if there
    /// is none.
    [[nodiscard]] bool has_legal_sequel(std::size_t next, const rules::Resolution& resolution) const {
        Position after = now_;
        after.play(rules::effect_of(now_, resolution.path));
        for (; next < score_.tokens.size(); ++next) {
            if (score_.tokens[next].kind == Token::Kind::open) next = end_of_bracket(score_.tokens, next);
            if (next == score_.tokens.size() || score_.tokens[next].kind != Token::Kind::word) continue;
            const auto written = read_written(next);
            if (!written) return true;
            const rules::Resolution sequel = rules::resolve(after, written->word.move);
            return sequel && sequel.repair != rules::Repair::square_replaced;
        }
        return true;
    }

    /// Plays a move of the main line and writes it into the record.
    void advance(const Written& written, const rules::Resolution& resolution) {
        const Path& path = resolution.path;
        const std::string_view text = text_of(written);
        const bool is_as_we_write = resolution.repair == rules::Repair::none && !resolution.wrong_separator &&
                                    written.token_count == 1 && is_usual_text(text);
        if (!is_as_we_write || !written.word.is_usual) scribe_.set_unfaithful();
        packer_.push(now_, path);
        if (how_.keep_san) append_text(written, path, is_as_we_write);
        scribe_.trace(Trace::Kind::ply, record_.ply_count, written.begin, written.end);
        ++record_.ply_count;
        before_ = now_;
        now_.play(rules::effect_of(now_, path));
        if (written.word.nag != 0) add(Annotations::Kind::nag, written.word.nag);
    }

    void note_what_was_changed(const Written& written, const rules::Resolution& resolution) {
        const bool is_mended = resolution.repair != rules::Repair::none || resolution.wrong_separator ||
                               written.word.move.has_mended_digits;
        if (!is_mended && !resolution.is_loose()) return;
        scribe_.set_unfaithful();
        const bool has_reason =
            !is_mended || resolution.repair != rules::Repair::none || resolution.wrong_separator.has_value();
        scribe_.note(Severity::note, written.begin, written.end,
                     has_reason ? *explain(now_, written, resolution)
                                : Reason{ProblemKind::respelled,
                                         {shortened(text_of(written)), rules::write_path(now_, resolution.path)}});
    }

    [[nodiscard]] std::string_view text_of(const Written& written) const {
        return score_.text.substr(written.begin, written.end - written.begin);
    }

    [[nodiscard]] std::optional<Reason> explain(const Position& position, const Written& written,
                                                const rules::Resolution& resolution) const {
        return rules::explain(position, shortened(text_of(written)), written.word.move, resolution);
    }

    void append_text(const Written& written, const Path& path, bool is_as_we_write) {
        std::string& text = record_.san;
        if (!text.empty()) text += ' ';
        const bool black = is_black(record_.ply_count);
        if (!black || text.empty()) {
            text += std::to_string(number_of(record_.ply_count));
            text += black ? "..." : ".";
        }
        if (is_as_we_write)
            text += text_of(written);
        else
            text += rules::write_path(now_, path);
    }

    void add(Annotations::Kind kind, std::uint32_t value = 0, std::string_view text = {}) {
        record_.annotations.add(kind, record_.ply_count, value, text);
    }
    /// Plays a move of a variation on `position` and adds it.
    void add_move(const Written& written, const Path& path, Position& position) {
        const rules::Move move = rules::effect_of(position, path);
        add(Annotations::Kind::move, rules::move_number(position, move));
        scribe_.trace(Trace::Kind::annotation, record_.annotations.size() - 1, written.begin, written.end);
        if (written.word.nag != 0) add(Annotations::Kind::nag, written.word.nag);
        position.play(move);
    }

    /// Plays the bracket in tokens first..last as a variation, up to a word that is no legal move; the rest is kept as
    /// text. Returns false, with part of it added, if it does not begin with a legal move.
    bool add_variation(std::size_t first, std::size_t last, Position now, std::size_t depth) {
        if (depth > how_.limits.depth) return false;
        Position before = now;
        std::uint32_t ply = record_.ply_count - 1;
        bool is_empty = true;
        const auto keep_rest = [&](std::size_t i, Annotations::Kind kind) {
            if (is_empty) return false;
            scribe_.set_unfaithful();
            const Token& token = score_.tokens[i];
            add(kind, 0, scribe_.text_of_rest(i, last, token.begin, token.end));
            add(Annotations::Kind::end_variation);
            return true;
        };
        const auto keep_after_fault = [&](std::size_t i, std::uint32_t end, Reason reason) {
            reason.frame = Frame::in_variation;
            if (!is_empty) scribe_.note(Severity::note, score_.tokens[i].begin, end, std::move(reason));
            return keep_rest(i, Annotations::Kind::unread);
        };
        add(Annotations::Kind::begin_variation);
        for (std::size_t i = first + 1; i < last;) {
            const Token& token = score_.tokens[i];
            switch (token.kind) {
                case Token::Kind::number:
                    // The number of another move shows that the bracket continues instead of going back.
                    if (depth == 1 && !is_number_of(token, ply)) return keep_rest(i, Annotations::Kind::comment);
                    break;
                case Token::Kind::word: {
                    const auto written = read_written(i);
                    if (const std::string_view word = token.in(score_.text); !written && is_like_move(word))
                        return keep_after_fault(i, token.end,
                                                {ProblemKind::not_a_move_of_game, {shortened(word), "Camelot"}});
                    if (!written) return keep_rest(i, Annotations::Kind::comment);
                    const rules::Resolution resolution = rules::resolve(now, written->word.move);
                    if (!resolution || resolution.repair != rules::Repair::none) {
                        // A repaired move is not played here, and is reported as written.
                        const rules::Resolution as_written{.judgement = resolution.judgement};
                        return keep_after_fault(i, written->end,
                                                *explain(now, *written, resolution ? as_written : resolution));
                    }
                    before = now;
                    add_move(*written, resolution.path, now);
                    ++ply;
                    is_empty = false;
                    scribe_.set_unfaithful();  // export may write another path
                    i += written->token_count;
                    continue;
                }
                case Token::Kind::nag: add(Annotations::Kind::nag, token.value); break;
                case Token::Kind::comment:
                case Token::Kind::line_comment: scribe_.take_comment(token, false); break;
                case Token::Kind::open: {
                    const std::size_t close = end_of_bracket(score_.tokens, i);
                    const std::size_t item_count = record_.annotations.size();
                    if (is_empty || !add_variation(i, close, before, depth + 1))
                        scribe_.keep_as_comment(item_count, token.begin, score_.tokens[close].end);
                    i = close;
                    break;
                }
                default: return keep_rest(i, Annotations::Kind::comment);
            }
            ++i;
        }
        add(Annotations::Kind::end_variation);
        return !is_empty;
    }

    [[nodiscard]] bool is_number_of(const Token& token, std::uint32_t ply) const {
        return token.value == number_of(ply) && token.is_dotted_number(score_.text) == is_black(ply);
    }

    [[nodiscard]] std::uint32_t number_of(std::uint32_t ply) const { return (ply + (black_begins_ ? 1 : 0)) / 2 + 1; }

    [[nodiscard]] bool is_black(std::uint32_t ply) const { return (ply % 2 == 1) != black_begins_; }

    [[nodiscard]] RecordWriter::Turn turn() const {
        return {number_of(record_.ply_count), !is_black(record_.ply_count)};
    }

    /// Ends the game at a word that cannot be played. Returns the next token to read.
    std::size_t give_up(std::size_t i, std::uint32_t begin, std::uint32_t end, Reason reason) {
        return scribe_.give_up(i, begin, end, std::move(reason), {Remedy::rest_is_text}, turn());
    }

    void finish() {
        record_.moves = packer_.take();
        record_.final_check = final_check_of(now_.key());
        if (record_.ply_count > 0) record_.notation = {std::string(CamelotGame::name), Decision::only, {}};
        const Result by_board = rules::result_of(now_, rules::outcome(now_));
        scribe_.finish(turn(), [&] { return by_board == Result::unknown ? std::nullopt : std::optional(by_board); });
        if (scribe_.has_result_to_compare() && by_board != Result::unknown)
            scribe_.compare_with_board(by_board, ProblemKind::board_disagrees);
    }

    const Score& score_;
    const Playing& how_;
    GameRecord& record_;
    RecordWriter scribe_;
    Position now_;
    Position before_;  ///< before the last move
    bool black_begins_;
    cofnod::camelot::Packer packer_;
};

}  // namespace

}  // namespace cofnod::importers::camelot

namespace cofnod::importers {

namespace {

class CamelotRules : public WordRules {
public:
    [[nodiscard]] bool looks_like_position(std::string_view text) const override {
        return camelot::looks_like_position(text);
    }
    [[nodiscard]] std::string usual_start() const override {
        return cofnod::camelot::write_position(cofnod::camelot::Position::initial());
    }
    [[nodiscard]] std::string_view title() const override { return "Camelot"; }
    [[nodiscard]] bool is_named(std::string_view name) const override { return cofnod::camelot::board_named(name); }
    [[nodiscard]] bool is_move(std::string_view word) const override {
        return camelot::read_move_word(word).has_value();
    }
    [[nodiscard]] bool is_like_move(std::string_view word) const override { return camelot::is_like_move(word); }
    [[nodiscard]] std::size_t move_length(std::string_view text, std::span<const Token> tokens,
                                          std::size_t i) const override {
        return camelot::move_length(text, tokens, i);
    }
    [[nodiscard]] bool begins_with_first_move(std::string_view text, std::span<const Token> tokens) const override {
        return camelot::begins_with_first_move(text, tokens);
    }
    [[nodiscard]] bool black_begins(const RuleTags& tags) const override {
        const auto start = camelot::start_of(tags);
        return start && start->turn() == cofnod::camelot::Color::black;
    }
    [[nodiscard]] std::size_t count_legal(const RuleTags& tags, std::string_view text,
                                          std::span<const Token> tokens) const override {
        auto now = camelot::start_of(tags);
        std::size_t count = 0;
        for (std::size_t i = 0; now && i < tokens.size(); ++i) {
            if (tokens[i].kind == Token::Kind::open) i = end_of_bracket(tokens, i);
            if (i == tokens.size() || tokens[i].kind != Token::Kind::word) continue;
            const std::size_t length = std::max<std::size_t>(camelot::move_length(text, tokens, i), 1);
            const auto read = camelot::read_move_word(camelot::joined(text, tokens.subspan(i, length)));
            const auto resolution = read ? cofnod::camelot::resolve(*now, read->move) : cofnod::camelot::Resolution{};
            if (!resolution) break;
            now->play(cofnod::camelot::effect_of(*now, resolution.path));
            ++count;
            i += length - 1;
        }
        return count;
    }

    [[nodiscard]] Played play(const RuleTags& tags, const Score* score, const Playing& how,
                              GameRecord& record) const override {
        record.kind = CamelotGame::kind;
        const auto start = camelot::start_of(tags);
        if (!start)
            return {.fault =
                        StartFault{.problem = {.reason = start.error().reason()}, .column = start.error().column - 1}};
        record.start = camelot::start_text(tags, *start);
        const bool is_faithful = score && camelot::Player(*score, *start, how, record).run();
        Played played{.notes = notes_on_start(tags)};
        played.is_faithful = is_faithful && played.notes.empty();
        return played;
    }
};

}  // namespace

template <>
const Rules& rules_of<CamelotGame>() {
    static const CamelotRules rules;
    return rules;
}

}  // namespace cofnod::importers
