#include "importers/decoder/decide.hpp"

#include <algorithm>
#include <utility>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "importers/decoder/word_ladder.hpp"
#include "importers/decoder/written_move.hpp"
#include "notation/language.hpp"

namespace cofnod::importers {

using notation::Language;

namespace {

/// A score that gets further than this in one notation is in that notation, whatever stops it there.
constexpr std::size_t most_plies_undecided = 10;
/// The first move of a fragment may be legal at the start of the game by chance.
constexpr std::size_t most_plies_by_chance = 1;
/// Fewer words that differ between two languages are chance: `Kh3` is an illegal king move, not a rook move in Turkish.
constexpr std::size_t fewest_words_apart = 2;
/// Plies by which a notation that needs repairs must get further than another to be believed.
constexpr std::size_t clearly_further = 4;

std::size_t count_moves(const Score& score, const Language& language) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < score.tokens.size(); ++i)
        if (may_begin_move(language, score.tokens[i])) count += !read_written_move(language, score, i).empty();
    return count;
}

/// Counts the words that are a move in one language, and a different one or none in the other.
std::size_t words_apart(const Score& score, const Language& a, const Language& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < score.tokens.size(); ++i) {
        if (score.tokens[i].kind != Token::Kind::word) continue;
        const notation::Readings one = read_written_move(a, score, i).readings,
                                 other = read_written_move(b, score, i).readings;
        count += !std::equal(one.begin(), one.end(), other.begin(), other.end());
    }
    return count;
}

/// Returns the notation of moves from square to square if the first word is one, `e2e4`; otherwise nullptr.
const Language* coordinates_of(const ScoreContext& context) {
    if (!context.alphabet.is_of_files()) return nullptr;
    const auto& tokens = context.score.tokens;
    const auto first = std::ranges::find(tokens, Token::Kind::word, &Token::kind);
    const std::string_view word = first->in(context.score.text);
    const bool is_move = word.size() >= 4 && is_digit(word[1]) && word[2] >= 'a' && word[2] <= 'h' && is_digit(word[3]);
    if (!is_move) return nullptr;
    for (const Language* language : context.non_algebraic)
        if (language->system() == notation::System::coordinates && !language->has_moves_of_digits()) return language;
    return nullptr;
}

/// Returns true if only token `i` names a piece in a language: nothing else shows that the score is in it.
bool names_no_other_piece(const Score& score, const Language& language, std::size_t i) {
    for (std::size_t j = 0; j < score.tokens.size(); ++j)
        if (j != i && score.is_word(j) && names_piece(read_written_move(language, score, j))) return false;
    return true;
}

}  // namespace

const Language& first_to_try(const ScoreContext& context) {
    if (const Language* const coordinates = coordinates_of(context)) return *coordinates;
    if (context.alphabet.is_of_digits())
        for (const Language* language : context.non_algebraic)
            if (language->has_moves_of_digits()) return *language;
    if (context.alphabet.is_of_digits() || context.alphabet.is_covered_by(context.prior)) return context.prior;
    for (const Language& language : context.languages)
        if (context.alphabet.is_covered_by(language)) return language;
    return context.prior;
}

/// Attempts in order, the cheapest and most successful first.
const Decider::Attempt Decider::fallbacks[] = {&Decider::try_other_languages,
                                               &Decider::try_languages_by_side,
                                               &Decider::try_guests,
                                               &Decider::try_wings,
                                               &Decider::try_recognised,
                                               &Decider::try_repairs,
                                               &Decider::try_guests_and_repairs};

void Decider::decide(const Language& first) {
    if (context_.score.line) {
        RecognisedLine line = *context_.score.line;
        line.tokens.assign(context_.score.tokens.begin(), context_.score.tokens.end());  // with what follows the line
        return follow(std::move(line));
    }
    write(first);
    for (const Attempt attempt : fallbacks)
        if (!builder_->reached_end()) (this->*attempt)();
}

void Decider::write(const Language& language, Repairs repairs) {
    language_ = &language;
    repairs_ = repairs;
    context_.record.problems.resize(problem_count_);
    builder_.emplace(line_ ? score_of_line_ : context_.score, context_.start, context_.languages, language, settled_,
                     guests_, context_.limits, context_.attempts, context_.record);
    if (!context_.keep_san) builder_->leave_out_san();
    builder_->allow(repairs);
    if (line_) builder_->follow(*line_);
    if (heeds_pawn_letters_) builder_->heed_pawn_letters();
    builder_->build();
}

void Decider::heed_pawn_letters() {
    if (!builder_->agreement().has_mixed_pawns()) return;
    heeds_pawn_letters_ = true;
    write(*language_, repairs_);
    if (!builder_->reached_end()) context_.record.notation.how = Decision::best;
}

void Decider::note_overruled() {
    if (!overruled_ || overruled_->language == language_ || !builder_->reached_end()) return;
    const Token& word = context_.score.tokens[overruled_->token];
    context_.record.problems.push_back(
        {.reason = {ProblemKind::illegal_in_usual_language,
                    {shortened(word.in(context_.score.text)), overruled_->language->name(), language_->name()}},
         .severity = Severity::note,
         .range = {word.begin, word.end},
         .advice = {Remedy::say_notation, {language_->code()}}});
}

void Decider::write_as(const Language& language, SettledLine settled) {
    settled_ = std::move(settled);
    write(language);
}

/// Tries other languages, unless one is given; even then, later moves may settle an ambiguous one.
void Decider::try_other_languages() {
    Trial best{language_, {builder_->moves(), {}}, builder_->moves().size(), false};
    if (builder_->ended_ambiguous()) best = context_.play_out(*language_);
    if (!context_.given) {
        Trial other = furthest(best);
        if (!is_illegal_here() || is_shown(*other.language)) {
            best = std::move(other);
        } else if (other.to_end && is_all_that_shows() && is_read_alike(other)) {
            overruled_ = {language_, builder_->stopped_at()};
            best = std::move(other);
        }
    }
    const bool is_better = best.language != language_ || best.line.moves.size() > builder_->moves().size();
    settled_ = std::move(best.line);
    if (is_better) write(*best.language);
}

/// Returns true if the score stopped at a word that is a move, or an impossible promotion, in the usual language, if
/// that has all letters of the score. Usual is the language of the previous game, or English.
bool Decider::is_illegal_here() const {
    const bool is_usual = language_ == &context_.prior || language_ == &context_.languages.english();
    const std::size_t at = builder_->stopped_at();
    return is_usual && at < context_.score.tokens.size() && context_.alphabet.is_covered_by(*language_) &&
           (!read_written_move(*language_, context_.score, at).empty() ||
            is_impossible_promotion(*language_, context_.score, at));
}

/// Returns true if another language plays the score in the same way: a line legal in only one of forty is chance.
bool Decider::is_read_alike(const Trial& one) const {
    const auto reads = [&](const Language& language) {
        return &language != one.language && context_.alphabet.is_covered_by(language) &&
               context_.play_out(language).line.moves == one.line.moves;
    };
    return std::any_of(context_.languages.begin(), context_.languages.end(), reads);
}

/// Returns true if only that word names a piece, `Rf3`: the rest of the score may be in any language.
bool Decider::is_all_that_shows() const {
    const std::size_t at = builder_->stopped_at();
    return names_piece(read_written_move(*language_, context_.score, at)) &&
           names_no_other_piece(context_.score, *language_, at);
}

/// Returns true if more than chance suggests that the score is in `other`, rather than in the language that was tried.
bool Decider::is_shown(const Language& other) const {
    return &other == language_ || &other == &context_.languages.english() || &other == &context_.expected ||
           words_apart(context_.score, *language_, other) >= fewest_words_apart;
}

/// Tries a different language for each player. Both must use a letter that the other lacks; otherwise one language has
/// all of the game, and an illegal move in it is a fault. Decides nothing if the game can be read in several such ways.
void Decider::try_languages_by_side() {
    if (context_.given || context_.record.ply_count == 0 || context_.attempts.effort().is_exhausted()) return;
    const SideWords words(context_.score);
    const auto languages_of = [&](std::size_t side) {
        return words.languages_of(side, context_.score, context_.languages, context_.attempts);
    };
    const Notations white = languages_of(0), black = languages_of(1);
    std::optional<Trial> found;
    const Language* blacks = nullptr;
    for (const Language* one : white)
        for (const Language* other : black) {
            if (one == other || context_.attempts.effort().is_exhausted()) continue;
            const std::size_t whites = words.shown(0, *one, *other, context_.score),
                              others = words.shown(1, *other, *one, context_.score);
            if (whites == 0 || others == 0 || whites + others <= fewest_words_apart) continue;
            Trial playout = context_.play_out(*one, {.languages = {}, .blacks = other});
            if (!playout.to_end || (found && found->line.moves == playout.line.moves)) continue;
            if (found) return;
            found = std::move(playout);
            blacks = other;
        }
    if (!found) return;
    guests_.blacks = blacks;
    settled_ = std::move(found->line);
    write(*found->language);
}

/// Tries words in English, or in the language of the previous game.
void Decider::try_guests() {
    if (context_.record.ply_count == 0 || context_.attempts.effort().is_exhausted()) return;
    candidates_.languages = {&context_.languages.english(), &context_.prior};
    Trial playout = context_.play_out(*language_, candidates_);
    if (!playout.to_end && language_ == &context_.languages.english())
        playout = with_foreign_language(std::move(playout));
    if (!playout.to_end) return;
    guests_ = candidates_;
    settled_ = std::move(playout.line);
    write(*playout.language);
}

/// Tries rooks and knights of the wing where they are now, in notations that name wings.
void Decider::try_wings() {
    if (language_->system() != notation::System::descriptive || context_.attempts.effort().is_exhausted()) return;
    Trial playout = context_.play_out(*language_, {}, Repairs::wings);
    if (!playout.to_end) return;
    settled_ = std::move(playout.line);
    write(*language_, Repairs::wings);
}

/// Tries the likeliest line, in text that comes from a picture.
void Decider::try_recognised() {
    if (!context_.find_repairs || !context_.recognised.words) return;
    const Recogniser recogniser(context_.score, context_.start, context_.recognised, context_.attempts);
    const Language* const likeliest = recogniser.can_read() ? likeliest_language(recogniser) : nullptr;
    if (!likeliest) return;
    std::optional<RecognisedLine> line = recogniser.read(*likeliest, context_.languages);
    if (!line) return;
    const std::size_t plies = line->settled.size();
    if (plies < builder_->moves().size()) return;
    follow(*std::move(line));
}

/// Writes a main line that is known.
void Decider::follow(RecognisedLine line) {
    line_ = std::move(line);
    score_of_line_ = context_.score;
    score_of_line_.tokens = line_->tokens;
    settled_ = {line_->settled, {}};
    write(*line_->language);
}

/// Returns the likeliest language for the beginning of a score; the expected one unless another is clearly likelier.
/// nullptr: none can be written.
const Language* Decider::likeliest_language(const Recogniser& recogniser) const {
    static constexpr Cost clearly_likelier = 300, likely = 9;
    std::optional<LikelyLanguage> likeliest;
    const auto compare = [&](const Language& language) {
        if (likeliest && likeliest->cost_of_sign < likely) return;
        const auto other = recogniser.likelihood(language);
        if (other && (!likeliest || other->cost + clearly_likelier < likeliest->cost)) likeliest = other;
    };
    compare(context_.given ? *context_.given : context_.prior);
    if (!context_.given) {
        compare(*language_);
        for (const Language& language : context_.languages) compare(language);
        for (const Language* language : context_.non_algebraic) compare(*language);
    }
    return likeliest ? likeliest->language : nullptr;
}

void Decider::try_repairs() { write_repaired(); }

void Decider::try_guests_and_repairs() {
    guests_ = candidates_;
    if (!guests_.empty() && !write_repaired()) guests_ = {};
}

/// Writes the record with repairs if they lead further. Returns false if they do not.
bool Decider::write_repaired() {
    if (line_ || !context_.find_repairs || !context_.attempts.effort().allows_repairs()) return false;
    Trial best = play_out_repaired();
    if (best.plies <= builder_->moves().size()) return false;
    settled_ = std::move(best.line);
    write(*best.language, Repairs::where_clear);
    return true;
}

Trial Decider::play_out_repaired() const {
    Trial best = context_.play_out(*language_, guests_, Repairs::where_clear);
    if (context_.given || best.to_end || best.plies > most_plies_undecided) return best;
    Trial other = furthest(best, Repairs::where_clear);
    if (is_illegal_here() && !is_shown(*other.language)) return best;
    return other.to_end || other.plies > best.plies + clearly_further ? other : best;
}

/// Returns the language that plays a score furthest when the one tried first fails. A language that lacks a letter of
/// the score ranks after all that have them and get nearly as far: by chance it may play a move more.
Trial Decider::furthest(Trial best, Repairs repairs) const {
    const auto is_over = [&] {
        const Effort& effort = context_.attempts.effort();
        return effort.is_exhausted() || (repairs != Repairs::none && !effort.allows_repairs());
    };
    const auto try_next = [&](const Language& language) {
        if (best.to_end || &language == best.language || is_over()) return;
        if (context_.alphabet.is_of_digits() && !language.has_moves_of_digits()) return;  // it would skip the numbers
        Trial playout = context_.play_out(language, {}, repairs);
        const bool covers = context_.alphabet.is_covered_by(language);
        const bool best_covers = context_.alphabet.is_covered_by(*best.language);
        const bool further = playout.plies > best.plies;
        if (playout.to_end ||
            (covers && !best_covers && playout.plies > 0 && playout.plies + most_plies_by_chance >= best.plies) ||
            (covers == best_covers && further) || (best.plies == 0 && playout.plies > most_plies_by_chance))
            best = std::move(playout);
    };
    for (const Language& language : context_.languages) try_next(language);
    for (const Language* language : context_.non_algebraic) try_next(*language);
    return best;
}

/// Plays a score with moves in English and in another language. The one with more moves is the language of the score,
/// and the other its guest. Returns `english` if no other language helps.
Trial Decider::with_foreign_language(Trial english) {
    const Score& score = context_.score;
    const std::size_t odd = builder_->stopped_at();  // not a move in English
    const std::size_t count = count_moves(score, *english.language);
    for (const Language& language : context_.languages) {
        if (context_.attempts.effort().is_exhausted()) break;
        context_.attempts.effort().spend(1);
        if (&language == english.language || read_written_move(language, score, odd).empty()) continue;
        context_.attempts.effort().spend(score.tokens.size());
        const bool is_most = count_moves(score, language) > count;
        const Guests others = {.languages = {is_most ? english.language : &language}};
        Trial playout = context_.play_out(is_most ? language : *english.language, others);
        if (!playout.to_end) continue;
        candidates_ = others;
        return playout;
    }
    return english;
}

}  // namespace cofnod::importers
