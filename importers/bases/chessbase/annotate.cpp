#include "importers/bases/chessbase/annotate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/problem_kinds.hpp"
#include "chess/move.hpp"
#include "importers/bases/chessbase/commands.hpp"
#include "importers/bases/chessbase/notes.hpp"

namespace cofnod::importers::bases::chessbase {

namespace {

using Kind = Annotations::Kind;
using Node = MoveTree::Node;

class Annotator {
public:
    Annotator(const RecordedMoves& moves, std::string_view block, const Texts& texts, const Limits& limits,
              GameRecord& game)
        : tree_(moves), notes_(read_notes(block)), texts_(texts), limits_(limits), game_(game) {
        std::ranges::stable_sort(notes_, {}, &Note::node);
    }

    void write(std::uint16_t medals) {
        const auto notes = notes_of(Note::before_game);
        std::string command;
        if (medals > 0 && std::ranges::find(notes_, Note::Kind::medals, &Note::kind) == notes_.end())
            command = fmt::format("[%mdl {}]", medals);
        write_comments(notes, Note::Kind::text_before, "");
        write_behind_move(notes, true, std::move(command));
        write_line(tree_.first(), 0, true);
        if (left_out_.empty()) return;
        game_.problems.push_back({.reason = {ProblemKind::notes_left_out, {left_out_}}, .severity = Severity::note});
    }

private:
    [[nodiscard]] std::span<const Note> notes_of(std::int32_t node) const {
        const auto begin = std::ranges::lower_bound(notes_, node, {}, &Note::node);
        return {begin, std::ranges::upper_bound(begin, notes_.end(), node, {}, &Note::node)};
    }

    /// `is_first`: what may be played instead of the first move of the line belongs to it.
    void write_line(Node node, std::size_t depth, bool is_first) {
        for (; node != MoveTree::none; node = tree_[node].first, is_first = true) {
            const auto notes = notes_of(static_cast<std::int32_t>(node));
            write_comments(notes, Note::Kind::text_before, "");
            if (depth == 0)
                ++ply_;
            else
                game_.annotations.add(Kind::move, ply_, tree_[node].move);
            write_behind_move(notes, tree_[node].is_whites, "");
            if (!is_first) continue;
            for (Node other = tree_[node].alternative; other != MoveTree::none; other = tree_[other].alternative)
                write_variation(other, depth + 1);
        }
    }

    void write_variation(Node node, std::size_t depth) {
        if (depth > limits_.depth) return give_up_variation(node);
        game_.annotations.add(Kind::begin_variation, ply_);
        write_line(node, depth, false);
        game_.annotations.add(Kind::end_variation, ply_);
    }

    /// Keeps the moves of a variation that is nested too deep as text, by their squares.
    void give_up_variation(Node node) {
        std::string text;
        for (; node != MoveTree::none; node = tree_[node].first) {
            const auto move = chess::Move::from_raw(tree_[node].move);
            text += fmt::format("{}{}{}", text.empty() ? "" : " ", move.from().to_string(), move.to().to_string());
        }
        game_.annotations.add(Kind::comment, ply_, 0, text);
        game_.problems.push_back(
            {.reason = {ProblemKind::nested_too_deep, {limits_.depth}}, .severity = Severity::note, .ply = ply_});
    }

    /// Writes the texts of a kind, `front` before the first of them.
    void write_comments(std::span<const Note> notes, Note::Kind kind, std::string front) {
        for (const Note& note : notes) {
            if (note.kind != kind) continue;
            std::string text = text_of_note(note, texts_);
            if (!front.empty()) text.insert(0, front += ' ');
            game_.annotations.add(Kind::comment, ply_, 0, text);
            front.clear();
        }
        if (!front.empty()) game_.annotations.add(Kind::comment, ply_, 0, front);
    }

    void write_behind_move(std::span<const Note> notes, bool is_whites, std::string commands) {
        for (const Note& note : notes) {
            if (note.kind == Note::Kind::signs) {
                for (std::size_t i = 0; i < note.data.size(); ++i)
                    if (note.data.at(i) > 0) game_.annotations.add(Kind::nag, ply_, note.data.at(i));
            } else if (note.kind != Note::Kind::text_after && note.kind != Note::Kind::text_before) {
                if (const auto command = command_of(note, texts_, is_whites))
                    commands += *command;
                else
                    leave_out(note);
            }
        }
        write_comments(notes, Note::Kind::text_after, std::move(commands));
    }

    void leave_out(const Note& note) {
        std::string name(name_of_left_out(note.kind));
        if (std::ranges::find(left_out_, name) == left_out_.end()) left_out_.push_back(std::move(name));
    }

    const MoveTree tree_;
    std::vector<Note> notes_;
    const Texts& texts_;
    const Limits& limits_;
    GameRecord& game_;
    std::uint32_t ply_ = 0;
    Argument::List left_out_;
};

}  // namespace

void annotate(const RecordedMoves& moves, std::string_view block, const Header& header, const Texts& texts,
              const Limits& limits, GameRecord& game) {
    const bool has_variations = moves.size() > game.ply_count;
    if (!has_variations && block.empty() && header.medals == 0) return;
    Annotator(moves, block, texts, limits, game).write(header.medals);
}

}  // namespace cofnod::importers::bases::chessbase
