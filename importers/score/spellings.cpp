#include "importers/score/spellings.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "notation/language.hpp"
#include "notation/write_move.hpp"

namespace cofnod::importers {

namespace {

using chess::Move;
using notation::CheckMark;
using notation::File;
using notation::Role;

constexpr Cost not_needed = 40;    ///< a square that tells no more than the rest
constexpr Cost left_out = 150;     ///< one that is needed
constexpr Cost short_square = 30;  ///< `B3` for QB3
constexpr Cost no_check = 60;

CheckMark check_behind(const chess::Position& position, Move move) {
    chess::Position after = position;
    after.play(move);
    return chess::check_mark(after);
}

}  // namespace

std::u32string code_points(std::string_view text) {
    static constexpr char32_t kashida = U'\u0640';
    std::u32string signs;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length == 0) {
            text.remove_prefix(1);
            continue;
        }
        if (next.code_point != kashida) signs += next.code_point;
        text.remove_prefix(next.length);
    }
    return signs;
}

MoveSpeller::MoveSpeller(const notation::Language& language, std::string_view text)
    : language_(language),
      has_words_for_dash_(text.find(" to ") != text.npos),
      has_words_for_capture_(text.find(" takes ") != text.npos),
      has_kt_(text.find("Kt") != text.npos) {}

bool MoveSpeller::can_write() const {
    if (language_.system() == notation::System::algebraic) return !language_.is_visual();
    return language_.system() == notation::System::descriptive && !language_.data().wing_last &&
           !language_.rank_first();
}

bool MoveSpeller::has_figurines() const { return language_.piece_letter(Role::knight) == "♘"; }

std::vector<MoveSpelling> MoveSpeller::spellings(const Situation& situation) const {
    std::vector<MoveSpelling> all;
    for (const Move move : chess::legal_moves(situation.position))
        if (language_.system() == notation::System::algebraic)
            add_algebraic(situation.position, move, all);
        else
            add_descriptive(situation, move, all);
    return all;
}

void MoveSpeller::add_castling(Move move, CheckMark check, std::vector<MoveSpelling>& all) const {
    const bool is_short = move.to() > move.from();
    const std::string mark(check == CheckMark::none ? "" : language_.mark(check));
    for (const std::string_view text :
         is_short ? std::array<std::string_view, 2>{"O-O", "0-0"} : std::array<std::string_view, 2>{"O-O-O", "0-0-0"})
        all.push_back({move, code_points(std::string(text) + mark), 0});
    if (language_.system() == notation::System::descriptive)
        for (const std::string& word : language_.data().castles) all.push_back({move, code_points(word), 0});
}

void MoveSpeller::add_algebraic(const chess::Position& position, Move move, std::vector<MoveSpelling>& all) const {
    const CheckMark check = check_behind(position, move);
    if (move.kind() == Move::Kind::castling) return add_castling(move, check, all);
    notation::Reading san = chess::san_reading(position, move);
    const auto add = [&](Cost cost) {
        all.push_back({move, code_points(notation::write_move(language_, san, check)), cost});
    };
    add(0);
    if (san.role == Role::pawn || san.role == Role::king) return;
    if (san.from_file || san.from_rank) {
        san.from_file.reset();
        san.from_rank.reset();
        return add(left_out);
    }
    san.from_file = move.from().file();
    add(not_needed);
    san.from_file.reset();
    san.from_rank = move.from().rank();
    add(2 * not_needed);
}

std::string_view MoveSpeller::letter(Role role) const {
    return role == Role::knight && !has_kt_ ? "N" : language_.piece_letter(role);
}

/// Returns the name of a file by the piece that begins there: QKt.
std::string MoveSpeller::file_of(File file) const {
    static constexpr Role homes[] = {Role::rook, Role::knight, Role::bishop, Role::queen,
                                     Role::king, Role::bishop, Role::knight, Role::rook};
    const Role home = homes[static_cast<std::size_t>(file)];
    if (home == Role::queen || home == Role::king) return std::string(letter(home));
    return std::string(letter(file < File::e ? Role::queen : Role::king)) + std::string(letter(home));
}

std::string MoveSpeller::square_of(chess::Square square, chess::Color side) const {
    const int rank = static_cast<int>(square.rank());
    return file_of(square.file()) + std::to_string(side == chess::Color::white ? rank + 1 : 8 - rank);
}

void MoveSpeller::add_descriptive(const Situation& situation, Move move, std::vector<MoveSpelling>& all) const {
    const chess::Position& position = situation.position;
    const chess::Color side = position.turn();
    const CheckMark check = check_behind(position, move);
    if (move.kind() == Move::Kind::castling) return add_castling(move, check, all);
    const Role role = position.piece_at(move.from())->role;
    const auto taken = position.piece_at(move.to());
    const bool is_capture = taken || move.kind() == Move::Kind::en_passant;

    const std::string piece(role == Role::pawn ? std::string_view("P") : letter(role));
    std::vector<std::pair<std::string, Cost>> from = {{piece, 0},
                                                      {piece + '(' + square_of(move.from(), side) + ')', not_needed}};
    if (role == Role::rook || role == Role::knight)
        from.emplace_back((situation.wings.is_of_king_side(move.from()) ? "K" : "Q") + piece, not_needed);
    const std::string square = square_of(move.to(), side);
    std::vector<std::pair<std::string, Cost>> to;
    if (is_capture) {
        const std::string sign = has_words_for_capture_ ? " takes " : "x";
        const Role what = taken ? taken->role : Role::pawn;
        const std::string name = sign + std::string(what == Role::pawn ? std::string_view("P") : letter(what));
        to = {{name, 0}, {name + '(' + square + ')', not_needed}};
        if (has_words_for_capture_) to.emplace_back(name + " at " + square, not_needed);
    } else {
        const std::string sign = has_words_for_dash_ ? " to " : "-";
        to = {{sign + square, 0}};
        const File file = move.to().file();
        if (file != File::d && file != File::e) to.emplace_back(sign + square.substr(1), short_square);
    }
    std::string promotion;
    if (move.kind() == Move::Kind::promotion) promotion = '(' + std::string(letter(move.promotion_role())) + ')';
    for (const auto& [origin, cost] : from)
        for (const auto& [target, more] : to) {
            const std::string text = origin + target + promotion;
            all.push_back({move, code_points(text), cost + more + (check == CheckMark::none ? 0 : no_check)});
            if (check != CheckMark::none) all.push_back({move, code_points(text + " ch"), cost + more});
            if (check == CheckMark::mate) all.push_back({move, code_points(text + " mate"), cost + more});
        }
}

}  // namespace cofnod::importers
