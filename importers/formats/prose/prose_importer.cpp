#include "importers/formats/prose/prose_importer.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "games/chess/position.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/decoder/record_writer.hpp"
#include "importers/decoder/token.hpp"
#include "importers/formats/lists/lists.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/heading.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/recorder.hpp"
#include "importers/formats/prose/running_text.hpp"
#include "importers/formats/prose/starts.hpp"
#include "importers/formats/prose/stated_start.hpp"
#include "importers/rules.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers::prose {

namespace {

using Kind = Token::Kind;

/// Gathers the lines of a text into drafts of games.
class TextImporter {
public:
    TextImporter(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out, Surroundings around)
        : text_{.bytes = map.text(),
                .tokens = tokenise_prose(map.text()),
                .languages = player.languages(),
                .spotter = {player.languages(), options.notation, player.attempts().effort()}},
          boards_(text_.bytes, text_.languages),
          player_(player),
          recorder_(map, options, text_, boards_, player, out, around) {
        separate_typed_tokens(text_, [this](const Token& word) {
            return player_.begins_with_a_move({.text = text_.bytes, .tokens = {&word, 1}}, chess::Position::initial());
        });
        bracket_dashed_remarks(text_);
    }

    void run() {
        for_each_line(text_, [&](const Line& line) { take_or_hold(line); });
        release(nullptr);
        finish();
        recorder_.finish();
    }

private:
    /// Takes a line, but holds a number alone until the next line is known: it is a move number only if a move follows.
    void take_or_hold(const Line& line) {
        release(&line);
        if (line.begin < recorder_.end()) return;  // already part of a line of play
        if (boards_.holds(line)) return take_text(line);
        if (line.kind == Line::Kind::number)
            held_ = line;
        else
            take(line);
    }

    void release(const Line* next) {
        if (!held_) return;
        Line line = *std::exchange(held_, std::nullopt);
        const bool is_page = draft_.has_moves && draft_.ends_with_number();  // `4.` before it is the move number
        const bool has_move =
            !is_page && next && next->kind == Line::Kind::score && text_.tokens[next->first_token].kind == Kind::word;
        line.kind = has_move ? Line::Kind::score : Line::Kind::text;
        take(line);
    }

    void take(const Line& line) {
        if (goes_on_as_footnote(line)) return keep_text(line);  // it is about other moves and results
        if (take_stamp(line) || take_in_words(line) || take_position(line) || take_stipulation(line) ||
            take_from_board(line) || take_in_brackets(line) || take_titled(line))
            return;
        if (const auto header = unknown_header(text_, draft_, line)) return add_header(text_, *header, draft_);
        const bool has_tokens = line.first_token < line.last_token;
        if (draft_.is_discussed && line.kind == Line::Kind::text && has_tokens && !begins_game(line))
            return take_text(line);
        switch (line.kind) {
            case Line::Kind::header: take_header(line); break;
            case Line::Kind::titles:
                draft_.has_titles = !draft_.tags.empty();
                if (draft_.has_titles) draft_.extend(line.begin, line.end);
                break;
            case Line::Kind::rule:
                if (is_interrupted(text_, draft_, line)) return take_text(line);
                if (!below_empty_line(text_.bytes, line.begin)) cut_names_below(text_, line, draft_);  // underlined
                finish();
                break;
            case Line::Kind::score:
                if (is_comment(line)) return take_text(line);
                if (const std::size_t end =
                        ends_in_analysis_ ? end_of_analysis_above(text_, draft_, line) : line.first_token;
                    end > line.first_token) {
                    take_text(part_of(line, line.first_token, end));
                    return take_rest(line, end);
                }
                if (begins_game(line)) {
                    cut_names_below(text_, line, draft_);
                    leave_result_to_next(text_, line, draft_);
                    finish();
                }
                if (begins_beyond_problem(line)) finish();
                begin_at_position(text_, line, draft_);
                begin_at_board(text_, boards_, line, draft_);
                if (!draft_.has_moves && is_column_line(text_, line))
                    draft_.column_indent = indent_of(text_.bytes, line.begin);
                take_score(line);
                break;
            case Line::Kind::number:
            case Line::Kind::text:
                if (draft_.has_moves && continues_column(text_, draft_, line)) return take_score(line);
                if (const auto end = end_of_note(text_, draft_, line)) return take_note(line, *end);
                if (has_brackets_within(line)) return take_score(line);
                for (const auto end : {end_of_due_moves(text_, draft_, line), end_of_first_moves(text_, draft_, line)})
                    if (end > line.first_token) return take_moves_and_note(line, end);
                !is_comment(line) && begins_with_due_move(text_, draft_, line) ? take_narrated(line) : take_text(line);
                break;
        }
    }

    /// Takes a line that consists of the stamp of the following message: part of the game or of its comments. Returns
    /// false for any other line.
    bool take_stamp(const Line& line) {
        stamp_.reset();
        if (line.first_token != line.last_token) return false;
        const auto stamp = read_stamp(text_.bytes.substr(line.begin, line.end - line.begin));
        if (!stamp || !stamp->is_line_of_own) return false;
        stamp_ = line.begin;
        return true;
    }

    /// Takes a line of a game with WordRules; complete_in_words() separates its notes later. Returns false if the line
    /// does not belong to such a game.
    bool take_in_words(const Line& line) {
        if (line.kind == Line::Kind::header || line.kind == Line::Kind::rule) return false;
        const bool may_begin = draft_.has_moves && line.first_token + 1 < line.last_token &&
                               is_first_number(text_.tokens[line.first_token], text_.bytes);
        if (may_begin && draft_.rules) {
            if (game_beginning_in(line) || text_.is_move(line.first_token + 1)) {
                cut_heading_below(text_, line, draft_);
                finish();
            }
        } else if (may_begin && game_beginning_in(line)) {
            finish();
        }
        if (!draft_.rules && !draft_.has_moves) draft_.rules = game_beginning_in(line);
        if (!draft_.rules) return false;
        draft_.extend(line.begin, line.end);
        if (line.kind == Line::Kind::titles) return true;
        draft_.place_text();
        for (std::size_t i = line.first_token; i < line.last_token; ++i) {
            draft_.has_moves = draft_.has_moves || draft_.rules->move_length(text_.bytes, text_.tokens, i) > 0;
            draft_.has_result = draft_.has_result || text_.tokens[i].kind == Kind::result;
            draft_.tokens.push_back(text_.tokens[i]);
        }
        return true;
    }

    /// Takes moves that are played from a drawn board, unless a game is in progress. Returns false if there are none.
    bool take_from_board(const Line& line) {
        const bool may_be = !boards_.empty() && (line.kind == Line::Kind::score || line.kind == Line::Kind::text) &&
                            line.first_token < line.last_token && (draft_.has_moves || draft_.tags.empty());
        if (!may_be || (draft_.has_moves && goes_on_at(text_, boards_, draft_, line))) return false;
        auto found = boards_.find_play(text_, line, draft_.has_moves ? draft_.end_of_moves : end_of_game_);
        if (!found) return false;
        const std::uint32_t above = draft_.has_moves ? draft_.end_of_moves : recorder_.end();
        finish();
        Draft draft;
        draft.extend(text_.tokens[found->first].begin, found->line.end);
        draft.tags = boards_.players_at(text_, *found->board, above, draft.begin);
        draft.tags.add("FEN", found->line.start);
        const Diagram& board = *found->board;
        auto stipulation = stipulation_within(board.end, std::min(draft.begin, board.end + longest_caption));
        if (!stipulation) stipulation = stipulation_within(above, board.begin);
        if (stipulation) draft.tags.add(stipulation_tag, stipulation->value);
        draft.is_headed = true;
        draft.cut_at = found->line.cut_at;
        draft.misprint = found->misprint;
        draft.tokens = std::move(found->line.tokens);
        static constexpr std::uint32_t longest_end = 80;  // in bytes
        if (const auto result = result_behind(text_, found->line.end, draft.end + longest_end)) {
            draft.tokens.push_back(*result);
            draft.end = std::max(draft.end, result->end);
        }
        draft.has_moves = true;
        recorder_.add(std::move(draft));
        return true;
    }

    static constexpr std::uint32_t longest_caption = 200;  // bytes above or below a position

    /// Returns the last stipulation at the front of a line or sentence in the last bytes of [begin, end).
    [[nodiscard]] std::optional<Stipulation> stipulation_within(std::uint32_t begin, std::uint32_t end) const {
        begin = std::max(begin, end - std::min(end, longest_caption));
        std::optional<Stipulation> last;
        if (begin >= end) return last;
        for (const std::string_view sentence : words_of(text_.bytes.substr(begin, end - begin), "\r\n.;:"))
            if (auto found = read_stipulation(sentence, text_.languages)) last = std::move(found);
        return last;
    }

    /// Takes the bracketed scores of a line that has no other moves, unless a game is in progress. Returns false if
    /// there are none.
    bool take_in_brackets(const Line& line) {
        const bool may_be =
            (line.kind == Line::Kind::score || line.kind == Line::Kind::text) &&
            (draft_.has_moves ? draft_.is_over && below_empty_line(text_.bytes, line.begin) : draft_.tags.empty());
        std::size_t next = line.first_token;
        if (!may_be) return false;
        auto draft = find_bracketed_score(text_, line, next);
        if (!draft) return false;
        finish();
        while (draft) {
            recorder_.add(*std::move(draft));
            draft = find_bracketed_score(text_, line, next);
        }
        return true;
    }

    /// Takes a heading with the titles of columns, and the first moves in the same line: `GAME IV. WHITE. BLACK. 1. P.
    /// to K's 4th.` Returns false for any other line.
    bool take_titled(const Line& line) {
        if (line.kind != Line::Kind::score && line.kind != Line::Kind::text) return false;
        std::size_t first = line.first_token;
        while (first < line.last_token && text_.tokens[first].kind == Kind::word) ++first;
        const auto is_title = [&](std::size_t i, std::string_view tag) {
            return text_.languages.find_header(text_.word(i)) == tag;
        };
        const bool has_titles =
            first >= line.first_token + 2 && is_title(first - 2, "White") && is_title(first - 1, "Black");
        const bool has_moves = first < line.last_token && is_first_number(text_.tokens[first], text_.bytes) &&
                               is_numbered_move(text_, first);
        if (!has_titles || !has_moves || !below_empty_line(text_.bytes, line.begin)) return false;
        if (draft_.has_moves) finish();
        take_rest(line, first);
        return true;
    }

    /// Takes a position before a score: piece lists in place of names, or a line similar to a FEN. Returns false if the
    /// line is neither.
    bool take_position(const Line& line) {
        if (line.kind == Line::Kind::header && (line.tag == "White" || line.tag == "Black")) {
            if (!is_piece_list(line.value, text_.languages)) return false;
            begin_position(line);
            (line.tag == "White" ? draft_.white_pieces : draft_.black_pieces) = line.value;
            const auto both = read_piece_lists(draft_.white_pieces, draft_.black_pieces, text_.languages);
            if (!both) return true;
            draft_.placement = *both;
            add_stipulation_above();
            for (std::size_t at = 0; (at = line.value.find_first_of(".;,", at)) != line.value.npos;) {
                at = std::min(line.value.find_first_not_of(".;, ", at), line.value.size());
                if (take_stipulation(line, static_cast<std::uint32_t>(line.value.data() - text_.bytes.data() + at)))
                    break;
            }
            return true;
        }
        std::string_view written = text_.bytes.substr(line.begin, line.end - line.begin);
        static constexpr std::ptrdiff_t slashes = 7;
        if (std::count(written.begin(), written.end(), '/') != slashes) return false;
        if (const std::size_t colon = written.find(':'); colon != written.npos)
            written = trimmed(written.substr(colon + 1));  // `Position: 4k3/8/...`
        if (lists::is_fen(written) && !is_interrupted(text_, draft_, line)) {
            if (draft_.tags.find("FEN")) finish();
            begin_position(line);
            draft_.tags.add("FEN", tag_text(written));
            add_stipulation_above();
            return true;
        }
        const auto placement = read_forsyth(written, text_.languages);
        if (!placement || is_interrupted(text_, draft_, line)) return false;
        begin_position(line);
        draft_.placement = *placement;
        add_stipulation_above();
        return true;
    }

    /// Adds the stipulation above a position, unless it belongs to the one before: `No. 7. White mates in three.`
    void add_stipulation_above() {
        if (draft_.is_problem()) return;
        if (const auto found = stipulation_within(recorder_.end(), draft_.begin)) add_stipulation(*found);
    }

    void add_stipulation(const Stipulation& found) {
        draft_.tags.add(stipulation_tag, found.value);
        draft_.is_blacks = found.is_blacks;
    }

    /// Takes the stipulation below a position or, at byte `begin` of a line, after its pieces, `Mate in 2, 1.Qg8!`, and
    /// then the moves that follow it. Returns false if there is none.
    bool take_stipulation(const Line& line, std::optional<std::uint32_t> begin = {}) {
        if (draft_.has_moves || !draft_.has_position() || (line.kind == Line::Kind::header && !begin)) return false;
        const std::uint32_t from = begin.value_or(line.begin);
        const auto found = read_stipulation(text_.bytes.substr(from, line.end - from), text_.languages);
        if (!found || (!begin && draft_.is_problem())) return false;
        if (!draft_.is_problem()) add_stipulation(*found);
        draft_.extend(line.begin, line.end);
        draft_.place_text();
        const auto end = from + static_cast<std::uint32_t>(found->length);
        std::size_t first = line.first_token;
        while (first < line.last_token && text_.tokens[first].begin < end) ++first;
        if (first == line.last_token) return true;
        Line moves = part_of(line, first, line.last_token);
        moves.kind = Line::Kind::score;
        take(moves);
        return true;
    }

    void begin_position(const Line& line) {
        if (draft_.has_score()) finish();
        draft_.extend(line.begin, line.end);
    }

    [[nodiscard]] const WordRules* game_beginning_in(const Line& line) const {
        return prose::game_beginning_in(text_, draft_, line, last_rules_);
    }

    /// Returns true for analysis between the moves of a game that continues below on lines of its own.
    [[nodiscard]] bool is_comment(const Line& line) const {
        if (!draft_.has_moves || draft_.depth > 0 || line.first_token == line.last_token) return false;
        const Token& first = text_.tokens[line.first_token];
        if (first.kind == Kind::comment) return false;  // `{32}`, a page number
        if (draft_.is_discussed && !begins_game(line)) return true;
        if (is_outside_column(text_, draft_, line)) return true;
        if (first.kind == Kind::open) return false;
        if (continues_column(text_, draft_, line)) return false;
        if (is_due(text_, draft_, line.first_token) && is_column_line(text_, line)) return false;
        if (plays_last_move_again(text_, draft_, line)) return true;
        const bool is_reply = first.kind == Kind::word && is_column_line(text_, line);
        return !is_reply && !begins_column(text_, draft_, line) && continues_below(text_, draft_, line);
    }

    /// Returns true for words in brackets that open or close others: each must give back the moves it interrupts.
    [[nodiscard]] bool has_brackets_within(const Line& line) const {
        if (!draft_.has_moves || draft_.depth == 0 || below_empty_line(text_.bytes, line.begin)) return false;
        const auto tokens = std::span(text_.tokens).subspan(line.first_token, line.last_token - line.first_token);
        return std::ranges::any_of(
            tokens, [](const Token& token) { return token.kind == Kind::open || token.kind == Kind::close; });
    }

    void take_header(const Line& line) {
        // Repeats the name above a board between the moves: `Du: Rees`.
        if (draft_.has_moves && repeats_player(draft_, line.value) && is_interrupted(text_, draft_, line))
            return take_text(line);
        if (draft_.has_score()) finish();
        if (auto next = split_headings(text_, line, draft_)) {
            finish();
            draft_ = std::move(*next);
        }
        add_header(text_, line, draft_);
    }

    /// Returns true at a move number 1 or, after a result, at a move without a number or at any number with names above
    /// it. (Numbers that continue belong to a column.)
    [[nodiscard]] bool begins_game(const Line& line) const {
        if (!draft_.has_moves || length_of_tail(text_, draft_, line) > 0) return false;
        const Token& first = text_.tokens[line.first_token];
        if (is_first_number(first, text_.bytes))
            return due_number(text_, draft_) != MoveNumber{1, false};  // some positions are numbered from 0
        if (first.kind == Kind::number && draft_.is_over && draft_.depth == 0)
            return names_below(text_, line, draft_).has_value();
        if (first.kind != Kind::word || !draft_.has_result || draft_.depth > 0) return false;
        const bool is_over = draft_.is_over || below_empty_line(text_.bytes, line.begin);
        if (!is_over || draft_.ends_with_number() || !text_.is_move(line.first_token)) return false;
        const auto tokens = std::span(text_.tokens).subspan(line.first_token, line.last_token - line.first_token);
        return player_.begins_with_a_move({.text = text_.bytes, .tokens = tokens}, chess::Position::initial());
    }

    void take_score(const Line& line) {
        const std::size_t behind_tail = line.first_token + length_of_tail(text_, draft_, line);
        draft_.extend(line.begin, line.end);
        draft_.end_of_moves = line.end;
        draft_.place_text();
        draft_.text_result.reset();
        ends_in_analysis_ = false;
        for (std::size_t i = line.first_token; i < line.last_token; ++i) {
            const Token& token = text_.tokens[i];
            if (i < behind_tail) {
                draft_.tokens.push_back(token);
                continue;
            }
            if (draft_.has_result && draft_.has_moves && is_first_number(token, text_.bytes)) {
                leave_result_in_line(text_, line, draft_);
                draft_.end = text_.tokens[i - 1].end;
                finish();
                draft_.extend(token.begin, line.end);
            }
            if (const std::size_t end = end_of_analysis(text_, draft_, line, i); end > i) {
                if (!is_stray(draft_.tokens.back(), text_.bytes))
                    draft_.tokens.push_back({Kind::comment, token.begin, token.end});
                draft_.tokens.back().end = text_.tokens[end - 1].end;
                ends_in_analysis_ = end == line.last_token;
                i = end - 1;
                continue;
            }
            note_depth_and_result(token);
            draft_.is_discussed = draft_.is_discussed || begins_discussion(text_, draft_, i);
            if (draft_.is_discussed && (token.kind == Kind::number || token.kind == Kind::open || text_.is_move(i)))
                return take_text(part_of(line, i, line.last_token));
            const std::size_t misprint = text_.is_move(i) ? 0 : length_without_dash(text_, line, i);
            if (token.kind == Kind::word && misprint == 0 && is_running_text(text_, line, i)) {
                if (may_say_result() && !draft_.text_result && draft_.has_moves) {
                    draft_.text_result = result_behind_moves(text_, draft_, line, i);
                    if (draft_.text_result) draft_.is_discussed = ends_game(text_, draft_, line, i);
                }
                take_stray_word(token);
                continue;
            }
            if (draft_.depth == 0 && token.kind == Kind::word) draft_.text_result.reset();
            const std::size_t length = std::max(misprint, text_.move_length(i));
            if (draft_.depth == 0 && token.kind == Kind::number && length == 0)
                draft_.last_number = draft_.tokens.size();
            draft_.has_moves = draft_.has_moves || length > 0 || token.kind == Kind::word;
            draft_.tokens.push_back(token);
            for (std::size_t more = 1; more < length && i + 1 < line.last_token; ++more)
                draft_.tokens.push_back(text_.tokens[++i]);
            if (draft_.has_moves) add_heading(text_, recorder_.end(), draft_);
        }
    }

    /// Returns true after a move of the main line, and at the start of a bracketed remark: "(White resigns)".
    [[nodiscard]] bool may_say_result() const {
        return draft_.depth == 0 || (draft_.depth == 1 && draft_.tokens.back().kind == Kind::open);
    }

    void note_depth_and_result(const Token& token) {
        if (token.kind == Kind::open) ++draft_.depth;
        if (token.kind == Kind::close && draft_.depth > 0) --draft_.depth;
        if (token.kind != Kind::result) return;
        draft_.has_result = true;
        draft_.is_over = draft_.is_over || (draft_.depth == 0 && !notation::is_doubtful_result(token.in(text_.bytes)));
    }

    /// Adds a word between the moves to the comment before it, but omits a lone symbol.
    void take_stray_word(const Token& word) {
        const bool goes_on = !draft_.tokens.empty() && is_stray(draft_.tokens.back(), text_.bytes);
        if (goes_on)
            draft_.tokens.back().end = word.end;
        else if (!is_mere_sign(word.in(text_.bytes)))
            draft_.tokens.push_back({Kind::comment, word.begin, word.end});
    }

    /// Takes the end of a note, up to token `end`, and the moves after it.
    void take_note(const Line& line, std::size_t end) {
        const Line note = part_of(line, line.first_token, end);
        draft_.depth > 0 ? take_score(note) : take_text(note);
        take_rest(line, end);
    }

    /// Takes moves up to token `end` and the bracketed note that may begin there.
    void take_moves_and_note(const Line& line, std::size_t end) {
        const auto tokens = std::span(text_.tokens).first(line.last_token);
        if (end < line.last_token && tokens[end].kind == Kind::open)
            end = std::min(end_of_bracket(tokens, end, 0) + 1, line.last_token);
        take_score(part_of(line, line.first_token, end));
        take_rest(line, end);
    }

    void take_rest(const Line& line, std::size_t first) {
        if (first == line.last_token) return;
        Line rest = part_of(line, first, line.last_token);
        rest.kind = kind_of(text_, rest);
        if (rest.kind == Line::Kind::number)
            held_ = rest;
        else
            take(rest);
    }

    /// Takes numbered moves that are each followed by a remark.
    void take_narrated(const Line& line) {
        draft_.is_narrated = true;
        for (std::size_t i = line.first_token; i < line.last_token;) {
            std::size_t end = i + 1;
            for (std::size_t length = 1; end < line.last_token && length > 0; end += length) {
                const std::size_t behind = behind_bracket(text_, line, end);
                const bool goes_on = behind > end && behind < line.last_token && text_.is_move(behind);
                length = text_.tokens[end].kind == Kind::nag ? 1 : goes_on ? behind - end : text_.move_length(end);
            }
            end = std::min(end, line.last_token);
            take_score(part_of(line, i, end));
            for (i = end; i < line.last_token && !is_due(text_, draft_, i);)
                i = std::max(i + 1, behind_bracket(text_, line, i));
            if (i > end) take_text(part_of(line, end, i));
        }
    }

    /// Returns tokens [first, last) of the line as a line of their own.
    [[nodiscard]] Line part_of(Line line, std::size_t first, std::size_t last) const {
        if (last < line.last_token) line.end = text_.tokens[last].begin;
        while (static_cast<unsigned char>(text_.bytes[line.end - 1]) <= ' ') --line.end;
        line.begin = text_.tokens[first].begin;
        line.first_token = first;
        line.last_token = last;
        return line;
    }

    void take_text(const Line& line) {
        keep_text(line);
        if (!draft_.has_moves) return;
        find_result(text_, line, draft_);
        draft_.is_discussed = draft_.is_discussed || is_last_line(text_, draft_, line);
    }

    /// Adds a line to the running text after names or moves, regardless of its content.
    void keep_text(const Line& line) {
        if (is_beyond_problem(line)) finish();
        if (!draft_.has_moves && draft_.tags.empty()) return;
        draft_.extend(line.begin, line.end);
        if (!draft_.text) draft_.text = Token{Kind::comment, stamp_.value_or(line.begin), line.end};
        draft_.text->end = line.end;
    }

    /// Returns true for a sentence without moves below a problem that has no solution.
    [[nodiscard]] bool is_beyond_problem(const Line& line) const {
        static constexpr std::size_t least_words = 5;  // "Solution by the author:"
        if (draft_.has_moves || !draft_.is_problem() || !below_empty_line(text_.bytes, line.begin)) return false;
        for (std::size_t i = line.first_token; i < line.last_token; ++i)
            if (is_numbered_move(text_, i)) return false;
        return line.last_token - line.first_token >= least_words;
    }

    /// Returns true for a game from the usual start below a problem that has no solution and a text after it.
    [[nodiscard]] bool begins_beyond_problem(const Line& line) const {
        static constexpr std::size_t least_plies = 2;
        if (draft_.has_moves || !draft_.is_problem() || !draft_.text) return false;
        const std::string_view start = draft_.tags.find("FEN").value_or(draft_.placement);
        if (follow_from_board(text_, line.first_token, start.substr(0, start.find(' ')))) return false;
        const auto usual = follow_from_start(text_, line.first_token);
        return usual && usual->plies >= least_plies;
    }

    /// Completes a problem without a solution; the text after it is not part of it.
    void complete_problem(Draft& draft) const {
        if (!draft.tags.find("FEN")) draft.tags.add("FEN", fen_of(draft.placement, {1, draft.is_blacks}));
        if (!draft.text) return;
        draft.end = draft.text->begin;
        while (draft.end > draft.begin && is_blank_or_control(text_.bytes[draft.end - 1])) --draft.end;
        draft.text.reset();
    }

    /// Returns true for the lines of a note after the score, up to an empty line, names, or the first moves of a game.
    bool goes_on_as_footnote(const Line& line) {
        const auto begins_next = [&] {
            return line.kind == Line::Kind::header ||
                   (line.kind == Line::Kind::score && line.first_token < line.last_token && begins_game(line));
        };
        if (in_footnote_ && (below_empty_line(text_.bytes, line.begin) || begins_next())) in_footnote_ = false;
        in_footnote_ = in_footnote_ || begins_footnote(text_, draft_, line);
        return in_footnote_;
    }

    void finish() {
        Draft draft = std::exchange(draft_, {});
        in_footnote_ = false;
        if (draft.is_problem() && !draft.has_moves) complete_problem(draft);
        if (!draft.is_game()) return;
        last_rules_ = draft.rules;
        if (draft.has_player()) end_of_game_ = draft.end_of_moves;
        if (draft.rules)
            complete_in_words(text_, recorder_.end(), draft);
        else
            complete(text_, recorder_.end(), draft);
        recorder_.add(std::move(draft));
    }

    TokenisedText text_;
    Boards boards_;
    std::uint32_t end_of_game_ = 0;  ///< end of the last game with names: boards inside it are comments
    ScorePlayer& player_;
    Recorder recorder_;
    Draft draft_;
    const WordRules* last_rules_ = nullptr;  ///< rules of the last game; nullptr: chess
    std::optional<std::uint32_t> stamp_;     ///< start of the previous line if it is the stamp of a message
    bool in_footnote_ = false;
    bool ends_in_analysis_ = false;  ///< for the last line with moves
    std::optional<Line> held_;       ///< a number alone, until the next line is known
};

}  // namespace

void import_text(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out) {
    TextImporter(map, options, player, out, Surroundings::none).run();
}

void import_words_between_games(const TextMap& map, const Options& options, ScorePlayer& player, Delivery& out) {
    TextImporter(map, options, player, out, Surroundings::games).run();
}

}  // namespace cofnod::importers::prose
