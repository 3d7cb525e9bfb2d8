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

/// The distinct letters that the words of a score begin with. A language that has not all of them cannot play it to
/// its end, so most languages need not be tried.
class Alphabet {
public:
    explicit Alphabet(const Score& score) {
        for (const Token& token : score.tokens)
            if (token.kind == Token::Kind::word) add(token.in(score.text));
    }

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
        } else if (const auto first = utf8::decode(word); first.length && letters_.find(first.code_point) == letters_.npos) {
            letters_ += first.code_point;
        }
    }

    std::u32string letters_;
    std::uint64_t seen_[2] = {};
};

/// How far one language gets with the main line.
struct Trial {
    const Language* language;
    std::vector<chess::Move> moves;
    bool to_end = true;
};

Trial try_out(const Score& score, const chess::Position& start, const Language& language, const notation::Languages& languages) {
    Trial trial{.language = &language, .moves = {}};
    chess::Position position = start;
    int depth = 0;
    for (std::size_t i = 0; i < score.tokens.size(); ++i) {
        const Token& token = score.tokens[i];
        depth += token.kind == Token::Kind::open;
        depth -= token.kind == Token::Kind::close && depth > 0;
        if (token.kind != Token::Kind::word || depth > 0) continue;
        const WrittenMove written = read_written_move(language, score, i);
        if (written.readings.empty()) {
            if (!trial.moves.empty() && notation::read_suffix(language, token.in(score.text))) continue;
            if (const auto result = read_written_result(languages, score, i)) {
                i += result->token_count - 1;
                continue;
            }
        }
        const chess::Resolution resolution = chess::resolve(position, written.readings);
        if (!resolution) {
            trial.to_end = false;
            return trial;
        }
        position.play(resolution.move);
        trial.moves.push_back(resolution.move);
        i += written.token_count - 1;
    }
    return trial;
}

/// The language that plays a score furthest when the one tried first fails. One that lacks a letter of the score comes
/// after all that have them: by chance it may play a move or two more.
Trial furthest(const Score& score, const chess::Position& start, const notation::Languages& languages, const Alphabet& alphabet,
               Trial best) {
    for (const Language& language : languages) {
        if (&language == best.language) continue;
        Trial trial = try_out(score, start, language, languages);
        const bool covers = alphabet.is_covered_by(language), best_covers = alphabet.is_covered_by(*best.language);
        const bool further = trial.moves.size() > best.moves.size();
        if (trial.to_end || (covers && !best_covers && !trial.moves.empty()) || (covers == best_covers && further)) best = std::move(trial);
        if (best.to_end) break;
    }
    return best;
}

/// Languages that share their letters stand in the order of how much is written in them (`after` in their files).
const Language& first_to_try(const Alphabet& alphabet, const notation::Languages& languages, const Language& prior) {
    if (alphabet.is_covered_by(prior)) return prior;
    for (const Language& language : languages)
        if (alphabet.is_covered_by(language)) return language;
    return prior;
}

/// Looks for other languages that play the score to its end: with the same moves, which is harmless, or with others.
void settle_ties(const Score& score, const chess::Position& start, const notation::Languages& languages,
                 const Alphabet& alphabet, const ScoreBuilder& builder, const Language& chosen, GameRecord& record) {
    for (const Language& language : languages) {
        if (&language == &chosen || !alphabet.is_covered_by(language)) continue;
        const bool same_letters = builder.is_plain() && language.plain_moves().is_same_as(chosen.plain_moves());
        bool same = true;
        if (!same_letters) {
            const Trial trial = try_out(score, start, language, languages);
            if (!trial.to_end) continue;
            same = trial.moves == builder.moves();
        }
        record.notation.also.emplace_back(language.code());
        if (record.notation.how != Decision::disputed) record.notation.how = same ? Decision::tied : Decision::disputed;
    }
    if (record.notation.how != Decision::disputed) return;
    Problem problem{.kind = ProblemKind::ambiguous_notation, .severity = Severity::note,
                    .message = fmt::format("read as {}; {} would play it to its end too, with other moves", chosen.code(),
                                           fmt::join(record.notation.also, ", ")),
                    .remedy = "try --from-notation to say which it is"};
    const Token& first = score.tokens.front();
    locate(problem, score.text, first.begin, first.end, score.anchor);
    record.problems.push_back(std::move(problem));
}

}  // namespace

ScorePlayer::ScorePlayer(const notation::Languages& languages, const Language* given, std::size_t depth_limit)
    : languages_(languages), given_(given), prior_(given ? given : &languages.english()), depth_limit_(depth_limit) {}

bool ScorePlayer::play(const Score& score, const chess::Position& start, GameRecord& record) {
    const Alphabet alphabet(score);
    const std::size_t problem_count = record.problems.size();
    std::optional<ScoreBuilder> builder;
    const auto build = [&](const Language& language) {
        record.problems.resize(problem_count);
        builder.emplace(score, start, languages_, language, depth_limit_, record);
        builder->build();
    };

    const Language* language = given_ ? given_ : &first_to_try(alphabet, languages_, *prior_);
    build(*language);
    if (!given_ && !builder->reached_end()) {
        const Trial best = furthest(score, start, languages_, alphabet, {language, builder->moves(), false});
        if (best.language != language) build(*(language = best.language));
    }

    record.notation = {.code = std::string(language->code()), .how = Decision::only, .also = {}};
    if (alphabet.empty()) {
        record.notation = {};
    } else if (given_) {
        record.notation.how = Decision::given;
    } else if (!builder->reached_end()) {
        record.notation.how = Decision::best;
    } else {
        settle_ties(score, start, languages_, alphabet, *builder, *language, record);
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
    const auto rebuild = [&](const Language& language) {
        record.problems.clear();
        builder.emplace(score, start, languages_, language, depth_limit_, record);
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
    return std::any_of(languages_.begin(), languages_.end(), [&](const Language& language) {
        return chess::resolve(start, read_written_move(language, score, i).readings).kind == chess::Resolution::Kind::unique;
    });
}

}  // namespace cofnod::importers
