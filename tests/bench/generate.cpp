// generate GAMES [SEED]
//
// Writes synthetic games as PGN: an opening that has a name, then random legal moves, 60 to 106 plies in all. The same
// numbers always give the same bytes. Openings and players are chosen as in life: few often, many seldom.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "games/pgn/line_filler.hpp"
#include "games/record/openings.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"
#include "search/written_moves.hpp"

namespace {

using namespace cofnod;

constexpr std::size_t player_count = 20'000, event_count = 2'000;

/// SplitMix64: std's distributions differ from library to library.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t x = state_ += 0x9E3779B97F4A7C15U;
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
        x = (x ^ x >> 27) * 0x94D049BB133111EBU;
        return x ^ x >> 31;
    }
    std::size_t below(std::size_t count) { return static_cast<std::size_t>((next() >> 32) * count >> 32); }
    std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
    /// Small numbers far more often.
    std::size_t seldom(std::size_t count) { return below(below(below(count) + 1) + 1); }

private:
    std::uint64_t state_;
};

struct Line {
    std::vector<chess::Move> moves;
    std::string_view eco;
};

std::vector<Line> opening_lines() {
    const notation::Languages languages = notation::Languages::built_in();
    std::vector<Line> lines;
    for (const Opening& opening : openings())
        if (auto read = search::read_written_moves(opening.moves, languages, &languages.english()))
            lines.push_back({std::move(read->moves), opening.eco});
    return lines;
}

/// A word of two or three syllables: "Dorvan".
std::string name_of(std::uint64_t number) {
    constexpr std::array<std::string_view, 16> syllables = {"dor", "van", "mel", "ka", "ris", "to", "len", "bo",
                                                            "har", "sen", "mi",  "ra", "gol", "de", "pet", "nov"};
    Random random(number);
    std::string name;
    for (std::size_t left = random.between(2, 3); left > 0; --left) name += syllables[random.below(syllables.size())];
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
}

std::string player(std::size_t number) { return fmt::format("{}, {}", name_of(number), name_of(number / 3 + 90'000)); }

class Generator {
public:
    explicit Generator(std::uint64_t seed) : seed_(seed) {
        for (std::size_t i = 0; i < player_count; ++i) players_.push_back(player(i));
    }

    void write(std::uint64_t number, std::string& out) {
        Random random(seed_ * 0x100000001B3U + number);
        const Line& line = lines_[random.seldom(lines_.size())];
        const std::size_t plies = random.between(60, 106);
        moves_.clear();
        pgn::LineFiller text(moves_, 79);
        const std::string_view end = play(random, line, plies, text);
        text.add(end);
        text.finish();
        write_tags(random, line, end, out);
        out += moves_;
        out += '\n';
    }

private:
    /// The result.
    std::string_view play(Random& random, const Line& line, std::size_t plies, pgn::LineFiller& text) {
        chess::Position position = chess::Position::initial();
        chess::MoveList legal = chess::legal_moves(position);
        for (std::size_t ply = 0; ply < plies; ++ply) {
            const chess::Move move =
                ply < line.moves.size() ? line.moves[ply] : legal.begin()[random.below(legal.size())];
            const bool white = position.turn() == chess::Color::white;
            if (white) {
                const fmt::format_int number(position.fullmove_number());
                text.token().append(number.data(), number.size()) += '.';
            }
            const auto san = chess::san_reading(position, move);
            position.play(move);
            const bool check = position.is_check();
            legal = chess::legal_moves(position);
            const auto mark = !check          ? notation::CheckMark::none
                              : legal.empty() ? notation::CheckMark::mate
                                              : notation::CheckMark::check;
            notation::write_move(english_, san, mark, text.token());
            if (legal.empty()) return !check ? "1/2-1/2" : white ? "1-0" : "0-1";
        }
        constexpr std::array<std::string_view, 8> results = {"1-0", "1-0",     "1-0",     "0-1",
                                                             "0-1", "1/2-1/2", "1/2-1/2", "1/2-1/2"};
        return results[random.below(results.size())];
    }

    void write_tags(Random& random, const Line& line, std::string_view result, std::string& out) {
        const std::size_t event = random.seldom(event_count);
        const std::size_t white = random.seldom(player_count);
        fmt::format_to(std::back_inserter(out),
                       "[Event \"{} Open {}\"]\n[Site \"{}\"]\n[Date \"{}.{:02}.{:02}\"]\n[Round \"{}\"]\n"
                       "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n"
                       "[ECO \"{}\"]\n\n",
                       name_of(event), 1970 + event % 55, name_of(event + 70'000), 1970 + event % 55,
                       random.between(1, 12), random.between(1, 28), random.between(1, 11), players_[white],
                       players_[(white + random.between(1, 400)) % player_count], result, random.between(2000, 2800),
                       random.between(2000, 2800), line.eco);
    }

    std::uint64_t seed_;
    std::vector<Line> lines_ = opening_lines();
    notation::Languages languages_ = notation::Languages::built_in();
    const notation::Language& english_ = languages_.english();
    std::vector<std::string> players_;
    std::string moves_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        fmt::print(stderr, "usage: generate GAMES [SEED]\n");
        return 2;
    }
    const std::uint64_t count = std::strtoull(argv[1], nullptr, 10);
    Generator generator(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    std::string out;
    for (std::uint64_t i = 0; i < count; ++i) {
        generator.write(i, out);
        if (out.size() < (1 << 20) && i + 1 < count) continue;
        if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) return 1;
        out.clear();
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}
