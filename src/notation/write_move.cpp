#include "notation/write_move.hpp"

#include "notation/fold.hpp"
#include "notation/language.hpp"

namespace cofnod::notation {

namespace {

/// Appends the given parts of a square, in the order of the language.
void write_parts(const Language& language, std::optional<File> file, std::optional<Rank> rank, std::string& out) {
    if (file && rank) {
        out += language.square(*file, *rank);
        return;
    }
    if (rank && language.rank_first()) out += language.rank_digit(*rank);
    if (file) out += language.file_letter(*file);
    if (rank && !language.rank_first()) out += language.rank_digit(*rank);
}

}  // namespace

void write_square(const Language& language, File file, Rank rank, std::string& out) {
    out += language.square(file, rank);
}

void write_move(const Language& language, const Reading& reading, CheckMark check, std::string& out) {
    const std::size_t begin = out.size();
    switch (reading.kind) {
        case Reading::Kind::castle_king_side: out += "O-O"; break;
        case Reading::Kind::castle_queen_side: out += "O-O-O"; break;
        case Reading::Kind::null_move: out += "--"; break;
        case Reading::Kind::move:
            if (reading.role != Role::pawn)
                out += language.piece_letter(reading.role);
            else if (reading.capture)
                out += language.data().pawn_capture;
            if (reading.from_file || reading.from_rank)
                write_parts(language, reading.from_file, reading.from_rank, out);
            if (reading.capture) out += language.capture_sign();
            write_parts(language, reading.to_file, reading.to_rank, out);
            if (reading.promotion) {
                out += language.promotion_sign();
                out += language.piece_letter(*reading.promotion);
            }
    }
    if (check != CheckMark::none) out += language.mark(check);
    if (language.is_visual()) out.replace(begin, out.npos, turned(std::string_view(out).substr(begin)));
}

std::string write_move(const Language& language, const Reading& reading, CheckMark check) {
    std::string text;
    write_move(language, reading, check, text);
    return text;
}

}  // namespace cofnod::notation
