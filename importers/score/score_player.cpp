#include "importers/score/score_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/utf8.hpp"
#include "chess/resolve.hpp"
#include "chess/san.hpp"
#include "importers/score/score_builder.hpp"
#include "importers/score/signs.hpp"
#include "importers/score/trial.hpp"
#include "importers/score/written_move.hpp"
#include "notation/write_move.hpp"

namespace cofnod::importers {

using notation::Language;
using Others = std::vector<const Language*>;

/// The distinct letters that the words of a score begin with. A language that has not all of them cannot play it to
/// its end, so most languages need not be tried.
class Alphabet {
public:
    explicit Alphabet(const Score& score) {
        for (const Token& token : score.tokens)
            if (token.kind == Token::Kind::word && !is_dash(token.in(score.text))) add(token.in(score.text));
        if (empty())
            of_digits_ = std::any_of(score.tokens.begin(), score.tokens.end(), [](const Token& token) {
                return token.kind == Token::Kind::number && token.value > 1000;
            });
    }

    using Letters = std::pair<std::array<std::uint64_t, 2>, std::u32string>;
    /// Those of ASCII, a bit each, and the others in order.
    [[nodiscard]] Letters letters() const {
        Letters letters(ascii_, others_);
        std::sort(letters.second.begin(), letters.second.end());
        return letters;
    }

    /// No word at all, but numbers that are too large for numbers of moves.
    [[nodiscard]] bool is_of_digits() const { return of_digits_; }

    [[nodiscard]] bool empty() const { return (ascii_[0] | ascii_[1]) == 0 && others_.empty(); }
    [[nodiscard]] bool is_covered_by(const Language& language) const {
        return language.covers_ascii(ascii_) &&
               std::all_of(others_.begin(), others_.end(), [&](char32_t letter) { return language.covers(letter); });
    }

private:
    void add(std::string_view word) {
        const auto lead = static_cast<unsigned char>(word[0]);
        if (lead < 0x80) {
            ascii_[lead >> 6] |= std::uint64_t{1} << (lead & 63);
        } else if (const auto first = utf8::decode(word);
                   first.length && others_.find(first.code_point) == others_.npos) {
            others_ += first.code_point;
        }
    }

    std::array<std::uint64_t, 2> ascii_{};  ///< a bit a letter
    std::u32string others_;
    bool of_digits_ = false;
};

namespace {

const Others no_others;

/// A score that gets further than this in one notation is in that one, whatever stops it there.
constexpr std::size_t most_plies_undecided = 10;
/// The first move of a fragment may be legal at the start of the game too.
constexpr std::size_t most_plies_by_chance = 1;
/// In units of effort, to write a record once more, for each token.
constexpr std::size_t cost_of_building = 2;
/// One in which words have to be mended must get so many plies further than another to be believed.
constexpr std::size_t clearly_further = 4;

/// The language that plays a score furthest when the one tried first fails. One that lacks a letter of the score comes
/// after all that have them and play anything: by chance it may play a move or two more.
Trial furthest(const Score& score, const chess::Position& start, const notation::Languages& languages,
               const Others& others, const Alphabet& alphabet, Attempts& attempts, Trial best,
               Repairs repairs = Repairs::none) {
    const auto is_over = [&] {
        return attempts.effort().is_exhausted() || (repairs != Repairs::none && !attempts.effort().allows_repairs());
    };
    const auto try_next = [&](const Language& language) {
        if (best.to_end || &language == best.language || is_over()) return;
        Trial trial = try_out(score, start, language, languages, attempts, {}, repairs);
        const bool covers = alphabet.is_covered_by(language), best_covers = alphabet.is_covered_by(*best.language);
        const bool further = trial.plies > best.plies;
        if (trial.to_end || (covers && !best_covers && trial.plies > 0) || (covers == best_covers && further) ||
            (best.plies == 0 && trial.plies > most_plies_by_chance))
            best = std::move(trial);
    };
    for (const Language& language : languages) try_next(language);
    for (const Language* language : others) try_next(*language);
    return best;
}

std::size_t count_moves(const Score& score, const Language& language) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < score.tokens.size(); ++i)
        if (may_begin_move(language, score.tokens[i])) count += !read_written_move(language, score, i).empty();
    return count;
}

/// A score with moves in English and in another language: the one that has more of them is that of the score, the other
/// its guest. `odd`: the token that is no move in English. Returns `english` where no other language helps.
Trial with_foreign_language(const Score& score, const chess::Position& start, const notation::Languages& languages,
                            std::size_t odd, Attempts& attempts, Guests& guests, Trial english) {
    const std::size_t count = count_moves(score, *english.language);
    for (const Language& language : languages) {
        if (attempts.effort().is_exhausted()) break;
        attempts.effort().spend(1);
        if (&language == english.language || read_written_move(language, score, odd).empty()) continue;
        attempts.effort().spend(score.tokens.size());
        const bool is_most = count_moves(score, language) > count;
        const Guests others = {is_most ? english.language : &language};
        Trial trial = try_out(score, start, is_most ? language : *english.language, languages, attempts, others);
        if (!trial.to_end) continue;
        guests = others;
        return trial;
    }
    return english;
}

const Language& language_of_digits(const Others& others, const Language& prior) {
    for (const Language* language : others)
        if (language->has_moves_of_digits()) return *language;
    return prior;
}

/// Languages that share their letters stand in the order of how much is written in them (`after` in their files).
const Language& first_to_try(const Alphabet& alphabet, const notation::Languages& languages, const Others& others,
                             const Language& prior) {
    if (alphabet.is_of_digits()) return language_of_digits(others, prior);
    if (alphabet.is_covered_by(prior)) return prior;
    for (const Language& language : languages)
        if (alphabet.is_covered_by(language)) return language;
    return prior;
}

/// Another language that plays the score to its end.
struct Rival {
    const Language* language;
    bool agrees;                     ///< with the one that was chosen, on all moves
    std::vector<chess::Move> moves;  ///< where it does not
};

/// Looks for them: with the same moves, which is harmless, or with others.
std::vector<Rival> settle_ties(const Score& score, const chess::Position& start, const notation::Languages& languages,
                               const std::vector<const Language*>& covering, const Others& others,
                               const Alphabet& alphabet, const ScoreBuilder& builder, const Language& chosen,
                               Attempts& attempts, GameRecord& record) {
    std::vector<Rival> rivals;
    const auto compare = [&](const Language& language) {
        if (&language == &chosen || attempts.effort().is_exhausted() || !alphabet.is_covered_by(language)) return;
        const bool same_letters = builder.is_plain() && language.plain_moves().is_same_as(chosen.plain_moves());
        Rival rival{.language = &language, .agrees = true, .moves = {}};
        if (!same_letters) {
            Trial trial = try_out(score, start, language, languages, attempts);
            if (!trial.to_end || trial.moves.empty()) return;
            rival.agrees = trial.moves == builder.moves();
            if (!rival.agrees) rival.moves = std::move(trial.moves);
        }
        record.notation.also.emplace_back(language.code());
        if (record.notation.how != Decision::disputed)
            record.notation.how = rival.agrees ? Decision::tied : Decision::disputed;
        rivals.push_back(std::move(rival));
    };
    rivals.reserve(covering.size());
    record.notation.also.reserve(covering.size());
    for (const Language* language : covering) compare(*language);
    for (const Language* language : others) compare(*language);
    return rivals;
}

/// "1.e4 e5 2.Nf3"
std::string english_moves(const chess::Position& start, const std::vector<chess::Move>& moves,
                          const Language& english) {
    std::string text;
    chess::Position position = start;
    for (const chess::Move move : moves) {
        if (!text.empty()) text += ' ';
        if (position.turn() == chess::Color::white || text.empty())
            text +=
                fmt::format("{}{}", position.fullmove_number(), position.turn() == chess::Color::white ? "." : "...");
        const notation::Reading san = chess::san_reading(position, move);
        position.play(move);
        notation::write_move(english, san, chess::check_mark(position), text);
    }
    return text;
}

/// A problem that gives all readings: of those with the same moves one line.
void report_dispute(const Score& score, const chess::Position& start, const Language& english, const Rival& chosen,
                    std::vector<Rival> rivals, GameRecord& record) {
    for (Rival& rival : rivals)
        if (rival.agrees) rival.moves = chosen.moves;
    rivals.insert(rivals.begin(), chosen);
    std::vector<std::string> readings;
    for (std::size_t i = 0; i < rivals.size(); ++i) {
        const auto first = std::find_if(rivals.begin(), rivals.end(),
                                        [&](const Rival& other) { return other.moves == rivals[i].moves; });
        if (first != rivals.begin() + static_cast<std::ptrdiff_t>(i)) continue;
        std::string codes;
        for (const Rival& other : rivals)
            if (other.moves == rivals[i].moves) codes += (codes.empty() ? "" : ", ") + other.language->code();
        readings.push_back(fmt::format("as {} {}", codes, english_moves(start, rivals[i].moves, english)));
    }
    Problem problem{.kind = ProblemKind::ambiguous_notation,
                    .severity = Severity::note,
                    .message = fmt::format("it can be read to its end in several ways: {}", fmt::join(readings, "; ")),
                    .remedy = fmt::format("read as {}; --from-notation or --prefer-notation says which it is",
                                          chosen.language->code())};
    const Token& first = score.tokens.front();
    locate(problem, score.text, first.begin, first.end, score.anchor);
    record.problems.push_back(std::move(problem));
}

std::size_t size_of(const Score& score) {
    if (score.tokens.empty()) return 0;
    const std::uint32_t begin = score.tokens.front().begin, end = score.tokens.back().end;
    return end > begin ? end - begin : score.tokens.size();  // in columns, the last may stand above the first
}

void note_what_was_not_tried(const Score& score, GameRecord& record) {
    if (score.tokens.empty()) return;
    Problem problem{.kind = ProblemKind::over_limit,
                    .severity = Severity::note,
                    .message = "not every notation and misprint was tried: too many scores before it cannot be read",
                    .remedy = "import this game by itself, or force its notation with --from-notation"};
    const Token& first = score.tokens.front();
    locate(problem, score.text, first.begin, first.end, score.anchor);
    record.problems.push_back(std::move(problem));
}

}  // namespace

ScorePlayer::ScorePlayer(const notation::Languages& languages, const Language* given, const Limits& limits)
    : languages_(languages),
      given_(given),
      prior_(given ? given : &languages.english()),
      limits_(limits),
      others_(languages.others()) {}

bool ScorePlayer::play(const Score& score, const chess::Position& start, GameRecord& record) {
    const Alphabet alphabet(score);
    const std::size_t problem_count = record.problems.size();
    attempts().effort().earn(size_of(score));
    std::optional<ScoreBuilder> builder;
    std::vector<chess::Move> settled;
    Guests guests;
    const auto build = [&](const Language& language, Repairs repairs = Repairs::none) {
        record.problems.resize(problem_count);
        builder.emplace(score, start, languages_, language, settled, guests, limits_, attempts(), record);
        if (!keep_san_) builder->leave_out_san();
        if (repairs != Repairs::none) builder->allow_repairs();
        builder->build();
    };
    const auto try_repaired = [&](const Language& language) {
        Trial best = try_out(score, start, language, languages_, attempts(), guests, Repairs::where_clear);
        if (given_ || best.to_end || best.plies > most_plies_undecided) return best;
        Trial other = furthest(score, start, languages_, others_, alphabet, attempts(), best, Repairs::where_clear);
        return other.to_end || other.plies > best.plies + clearly_further ? other : best;
    };

    const Language* const said = given_ ? nullptr : language_said_by(record.tags);
    const Language* language = given_ ? given_ : said ? said : &first_to_try(alphabet, languages_, others_, *prior_);
    const auto mend = [&] {
        if (!find_repairs_ || !attempts().effort().allows_repairs()) return false;
        Trial best = try_repaired(*language);
        if (best.plies <= builder->moves().size()) return false;
        settled = std::move(best.moves);
        build(*(language = best.language), Repairs::where_clear);
        return true;
    };

    build(*language);
    if (!builder->reached_end()) {
        Trial best{language, builder->moves(), builder->moves().size(), false};
        if (builder->ended_ambiguous()) best = try_out(score, start, *language, languages_, attempts());
        if (!given_) best = furthest(score, start, languages_, others_, alphabet, attempts(), std::move(best));
        const bool is_better = best.language != language || best.moves.size() > builder->moves().size();
        settled = std::move(best.moves);
        if (is_better) build(*(language = best.language));
        Guests some;
        if (!builder->reached_end() && record.ply_count > 0 && !attempts().effort().is_exhausted()) {
            some = {&languages_.english(), prior_};
            Trial trial = try_out(score, start, *language, languages_, attempts(), some);
            if (!trial.to_end && language == &languages_.english())
                trial = with_foreign_language(score, start, languages_, builder->stopped_at(), attempts(), some,
                                              std::move(trial));
            if (trial.to_end) {
                guests = some;
                settled = std::move(trial.moves);
                build(*(language = trial.language));
            }
        }
        if (!builder->reached_end()) mend();
        if (!builder->reached_end() && !some.empty()) {
            guests = some;
            if (!mend()) guests.clear();
        }
        if (find_repairs_ && !builder->reached_end() && !attempts().effort().allows_repairs())
            note_what_was_not_tried(score, record);
    }

    record.notation = {.code = std::string(language->code()), .how = Decision::only, .also = {}};
    if (alphabet.empty() && record.ply_count == 0) {
        record.notation = {};
    } else if (given_ || (language == said && builder->reached_end() && guests.empty())) {
        record.notation.how = Decision::given;
        if (!given_) neighbour_ = language;
    } else if (!builder->reached_end() || !guests.empty()) {
        record.notation.how = Decision::best;
    } else {
        // Moves that are spelt as algebraic notation spells them are none in the others.
        language = &settle(score, start, alphabet, *language, builder, record, [&](const Rival& rival) {
            settled = rival.agrees ? builder->moves() : rival.moves;
            build(*rival.language);
        });
        if (!builder->faithful() && !builder->is_plain() && record.notation.how == Decision::tied)
            language = &most_faithful(score, start, *language, builder, record);
    }
    if (builder->reached_end() && record.ply_count > 0) prior_ = language;
    return builder->faithful() && (!said || said == language);
}

/// That of the tag `[MoveLanguage "cy"]`, which our own export writes; nullptr where there is none that we know.
const Language* ScorePlayer::language_said_by(const Tags& tags) {
    for (std::size_t i = 0; i < tags.size(); ++i) {
        if (tags[i].name != move_language_tag) continue;
        if (said_.first != tags[i].value) said_ = {std::string(tags[i].value), languages_.find(tags[i].value)};
        if (said_.second) return said_.second;
    }
    return nullptr;
}

/// The languages that have all the letters. Games of one archive mostly have the same.
const std::vector<const notation::Language*>& ScorePlayer::covering(const Alphabet& alphabet) {
    const auto [found, is_new] = covering_.try_emplace(alphabet.letters());
    if (is_new)
        for (const Language& language : languages_)
            if (alphabet.is_covered_by(language)) found->second.push_back(&language);
    return found->second;
}

/// Looks for rivals of the language that was tried, and says which of them it is. Returns it; `rebuild` makes it so.
template <typename Rebuild>
const Language& ScorePlayer::settle(const Score& score, const chess::Position& start, const Alphabet& alphabet,
                                    const Language& tried, const std::optional<ScoreBuilder>& builder,
                                    GameRecord& record, const Rebuild& rebuild) {
    const Language* chosen = &tried;
    auto rivals = settle_ties(score, start, languages_, covering(alphabet), builder->is_plain() ? no_others : others_,
                              alphabet, *builder, tried, attempts(), record);
    if (attempts().effort().is_exhausted()) note_what_was_not_tried(score, record);
    if (rivals.empty()) return *(neighbour_ = chosen);

    const Language* const expected = expected_language();
    bool is_expected = expected == chosen;
    for (const Rival& rival : rivals) {
        if (is_expected || rival.language != expected) continue;
        is_expected = true;
        NotationDecision decision = std::move(record.notation);
        std::replace(decision.also.begin(), decision.also.end(), expected->code(), decision.code);
        decision.code = expected->code();
        rebuild(rival);
        record.notation = std::move(decision);
        chosen = expected;
    }
    if (record.notation.how != Decision::disputed) return *chosen;
    if (is_expected)
        record.notation.how = expected == preferred_ ? Decision::preferred : Decision::neighbours;
    else
        report_dispute(score, start, languages_.english(), {chosen, true, builder->moves()}, std::move(rivals), record);
    return *chosen;
}

/// What an undecided game is likely to be in, because the user or the games around it say so; or nullptr.
const Language* ScorePlayer::expected_language() {
    if (preferred_) return preferred_;
    if (!neighbour_ && look_ahead_) neighbour_ = std::exchange(look_ahead_, nullptr)();
    return neighbour_;
}

/// Of tied languages, the one that writes the score as it stands: Russian and Ukrainian share letters, but not the
/// sign of a capture.
const Language& ScorePlayer::most_faithful(const Score& score, const chess::Position& start, const Language& chosen,
                                           std::optional<ScoreBuilder>& builder, GameRecord& record) {
    const NotationDecision decision = record.notation;
    const std::vector<Problem> problems = record.problems;
    const std::vector<chess::Move> moves = builder->moves();
    const Guests no_guests;
    const auto rebuild = [&](const Language& language) {
        record.problems.clear();
        builder.emplace(score, start, languages_, language, moves, no_guests, limits_, attempts(), record);
        if (!keep_san_) builder->leave_out_san();
        builder->build();
        record.problems = problems;
        return builder->faithful();
    };
    for (const std::string& code : decision.also) {
        const Language* const other = languages_.find(code);
        if (attempts().effort().is_exhausted()) break;
        attempts().effort().spend(cost_of_building * (1 + score.tokens.size()));
        if (!other || !rebuild(*other)) continue;
        std::replace(record.notation.also.begin(), record.notation.also.end(), code, decision.code);
        record.notation.code = code;
        return *other;
    }
    rebuild(chosen);
    return chosen;
}

bool ScorePlayer::begins_with_a_move(const Score& score, const chess::Position& start) const {
    const auto word = std::find_if(score.tokens.begin(), score.tokens.end(),
                                   [](const Token& token) { return token.kind == Token::Kind::word; });
    if (word == score.tokens.end()) return false;
    const auto i = static_cast<std::size_t>(word - score.tokens.begin());
    const auto reads = [&](const Language& language) {
        return static_cast<bool>(resolve({start}, read_written_move(language, score, i)));
    };
    if (std::any_of(languages_.begin(), languages_.end(), reads)) return true;
    return std::any_of(others_.begin(), others_.end(), [&](const Language* language) { return reads(*language); });
}

}  // namespace cofnod::importers
