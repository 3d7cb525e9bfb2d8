#include "games/chess/fen.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/characters.hpp"
#include "base/problem.hpp"
#include "base/problem_kinds.hpp"

namespace cofnod::chess {

namespace {

constexpr std::string_view spaces = " \t\r\n";

/// A field of the FEN and its column, from 1.
struct Field {
    std::string_view text;
    std::size_t column = 1;
};

std::optional<std::uint16_t> counter(std::string_view text, std::uint16_t least) {
    std::uint16_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    if (fault != std::errc{} || stop != end || number < least) return std::nullopt;
    return number;
}

class FenReader {
public:
    explicit FenReader(std::string_view text) {
        std::size_t at = text.find_first_not_of(spaces);
        while (at != std::string_view::npos) {
            const std::size_t end = std::min(text.find_first_of(spaces, at), text.size());
            if (count_ == fields_.size()) {
                fail(SetupFault::text_after_end, at + 1);
                return;
            }
            fields_[count_++] = {text.substr(at, end - at), at + 1};
            at = text.find_first_not_of(spaces, end);
        }
        read_board(fields_[0]);
        if (count_ > 1) read_turn(fields_[1]);
        if (count_ > 2) read_castling(fields_[2]);
        if (count_ > 3) read_en_passant(fields_[3]);
        if (count_ > 4) setup_.halfmove_clock = read_number(fields_[4]);
        if (count_ > 5) setup_.fullmove_number = read_number(fields_[5]);
        if (!error_) judge_setup();
    }

    Expected<Fen, FenError> result() const {
        if (error_) return Unexpected{*error_};
        Fen fen{Position(setup_)};
        fen.dropped_castling = dropped_castling_ || fen.position.castling_rooks() != setup_.castling_rooks;
        fen.dropped_en_passant = setup_.en_passant && !explains_en_passant(setup_);
        return fen;
    }

private:
    void fail(SetupFault fault, std::size_t column) {
        if (!error_) error_ = FenError{fault, column};
    }

    void read_board(Field field) {
        int rank = 7;
        int file = 0;
        for (std::size_t i = 0; i < field.text.size() && !error_; ++i) {
            const char c = field.text[i];
            const std::size_t column = field.column + i;
            if (c == '/') {
                if (file < 8) fail(SetupFault::rank_too_short, column);
                if (rank == 0) fail(SetupFault::not_eight_ranks, column);
                --rank;
                file = 0;
            } else if (c >= '1' && c <= '8') {
                file += c - '0';
                if (file > 8) fail(SetupFault::rank_too_long, column);
            } else if (const auto piece = Piece::from_fen_letter(c); !piece) {
                fail(SetupFault::bad_piece_letter, column);
            } else if (file > 7) {
                fail(SetupFault::rank_too_long, column);
            } else {
                columns_[static_cast<std::size_t>(rank * 8 + file)] = column;
                setup_.board[static_cast<std::size_t>(rank * 8 + file++)] = *piece;
            }
        }
        const std::size_t end = field.column + field.text.size();
        if (rank > 0) fail(SetupFault::not_eight_ranks, end);
        if (file < 8) fail(SetupFault::rank_too_short, end);
    }

    void read_turn(Field field) {
        if (field.text == "w")
            setup_.turn = Color::white;
        else if (field.text == "b")
            setup_.turn = Color::black;
        else
            fail(SetupFault::bad_turn, field.column);
    }

    void read_castling(Field field) {
        if (field.text == "-") return;
        for (std::size_t i = 0; i < field.text.size(); ++i) {
            const char letter = field.text[i];
            const Color color = is_lower(letter) ? Color::black : Color::white;
            const char small = to_lower(letter);
            if (small == 'k' || small == 'q')
                add_castling(outermost_rook(color, small == 'k'));
            else if (small >= 'a' && small <= 'h')
                add_castling(Square::of(static_cast<File>(small - 'a'), relative(color, Rank::r1)));
            else
                fail(SetupFault::bad_castling, field.column + i);
        }
    }

    void add_castling(std::optional<Square> rook) {
        if (rook)
            setup_.castling_rooks |= *rook;
        else
            dropped_castling_ = true;
    }

    /// Returns the rook furthest from the king on the given side, on its colour's first rank.
    [[nodiscard]] std::optional<Square> outermost_rook(Color color, bool king_side) const {
        for (int i = 0; i < 8; ++i) {
            const Square square = Square::of(static_cast<File>(king_side ? 7 - i : i), relative(color, Rank::r1));
            const auto piece = setup_.board[static_cast<std::size_t>(square.index())];
            if (piece == Piece{color, Role::king}) return std::nullopt;
            if (piece == Piece{color, Role::rook}) return square;
        }
        return std::nullopt;
    }

    void read_en_passant(Field field) {
        if (field.text == "-") return;
        setup_.en_passant = Square::parse(field.text);
        if (!setup_.en_passant) fail(SetupFault::bad_en_passant, field.column);
    }

    std::uint16_t read_number(Field field) {
        if (field.text == "-") return 0;
        const auto number = counter(field.text, 0);
        if (!number) fail(SetupFault::bad_number, field.column);
        return number.value_or(0);
    }

    void judge_setup() {
        const auto fault = fault_of(setup_);
        if (!fault) return;
        const std::size_t board = fields_[0].column;
        fail(fault->fault, fault->square ? columns_[static_cast<std::size_t>(fault->square->index())] : board);
    }

    std::array<Field, 6> fields_{};
    std::size_t count_ = 0;
    Setup setup_;
    std::array<std::size_t, square_count> columns_{};
    bool dropped_castling_ = false;
    std::optional<FenError> error_;
};

std::string board_text(const Position& position) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const auto piece = position.piece_at(Square::from_index(rank * 8 + file));
            if (piece && empty > 0) text += static_cast<char>('0' + empty);
            empty = piece ? 0 : empty + 1;
            if (piece) text += piece->fen_letter();
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (rank > 0) text += '/';
    }
    return text;
}

/// True if no other rook of its colour is further out on its rank.
bool is_outermost(const Position& position, Color color, Square rook, CastlingSide side) {
    const Bitboard rooks = position.pieces(color, Role::rook) & Bitboard::of(rook.rank());
    return rook == (side == CastlingSide::king_side ? rooks.last() : rooks.first());
}

char castling_letter(const Position& position, Color color, Square rook, CastlingSide side) {
    char letter = static_cast<char>('A' + static_cast<int>(rook.file()));
    if (is_outermost(position, color, rook, side)) letter = side == CastlingSide::king_side ? 'K' : 'Q';
    return color == Color::white ? letter : to_lower(letter);
}

std::string castling_text(const Position& position) {
    std::string text;
    for (const Color color : {Color::white, Color::black})
        for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side})
            if (const auto rook = position.castling_rook(color, side))
                text += castling_letter(position, color, *rook, side);
    return text.empty() ? "-" : text;
}

}  // namespace

Reason FenError::reason() const { return {kind_of(fault), {column}, Frame::in_fen}; }

Expected<Fen, FenError> read_fen(std::string_view text) { return FenReader(text).result(); }

std::string write_fen(const Position& position) {
    const auto en_passant = position.en_passant();
    return board_text(position) + (position.turn() == Color::white ? " w " : " b ") + castling_text(position) + ' ' +
           (en_passant ? en_passant->to_string() : "-") + ' ' + std::to_string(position.halfmove_clock()) + ' ' +
           std::to_string(position.fullmove_number());
}

namespace {

constexpr std::size_t most_quoted = 60;

struct Word {
    std::string_view text;
    std::size_t at = 0;  ///< byte offset in the field
};

/// Returns the text, shortened if long, for a note.
std::string quoted(std::string_view text) {
    if (text.size() <= most_quoted) return std::string(text);
    std::size_t end = most_quoted;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end)) + "…";
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789+-.") == text.npos &&
           std::any_of(text.begin(), text.end(), is_digit);
}

bool is_square(std::string_view text) { return Square::parse(to_lower(text)).has_value(); }

bool are_castling_rights(std::string_view text) {
    return text == "-" || (!text.empty() && text.find_first_not_of("KQkqABCDEFGHabcdefgh") == text.npos);
}

class FenFieldReader {
public:
    explicit FenFieldReader(std::string_view written) : written_(written), text_(written) {
        take_from_address();
        split_joined();
        for (std::size_t at = text_.find_first_not_of(spaces); at != text_.npos;) {
            const std::size_t end = std::min(text_.find_first_of(spaces, at), text_.size());
            words_.push_back({std::string_view(text_).substr(at, end - at), at});
            at = text_.find_first_not_of(spaces, end);
        }
    }

    Expected<FenField, FenError> read() {
        if (words_.empty()) return Unexpected{FenError{SetupFault::not_eight_ranks, 1}};
        read_board();
        read_turn();
        read_castling();
        read_en_passant();
        read_counters();
        if (next_ < words_.size()) read_rest();
        auto read = read_strictly();
        if (!read) return Unexpected{read.error()};
        note_sides(*read);
        note_missing();
        std::stable_sort(notes_.begin(), notes_.end(),
                         [](const FenNote& a, const FenNote& b) { return a.column < b.column; });
        const bool is_strict = notes_.empty() && written_ == strict_text();
        return FenField{read->position,    is_strict ? std::string(written_) : write_fen(read->position),
                        std::move(notes_), has_turn_,
                        has_castling_,     has_en_passant_};
    }

private:
    void add(ProblemKind kind, Arguments arguments, const Word& word) {
        notes_.push_back({{kind, std::move(arguments)}, word.at + 1, std::max<std::size_t>(word.text.size(), 1)});
    }

    /// Replaces by blanks what surrounds the FEN in an address: `https://lichess.org/editor/4k3/.../4K3_w_-_-_0_1`,
    /// `https://www.chess.com/analysis?fen=4k3%2F...%2F4K3+w+-+-+0+1&tab=analysis`.
    void take_from_address() {
        if (text_.find("://") == text_.npos) return;
        static constexpr std::string_view parameter = "fen=";
        std::size_t begin = text_.find(parameter), end = text_.find_first_of("?#");
        if (begin != text_.npos) {
            begin += parameter.size();
            end = text_.find_first_of("&#", begin);
        } else {  // the board has seven slashes, the fields after it have none
            begin = std::min(end, text_.size());
            for (int slashes = 0; slashes < 8 && begin != text_.npos; ++slashes)
                begin = begin == 0 ? text_.npos : text_.rfind('/', begin - 1);
            if (begin++ == text_.npos) return;
        }
        std::string fen = without_escapes(std::string_view(text_).substr(begin, std::min(end, text_.size()) - begin));
        text_ = std::string(std::min(end, text_.size()) - fen.size(), ' ') + fen;
        notes_.push_back({{ProblemKind::fen_in_address, {}}, begin + 1, std::max<std::size_t>(fen.size(), 1)});
    }

    /// Returns a part of an address with its own signs: a blank for `+` and `%20`, a slash for `%2F`.
    static std::string without_escapes(std::string_view part) {
        std::string text;
        for (std::size_t at = 0; at < part.size(); ++at) {
            unsigned char code = part[at] == '+' ? ' ' : static_cast<unsigned char>(part[at]);
            if (code == '%' && at + 2 < part.size()) {
                const auto [end, fault] = std::from_chars(&part[at + 1], &part[at + 1] + 2, code, 16);
                if (fault == std::errc{}) at += static_cast<std::size_t>(end - &part[at + 1]);
            }
            text += static_cast<char>(code);
        }
        return text;
    }

    /// Replaces the underscores of `..._b_KQkq_-_0_1` by blanks.
    void split_joined() {
        const std::size_t first = text_.find('_');
        const std::size_t begin = std::min(text_.find_first_not_of(spaces), text_.size());
        if (first == text_.npos || text_.find_first_of(spaces, begin) != text_.npos) return;
        std::replace(text_.begin(), text_.end(), '_', ' ');
        notes_.push_back({{ProblemKind::fen_joined, {"_"}}, first + 1, 1});
    }

    enum Part : std::size_t { turn, castling, en_passant, halfmove_clock, fullmove_number, part_count };

    /// Consumes and returns the next word if it fits; nullptr otherwise.
    template <typename Fits>
    const Word* take(Fits fits) {
        return next_ < words_.size() && fits(words_[next_].text) ? &words_[next_++] : nullptr;
    }

    /// Records and returns whether a part is missing or `?`, or `-` if that does not mean "none".
    bool is_left_open(Part part, const Word* word) {
        const bool can_be_none = part == castling || part == en_passant;
        is_missing_[part] = word == nullptr || word->text == "?" || (word->text == "-" && !can_be_none);
        return is_missing_[part];
    }

    /// True if the word begins the EPD operations, `hmvc 3;`.
    [[nodiscard]] bool begins_operations(std::string_view word) const {
        return text_.find(';') != text_.npos && word.size() > 1 && is_letter(word[0]) && !is_square(word);
    }

    void read_board() {
        Word& word = words_[0];
        const std::size_t front = std::min(word.text.find_first_not_of('/'), word.text.size());
        if (front > 0) add(ProblemKind::fen_slash, {}, {word.text.substr(0, front), word.at});
        word = {word.text.substr(front), word.at + front};
        board_ = word.text;
        while (board_.ends_with('/')) board_.remove_suffix(1);
        if (board_.size() < word.text.size())
            add(ProblemKind::fen_slash, {}, {word.text.substr(board_.size()), word.at + board_.size()});
    }

    void read_turn() {
        static constexpr std::pair<std::string_view, char> sides[] = {
            {"w", 'w'}, {"white", 'w'}, {"b", 'b'}, {"black", 'b'}};
        const Word* const word = take([&](std::string_view text) {
            return !begins_operations(text) && !is_number(text) && (text.size() == 1 || !are_castling_rights(text));
        });
        if (word) turn_word_ = *word;
        if (is_left_open(turn, word)) return;
        const std::string small = to_lower(word->text);
        const auto* const side =
            std::find_if(std::begin(sides), std::end(sides), [&](const auto& each) { return each.first == small; });
        has_turn_ = side != std::end(sides);
        if (has_turn_) turn_ = side->second;
    }

    void read_castling() {
        const auto fits = [&](std::string_view text) {
            return are_castling_rights(text) || !(is_square(text) || is_number(text) || begins_operations(text));
        };
        const Word* const word = take(fits);
        if (is_left_open(castling, word)) return;
        has_castling_ = true;
        castling_word_ = *word;
        for (const char c : word->text)
            if (are_castling_rights({&c, 1}) && c != '-') castling_ += c;
    }

    void read_en_passant() {
        const std::size_t left = words_.size() - next_;
        const Word* const word =
            take([&](std::string_view text) { return !begins_operations(text) && (!is_number(text) || left > 2); });
        if (is_left_open(en_passant, word)) return;
        has_en_passant_ = true;
        en_passant_word_ = *word;
        if (is_square(word->text)) en_passant_ = to_lower(word->text);
    }

    void read_counters() {
        for (const Part part : {halfmove_clock, fullmove_number}) {
            const Word* const word =
                take([](std::string_view text) { return is_number(text) || text == "-" || text == "?"; });
            if (is_left_open(part, word)) continue;
            std::uint16_t& number = number_of(part);
            if (const auto read = counter(word->text, least_of(part)))
                number = *read;
            else
                add(ProblemKind::fen_counter, {word->text, number}, *word);
        }
    }

    /// Reads the EPD operations, of which two are counters.
    void read_rest() {
        const Word rest{std::string_view(text_).substr(words_[next_].at), words_[next_].at};
        bool found = false;
        for (std::string_view left = rest.text; !left.empty();) {
            const std::string_view operation = left.substr(0, left.find(';'));
            left.remove_prefix(std::min(operation.size() + 1, left.size()));
            const std::size_t begin = operation.find_first_not_of(spaces);
            if (begin == operation.npos) continue;
            const std::string_view name = operation.substr(begin, 5);
            if (name != "hmvc " && name != "fmvn ") continue;
            const Part part = name == "hmvc " ? halfmove_clock : fullmove_number;
            const auto read = counter(operation.substr(begin + name.size()), least_of(part));
            if (!read) continue;
            number_of(part) = *read;
            is_missing_[part] = false;
            found = true;
        }
        if (found)
            add(ProblemKind::fen_operations, {quoted(rest.text), halfmove_clock_, fullmove_number_}, rest);
        else
            add(ProblemKind::fen_rest, {quoted(rest.text)}, rest);
    }

    std::uint16_t& number_of(Part part) { return part == halfmove_clock ? halfmove_clock_ : fullmove_number_; }
    static std::uint16_t least_of(Part part) { return part == halfmove_clock ? 0 : 1; }

    [[nodiscard]] std::string strict_text() const {
        return std::string(board_) + ' ' + turn_ + ' ' + (castling_.empty() ? "-" : castling_) + ' ' + en_passant_ +
               ' ' + std::to_string(halfmove_clock_) + ' ' + std::to_string(fullmove_number_);
    }

    /// Reads the collected fields. A missing side to move is chosen so that the position is legal.
    Expected<Fen, FenError> read_strictly() {
        if (!has_turn_ && en_passant_.ends_with('3')) turn_ = 'b';
        const auto read = [&] { return read_fen(std::string(words_[0].at, ' ') + strict_text()); };
        auto fen = read();
        if (fen || has_turn_ || fen.error().fault != SetupFault::opponent_in_check) return fen;
        turn_ = turn_ == 'w' ? 'b' : 'w';
        return read();
    }

    void note_missing() {
        const std::array<std::string, part_count> fields = {
            std::string(1, turn_), "-", "-", std::to_string(halfmove_clock_), std::to_string(fullmove_number_)};
        std::string text;
        for (std::size_t i = 0; i < part_count; ++i)
            if (is_missing_[i]) text += (text.empty() ? "" : " ") + fields[i];
        const auto missing = std::count(is_missing_.begin(), is_missing_.end(), true);
        if (missing > 0) add(ProblemKind::fen_fields_missing, {part_count + 1 - missing, text}, words_.back());
    }

    /// Notes fields that were not read as written: side to move, castling rights, en passant.
    void note_sides(const Fen& fen) {
        const std::string_view read_turn(&turn_, 1);
        if (!is_missing_[turn] && turn_word_->text != read_turn)
            add(ProblemKind::fen_turn, {turn_word_->text, read_turn}, *turn_word_);
        const bool is_other = castling_word_ && castling_word_->text != (castling_.empty() ? "-" : castling_);
        if (fen.dropped_castling || is_other) {
            const std::string written = write_fen(fen.position);
            const std::size_t begin = written.find(' ') + 3;
            add(ProblemKind::fen_castling,
                {castling_word_->text, written.substr(begin, written.find(' ', begin) - begin)}, *castling_word_);
        }
        if (!en_passant_word_) return;
        if (fen.dropped_en_passant || (en_passant_ == "-" && en_passant_word_->text != "-"))
            add(ProblemKind::fen_en_passant, {en_passant_word_->text}, *en_passant_word_);
    }

    std::string_view written_;
    std::string text_;  ///< with blanks instead of underscores
    std::vector<Word> words_;
    std::size_t next_ = 1;
    std::array<bool, part_count> is_missing_{};
    std::string_view board_;
    char turn_ = 'w';
    std::string castling_;
    std::string en_passant_ = "-";
    std::uint16_t halfmove_clock_ = 0, fullmove_number_ = 1;
    bool has_turn_ = false, has_castling_ = false, has_en_passant_ = false;
    std::optional<Word> turn_word_, castling_word_, en_passant_word_;
    std::vector<FenNote> notes_;
};

}  // namespace

bool names_no_position(std::string_view text) {
    if (text.find_first_not_of("?-.*/_ ") == text.npos) return true;
    constexpr std::string_view words[] = {"none",     "null",  "n/a",     "na",       "unknown",
                                          "startpos", "start", "initial", "standard", "default"};
    return std::find(std::begin(words), std::end(words), to_lower(text)) != std::end(words);
}

Expected<FenField, FenError> read_fen_field(std::string_view text) { return FenFieldReader(text).read(); }

}  // namespace cofnod::chess
