#pragma once

#include "chess/pack.hpp"
#include "chess/position.hpp"
#include "game/record.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::importers::bases {

/// Writes the main line of a record, move by move.
class MainLine {
public:
    /// `san`: English, to fill in GameRecord::san; nullptr: it stays empty.
    MainLine(GameRecord& record, const chess::Position& start, const notation::Language* san)
        : record_(record), packer_(start), san_(san) {}

    /// Plays a legal or null move on `position` and adds it.
    void play(chess::Position& position, chess::Move move);
    /// Call once, with the position after the last move.
    void finish(const chess::Position& last);

private:
    void write_number(const chess::Position& position);

    GameRecord& record_;
    chess::Packer packer_;
    const notation::Language* san_;
};

/// Returns true if a decoded move may be played: it is legal, or a null move.
bool may_be_played(const chess::Position& position, chess::Move move);

/// Ends a record at something that is no move: `rest`, the bytes from there on, is kept as unread text.
void give_up(GameRecord& record, Reason reason, std::string_view rest);

}  // namespace cofnod::importers::bases
