#include "notation/plain_move.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "base/characters.hpp"
#include "notation/language.hpp"

namespace cofnod::notation {

namespace {

/// Maximum length of a word in bytes; `Крa1:b2#` has ten.
constexpr std::size_t longest = 12;

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
    const std::string& capture = data.captures.front();
    return (capture == "x" || capture == ":") && data.promotion == "=" && data.checks.front() == "+" &&
           data.mates.front() == "#" && data.pawn_capture.empty();
}

bool is_plain_letter(std::string_view letter) {
    if (letter.size() <= 1) return letter.size() == 1 && is_upper(letter[0]);
    return letter.size() <= sizeof(std::uint64_t) && !is_ascii(letter[0]);
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

PlainMoves::PlainMoves(const LanguageData& data) : capture_sign_(data.captures.front()[0]) {
    roles_.fill(none);
    if (!has_plain_squares(data) || !has_plain_signs(data)) return;
    std::vector<Letter> letters;
    for (const Role role : {Role::knight, Role::bishop, Role::rook, Role::queen, Role::king}) {
        const std::string& text = data.pieces[static_cast<std::size_t>(role)];
        const auto is_same = [&](const Letter& letter) { return letter.text == text; };
        if (!is_plain_letter(text) || std::ranges::any_of(letters, is_same)) return;
        letters.push_back({text, role});
        std::memcpy(&spellings_[static_cast<std::size_t>(role)], text.data(), text.size());
        if (text.size() == 1) roles_[static_cast<unsigned char>(text[0])] = static_cast<std::uint8_t>(role);
    }
    std::ranges::stable_sort(letters, std::greater(), [](const Letter& letter) { return letter.text.size(); });
    letters_ = std::move(letters);
}

bool PlainMoves::is_same_as(const PlainMoves& other, Roles roles) const {
    if (!is_usable() || !other.is_usable() || capture_sign_ != other.capture_sign_) return false;
    for (std::size_t role = 0; role < role_count; ++role)
        if ((roles >> role & 1) != 0 && spellings_[role] != other.spellings_[role]) return false;
    return true;
}

/// Removes a piece's letter from the front of `word`.
std::optional<Role> PlainMoves::take_piece(std::string_view& word) const {
    const auto lead = static_cast<unsigned char>(word.front());
    if (lead < roles_.size()) {
        if (roles_[lead] == none) return std::nullopt;
        word.remove_prefix(1);
        return static_cast<Role>(roles_[lead]);
    }
    for (const Letter& letter : letters_)
        if (word.starts_with(letter.text)) {
            word.remove_prefix(letter.text.size());
            return letter.role;
        }
    return std::nullopt;
}

bool PlainMoves::read(std::string_view word, Readings& readings) const {
    if (!is_usable() || word.size() < 2 || word.size() > longest) return false;
    CheckMark check = CheckMark::none;
    if (word.back() == '+' || word.back() == '#') {
        check = word.back() == '+' ? CheckMark::check : CheckMark::mate;
        word.remove_suffix(1);
    }

    Reading reading;
    if (word == "O-O" || word == "O-O-O") {  // tested before pieces: the Estonian bishop is an O
        reading.kind = word.size() == 3 ? Reading::Kind::castle_king_side : Reading::Kind::castle_queen_side;
        readings.set_plain(reading, check);
        return true;
    }
    std::string_view middle = word;
    if (const auto role = take_piece(middle)) {
        reading.role = *role;
    } else if (const std::size_t sign = middle.find('='); sign != middle.npos && sign + 1 < middle.size()) {
        std::string_view promoted = middle.substr(sign + 1);
        reading.promotion = take_piece(promoted);
        if (!reading.promotion || reading.promotion == Role::king || !promoted.empty()) return false;
        middle.remove_suffix(middle.size() - sign);
    }
    if (middle.size() < 2 || !is_rank(middle.back()) || !is_file(middle[middle.size() - 2])) return false;
    reading.to_rank = rank_of(middle.back());
    reading.to_file = file_of(middle[middle.size() - 2]);
    middle.remove_suffix(2);
    if (!middle.empty() && middle.back() == capture_sign_) {
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
