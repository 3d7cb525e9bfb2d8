#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/record/record.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

inline constexpr std::uint64_t header_size = 46;  ///< of the index, and of each of its records

/// A record of the index that is a game. An id of 0 or more is a place in a file of entities.
struct Header {
    bool is_text = false, is_deleted = false;
    std::uint64_t moves = 0;  ///< offset in the file of moves
    std::uint64_t notes = 0;  ///< offset in the file of notes; 0: none
    std::int64_t white = -1, black = -1, tournament = -1, annotator = -1, source = -1;
    std::uint32_t date = 0;  ///< day in 5 bits, month in 4, year from there
    std::uint8_t result = 0;
    std::uint8_t round = 0, subround = 0;
    std::uint16_t white_elo = 0, black_elo = 0;
    std::uint16_t eco = 0;
    std::uint16_t medals = 0;
};

Header read_header(std::string_view record);

/// A file of entities: players, tournaments, annotators, sources, teams. An id is a place in it.
class Entities {
public:
    /// `file`: all of its bytes; empty: none is known.
    explicit Entities(std::string file);

    /// Returns the data of an entity; no bytes if it is deleted or not there.
    [[nodiscard]] Bytes find(std::int64_t id) const;
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Returns the number of entities that the head of the file declares; 0 if it has none.
    [[nodiscard]] std::uint64_t declared() const { return declared_; }

private:
    std::string file_;
    std::size_t header_ = 0, record_ = 0;
    std::uint64_t count_ = 0, declared_ = 0;
};

}  // namespace cofnod::importers::databases::chessbase

namespace cofnod::importers {

class Charset;

}  // namespace cofnod::importers

namespace cofnod::importers::databases::chessbase {

/// Reads texts, in which nothing says what character set they are in.
class Texts {
public:
    explicit Texts(const Charset& charset);

    [[nodiscard]] const Charset& charset() const { return charset_; }
    /// Returns a name, a title, in one line of UTF-8.
    [[nodiscard]] std::string name(std::string_view bytes) const;
    /// Returns the text of a note in UTF-8: as newer programs write it, or in the character set, with ChessBase's signs
    /// for pieces and evaluations among the letters of western ones.
    [[nodiscard]] std::string note(std::string_view bytes) const;

private:
    const Charset& charset_;
    bool has_signs_;  ///< some bytes are ChessBase's signs
};

/// Returns the character set that texts are most likely in: windows-1251 if letters behind ASCII mostly stand next to
/// each other, else windows-1252, where they stand alone in words.
const Charset& likely_charset(std::string_view sample);

/// Names that the records of a database refer to.
struct Names {
    Entities players, tournaments, annotators, sources, teams;
};

struct Teams {
    std::int64_t white = -1, black = -1;
};

/// Sets tags and result of a game, the tags under the names that ChessBase gives them in PGN.
void add_tags(const Header& header, const Teams& teams, const Names& names, const Texts& texts, GameRecord& game);

/// Returns a text that stands between the games of a database: its titles and contents, in all its languages.
std::string guiding_text(std::string_view record, const Texts& texts);

}  // namespace cofnod::importers::databases::chessbase
