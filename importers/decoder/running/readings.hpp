#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "importers/decoder/running/running_text.hpp"
#include "importers/decoder/running/words.hpp"
#include "notation/described_move.hpp"
#include "notation/reading.hpp"

namespace cofnod::importers::running {

using notation::Role;
using notation::SquareSet;

/// A set of files, a bit each.
using FileSet = std::uint8_t;
inline constexpr FileSet every_file = 0xFF;
/// Returns the squares of all ranks of some files.
SquareSet squares_of_files(FileSet files);

/// A set of squares as White and as Black count the ranks. Index: chess::Color.
using SquaresBySide = std::array<SquareSet, 2>;
/// Returns squares that both sides count alike.
inline SquaresBySide both(SquareSet set) { return {set, set}; }
inline constexpr SquaresBySide every_square_by_side = {notation::every_square, notation::every_square};

/// A set of moves that a text may mean at a place.
struct TextReading {
    enum Castling : std::uint8_t { none = 0, king_side = 1, queen_side = 2, either = 3 };

    PlaceInText end = 0;
    float cost = 0;  ///< bits, for what is odd in it
    LanguageSet languages = every_language;
    Castling castling = none;
    Role role = Role::pawn;
    std::optional<Role> promotion, captured;
    std::optional<notation::Wing> wing;   ///< `QR`
    FileSet pawn_files = every_file;      ///< `KBP`
    FileSet captured_files = every_file;  ///< `xKBP`
    SquaresBySide from = every_square_by_side, to = every_square_by_side;
    bool is_capture = false;
    bool names_square = false;
    bool is_algebraic = false;
    bool is_check = false, is_mate = false, is_en_passant = false;

    /// Returns true if the other reading means the same moves, up to the same place.
    [[nodiscard]] bool is_like(const TextReading& other) const;
};

/// The readings of the places of a text, in all notations. Each is computed once.
class Lattice {
public:
    /// `given`: the only notation to read; nullptr: all.
    Lattice(const notation::Languages& languages, const notation::Language* given);

    /// Begins another text, which must outlive its readings.
    void begin(const RunningText& text);

    const std::vector<TextReading>& at(PlaceInText place);

    /// Returns the languages of the bits of a LanguageSet.
    [[nodiscard]] const std::vector<const notation::Language*>& languages() const { return languages_; }
    /// Returns all bits in use.
    [[nodiscard]] LanguageSet all() const { return all_; }
    /// Returns the number of places read.
    [[nodiscard]] std::size_t size() const { return known_.size(); }
    /// Reads the marks of check, mate and the like at the end of a reading.
    void read_marks(TextReading& reading) const;

private:
    /// The squares of the notations that write them alike.
    struct Alphabet {
        std::array<std::vector<std::u32string>, 8> files;
        std::array<std::u32string, 8> ranks;
        std::vector<std::pair<char32_t, std::uint8_t>> first_letters;  ///< letters of files
        std::vector<std::pair<char32_t, std::uint8_t>> first_digits;   ///< digits of ranks
        bool is_rank_first = false;
        LanguageSet languages = 0;
    };
    /// The kind of a sign in descriptive notation.
    enum class Sign : std::uint8_t {
        pawn,
        knight,
        bishop,
        rook,
        queen,
        king,  // in the order of Role
        link,
        capture,
        at,
        own_file,
        rank_1,
        rank_2,
        rank_3,
        rank_4,
        rank_5,
        rank_6,
        rank_7,
        rank_8,
    };
    struct SignMeaning {
        Sign sign;
        float cost;
        bool operator==(const SignMeaning&) const = default;
    };
    struct SignFound {
        Sign sign;
        PlaceInText end;
        float cost;
    };
    /// A descriptive notation.
    struct Descriptive {
        WordTable<SignMeaning> signs;
        bool is_wing_last = false, is_rank_first = false;
        LanguageSet language = 0;
    };
    /// A piece, or the file that is named after it.
    struct Subject {
        Role role;
        std::optional<notation::Wing> wing;
        FileSet files;
        PlaceInText end;
        float cost;
    };
    struct SquareFound {
        SquaresBySide squares;
        PlaceInText end;
        float cost;
    };
    enum class Mark : std::uint8_t { check, mate, en_passant, none };
    /// A bit for each alphabet.
    using AlphabetSet = std::uint32_t;
    static constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();

    void add_alphabet(const notation::Language& language, LanguageSet bit);
    void add_descriptive(const notation::Language& language, LanguageSet bit);
    void add_castling(const notation::Language& language, LanguageSet bit);
    void add_marks(const notation::Language& language);
    void find_first_signs();

    void read_castling(PlaceInText at, std::vector<TextReading>& out) const;
    void read_algebraic(PlaceInText at, std::vector<TextReading>& out) const;
    void read_algebraic(const Alphabet& alphabet, PlaceInText at, const TextReading& so_far,
                        std::vector<TextReading>& out) const;
    void read_descriptive(const Descriptive& how, PlaceInText at, std::vector<TextReading>& out) const;
    void read_target(const Descriptive& how, const Subject& subject, const TextReading& so_far, PlaceInText at,
                     std::vector<TextReading>& out) const;

    [[nodiscard]] std::optional<std::pair<int, PlaceInText>> file_at(const Alphabet& alphabet, PlaceInText at) const;
    struct Rank {
        int rank;
        PlaceInText end;
        float cost;
    };
    [[nodiscard]] std::optional<Rank> rank_at(const Alphabet& alphabet, PlaceInText at) const;
    void signs_at(const Descriptive& how, PlaceInText at, std::vector<SignFound>& out) const;
    void add_lost_subjects(const Descriptive& how, PlaceInText at, std::vector<Subject>& out) const;
    void subjects_at(const Descriptive& how, PlaceInText at, std::vector<Subject>& out) const;
    void squares_at(const Descriptive& how, PlaceInText at, const Subject* own, std::vector<SquareFound>& out) const;

    void finish(TextReading reading, std::vector<TextReading>& out) const;

    const RunningText* text_ = nullptr;
    std::vector<const notation::Language*> languages_;
    LanguageSet all_ = 0;
    std::vector<Alphabet> alphabets_;
    std::vector<Descriptive> descriptive_;
    float misreading_ = 1;     ///< factor of the cost of misread signs
    WordTable<Role> letters_;  ///< letters and names of pieces in algebraic notations
    WordTable<TextReading::Castling> castling_;
    WordTable<Mark> marks_;
    std::unordered_map<char32_t, AlphabetSet> begins_square_;
    std::vector<std::uint32_t> index_of_known_;  ///< in known_, by place
    std::deque<std::vector<TextReading>> known_;
};

/// The tables by which texts are searched, made once for many.
struct Tables {
    Tables(const notation::Languages& languages, const notation::Language* given)
        : words(languages), lattice(languages, given) {}

    WordsOfText words;
    Lattice lattice;
};

}  // namespace cofnod::importers::running
