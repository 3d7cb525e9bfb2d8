#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "cases.hpp"

using namespace cofnod::notation;

namespace {

/// Calls a function with all readings that exported SAN can have: role, departure, capture, destination, promotion.
template <typename Function>
void for_each_minimal_reading(Function&& function) {
    for (int to = 0; to < 64; ++to) {
        Reading reading;
        reading.to_file = static_cast<File>(to % 8);
        reading.to_rank = static_cast<Rank>(to / 8);
        for (const Role role : {Role::knight, Role::bishop, Role::rook, Role::queen, Role::king})
            for (int from = 0; from < 9 * 9; ++from)
                for (const bool capture : {false, true}) {
                    Reading piece = reading;
                    piece.role = role;
                    piece.capture = capture;
                    if (from % 9 < 8) piece.from_file = static_cast<File>(from % 9);
                    if (from / 9 < 8) piece.from_rank = static_cast<Rank>(from / 9);
                    function(piece);
                }
        for (const int from : {-1, to % 8 - 1, to % 8 + 1}) {
            if (from > 7 || (from == -1 && to % 8 == 0)) continue;
            Reading pawn = reading;
            pawn.capture = from >= 0;
            if (pawn.capture) pawn.from_file = static_cast<File>(from);
            const bool last = to / 8 == 0 || to / 8 == 7;
            if (!last) function(pawn);
            for (const Role role : {Role::knight, Role::bishop, Role::rook, Role::queen}) {
                if (!last) break;
                pawn.promotion = role;
                function(pawn);
            }
        }
    }
    for (const auto kind :
         {Reading::Kind::castle_king_side, Reading::Kind::castle_queen_side, Reading::Kind::null_move}) {
        Reading special;
        special.kind = kind;
        function(special);
    }
}

bool is_among(const Readings& readings, const Reading& reading) {
    return std::any_of(readings.begin(), readings.end(), [&](Reading read) {
        read.loose = reading.loose;
        return read == reading;
    });
}

}  // namespace

TEST_CASE("what a language writes it reads, first and with its check mark", "[notation]") {
    for (const Language& language : languages()) {
        std::size_t count = 0, wrong = 0;
        for_each_minimal_reading([&](const Reading& reading) {
            for (const CheckMark check : {CheckMark::none, CheckMark::check, CheckMark::mate}) {
                ++count;
                const std::string text = write_move(language, reading, check);
                const Readings readings = read_move(language, text);
                if (!readings.empty() && readings[0] == reading && readings.check == check) continue;
                // If a queen's letter begins with the king's, a king move with a departure file, which is never
                // written, comes last.
                if (language.is_king_a_beginning() && reading.role == Role::king &&
                    (reading.from_file || reading.from_rank) && is_among(readings, reading) && readings.check == check)
                    continue;
                ++wrong;
                if (wrong < 5) FAIL_CHECK(language.code() << ": " << text << " reads as " << compact(readings));
            }
        });
        CHECK(count > 150'000);
        CHECK(wrong == 0);
    }
}

TEST_CASE("only a language with letters of two meanings gives two readings", "[notation]") {
    for (const Language& language : languages()) {
        std::size_t most = 0;
        for_each_minimal_reading([&](const Reading& reading) {
            most = std::max(most, read_move(language, write_move(language, reading)).size());
        });
        INFO(language.code());
        CHECK((most > 1) == (language.code().starts_with("ar") || language.code() == "he"));
        CHECK((most > 1) == !language.is_unambiguous());
    }
}

TEST_CASE("letters of any length and in any order are written and read", "[notation]") {
    auto more = languages();
    for (const auto* text : {
             "code ru\nname Russian\npieces K=Кр Q=Ф R=Л B=С N=К\ncapture : x\n",
             "code sq\nname Albanian\npieces K=M Q=Msh R=Ku B=O N=Ka\n",
             "code vi\nname Vietnamese\npieces K=V Q=H R=X B=T N=M\n",
             "code he\nname Hebrew\ndirection rtl\npieces K=מ Q=מה R=צ B=ר N=פ\nfiles א ב ג ד ה ו ז ח\n",
             "code x1\nname Right-to-left\ndirection rtl\nsquares file-rank\npieces K=م Q=و R=ر B=ف N=ح\nfiles ح ز و "
             "هـ د ج ب أ\n",
             "code x2\nname Unsigned\npieces K=K Q=D R=T B=L N=S\npromotion none\nsquares rank-file\n",
         }) {
        const auto added = more.add_text(text);
        REQUIRE(added);
        const Language& language = **added;
        std::size_t lost = 0;
        for_each_minimal_reading([&](const Reading& reading) {
            const std::string written = write_move(language, reading);
            if (!is_among(read_move(language, written), reading) && lost++ < 5)
                FAIL_CHECK(language.code() << ": " << written << " reads as " << compact(read_move(language, written)));
        });
        CHECK(lost == 0);
    }
}

TEST_CASE("English is written as the export format of PGN has it", "[notation]") {
    Reading reading;
    reading.role = Role::rook;
    reading.from_file = File::a;
    reading.to_file = File::e;
    reading.to_rank = Rank::r1;
    reading.capture = true;
    CHECK(write_move(languages().english(), reading, CheckMark::mate) == "Raxe1#");
    std::string square;
    write_square(*languages().find("ar"), File::d, Rank::r4, square);
    CHECK(square == "4هـ");
}
