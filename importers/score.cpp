#include "importers/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/utf8.hpp"
#include "chess/resolve.hpp"
#include "importers/score_builder.hpp"
#include "importers/written_move.hpp"
#include "notation/read_move.hpp"

namespace cofnod::importers {

namespace {

using notation::Language;
using Others = std::vector<const Language*>;
using Guests = ScoreBuilder::Guests;

/// The distinct letters that the words of a score begin with. A language that has not all of them cannot play it to
/// its end, so most languages need not be tried.
class Alphabet {
public:
    explicit Alphabet(const Score& score) {
        for (const Token& token : score.tokens)
            if (token.kind == Token::Kind::word) add(token.in(score.text));
        if (letters_.empty())
            of_digits_ = std::any_of(score.tokens.begin(), score.tokens.end(), [](const Token& token) {
                return token.kind == Token::Kind::number && token.value > 1000;
            });
    }

    /// No word at all, but numbers that are too large for numbers of moves.
    [[nodiscard]] bool is_of_digits() const { return of_digits_; }

    [[nodiscard]] bool empty() const { return letters_.empty(); }
    [[nodiscard]] bool is_covered_by(const Language& language) const {
        return std::all_of(letters_.begin(), letters_.end(), [&](char32_t letter) { return language.covers(letter); });
    }

private:
    void add(std::string_view word) {
        const auto lead = static_cast<unsigned char>(word[0]);
        if (lead < 0x80) {
            const std::uint64_t bit = std::uint64_t{1} << (lead & 63);
            if (seen_[lead >> 6] & bit) return;
            seen_[lead >> 6] |= bit;
            letters_ += char32_t{lead};
        } else if (const auto first = utf8::decode(word);
                   first.length && letters_.find(first.code_point) == letters_.npos) {
            letters_ += first.code_point;
        }
    }

    std::u32string letters_;
    std::uint64_t seen_[2] = {};
    bool of_digits_ = false;
};

/// How far one language gets with the main line.
struct Trial {
    const Language* language;
    std::vector<chess::Move> moves;  ///< as far as only one line fits
    std::size_t plies = 0;           ///< as far as any does
    bool to_end = true;
};

/// All the ways to play a score in one notation. Mostly that is one line; a move that fits several legal ones makes
/// several, and the moves after it end all but the one that was meant.
class Reader {
public:
    Reader(const Score& score, const chess::Position& start, const Language& language,
           const notation::Languages& languages, const Guests& guests = {})
        : score_(score), language_(language), languages_(languages), guests_(guests), lines_{{{start}, {}}} {}

    Trial read() {
        Trial trial{.language = &language_, .moves = {}};
        int depth = 0;
        for (std::size_t i = 0; i < score_.tokens.size() && trial.to_end; ++i) {
            const Token& token = score_.tokens[i];
            depth += token.kind == Token::Kind::open;
            depth -= token.kind == Token::Kind::close && depth > 0;
            if (depth > 0 || !may_begin_move(language_, token)) continue;
            const WrittenMove written = read_written_move(language_, score_, i);
            read_foreign(i);
            if (written.empty() && foreign_.empty() && read_spaced_move(language_, score_, i).empty()) {
                if (const std::size_t count = words_that_are_no_move(i)) {
                    i += count - 1;
                    continue;
                }
            }
            if (play(written)) {
                i += written.token_count - 1;
            } else if (const WrittenMove spaced = read_spaced_move(language_, score_, i);
                       !spaced.empty() && play(spaced)) {
                i += spaced.token_count - 1;
            } else {
                trial.to_end = false;
            }
        }
        trial.plies = lines_.front().moves.size();
        trial.to_end = trial.to_end && lines_.size() == 1;
        trial.moves = take_common_moves();
        return trial;
    }

private:
    struct Line {
        Situation situation;
        std::vector<chess::Move> moves;
    };
    static constexpr std::size_t most_lines = 32;

    /// A mark or a result that begins at word token `i`: how many tokens, or 0. Before the first move there is none, so
    /// that a notation which cannot be right is given up without looking for one.
    [[nodiscard]] std::size_t words_that_are_no_move(std::size_t i) const {
        if (lines_.front().moves.empty()) return 0;
        if (notation::read_suffix(language_, score_.tokens[i].in(score_.text))) return 1;
        const auto result = read_written_result(languages_, score_, i);
        return result ? result->token_count : 0;
    }

    /// What the word says in the languages of guests.
    void read_foreign(std::size_t i) {
        foreign_.clear();
        for (const Language* guest : guests_) {
            WrittenMove written = read_written_move(*guest, score_, i);
            if (guest != &language_ && !written.empty() && !written.readings[0].loose)
                foreign_.push_back(std::move(written));
        }
    }

    bool play(const WrittenMove& written) {
        return lines_.size() == 1 && foreign_.empty() ? play_only(written) : play_all(written);
    }

    bool play_only(const WrittenMove& written) {
        Line& line = lines_.front();
        const chess::Resolution resolution = resolve(line.situation, written);
        if (resolution.kind == chess::Resolution::Kind::ambiguous) return play_all(written);
        if (!resolution) return false;
        line.situation.position.play(resolution.move);
        if (written.pattern) line.situation.wings.play(resolution.move);
        line.moves.push_back(resolution.move);
        return true;
    }

    /// False, and the lines stay as they were, when none can go on or when there are too many.
    bool play_all(const WrittenMove& written) {
        std::vector<Line> next;
        for (const Line& line : lines_) {
            const chess::Resolution resolution = resolve(line.situation, written);
            if (resolution)
                add(next, line, resolution.move);
            else if (resolution.kind == chess::Resolution::Kind::ambiguous)
                for (const chess::Move move : by_habit(resolution.moves)) add(next, line, move);
            for (const WrittenMove& other : foreign_)
                if (const chess::Resolution foreign = resolve(line.situation, other)) add(next, line, foreign.move);
        }
        if (next.empty() || next.size() > most_lines) return false;
        lines_ = std::move(next);
        return true;
    }

    /// Where the order of two moves cannot be known, king's pieces are taken to come first.
    static std::vector<chess::Move> by_habit(const chess::FewMoves& moves) {
        std::vector<chess::Move> sorted(moves.begin(), moves.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](chess::Move a, chess::Move b) { return a.from().file() > b.from().file(); });
        return sorted;
    }

    /// Of two lines that meet in one position the first is kept: they differ in the order of moves only.
    static void add(std::vector<Line>& lines, const Line& line, chess::Move move) {
        Line longer = line;
        longer.situation.play(move);
        longer.moves.push_back(move);
        const auto same = [&](const Line& other) { return other.situation.position == longer.situation.position; };
        if (std::none_of(lines.begin(), lines.end(), same)) lines.push_back(std::move(longer));
    }

    std::vector<chess::Move> take_common_moves() {
        std::vector<chess::Move> moves = std::move(lines_.front().moves);
        for (std::size_t i = 1; i < lines_.size(); ++i)
            moves.erase(std::mismatch(moves.begin(), moves.end(), lines_[i].moves.begin()).first, moves.end());
        return moves;
    }

    const Score& score_;
    const Language& language_;
    const notation::Languages& languages_;
    const Guests& guests_;
    std::vector<WrittenMove> foreign_;  ///< the word at hand, in the languages of guests
    std::vector<Line> lines_;
};

/// Whether the first word is a move at all; mostly that is enough to know that a game in English is not in ICCF digits.
bool begins_in(const Language& language, const Score& score) {
    for (std::size_t i = 0; i < score.tokens.size(); ++i)
        if (may_begin_move(language, score.tokens[i])) return !read_written_move(language, score, i).empty();
    return false;
}

Trial try_out(const Score& score, const chess::Position& start, const Language& language,
              const notation::Languages& languages) {
    if (language.system() != notation::System::algebraic && !begins_in(language, score))
        return {&language, {}, 0, false};
    return Reader(score, start, language, languages).read();
}

/// The language that plays a score furthest when the one tried first fails. One that lacks a letter of the score comes
/// after all that have them: by chance it may play a move or two more.
Trial furthest(const Score& score, const chess::Position& start, const notation::Languages& languages,
               const Others& others, const Alphabet& alphabet, Trial best) {
    const auto try_next = [&](const Language& language) {
        if (best.to_end || &language == best.language) return;
        Trial trial = try_out(score, start, language, languages);
        const bool covers = alphabet.is_covered_by(language), best_covers = alphabet.is_covered_by(*best.language);
        const bool further = trial.plies > best.plies;
        if (trial.to_end || (covers && !best_covers && trial.plies > 0) || (covers == best_covers && further))
            best = std::move(trial);
    };
    for (const Language& language : languages) try_next(language);
    for (const Language* language : others) try_next(*language);
    return best;
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

/// Looks for other languages that play the score to its end: with the same moves, which is harmless, or with others.
void settle_ties(const Score& score, const chess::Position& start, const notation::Languages& languages,
                 const Others& others, const Alphabet& alphabet, const ScoreBuilder& builder, const Language& chosen,
                 GameRecord& record) {
    const auto compare = [&](const Language& language) {
        if (&language == &chosen || !alphabet.is_covered_by(language)) return;
        const bool same_letters = builder.is_plain() && language.plain_moves().is_same_as(chosen.plain_moves());
        bool same = true;
        if (!same_letters) {
            const Trial trial = try_out(score, start, language, languages);
            if (!trial.to_end || trial.moves.empty()) return;
            same = trial.moves == builder.moves();
        }
        record.notation.also.emplace_back(language.code());
        if (record.notation.how != Decision::disputed) record.notation.how = same ? Decision::tied : Decision::disputed;
    };
    for (const Language& language : languages) compare(language);
    for (const Language* language : others) compare(*language);
    if (record.notation.how != Decision::disputed) return;
    Problem problem{.kind = ProblemKind::ambiguous_notation,
                    .severity = Severity::note,
                    .message = fmt::format("read as {}; {} would play it to its end too, with other moves",
                                           chosen.code(), fmt::join(record.notation.also, ", ")),
                    .remedy = "try --from-notation to say which it is"};
    const Token& first = score.tokens.front();
    locate(problem, score.text, first.begin, first.end, score.anchor);
    record.problems.push_back(std::move(problem));
}

}  // namespace

ScorePlayer::ScorePlayer(const notation::Languages& languages, const Language* given, std::size_t depth_limit)
    : languages_(languages),
      given_(given),
      prior_(given ? given : &languages.english()),
      depth_limit_(depth_limit),
      others_(languages.others()) {}

bool ScorePlayer::play(const Score& score, const chess::Position& start, GameRecord& record) {
    const Alphabet alphabet(score);
    const std::size_t problem_count = record.problems.size();
    std::optional<ScoreBuilder> builder;
    std::vector<chess::Move> settled;
    Guests guests;
    const auto build = [&](const Language& language) {
        record.problems.resize(problem_count);
        builder.emplace(score, start, languages_, language, settled, guests, depth_limit_, record);
        builder->build();
    };

    const Language* language = given_ ? given_ : &first_to_try(alphabet, languages_, others_, *prior_);
    build(*language);
    if (!builder->reached_end()) {
        Trial best{language, builder->moves(), builder->moves().size(), false};
        if (builder->ended_ambiguous()) best = try_out(score, start, *language, languages_);
        if (!given_) best = furthest(score, start, languages_, others_, alphabet, std::move(best));
        const bool is_better = best.language != language || best.moves.size() > builder->moves().size();
        settled = std::move(best.moves);
        if (is_better) build(*(language = best.language));
        if (!builder->reached_end() && record.ply_count > 0) {
            guests = {&languages_.english(), prior_};
            settled = Reader(score, start, *language, languages_, guests).read().moves;
            build(*language);
        }
    }

    record.notation = {.code = std::string(language->code()), .how = Decision::only, .also = {}};
    if (alphabet.empty() && record.ply_count == 0) {
        record.notation = {};
    } else if (given_) {
        record.notation.how = Decision::given;
    } else if (!builder->reached_end() || !guests.empty()) {
        record.notation.how = Decision::best;
    } else {
        // Moves that are spelt as algebraic notation spells them are none in the others.
        settle_ties(score, start, languages_, builder->is_plain() ? Others{} : others_, alphabet, *builder, *language,
                    record);
        if (!builder->faithful() && !builder->is_plain() && record.notation.how == Decision::tied)
            language = &most_faithful(score, start, *language, builder, record);
    }
    if (builder->reached_end() && record.ply_count > 0) prior_ = language;
    return builder->faithful();
}

/// Of tied languages, the one that writes the score as it stands: Russian and Ukrainian share letters, but not the
/// sign of a capture.
const Language& ScorePlayer::most_faithful(const Score& score, const chess::Position& start, const Language& chosen,
                                           std::optional<ScoreBuilder>& builder, GameRecord& record) const {
    const NotationDecision decision = record.notation;
    const std::vector<Problem> problems = record.problems;
    const std::vector<chess::Move> moves = builder->moves();
    const Guests no_guests;
    const auto rebuild = [&](const Language& language) {
        record.problems.clear();
        builder.emplace(score, start, languages_, language, moves, no_guests, depth_limit_, record);
        builder->build();
        record.problems = problems;
        return builder->faithful();
    };
    for (const std::string& code : decision.also) {
        const Language* const other = languages_.find(code);
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
