#include "games/record/marks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "games/record/move_text.hpp"

namespace cofnod {

namespace {

using Kind = Annotations::Kind;

/// Finds the positions that the annotations of a game are about.
class PlaceReader {
public:
    /// Reads the next item. Returns its position: after it, if it is a move.
    GamePlace read(const Annotations::Item& item) {
        open_.front().ply = item.ply;
        const std::uint32_t ply = open_.back().ply;
        if (item.kind == Kind::begin_variation) open_.push_back({++lines_, ply > 0 ? ply - 1 : 0});
        if (item.kind == Kind::end_variation && open_.size() > 1) open_.pop_back();
        if (item.kind == Kind::move) ++open_.back().ply;
        return open_.back();
    }

private:
    std::vector<GamePlace> open_ = {GamePlace()};  ///< the main line and the open variations
    std::uint32_t lines_ = 0;                      ///< variations begun
};

struct Note {
    Kind kind;
    std::uint32_t value = 0;
    std::string_view text = {};
};

/// Returns a copy of a game with a note at each of these places: after the move and its signs. A comment goes into the
/// one that follows there, if any.
class NoteWriter {
public:
    NoteWriter(const GameRecord& record, std::vector<GamePlace> places, const Note& note)
        : record_(record), places_(std::move(places)), note_(note), result_(record) {
        std::ranges::sort(places_);
        next_ = places_.begin();
        result_.annotations.clear();
    }

    GameRecord written() {
        PlaceReader reader;
        for (std::size_t i = 0; i < record_.annotations.size(); ++i) {
            const Annotations::Item item = record_.annotations[i];
            advance(item.ply);
            add(item);
            if (const GamePlace place = reader.read(item);
                item.kind == Kind::move && std::ranges::binary_search(places_, place))
                due_ = item.ply;
        }
        advance(record_.ply_count);
        write_due();
        return std::move(result_);
    }

private:
    /// Goes on to the position after `ply` plies of the main line.
    void advance(std::uint32_t ply) {
        for (; next_ != places_.end() && next_->line == 0 && next_->ply <= ply; ++next_) {
            if (due_ != next_->ply) write_due();
            due_ = next_->ply;
        }
        if (due_ && *due_ < ply) write_due();
    }

    void add(const Annotations::Item& item) {
        Annotations& notes = result_.annotations;
        if (due_ && item.kind == Kind::comment && note_.kind == Kind::comment) {
            due_.reset();
            std::string text(item.text);
            if (text.find(note_.text) == text.npos) text = std::string(note_.text) + ' ' + std::string(trimmed(text));
            return notes.add(item.kind, item.ply, item.value, text);
        }
        if (item.kind != Kind::nag) write_due();
        notes.add(item.kind, item.ply, item.value, item.text);
    }

    void write_due() {
        if (due_) result_.annotations.add(note_.kind, *due_, note_.value, note_.text);
        due_.reset();
    }

    const GameRecord& record_;
    std::vector<GamePlace> places_;
    std::vector<GamePlace>::const_iterator next_;  ///< the next one of the main line
    std::optional<std::uint32_t> due_;             ///< main-line ply of an item that is due
    Note note_;
    GameRecord result_;
};

GameRecord with_notes(const GameRecord& record, std::vector<GamePlace> places, const Note& note) {
    if (record.state == GameState::rejected) return record;
    return NoteWriter(record, std::move(places), note).written();
}

}  // namespace

bool asks_for_diagram(const Annotations::Item& item) {
    if (item.kind == Kind::nag) return item.value == nag_of_diagram || item.value == nag_of_diagram_from_black;
    // As in files of ChessBase, Scid and old typesetting programs.
    static constexpr std::array<std::string_view, 4> words = {"d", "diagram", "[diagram]", "#"};
    return item.kind == Kind::comment &&
           std::ranges::find(words, to_lower(trimmed(without_commands(item.text)))) != words.end();
}

bool asks_for_diagram(const Annotations& notes) {
    for (std::size_t i = 0; i < notes.size(); ++i)
        if (asks_for_diagram(notes[i])) return true;
    return false;
}

GameRecord with_marks(const GameRecord& record, std::vector<GamePlace> places) {
    return with_notes(record, std::move(places), {.kind = Kind::comment, .text = "[%found]"});
}

GameRecord with_diagrams(const GameRecord& record, std::vector<GamePlace> places) {
    PlaceReader reader;
    for (std::size_t i = 0; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        const GamePlace place = reader.read(item);
        if (asks_for_diagram(item)) std::erase(places, place);
    }
    return with_notes(record, std::move(places), {.kind = Kind::nag, .value = nag_of_diagram});
}

}  // namespace cofnod
