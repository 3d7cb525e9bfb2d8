#include "importers/formats/pgn/one_pass/word.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/characters.hpp"
#include "importers/decoder/token.hpp"
#include "notation/language.hpp"
#include "notation/plain_move.hpp"

namespace cofnod::importers::one_pass {

Sign::Sign(std::string_view text, notation::Role of_piece)
    : first(utf8::decode(text).code_point), length(static_cast<std::uint8_t>(text.size())), role(of_piece) {
    std::memcpy(&bytes, text.data(), text.size());
    std::memset(&mask, 0xFF, text.size());
}

namespace {

constexpr std::size_t longest_sign = 4;  // bytes

bool is_letter_beyond_ascii(std::string_view text) {
    return !text.empty() && text.size() <= longest_sign && !is_ascii(text[0]);
}

bool has_digits_for_ranks(const notation::LanguageData& data) {
    for (std::size_t rank = 0; rank < data.ranks.size(); ++rank)
        if (data.ranks[rank] != std::string(1, static_cast<char>('1' + rank))) return false;
    return true;
}

bool has_plain_signs(const notation::LanguageData& data) {
    const std::string &capture = data.captures.front(), &pawn = data.pawn_capture;
    return !capture.empty() && capture.size() <= longest_sign && data.promotion == "=" && data.checks.front() == "+" &&
           data.mates.front() == "#" && pawn.size() <= longest_sign && (pawn.empty() || pawn.ends_with(' '));
}

bool overlap(std::string_view a, std::string_view b) { return a.starts_with(b) || b.starts_with(a); }

/// Returns true if no alternative spelling of a piece or file can be confused with a standard one, and if no piece
/// letter is a prefix of another, except the king's.
bool are_letters_clear(const notation::LanguageData& data) {
    const auto is_written = [&](std::string_view text) {
        const auto is_like = [&](const std::string& written) { return overlap(written, text); };
        return std::any_of(data.pieces.begin() + 1, data.pieces.end(), is_like) ||
               std::ranges::any_of(data.files, is_like);
    };
    for (const auto& also : data.also)
        if (is_written(also.second)) return false;
    const std::string& king = data.pieces[static_cast<std::size_t>(notation::Role::king)];
    for (const auto& files : data.also_files)
        for (const std::string& file : files) {
            if (is_written(file)) return false;
            const auto goes_on_so = [&](const std::string& piece) {
                return piece.size() > king.size() && piece.starts_with(king) &&
                       overlap(std::string_view(piece).substr(king.size()), file);
            };
            if (std::ranges::any_of(data.pieces, goes_on_so)) return false;
        }
    for (std::size_t a = 1; a < data.pieces.size(); ++a)
        for (std::size_t b = 1; b < data.pieces.size(); ++b)
            if (a != b && data.pieces[b].starts_with(data.pieces[a]) && data.pieces[a] != king) return false;
    return true;
}

}  // namespace

bool LetteredWords::can_read(const notation::LanguageData& data) {
    if (data.system != notation::System::algebraic || data.is_font || data.visual || !has_digits_for_ranks(data) ||
        !has_plain_signs(data))
        return false;
    std::string telling;
    for (const std::string& file : data.files) {
        const bool is_short = !file.empty() && file.size() <= longest_sign;
        if (!is_short || telling.find(static_cast<char>(telling_byte(file.c_str()))) != telling.npos) return false;
        telling += static_cast<char>(telling_byte(file.c_str()));
    }
    return std::ranges::all_of(data.pieces.begin() + 1, data.pieces.end(), is_letter_beyond_ascii) &&
           are_letters_clear(data);
}

LetteredWords::LetteredWords(const notation::LanguageData& data) : rank_first_(data.rank_first) {
    using notation::Role;
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece)
        pieces_[piece] = Sign(data.pieces[piece + 1], static_cast<Role>(piece + 1));
    std::ranges::stable_sort(pieces_, std::greater(), &Sign::length);
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        const std::string& letter = data.pieces[static_cast<std::size_t>(pieces_[piece].role)];
        pieces_by_byte_[telling_byte(letter.c_str())] |= static_cast<std::uint8_t>(1U << piece);
    }
    files_by_byte_.fill(no_file);
    for (std::size_t file = 0; file < files_.size(); ++file) {
        files_[file] = Sign(data.files[file]);
        files_by_byte_[telling_byte(data.files[file].c_str())] = static_cast<std::uint8_t>(file);
    }
    capture_ = Sign(data.captures.front());
    if (!data.pawn_capture.empty()) pawn_takes_ = Sign(data.pawn_capture);
}

/// Parses a file, a rank, or both in the order of the notation.
const char* LetteredWords::take_parts(const char* at, Parts& parts) const {
    const auto take_rank = [&] {
        if (detail::is_rank(*at)) parts.rank = *at++ - '1';
    };
    if (rank_first_) take_rank();
    parts.file = file_at(at);
    if (parts.file != no_file) at += files_[parts.file].length;
    if (!rank_first_) take_rank();
    return at;
}

/// Parses the piece after the promotion sign; returns nullptr if there is none.
const char* LetteredWords::take_promotion(const char* at, chess::NamedMove& named) const {
    const auto piece = std::ranges::find_if(pieces_, [&](const Sign& sign) { return sign.is_at(at); });
    if (piece == pieces_.end() || piece->role == notation::Role::king) return nullptr;
    named.promotion = piece->role;
    return at + piece->length;
}

/// Parses a move after its piece letter.
PlainMove LetteredWords::read_from(const char* at, notation::Role role, bool has_prefix) const {
    PlainMove move;
    chess::NamedMove& named = move.named;
    named.role = role;
    Parts from, to;
    at = take_parts(at, from);
    named.takes = capture_.is_at(at);
    if (named.takes) at += capture_.length;
    at = take_parts(at, to);
    if (to.empty() && !named.takes) std::swap(from, to);
    if (!to.is_square()) return move;

    named.to = chess::Square::from_index(to.rank * 8 + static_cast<int>(to.file));
    named.has_file = from.file != no_file;
    named.has_rank = from.rank >= 0;
    if (named.has_file) named.from &= chess::Bitboard::of(static_cast<notation::File>(from.file));
    if (named.has_rank) named.from &= chess::Bitboard::of(static_cast<notation::Rank>(from.rank));
    if (role == notation::Role::pawn) {
        const bool needs_prefix = named.takes && pawn_takes_.length > 0;
        if (has_prefix != needs_prefix) return move;
        if (*at == '=') at = take_promotion(at + 1, named);
    }
    if (at) move.end = detail::end_of_word(at, move.check);
    return move;
}

PlainMove LetteredWords::read(const char* at, Leads& leads) const {
    using notation::Role;
    PlainMove of_piece;
    for (unsigned pieces = pieces_by_byte_[telling_byte(at)]; pieces != 0; pieces &= pieces - 1) {
        const int piece = std::countr_zero(pieces);
        const Sign& sign = pieces_[static_cast<std::size_t>(piece)];
        if (!sign.is_at(at)) continue;
        const PlainMove move = read_from(at + sign.length, sign.role, false);
        if (!move.end) continue;
        if (of_piece.end) {
            // Hebrew מהא4 is Qa4, as the king's file is never written; מה6א5 may be Q6a5 or Ke6a5.
            if (move.named.has_file == move.named.has_rank) return {};
            continue;
        }
        leads |= Leads{1} << piece;
        of_piece = move;
    }
    if (of_piece.end) return of_piece;
    const bool has_prefix = pawn_takes_.length > 0 && pawn_takes_.is_at(at);
    if (has_prefix) {
        leads |= Leads{1} << pawn_lead;
        at += pawn_takes_.length;
    }
    if (const std::size_t file = file_at(at); file != no_file)
        leads |= Leads{1} << (first_file_lead + file);
    else if (detail::is_rank(*at))
        leads |= Leads{1} << (first_rank_lead + static_cast<unsigned>(*at - '1'));
    return read_from(at, Role::pawn, has_prefix);
}

void LetteredWords::add_to(Alphabet& alphabet, Leads leads) const {
    const auto has = [&](std::size_t bit) { return (leads >> bit & 1) != 0; };
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece)
        if (has(piece)) alphabet.add(pieces_[piece].first);
    if (has(pawn_lead)) alphabet.add(pawn_takes_.first);
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (has(first_file_lead + i)) alphabet.add(files_[i].first);
        if (has(first_rank_lead + i)) alphabet.add(U'1' + static_cast<char32_t>(i));
    }
}

bool PlainWords::can_read(const notation::Language& language) {
    return language.plain_moves().is_usable() || LetteredWords::can_read(language.data());
}

PlainWords::PlainWords(const notation::Language& language) {
    if (language.plain_moves().is_usable()) {
        set_letters(language.plain_moves());
    } else {
        roles_.fill(lettered);
        lettered_.emplace(language.data());
    }
}

void PlainWords::set_letters(const notation::PlainMoves& letters) {
    capture_ = letters.capture_sign();
    roles_.fill(no_role);
    std::fill(roles_.begin() + 0x80, roles_.end(), beyond_ascii);
    auto next = letters_.begin();
    for (const auto& [text, role] : letters.letters())
        if (text.size() == 1)
            roles_[static_cast<unsigned char>(text[0])] = static_cast<std::uint8_t>(role);
        else
            *next++ = Sign(text, role);
    for (char file = 'a'; file <= 'h'; ++file)
        roles_[static_cast<unsigned char>(file)] = static_cast<std::uint8_t>(notation::Role::pawn);
}

PlainCastling PlainWords::read_castling(const char* at) {
    const std::string_view front(at, 5);
    PlainCastling castling;
    if (!front.starts_with("O-O")) return castling;
    const bool is_long = front == "O-O-O";
    castling.side = is_long ? chess::CastlingSide::queen_side : chess::CastlingSide::king_side;
    castling.end = detail::end_of_word(at + (is_long ? 5 : 3), castling.check);
    return castling;
}

}  // namespace cofnod::importers::one_pass
