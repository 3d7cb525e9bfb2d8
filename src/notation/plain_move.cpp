#include "notation/plain_move.hpp"

#include "base/ascii.hpp"
#include "notation/language.hpp"

namespace cofnod::notation {

namespace {

constexpr bool is_file(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank(char c) { return c >= '1' && c <= '8'; }
constexpr File file_of(char c) { return static_cast<File>(c - 'a'); }
constexpr Rank rank_of(char c) { return static_cast<Rank>(c - '1'); }

bool has_plain_squares(const LanguageData& data) {
    for (std::size_t i = 0; i < 8; ++i)
        if (data.files[i] != std::string(1, static_cast<char>('a' + i)) ||
            data.ranks[i] != std::string(1, static_cast<char>('1' + i)))
            return false;
    return !data.rank_first;
}

bool has_plain_signs(const LanguageData& data) {
    return data.captures.front() == "x" && data.promotion == "=" && data.checks.front() == "+" &&
           data.mates.front() == "#" && data.pawn_capture.empty();
}

/// Removes the origin file or rank from the end of `middle`.
void take_departure(std::string_view& middle, Reading& reading) {
    if (!middle.empty() && is_rank(middle.back())) {
        reading.from_rank = rank_of(middle.back());
        middle.remove_suffix(1);
    }
    if (!middle.empty() && is_file(middle.back())) {
        reading.from_file = file_of(middle.back());
        middle.remove_suffix(1);
    }
}

bool is_next_to(File a, File b) {
    const int apart = static_cast<int>(a) - static_cast<int>(b);
    return apart == 1 || apart == -1;
}

}  // namespace

PlainMoves::PlainMoves(const LanguageData& data) {
    roles_.fill(none);
    usable_ = has_plain_squares(data) && has_plain_signs(data);
    for (const Role role : {Role::knight, Role::bishop, Role::rook, Role::queen, Role::king}) {
        const std::string& letter = data.pieces[static_cast<std::size_t>(role)];
        const bool plain = letter.size() == 1 && is_upper(letter[0]);
        usable_ = usable_ && plain && roles_[static_cast<unsigned char>(letter[0])] == none;
        if (plain) roles_[static_cast<unsigned char>(letter[0])] = static_cast<std::uint8_t>(role);
    }
}

bool PlainMoves::read(std::string_view word, Readings& readings) const {
    if (!usable_ || word.size() < 2 || word.size() > 8) return false;
    CheckMark check = CheckMark::none;
    if (word.back() == '+' || word.back() == '#') {
        check = word.back() == '+' ? CheckMark::check : CheckMark::mate;
        word.remove_suffix(1);
    }

    const auto lead = static_cast<unsigned char>(word.front());
    if (lead >= 0x80) return false;
    Reading reading;
    std::string_view middle = word;
    if (lead == 'O' && (word == "O-O" || word == "O-O-O")) {  // tested before pieces: the Estonian bishop is an O
        reading.kind = word.size() == 3 ? Reading::Kind::castle_king_side : Reading::Kind::castle_queen_side;
        readings.set_plain(reading, check);
        return true;
    }
    if (const std::uint8_t role = roles_[lead]; role != none) {
        reading.role = static_cast<Role>(role);
        middle.remove_prefix(1);
    }
    if (middle.size() >= 4 && middle[middle.size() - 2] == '=') {
        const auto letter = static_cast<unsigned char>(middle.back());
        if (letter >= 0x80 || roles_[letter] == none || static_cast<Role>(roles_[letter]) == Role::king) return false;
        if (reading.role != Role::pawn) return false;
        reading.promotion = static_cast<Role>(roles_[letter]);
        middle.remove_suffix(2);
    }
    if (middle.size() < 2 || !is_rank(middle.back()) || !is_file(middle[middle.size() - 2])) return false;
    reading.to_rank = rank_of(middle.back());
    reading.to_file = file_of(middle[middle.size() - 2]);
    middle.remove_suffix(2);
    if (!middle.empty() && middle.back() == 'x') {
        reading.capture = true;
        middle.remove_suffix(1);
    }
    take_departure(middle, reading);
    if (!middle.empty()) return false;
    if (reading.role == Role::pawn) {
        const bool step = !reading.capture && !reading.from_file && !reading.from_rank;
        const bool takes = reading.capture && reading.from_file && !reading.from_rank &&
                           is_next_to(*reading.from_file, *reading.to_file);
        if (!step && !takes) return false;
    }
    readings.set_plain(reading, check);
    return true;
}

}  // namespace cofnod::notation
