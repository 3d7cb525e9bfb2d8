#include "importers/databases/chessbase/annotate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/problem_kinds.hpp"
#include "games/chess/move.hpp"
#include "importers/databases/chessbase/pieces.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

namespace {

struct Language {
    std::uint8_t nation;
    std::string_view code;
};
constexpr auto languages =
    std::to_array<Language>({{42, "en"}, {53, "de"}, {49, "fr"}, {43, "es"}, {70, "it"}, {103, "nl"}, {117, "pt"}});

/// Returns the letter of a colour: green, yellow, red.
char color_of(std::uint8_t color) {
    static constexpr std::string_view letters = "GYR";
    return color >= 2 && color < 2 + letters.size() ? letters[color - 2u] : 'G';
}

std::string square_text(std::uint8_t square) { return square_of(std::max<int>(square, 1) - 1).to_string(); }

/// Returns "Gd4,Rb5" for squares, "Ge2e4" for arrows: a colour and `count` squares each.
std::string drawings(const Bytes& data, std::size_t count) {
    std::string text;
    for (std::size_t at = 0; at + count < data.size(); at += count + 1) {
        if (!text.empty()) text += ',';
        text += color_of(data.at(at));
        for (std::size_t i = 1; i <= count; ++i) text += square_text(data.at(at + i));
    }
    return text;
}

std::string clock_text(std::uint64_t hundredths) {
    const std::uint64_t seconds = hundredths / 100;
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string evaluation_text(const Bytes& data) {
    const auto value = static_cast<std::int16_t>(data.little(0, 2));
    const auto kind = data.little(2, 2), depth = data.little(4, 2);
    std::string text = kind == 1 ? fmt::format("#{}", value) : fmt::format("{:.2f}", value / 100.0);
    if (depth > 0) text += fmt::format(",{}", depth);
    return text;
}

std::string time_control_text(const Bytes& data) {
    std::string text;
    for (std::size_t at = 0; at + 11 <= data.size(); at += 11) {
        const auto start = data.big(at, 4) / 100, increment = data.big(at + 4, 4) / 100, moves = data.big(at + 8, 2);
        if (start == 0 && increment == 0) continue;
        if (!text.empty()) text += ':';
        if (moves > 0 && moves < 1000) text += fmt::format("{}/", moves);
        text += std::to_string(start);
        if (increment > 0) text += fmt::format("+{}", increment);
    }
    return text;
}

/// Returns the players and the event of a game quoted by a note.
std::string quoted_game_text(const Bytes& data, const Texts& texts) {
    static constexpr std::size_t head = 6, set_up_bit = 6, set_up = 28;
    std::size_t at = head + (bits(data.big(4, 2), set_up_bit, 1) != 0 ? set_up : 0);
    const auto next = [&] {
        const std::size_t length = data.at(at);
        std::string text = texts.name(data.text(at + 1, length));
        at += length + 2;
        return text;
    };
    const std::string white = next(), black = next();
    at += 6;
    const std::string event = next(), place = next();
    const auto year = data.big(at, 4) >> 9;
    std::string text = fmt::format("\"{} - {}", white, black);
    for (const std::string& part : {event, place, year > 0 ? std::to_string(year) : std::string()})
        if (!part.empty()) text += ", " + part;
    return text + '"';
}

std::string link_text(const Bytes& data, const Texts& texts) {
    const std::size_t length = data.at(2);
    return fmt::format(R"("{}" "{}")", texts.name(data.text(3, length)),
                       texts.name(data.text(4 + length, data.at(3 + length))));
}

/// Returns a note as a command in a comment, "[%csl Gd4,Rb5]"; nullopt if its kind has none. `is_whites`: the note
/// belongs to a move by White.
std::optional<std::string> command_of(const Note& note, const Texts& texts, bool is_whites) {
    const Bytes& data = note.data;
    const auto command = [](std::string_view name, const std::string& value) {
        return fmt::format("[%{} {}]", name, value);
    };
    switch (note.kind) {
        case Note::Kind::squares: return command("csl", drawings(data, 1));
        case Note::Kind::arrows: return command("cal", drawings(data, 2));
        case Note::Kind::time_spent:
            return command("emt", fmt::format("{}:{:02}:{:02}", data.at(0), data.at(1), data.at(2)));
        case Note::Kind::white_clock: return command(is_whites ? "clk" : "clkw", clock_text(data.big(0, 4)));
        case Note::Kind::black_clock: return command(is_whites ? "clkb" : "clk", clock_text(data.big(0, 4)));
        case Note::Kind::critical: {
            static constexpr auto phases =
                std::to_array<std::string_view>({"none", "opening", "middlegame", "endgame"});
            return command("crit", std::string(phases[data.at(0) & 3]));
        }
        case Note::Kind::evaluation: return command("eval", evaluation_text(data));
        case Note::Kind::medals: return command("mdl", std::to_string(data.big(0, 4)));
        case Note::Kind::color_of_line:
            return command("varcolor", fmt::format("{:02x}{:02x}{:02x}", data.at(3), data.at(2), data.at(1)));
        case Note::Kind::time_control: return command("tc", time_control_text(data));
        case Note::Kind::quoted_game: return command("quote", quoted_game_text(data, texts));
        case Note::Kind::link: return command("weblink", link_text(data, texts));
        default: return std::nullopt;
    }
}

/// Returns the name of a kind of note that has no command: "training", "sound".
std::string_view name_of_left_out(Note::Kind kind) {
    switch (static_cast<int>(kind)) {
        case 0x09: return "training questions";
        case 0x10: return "sounds";
        case 0x11: return "pictures";
        case 0x14: return "pawn structures";
        case 0x15: return "paths of pieces";
        case 0x19:
        case 0x61: return "dates of correspondence";
        case 0x20:
        case 0x25: return "videos";
        default: return "notes of an unknown kind";
    }
}

/// Returns the text of a note, preceded by its language if it has one: "[%lang de] Schwarz steht gut".
std::string text_of_note(const Note& note, const Texts& texts) {
    std::string text = texts.note(note.data.part(2));
    const auto* const language = std::ranges::find(languages, note.data.at(1), &Language::nation);
    if (language != languages.end()) text.insert(0, fmt::format("[%lang {}] ", language->code));
    return text;
}

using Kind = Annotations::Kind;
using Node = RecordedMoves::Node;

/// The recorded moves as a tree.
class MoveTree {
public:
    using Node = RecordedMoves::Node;
    static constexpr Node none = RecordedMoves::none;

    struct Played {
        std::uint16_t move;       ///< chess::Move::raw()
        Node first = none;        ///< the move after it
        Node alternative = none;  ///< next alternative to this move
        Node last_after = none;   ///< last of the moves after it
        bool is_whites = true;
    };

    explicit MoveTree(const RecordedMoves& moves)
        : root_{.move = chess::Move::null().raw(), .is_whites = !moves.begins_with_white()} {
        moves_.reserve(moves.size());
        auto branch = moves.branches().begin();
        for (Node node = 0; node < moves.size(); ++node) {
            const bool branches = branch != moves.branches().end() && branch->node == node;
            add(branches ? (branch++)->parent : node - 1, moves[node]);
        }
    }

    [[nodiscard]] const Played& operator[](Node node) const { return moves_[node]; }
    [[nodiscard]] Node first() const { return root_.first; }
    [[nodiscard]] std::size_t size() const { return moves_.size(); }

private:
    void add(Node parent, std::uint16_t move) {
        const auto node = static_cast<Node>(moves_.size());
        const bool is_whites = !(parent == none ? root_ : moves_[parent]).is_whites;
        moves_.push_back({.move = move, .is_whites = is_whites});
        Played& before = parent == none ? root_ : moves_[parent];
        (before.first == none ? before.first : moves_[before.last_after].alternative) = node;
        before.last_after = node;
    }

    std::vector<Played> moves_;
    Played root_;  ///< virtual move before the start
};

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

Notes read_notes(std::string_view block) {
    static constexpr std::size_t block_head = 14, note_head = 6;
    const Bytes bytes(block);
    Notes notes;
    std::size_t at = block_head;
    while (at + note_head <= bytes.size()) {
        const auto size = static_cast<std::size_t>(bytes.big(at + 4, 2));
        if (size < note_head || at + size > bytes.size()) break;
        const auto node = static_cast<std::int32_t>(bytes.big(at, 3));
        static constexpr std::int32_t highest = 0x7FFFFF, count = 0x1000000;
        notes.all.push_back({.node = node > highest ? node - count : node,
                             .kind = static_cast<Note::Kind>(bytes.at(at + 3)),
                             .data = Bytes(bytes.part(at + note_head, size - note_head))});
        at += size;
    }
    notes.end_early = at != bytes.size() || bytes.size() < bytes.big(10, 4);
    return notes;
}

void annotate(const RecordedMoves& moves, Notes notes, const Header& header, const Texts& texts, const Limits& limits,
              GameRecord& game) {
    const bool has_variations = moves.size() > game.ply_count;
    if (!has_variations && notes.all.empty() && !notes.end_early && header.medals == 0) return;
    Annotator(moves, std::move(notes), texts, limits, game).write(header.medals);
}

}  // namespace cofnod::importers::databases::chessbase
