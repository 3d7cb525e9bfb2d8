#include "importers/databases/chessbase/annotate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/problem_kinds.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

namespace {

using Kind = Annotations::Kind;
using Node = MoveTree::Node;

class Annotator {
public:
    Annotator(const RecordedMoves& moves, Notes notes, const Texts& texts, const Limits& limits, GameRecord& game)
        : tree_(moves), notes_(std::move(notes.all)), texts_(texts), limits_(limits), game_(game) {
        std::ranges::stable_sort(notes_, {}, &Note::node);
        if (notes.end_early) left_out_.emplace_back("those past the end of the file of notes");
    }

    void write(std::uint16_t medals) {
        const auto notes = notes_of(Note::before_game);
        std::string command;
        if (medals > 0 && std::ranges::find(notes_, Note::Kind::medals, &Note::kind) == notes_.end())
            command = fmt::format("[%mdl {}]", medals);
        write_comments(notes, Note::Kind::text_before, "");
        write_behind_move(notes, true, std::move(command));
        write_lines();
        write_rest(static_cast<std::int32_t>(tree_.size()));
        if (left_out_.empty()) return;
        game_.problems.push_back({.reason = {ProblemKind::notes_left_out, {left_out_}}, .severity = Severity::note});
    }

private:
    [[nodiscard]] std::span<const Note> notes_of(std::int32_t node) const {
        const auto begin = std::ranges::lower_bound(notes_, node, {}, &Note::node);
        return {begin, std::ranges::upper_bound(begin, notes_.end(), node, {}, &Note::node)};
    }

    /// A move still to be written, or the end of a variation. Variations may be nested as deeply as a record is long.
    struct Step {
        Node node;  ///< none: end of a variation
        std::size_t depth = 0;
        bool begins_variation = false;
    };

    void write_lines() {
        std::vector<Step> steps;  // a stack: the next step is last
        if (tree_.first() != MoveTree::none) steps.push_back({tree_.first()});
        while (!steps.empty()) {
            const Step step = steps.back();
            steps.pop_back();
            if (step.node == MoveTree::none) {
                end_variation(step.depth);
                continue;
            }
            if (step.begins_variation) begin_variation(step.depth);
            write_move(step.node, step.depth);
            if (const Node next = tree_[step.node].first; next != MoveTree::none) steps.push_back({next, step.depth});
            // Alternatives to the first move of a variation belong to the enclosing line.
            if (!step.begins_variation) push_alternatives(step, steps);
        }
    }

    void push_alternatives(const Step& step, std::vector<Step>& steps) const {
        const auto before = static_cast<std::ptrdiff_t>(steps.size());
        for (Node other = tree_[step.node].alternative; other != MoveTree::none; other = tree_[other].alternative) {
            steps.push_back({other, step.depth + 1, true});
            steps.push_back({MoveTree::none, step.depth + 1});
        }
        std::reverse(steps.begin() + before, steps.end());
    }

    void write_move(Node node, std::size_t depth) {
        const auto notes = notes_of(static_cast<std::int32_t>(node));
        write_comments(notes, Note::Kind::text_before, "");
        if (depth == 0)
            ++ply_;
        else
            game_.annotations.add(Kind::move, ply_, tree_[node].move);
        write_behind_move(notes, tree_[node].is_whites, "");
    }

    void begin_variation(std::size_t depth) {
        if (depth == limits_.depth + 1) too_deep_ = game_.annotations.size();
        game_.annotations.add(Kind::begin_variation, ply_);
    }

    void end_variation(std::size_t depth) {
        game_.annotations.add(Kind::end_variation, ply_);
        if (depth == limits_.depth + 1) keep_as_comment(game_, too_deep_, ply_, limits_.depth);
    }

    /// Writes the notes of unread moves after all others.
    void write_rest(std::int32_t first) {
        const auto begin = std::ranges::lower_bound(notes_, first, {}, &Note::node);
        for (auto note = begin; note != notes_.end(); ++note) {
            write_comments({&*note, 1}, Note::Kind::text_before, "");
            write_behind_move({&*note, 1}, true, "");
        }
    }

    /// Writes the texts of a kind; `front` precedes the first of them.
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
    std::size_t too_deep_ = 0;  ///< annotation that begins a variation nested too deeply
    Argument::List left_out_;
};

}  // namespace

void annotate(const RecordedMoves& moves, Notes notes, const Header& header, const Texts& texts, const Limits& limits,
              GameRecord& game) {
    const bool has_variations = moves.size() > game.ply_count;
    if (!has_variations && notes.all.empty() && !notes.end_early && header.medals == 0) return;
    Annotator(moves, std::move(notes), texts, limits, game).write(header.medals);
}

}  // namespace cofnod::importers::databases::chessbase
