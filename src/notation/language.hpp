#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/place.hpp"
#include "base/result.hpp"
#include "notation/reading.hpp"

namespace cofnod::notation {

class LetterTable;
class PlainMoves;
enum class Sign : std::uint8_t;

/// A test in a language file: `example Mf3 = Nf3`.
struct Example {
    std::string text;
    std::vector<std::string> english;  ///< all its readings, most likely first; or one result
    bool is_written = true;  ///< true: `example`, also the spelling written on output; false: `reads`, only read
    Place place;             ///< place of `text` in the file
};

/// Kind of notation. All but algebraic ones are read as a DescribedMove and never written.
enum class System : std::uint8_t {
    algebraic,    ///< `Nf3`
    descriptive,  ///< `Kt-KB3`: files by the pieces that begin there, ranks from the mover's side
    coordinates,  ///< `g1f3`, `7163`: origin and target squares
};

/// Use of a word in running text about games.
enum class Cue : std::uint8_t {
    diagram,   ///< refers to a drawn board: "Diagram 7"
    against,   ///< between two players: "v.", "yn erbyn"
    negation,  ///< "did not resign"
    game,      ///< in headings: "Game No. 7"
    as_in,     ///< "Moves 1-8 as in Game No. 12"
    supposed,  ///< before moves that were not played: "if 3. Kt-K5"
    instance,  ///< before moves that might be played: "e.g. 3. Kt-K5"
    mates,     ///< after the last move: "and mate at R7"
    bye,       ///< in place of an opponent: "bye"
    between,   ///< before two players: "between Messrs. A and B"
    conjunction,
    mate_in,        ///< before the number of moves of a problem: "mate in"
    selfmate_in,    ///< "selfmate in"
    helpmate_in,    ///< "helpmate in"
    to_win,         ///< below the position of a study: "White to play and win"
    to_draw,        ///< "White to play and draw"
    odds,           ///< before what a player gives at the start: "White gives", "remove White's"
    and_move,       ///< after the pawn that Black gives: "and move"
    and_two_moves,  ///< "and two moves", which White plays before Black's first
};
inline constexpr int cue_count = 19;

/// Content of a language file, statement by statement; see manual/notation.md. The first entry of a list is
/// used for writing, all of them for reading.
struct LanguageData {
    std::string code, name, own_name;
    std::vector<std::string> after;  ///< codes of more likely languages, tried before this one
    bool right_to_left = false;
    bool rank_first = false;
    bool visual = false;  ///< letters are stored in visual order, from left to right: `ج3ح`
    System system = System::algebraic;
    bool is_font = false;  ///< algebraic, with the letters that a chess font shows as pieces: only read

    std::array<std::string, role_count> pieces;  ///< [pawn] may be empty; written only through pawn_capture
    std::vector<std::pair<Role, std::string>> also;
    std::string pawn_capture;  ///< prefix of a pawn capture: `ب ` in Arabic, otherwise empty
    std::array<std::string, 8> files = {"a", "b", "c", "d", "e", "f", "g", "h"};
    std::vector<std::array<std::string, 8>> also_files;  ///< other alphabets accepted
    std::array<std::string, 8> ranks = {"1", "2", "3", "4", "5", "6", "7", "8"};
    std::vector<std::string> captures = {"x", "X", "×", ":"};
    std::string promotion = "=";  ///< empty: `e8Q` is written
    std::vector<std::string> checks = {"+"};
    std::vector<std::string> mates = {"#"};
    std::vector<std::string> en_passant;
    std::vector<std::string> castle_king_side,
        castle_queen_side;  ///< in addition to O-O and O-O-O, which are always read
    std::vector<std::string> conjunctions;

    std::vector<std::string> castles;  ///< words for castling without a side

    // Descriptive notations only.
    bool wing_last = false;                ///< `TD` for the queen's rook, not `QR`
    std::vector<std::string> towards;      ///< words for the dash of `P-K4`: "to"
    std::vector<std::string> first_ranks;  ///< words for the first rank: "sq"

    std::array<std::vector<std::string>, role_count> piece_names;
    std::vector<std::pair<std::string, std::string>> headers;  ///< PGN tag, word
    std::vector<std::pair<SaidResult, std::string>> results;
    std::array<std::vector<std::string>, 12> months;
    std::array<std::vector<std::string>, 12> numbers;  ///< from 1
    std::vector<std::string> date_words;               ///< words allowed in a date: "de", "of"
    std::array<std::vector<std::string>, cue_count> cues;
    std::vector<Example> examples;
};

/// A notation: letters, order, signs and words, compiled for reading and writing.
class Language {
public:
    explicit Language(LanguageData data);

    [[nodiscard]] const std::string& code() const { return data_.code; }          ///< "cy"
    [[nodiscard]] const std::string& name() const { return data_.name; }          ///< in English: "Welsh"
    [[nodiscard]] const std::string& own_name() const { return data_.own_name; }  ///< "Cymraeg"
    [[nodiscard]] System system() const { return data_.system; }
    /// True if moves can also be written in it.
    [[nodiscard]] bool is_written() const { return data_.system == System::algebraic && !data_.is_font; }
    [[nodiscard]] bool right_to_left() const { return data_.right_to_left; }
    [[nodiscard]] bool rank_first() const { return data_.rank_first; }  ///< `4هـ` rather than `d4`

    /// True if words are stored in visual order, as by old programs: `ج3ح` for `ح3ج`.
    [[nodiscard]] bool is_visual() const { return data_.visual; }

    // Spellings as written, not folded.
    [[nodiscard]] std::string_view file_letter(File file) const { return data_.files[static_cast<std::size_t>(file)]; }
    [[nodiscard]] std::string_view rank_digit(Rank rank) const { return data_.ranks[static_cast<std::size_t>(rank)]; }
    /// Returns `e4` or `4د`.
    [[nodiscard]] std::string_view square(File file, Rank rank) const {
        return squares_[static_cast<std::size_t>(file)][static_cast<std::size_t>(rank)];
    }
    /// Returns the letter of a piece; for a pawn, the optional letter accepted before its moves, possibly empty.
    [[nodiscard]] std::string_view piece_letter(Role role) const {
        return data_.pieces[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] std::string_view capture_sign() const { return data_.captures.front(); }
    [[nodiscard]] std::string_view promotion_sign() const { return data_.promotion; }
    [[nodiscard]] std::string_view mark(CheckMark mark) const;
    /// Returns the name for display; empty if the file gives none.
    [[nodiscard]] std::string_view piece_name(Role role) const;
    [[nodiscard]] const LanguageData& data() const { return data_; }

    /// True if a move in this language could begin with `letter`. Cheap; no false negatives except figurines in a
    /// language with its own letters, which are accepted in single moves (a whole game in figurines is `fig`).
    [[nodiscard]] bool covers(char32_t letter) const {
        return letter < 0x80 ? (ascii_[letter >> 6] >> (letter & 63) & 1) != 0 : covers_beyond_ascii(letter);
    }

    /// covers() for a set of ASCII letters, one bit each.
    [[nodiscard]] bool covers_ascii(const std::array<std::uint64_t, 2>& letters) const {
        return ((letters[0] & ~ascii_[0]) | (letters[1] & ~ascii_[1])) == 0;
    }

    /// Returns the PGN tag of a header word, "White" for `gwyn`, ignoring case and vowel marks.
    [[nodiscard]] std::optional<std::string_view> find_header(std::string_view word) const;
    /// Returns the piece that a word names, the knight for `marchog`, ignoring case and vowel marks.
    [[nodiscard]] std::optional<Role> find_piece(std::string_view word) const;

    [[nodiscard]] const LetterTable& letters() const { return *letters_; }
    [[nodiscard]] const PlainMoves& plain_moves() const { return *plain_moves_; }
    /// True if no letter has two meanings, so that a word has at most one reading.
    [[nodiscard]] bool is_unambiguous() const { return unambiguous_; }
    /// True if the letter of `file` also denotes a piece or the pawn.
    [[nodiscard]] bool is_file_a_piece(File file) const {
        return files_that_are_pieces_[static_cast<std::size_t>(file)];
    }
    /// Unique number of a language within the process, from 1; copies share it.
    [[nodiscard]] std::uint64_t serial() const { return serial_; }
    /// True if another piece's letter is the king's followed by a file's: Hebrew מ and מה.
    [[nodiscard]] bool is_king_a_beginning() const { return king_is_a_beginning_; }
    /// True if a run of digits can be a move: `5254`.
    [[nodiscard]] bool has_moves_of_digits() const { return data_.files[0] == "1"; }
    /// True if a move can contain a blank: `ب د×6هـ`.
    [[nodiscard]] bool has_moves_of_words() const {
        return !castling_of_words_.empty() || data_.pawn_capture.ends_with(' ');
    }
    /// Returns the folded spellings of castling that have several words.
    [[nodiscard]] const std::vector<std::string>& castling_of_words() const { return castling_of_words_; }
    [[nodiscard]] const std::vector<std::string>& folded_conjunctions() const { return conjunctions_; }

    /// Meaning of a word of castling with a side: `long` and `queen's` name one, `on` and `the` join it to "castles".
    enum class CastlingWord : std::uint8_t { none, joint, king_side, queen_side };
    [[nodiscard]] CastlingWord castling_word(std::string_view word) const;
    /// Returns the same for a word that may come before "castles": `kurze` of `kurze Rochade`.
    [[nodiscard]] CastlingWord word_before_castling(std::string_view word) const;
    /// Returns true for a word that joins piece and square, such as "to" and "nach".
    [[nodiscard]] bool is_towards(std::string_view word) const;

private:
    [[nodiscard]] bool covers_beyond_ascii(char32_t letter) const;
    void fill_squares();
    void fill_letters();
    [[nodiscard]] bool names_wing(std::string_view letters) const;
    void add_letter(Sign sign, std::uint8_t value, std::string_view text);
    void note_clashes();
    void note_beginnings();
    void begins_with(std::string_view folded);

    LanguageData data_;
    std::array<std::array<std::string, 8>, 8> squares_;  ///< as written
    std::shared_ptr<LetterTable> letters_;               ///< constant after construction; shared by copies
    std::shared_ptr<const PlainMoves> plain_moves_;
    std::uint64_t serial_;
    std::array<std::uint64_t, 2> ascii_{};  ///< code points that can begin a move, one bit each
    std::vector<char32_t> beginnings_;      ///< non-ASCII ones, sorted
    std::array<bool, 8> files_that_are_pieces_{};
    bool unambiguous_ = true;
    bool king_is_a_beginning_ = false;
    std::vector<std::string> conjunctions_, castling_of_words_;
    std::vector<std::pair<std::string, Role>> piece_names_;  ///< by word_key()
};

}  // namespace cofnod::notation
