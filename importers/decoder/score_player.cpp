#include "importers/decoder/score_player.hpp"

#include <algorithm>
#include <utility>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "games/chess/position.hpp"
#include "games/chess/resolve.hpp"
#include "games/chess/square.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/decide.hpp"
#include "importers/decoder/running/readings.hpp"
#include "importers/decoder/score_builder.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/formats/pgn/one_pass/movetext.hpp"
#include "notation/language.hpp"
#include "notation/plain_move.hpp"

namespace cofnod::importers {

std::vector<chess::Square> differing_squares(const chess::Position& position, std::string_view placement) {
    std::vector<chess::Square> squares;
    int rank = 7, file = 0;
    const auto compare = [&](std::optional<chess::Piece> drawn) {
        if (rank < 0 || file > 7) return;
        const chess::Square square = chess::Square::from_index(rank * 8 + file++);
        if (position.piece_at(square) != drawn) squares.push_back(square);
    };
    for (const char c : placement) {
        if (c == '/') {
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            for (int count = c - '0'; count > 0; --count) compare(std::nullopt);
        } else {
            compare(chess::Piece::from_fen_letter(c));
        }
    }
    return squares;
}

using notation::Language;

namespace {

/// Effort per token of rewriting a record.
constexpr std::size_t cost_of_building = 2;

std::size_t size_of(const Score& score) {
    if (score.tokens.empty()) return 0;
    const std::uint32_t begin = score.tokens.front().begin, end = score.tokens.back().end;
    return end > begin ? end - begin : score.tokens.size();  // in columns, the last may be above the first
}

/// Returns the pieces that moved or that pawns became, and perhaps others whose letters begin alike.
notation::PlainMoves::Roles roles_in(const one_pass::Found& found, const notation::PlainMoves& letters) {
    auto roles = found.promoted;
    for (const auto& [text, role] : letters.letters())
        if (found.alphabet.has(utf8::decode(text).code_point)) roles |= notation::PlainMoves::bit(role);
    return roles;
}

void note_what_was_not_tried(const Score& score, GameRecord& record) {
    if (score.tokens.empty()) return;
    const Token& first = score.tokens.front();
    record.problems.push_back({.reason = {ProblemKind::not_all_tried},
                               .severity = Severity::note,
                               .range = {first.begin, first.end},
                               .advice = {Remedy::import_alone}});
}

}  // namespace

ScorePlayer::ScorePlayer(const notation::Languages& languages, const Language* given, Limits limits)
    : languages_(languages),
      given_(given),
      prior_(given ? given : &languages.english()),
      limits_(std::move(limits)),
      non_algebraic_(languages.others()) {}

running::Tables& ScorePlayer::tables() {
    if (!tables_) tables_ = std::make_shared<running::Tables>(languages_, given_);
    return *tables_;
}

bool ScorePlayer::play(const Score& score, const chess::Position& start, GameRecord& record) {
    const Alphabet alphabet(score);
    attempts().effort().earn(size_of(score));
    const ScoreContext context{.score = score,
                               .start = start,
                               .alphabet = alphabet,
                               .languages = languages_,
                               .non_algebraic = non_algebraic_,
                               .limits = limits_,
                               .attempts = attempts(),
                               .given = given_,
                               .prior = *prior_,
                               .expected = preferred_   ? *preferred_
                                           : neighbour_ ? *neighbour_
                                                        : *prior_,
                               .recognised = recognised_,
                               .keep_san = keep_san_,
                               .find_repairs = find_repairs_,
                               .record = record};
    const Language* const said = given_ ? nullptr : language_said_by(record.tags);
    Decider decider(context);
    decider.decide(given_ ? *given_ : said ? *said : first_to_try(context));
    if (find_repairs_ && !decider.written().reached_end() && !attempts().effort().allows_repairs())
        note_what_was_not_tried(score, record);

    record.notation = {.code = std::string(decider.language().code()), .how = Decision::only, .also = {}};
    if (alphabet.empty() && record.ply_count == 0) {
        record.notation = {};
    } else if (given_ || (&decider.language() == said && decider.written().reached_end() && !decider.has_guests())) {
        record.notation.how = Decision::given;
        if (!given_) neighbour_ = &decider.language();
    } else if (!decider.written().reached_end() || decider.has_guests() || decider.is_recognised()) {
        record.notation.how = Decision::best;
    } else if (decider.language().system() != notation::System::coordinates) {  // which mean the same in all languages
        settle(context, decider);
        if (!decider.written().faithful() && !decider.written().is_plain() && record.notation.how == Decision::tied)
            choose_most_faithful(context, decider);
    }
    if (decider.written().reached_end() && record.notation.how != Decision::given &&
        record.notation.how < Decision::disputed)
        decider.heed_pawn_letters();
    decider.note_overruled();
    const bool is_of_squares = decider.language().system() == notation::System::coordinates;
    if (decider.written().reached_end() && record.ply_count > 0 && (!is_of_squares || given_))
        prior_ = &decider.language();
    return decider.written().faithful() && (!said || said == &decider.language());
}

std::optional<ScorePlayer::PlayedAtOnce> ScorePlayer::play_at_once(std::string_view text, std::size_t at,
                                                                   const chess::Position& start, GameRecord& record,
                                                                   PlayedLine* line) {
    const Language* const said = given_ ? nullptr : language_said_by(record.tags);
    const Language& language = given_ ? *given_ : said ? *said : *prior_;
    if (keep_san_ || attempts().effort().is_exhausted()) return std::nullopt;
    if (words_.first != &language) {
        words_ = {&language, std::nullopt};
        if (one_pass::PlainWords::can_read(language)) words_.second.emplace(language);
    }
    if (!words_.second) return std::nullopt;
    one_pass::Movetext movetext(text, *words_.second, languages_, limits_, start, record, line);
    const auto found = movetext.read(at);
    if (!found || !found->alphabet.is_covered_by(language)) return std::nullopt;

    record.state = GameState::complete;
    record.notation = {.code = std::string(language.code()), .how = Decision::only, .also = {}};
    const std::string_view moves = text.substr(at, found->end - to_text(record.result).size() - at);
    const Effort before = attempts().effort();
    attempts().effort().earn(found->end - found->begin);
    if (given_ || said) {
        record.notation.how = Decision::given;
    } else if (!settle_at_once(*found, moves, start, language, record) || attempts().effort().is_exhausted()) {
        attempts().effort() = before;
        return std::nullopt;
    }
    if (said || (!given_ && record.notation.also.empty())) neighbour_ = &language;
    prior_ = &language;
    return PlayedAtOnce{movetext.end(), found->is_faithful};
}

/// Settles the notation as settle() does, for a score that every language with its letters either reads as `chosen`
/// does or cannot read. Returns false if one may read it differently or is preferred. `text`: the movetext up to its
/// result.
bool ScorePlayer::settle_at_once(const one_pass::Found& found, std::string_view text, const chess::Position& start,
                                 const Language& chosen, GameRecord& record) {
    NotationDecision& notation = record.notation;
    const notation::PlainMoves& letters = chosen.plain_moves();
    std::optional<one_pass::Head> head;
    bool is_expected_among_rivals = false;
    const auto& rivals = covering(found.alphabet);
    for (const Language* rival : rivals) {
        if (rival == &chosen) continue;
        const notation::PlainMoves& of_rival = rival->plain_moves();
        const bool is_same = of_rival.is_same_as(letters);
        if (is_same || of_rival.is_same_as(letters, roles_in(found, letters))) {
            attempts().effort().spend(is_same ? 0 : 1);  // as a play_out of these words
            notation.also.emplace_back(rival->code());
            notation.how = Decision::tied;
            continue;
        }
        if (!head) head = one_pass::head_of(text);
        if (!stops_early(text, *head, start, *rival)) return false;
    }
    const auto may_read = [&](const Language* other) { return found.alphabet.is_covered_by(*other); };
    if (!letters.is_usable() && std::ranges::any_of(non_algebraic_, may_read)) return false;
    if (notation.how != Decision::tied) return true;
    const Language* const expected = expected_language();
    for (const Language* rival : rivals) is_expected_among_rivals = is_expected_among_rivals || rival == expected;
    return expected == &chosen || !is_expected_among_rivals;
}

/// Returns true if the head of a score shows that a notation cannot read the score to its end. Playing a score looks
/// some words ahead, so the last words of the head show nothing.
bool ScorePlayer::stops_early(std::string_view text, const one_pass::Head& head, const chess::Position& start,
                              const Language& language) {
    static constexpr std::size_t most_words_of_ply = 2, looked_at = 24;
    const Trial playout = play_out({.text = text, .tokens = head.tokens}, start, language, languages_, attempts());
    return !playout.to_end && (head.is_all || most_words_of_ply * playout.plies + looked_at <= head.words);
}

/// Returns the language of the tag `[MoveLanguage "cy"]`, which export writes; nullptr if it is missing or unknown.
const Language* ScorePlayer::language_said_by(const Tags& tags) {
    for (std::size_t i = 0; i < tags.size(); ++i) {
        if (tags[i].name != move_language_tag) continue;
        if (said_.first != tags[i].value) said_ = {std::string(tags[i].value), languages_.find(tags[i].value)};
        if (said_.second) return said_.second;
    }
    return nullptr;
}

/// Returns the languages that have all the letters. Games of one archive mostly have the same letters.
const std::vector<const notation::Language*>& ScorePlayer::covering(const Alphabet& alphabet) {
    if (last_covering_ && alphabet.is_of(last_covering_->first)) return last_covering_->second;
    const auto [found, is_new] = covering_.try_emplace(alphabet.letters());
    if (is_new)
        for (const Language& language : languages_)
            if (alphabet.is_covered_by(language)) found->second.push_back(&language);
    last_covering_ = &*found;
    return found->second;
}

/// Searches for rivals of the language that was tried, and decides among them.
void ScorePlayer::settle(const ScoreContext& context, Decider& decider) {
    GameRecord& record = context.record;
    const Language& chosen = decider.language();
    const auto rivals = find_rivals(context, covering(context.alphabet), decider.written(), chosen);
    const bool is_all_tried = !attempts().effort().is_exhausted();
    const Language* const expected = rivals.empty() ? neighbour_ = &chosen : expected_language();
    const auto is_expected = [&](const Rival& rival) { return rival.language == expected; };
    if (record.notation.how == Decision::disputed)
        settle_dispute(context, decider, rivals, expected);
    else if (std::ranges::any_of(rivals, is_expected))
        write_settled(context, decider, *expected, decider.written_line());
    if (!is_all_tried) note_what_was_not_tried(context.score, record);
}

/// Decides among languages that read the moves differently: by the user's preference, then the spelling of the score
/// and the surrounding games if they agree, then the PGN standard and the opening. If undecided, the game is
/// incomplete.
void ScorePlayer::settle_dispute(const ScoreContext& context, Decider& decider, const std::vector<Rival>& rivals,
                                 const Language* expected) {
    const Language& chosen = decider.language();
    const std::vector<Way> ways = find_ways({&chosen, true, decider.written_line()}, rivals, decider);
    attempts().effort().spend(cost_of_building * ways.size() * context.score.tokens.size());
    const auto is_of_expected = [&](const Way& way) { return std::ranges::count(way.languages, expected) > 0; };
    const auto of_expected = std::ranges::find_if(ways, is_of_expected);
    const Way* const usual = of_expected == ways.end() ? nullptr : &*of_expected;
    const Way* const clear = clearest(ways);
    const bool is_preferred = usual && expected == preferred_;
    const bool is_contradicted = clear && clear != usual;
    const bool is_by_spelling = is_contradicted && (!usual || usual->agreement.has_mixed_pawns()) && !is_preferred;
    const Way& way = is_by_spelling ? *clear : usual ? *usual : ways.front();
    write_settled(context, decider, &way == usual ? *expected : *way.languages.front(), way.line);
    if (is_by_spelling)
        note_settled(context, ways, way);
    else if (is_preferred || (usual && !is_contradicted))
        context.record.notation.how = is_preferred ? Decision::preferred : Decision::neighbours;
    else
        report_ways(context, ways, decider.language(),
                    !usual && (is_of_standard(context, chosen) || has_usual_opening(context, ways)) ? Severity::note
                                                                                                    : Severity::fault);
}

/// Rewrites the record in one of the languages that play the score to its end. `line`: the moves in that language.
void ScorePlayer::write_settled(const ScoreContext& context, Decider& decider, const Language& language,
                                SettledLine line) {
    NotationDecision& decision = context.record.notation;
    std::replace(decision.also.begin(), decision.also.end(), language.code(), decision.code);
    decision.code = language.code();
    decider.write_as(language, std::move(line));
}

/// Returns the likely language of an undecided game, from the user or the surrounding games; nullptr: unknown.
const Language* ScorePlayer::expected_language() {
    if (preferred_) return preferred_;
    if (!neighbour_ && look_ahead_) neighbour_ = std::exchange(look_ahead_, nullptr)();
    return neighbour_;
}

/// Chooses among tied languages the one that spells the score as written: Russian and Ukrainian share letters, but not
/// the capture sign.
void ScorePlayer::choose_most_faithful(const ScoreContext& context, Decider& decider) {
    GameRecord& record = context.record;
    const Language& chosen = decider.language();
    const NotationDecision decision = record.notation;
    const std::vector<Problem> problems = record.problems;
    const SettledLine line = decider.written_line();
    const auto is_faithful_as = [&](const Language& language) {
        decider.write_as(language, line);
        record.problems = problems;
        return decider.written().faithful();
    };
    for (const std::string& code : decision.also) {
        const Language* const other = languages_.find(code);
        if (attempts().effort().is_exhausted()) break;
        attempts().effort().spend(cost_of_building * (1 + context.score.tokens.size()));
        if (!other || !is_faithful_as(*other)) continue;
        std::replace(record.notation.also.begin(), record.notation.also.end(), code, decision.code);
        record.notation.code = code;
        return;
    }
    is_faithful_as(chosen);
}

bool ScorePlayer::begins_with_a_move(const Score& score, const chess::Position& start) const {
    std::size_t i = 0;
    while (i < score.tokens.size() && !score.is_word(i)) ++i;
    if (i == score.tokens.size()) return false;
    const auto reads = [&](const Language& language) {
        const WrittenMove written = read_written_move(language, score, i);
        return !written.is_null_move() && resolve({start}, written);  // "--" above a signature
    };
    if (std::any_of(languages_.begin(), languages_.end(), reads)) return true;
    return std::any_of(non_algebraic_.begin(), non_algebraic_.end(),
                       [&](const Language* language) { return reads(*language); });
}

}  // namespace cofnod::importers
