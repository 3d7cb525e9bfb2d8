#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/record/record.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers {

class Charset;

}  // namespace cofnod::importers

namespace cofnod::importers::databases::chessbase {

inline constexpr std::uint64_t header_size = 46;  ///< size of the index header, and of each record

/// An index record of a game. An id is a position in a file of entities; negative: none.
struct Header {
    bool is_text = false, is_deleted = false;
    std::uint64_t moves = 0;  ///< offset in the file of moves
    std::uint64_t notes = 0;  ///< offset in the file of notes; 0: none
    std::int64_t white = -1, black = -1, tournament = -1, annotator = -1, source = -1;
    std::int64_t white_team = -1, black_team = -1;
    std::uint32_t date = 0;  ///< day in 5 bits, month in 4, year from there
    std::uint8_t result = 0;
    std::uint8_t round = 0, subround = 0;
    std::uint16_t white_elo = 0, black_elo = 0;
    std::uint16_t eco = 0;
    std::uint16_t medals = 0;
};

Header read_header(std::string_view record);

/// A file of entities: players, tournaments, annotators, sources or teams. An id is the position of an entity.
class Entities {
public:
    /// `file`: the whole contents, or empty.
    explicit Entities(std::string file);

    /// Returns the data of an entity; empty if it is deleted or missing.
    [[nodiscard]] Bytes find(std::int64_t id) const;
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Returns the number of entities declared in the file header; 0 if there is none.
    [[nodiscard]] std::uint64_t declared() const { return declared_; }

private:
    /// Bytes of a record before its data: a tree node, used only to recognise deleted records.
    static constexpr std::size_t node_size = 9;

    std::string file_;
    std::size_t header_ = 0, record_ = 0;
    std::uint64_t count_ = 0, declared_ = 0;
};

/// Reads texts whose character set is not recorded.
class Texts {
public:
    explicit Texts(const Charset& charset);

    [[nodiscard]] const Charset& charset() const { return charset_; }
    /// Returns a name or title as one line of UTF-8.
    [[nodiscard]] std::string name(std::string_view bytes) const;
    /// Returns the text of a note in UTF-8. It is stored as UTF-8 by newer programs, otherwise in the character set, in
    /// which western texts use some bytes for ChessBase's piece and evaluation symbols.
    [[nodiscard]] std::string note(std::string_view bytes) const;

private:
    const Charset& charset_;
    bool has_signs_;  ///< some bytes are ChessBase symbols
};

/// Returns the most likely character set of texts: windows-1251 if non-ASCII letters are mostly adjacent, otherwise
/// windows-1252, in which they are mostly isolated.
const Charset& likely_charset(std::string_view sample);

/// Names to which the records of a database refer.
struct Names {
    Entities players, tournaments, annotators, sources, teams;
};

/// Sets the tags and the result of a game; the tags have the names used in ChessBase's PGN.
void add_tags(const Header& header, const Names& names, const Texts& texts, GameRecord& game);

/// Returns a text that is stored among the games of a database: its titles and contents, in all its languages.
std::string guiding_text(std::string_view record, const Texts& texts);

}  // namespace cofnod::importers::databases::chessbase
