#include "importers/prose/recorder.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "chess/fen.hpp"
#include "importers/camelot/play.hpp"
#include "importers/camelot/recognise.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/score/unread_comment.hpp"
#include "importers/tag_comment.hpp"

namespace cofnod::importers::prose {

Recorder::Recorder(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out)
    : map_(map), text_(map.text()), options_(options), languages_(player.languages()), player_(player), out_(out) {}

void Recorder::finish() { separate(static_cast<std::uint32_t>(text_.size())); }

void Recorder::separate(std::uint32_t end) {
    if (end > at_) out_.add_separator(map_, at_, end);
    at_ = end;
}

void Recorder::add(Draft draft) {
    separate(draft.begin);
    at_ = draft.end;

    GameRecord record;
    record.tags = std::move(draft.tags);
    take_tag_comments(text_, draft.tokens, record.tags);
    if (const auto result = record.tags.find("Result")) record.result = result_from(*result).value_or(Result::unknown);
    record.span = {draft.begin, draft.end, 0};
    const std::string_view text = text_.substr(draft.begin, draft.end - draft.begin);
    if (const std::size_t bad = utf8::valid_prefix(text); bad < text.size())
        note(record, Severity::note, draft.begin + static_cast<std::uint32_t>(bad),
             {ProblemKind::not_utf8, {"Windows-1252"}});
    const camelot::RuleTags rules(record.tags);
    const bool names_camelot = (rules.fen && camelot::looks_like_position(*rules.fen)) ||
                               (!draft.has_moves && camelot::is_camelot(rules, {.text = text_, .tokens = {}}));
    const bool is_camelot = draft.is_camelot || names_camelot;
    if (!is_camelot && rules.board()) leave_out_board(record, draft.begin);
    if (!(is_camelot ? play_camelot(draft, record) : play_chess(draft, record))) {
        record.state = GameState::rejected;
        record.unread = comment_text(text);
    }
    out_.add_game(std::move(record), map_, true);
}

bool Recorder::play_chess(const Draft& draft, GameRecord& record) {
    if (draft.language) player_.expect(*draft.language);
    const auto start = start_position(draft, record);
    if (!start) return false;
    if (!draft.has_score() && !has_unread_text(draft)) return note_missing_score(draft, record), false;
    player_.play(score_of(draft), *start, record);
    return true;
}

bool Recorder::play_camelot(const Draft& draft, GameRecord& record) {
    record.kind = GameKind::camelot;
    const camelot::RuleTags rules(record.tags);
    const auto start = camelot::start_of(rules);
    if (!start) {
        note(record, Severity::fault, draft.begin, start.error().reason());
        return false;
    }
    record.start = camelot::start_text(rules, *start);
    if (!draft.has_moves && !has_unread_text(draft)) return note_missing_score(draft, record), false;
    camelot::play(score_of(draft), *start, languages_, {.keep_san = options_.keep_san, .limits = options_.limits},
                  record);
    return true;
}

Score Recorder::score_of(const Draft& draft) const {
    return {.text = text_, .tokens = draft.tokens, .plain = false, .in_columns = draft.in_columns};
}

void Recorder::note_missing_score(const Draft& draft, GameRecord& record) const {
    note(record, Severity::fault, draft.begin, {ProblemKind::no_moves_below_header});
}

/// `{[%unread ...]}`: what an earlier import could not read, exported.
bool Recorder::has_unread_text(const Draft& draft) const {
    return std::any_of(draft.tokens.begin(), draft.tokens.end(), [&](const Token& token) {
        return token.kind == Token::Kind::comment && unread_text(comment_text(token.in(text_)));
    });
}

/// A heading that names Camelot, above moves of chess: with its tag, export would be read as Camelot.
void Recorder::leave_out_board(GameRecord& record, std::uint32_t begin) const {
    const Tags tags = std::exchange(record.tags, {});
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (tags[i].name != "GameType" && tags[i].name != "Variant") record.tags.add(tags[i].name, tags[i].value);
    note(record, Severity::note, begin, {ProblemKind::heading_names_camelot});
}

std::optional<chess::Position> Recorder::start_position(const Draft& draft, GameRecord& record) const {
    const auto fen = record.tags.find("FEN");
    if (!fen) return chess::Position::initial();
    const auto read = chess::read_fen(*fen);
    if (!read) {
        note(record, Severity::fault, draft.begin, read.error().reason());
        return std::nullopt;
    }
    record.start = *fen;
    return read->position;
}

void Recorder::note(GameRecord& record, Severity severity, std::uint32_t at, Reason reason) const {
    record.problems.push_back({.reason = std::move(reason), .severity = severity, .range = {at, at + 1}});
}

}  // namespace cofnod::importers::prose
