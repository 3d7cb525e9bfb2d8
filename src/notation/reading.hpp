#pragma once

#include <cassert>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

/// Vocabulary of written chess moves. Their letters depend on the language (language.hpp), their meaning on the rules
/// (games/chess/).
namespace cofnod::notation {

/// Kind of a piece, without its colour.
enum class Role : std::uint8_t { pawn, knight, bishop, rook, queen, king };
inline constexpr int role_count = 6;

/// Files a..h from White's left. Arabic scores name them from White's right: أ is h.
enum class File : std::uint8_t { a, b, c, d, e, f, g, h };

/// Ranks 1..8 from White's side.
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

enum class CheckMark : std::uint8_t { none, check, mate, double_plus };  ///< "++" is a double check or a mate

/// One reading of a written move; nullopt means "not written".
struct Reading {
    enum class Kind : std::uint8_t { move, castle_king_side, castle_queen_side, null_move };

    Kind kind = Kind::move;
    Role role = Role::pawn;
    std::optional<File> from_file;
    std::optional<Rank> from_rank;
    std::optional<File> to_file;  ///< always set if kind is move
    std::optional<Rank> to_rank;  ///< absent in the short pawn capture "ed"
    bool capture = false;
    std::optional<Role> promotion;
    /// A non-standard spelling (an Arabic pawn capture without its ب): used only if no strict reading is legal.
    bool loose = false;

    bool operator==(const Reading&) const = default;
};

/// All readings of a written move, most likely first. `ح×5ز` is "knight takes b5" or, without the pawn's letter,
/// "a-pawn takes b5": legality decides.
class Readings {
public:
    static constexpr std::size_t capacity = 6;

    void add(const Reading& reading) {
        for (std::size_t i = 0; i < count_; ++i)
            if (readings_[i] == reading) return;
        if (count_ < capacity) readings_[count_++] = reading;
    }
    void clear() { *this = Readings{}; }

    /// Records that the source text differs from the word read: it contained blanks or was repaired.
    void set_respelled() { is_plain = as_written = false; }

    /// Sets the only reading of a word that is spelled exactly as write_move spells it.
    void set_plain(const Reading& reading, CheckMark mark) {
        readings_[0] = reading;
        count_ = 1;
        check = mark;
        is_plain = as_written = true;
    }

    /// True if there is exactly one strict reading.
    [[nodiscard]] bool is_certain() const {
        return count_ > 0 && !readings_[0].loose && (count_ == 1 || readings_[1].loose);
    }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] const Reading* begin() const { return readings_.data(); }
    [[nodiscard]] const Reading* end() const { return readings_.data() + count_; }
    [[nodiscard]] const Reading& operator[](std::size_t i) const { return readings_[i]; }

    CheckMark check = CheckMark::none;
    bool is_plain = false;    ///< set_plain was used
    bool as_written = false;  ///< known to equal the output of write_move for the first reading; false: unknown
    std::uint8_t nag = 0;     ///< from a suffix such as `!?` (5); 0: none

private:
    std::array<Reading, capacity> readings_{};
    std::size_t count_ = 0;
};

}  // namespace cofnod::notation
