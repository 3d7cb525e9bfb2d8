#include "importers/rules.hpp"
#include "base/problem_kinds.hpp"

#include <algorithm>

#include "importers/decoder/record_writer.hpp"
#include "toy/game.hpp"

namespace cofnod::importers {

namespace {

/// Plays a score; variations are comments.
class Player {
public:
    Player(const Score& score, const toy::Position& start, const Playing& how, GameRecord& record)
        : score_(score),
          how_(how),
          record_(record),
          scribe_(score, how.player.languages(), how.limits, false, record),
          now_(start),
          black_begins_(!start.white_to_move()),
          packer_(start) {}

    bool run() {
        for (std::size_t i = 0; i < score_.tokens.size();) i = take(i);
        record_.moves = packer_.take();
        record_.final_check = final_check_of(now_.key());
        if (record_.ply_count > 0) record_.notation = {std::string(ToyGame::name), Decision::only, {}};
        scribe_.finish(turn());
        return scribe_.is_faithful();
    }

private:
    /// Returns where to go on.
    std::size_t take(std::size_t i) {
        const Token& token = score_.tokens[i];
        switch (token.kind) {
            case Token::Kind::word: return take_word(i);
            case Token::Kind::number:
                return scribe_.take_number(i, turn(), [](std::size_t) { return std::size_t{1}; })
                           ? i + 1
                           : scribe_.give_up_at_missing_move(i, turn());
            case Token::Kind::open: {
                const std::size_t close = std::min(end_of_bracket(score_.tokens, i), score_.tokens.size() - 1);
                scribe_.keep_as_comment(record_.annotations.size(), token.begin, score_.tokens[close].end);
                return close + 1;
            }
            case Token::Kind::comment:
            case Token::Kind::line_comment: scribe_.take_comment(token, true); break;
            case Token::Kind::open_comment: scribe_.take_open_comment(i); break;
            case Token::Kind::result: scribe_.take_result(i, turn()); break;
            case Token::Kind::nag:
                record_.annotations.add(Annotations::Kind::nag, record_.ply_count, token.value);
                break;
            case Token::Kind::close:
            case Token::Kind::unknown: scribe_.set_unfaithful(); break;
        }
        return i + 1;
    }

    std::size_t take_word(std::size_t i) {
        const Token& token = score_.tokens[i];
        if (record_.ply_count >= how_.limits.plies) return scribe_.stop_at_limit(i, turn());
        const auto move = toy::read_move(token.in(score_.text));
        if (!move || !now_.is_legal(*move)) {
            if (const auto next = scribe_.take_result_words(i, turn())) return *next;
            return scribe_.give_up(i, token.begin, token.end,
                                   {ProblemKind::not_a_move_of_game, {shortened(token.in(score_.text)), "Toy"}},
                                   {Remedy::rest_is_text}, turn());
        }
        packer_.push(now_, *move);
        if (how_.keep_san) {
            if (turn().is_whites || record_.san.empty())
                record_.san +=
                    (record_.san.empty() ? "" : " ") + std::to_string(turn().number) + (turn().is_whites ? "." : "...");
            else
                record_.san += ' ';
            record_.san += toy::write_move(*move);
        }
        now_.play(*move);
        ++record_.ply_count;
        return i + 1;
    }

    [[nodiscard]] RecordWriter::Turn turn() const {
        return {(record_.ply_count + (black_begins_ ? 1 : 0)) / 2 + 1, now_.white_to_move()};
    }

    const Score& score_;
    const Playing& how_;
    GameRecord& record_;
    RecordWriter scribe_;
    toy::Position now_;
    bool black_begins_;
    toy::Packer packer_;
};

class ToyRules : public WordRules {
public:
    [[nodiscard]] bool looks_like_position(std::string_view text) const override {
        const std::string_view ranks = text.substr(0, text.find(' '));
        return std::count(ranks.begin(), ranks.end(), '/') == toy::side - 1 &&
               ranks.find_first_not_of("KPkp12345/") == std::string_view::npos;
    }
    [[nodiscard]] std::string usual_start() const override { return toy::write_position(toy::Position::initial()); }
    [[nodiscard]] std::string_view title() const override { return "Toy"; }
    [[nodiscard]] bool is_named(std::string_view name) const override { return name == "Toy" || name == "toy"; }
    [[nodiscard]] bool is_move(std::string_view word) const override { return toy::read_move(word).has_value(); }
    [[nodiscard]] bool is_like_move(std::string_view word) const override { return is_move(word); }
    [[nodiscard]] bool begins_with_first_move(std::string_view text, std::span<const Token> tokens) const override {
        const auto move = tokens.empty() ? std::nullopt : toy::read_move(tokens[0].in(text));
        return move && toy::Position::initial().is_legal(*move);
    }
    [[nodiscard]] bool black_begins(const RuleTags& tags) const override {
        const auto start = ToyGame::read_start(tags.fen.value_or(""));
        return start && !start->white_to_move();
    }
    [[nodiscard]] Played play(const RuleTags& tags, const Score* score, const Playing& how,
                              GameRecord& record) const override {
        record.kind = ToyGame::kind;
        const auto start = ToyGame::read_start(tags.fen.value_or(""));
        if (!start)
            return {.fault =
                        StartFault{.problem = {.reason = {ProblemKind::not_a_position_of_game, {"the toy game"}}}}};
        record.start = tags.fen.value_or("");
        return {.is_faithful = score && Player(*score, *start, how, record).run()};
    }
};

}  // namespace

template <>
const Rules& rules_of<ToyGame>() {
    static const ToyRules rules;
    return rules;
}

}  // namespace cofnod::importers
