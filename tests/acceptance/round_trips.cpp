// Random legal moves, written in every language and read back in it: each must be the same move again.
// Usage: round_trips words|games MOVES [CODE...]   MOVES for each language, all languages by default.
//   words   one move at a time, by write_move, read_move and resolve
//   games   whole games as PGN, by pgn::write and the importer, which is told the language
// Exits with 1 at a difference.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "../unit/games/chess/playout.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/resolve.hpp"
#include "games/chess/san.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"

using namespace cofnod;

namespace {

constexpr std::uint64_t seed = 20'261'121;
constexpr std::size_t plies_of_a_game = 120;

struct Enough {};

/// One move of a game, and what every language has to write of it.
struct Ply {
    const chess::Position& position;
    chess::Move move;
    notation::Reading reading;
    notation::CheckMark check;
};

/// Whether the move comes back; tells the first few that do not.
class Trip {
public:
    explicit Trip(const notation::Language& language) : language_(&language) {}

    void check(const Ply& ply) {
        text_.clear();
        notation::write_move(*language_, ply.reading, ply.check, text_);
        const chess::Resolution read = chess::resolve(ply.position, notation::read_move(*language_, text_));
        if (read && read.move == ply.move) return;
        constexpr int most_told = 5;
        if (++differences_ <= most_told)
            std::cout << fmt::format(
                "{}: {} was written {} and is {}: {}\n", language_->code(), chess::write_uci(ply.move), text_,
                read ? chess::write_uci(read.move) : std::string("no single move"), chess::write_fen(ply.position));
    }
    [[nodiscard]] std::uint64_t differences() const { return differences_; }

private:
    const notation::Language* language_;
    std::string text_;
    std::uint64_t differences_ = 0;
};

using Chosen = std::vector<const notation::Language*>;

/// Calls visit(game, position, move) for `most` plies of games that begin where castling, promotions, captures in
/// passing and crowds of queens are near, and as usual.
template <typename Visit>
void play(std::uint64_t most, Visit visit) {
    chess::testing::Dice dice(seed);
    std::uint64_t moves = 0, game = 0;
    try {
        while (true)
            for (const chess::Position& start : chess::testing::starts(dice)) {
                chess::testing::play_random_game(start, dice, plies_of_a_game, true,
                                                 [&](const chess::Position& position, chess::Move move) {
                                                     if (moves++ == most) throw Enough();
                                                     visit(game, position, move);
                                                 });
                ++game;
            }
    } catch (const Enough&) {
    }
}

std::uint64_t try_words(const Chosen& languages, std::uint64_t most) {
    std::vector<Trip> trips;
    for (const notation::Language* language : languages) trips.emplace_back(*language);
    play(most, [&](std::uint64_t, const chess::Position& position, chess::Move move) {
        chess::Position after = position;
        after.play(move);
        const Ply ply{position, move, chess::san_reading(position, move), chess::check_mark(after)};
        for (Trip& trip : trips) trip.check(ply);
    });
    std::uint64_t differences = 0;
    for (const Trip& trip : trips) differences += trip.differences();
    return differences;
}

struct Collected : importers::Sink {
    std::vector<GameRecord> games;

    void add_game(GameRecord&& game) override { games.push_back(std::move(game)); }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}
};

std::vector<GameRecord> import_text(std::string text, const notation::Languages& all,
                                    const notation::Language& language) {
    Collected found;
    importers::Source source = importers::Source::of_text(language.code(), std::move(text));
    importers::import_source(source, all,
                             {.format = importers::Format::pgn, .notation = &language, .keep_source = false}, found);
    return std::move(found.games);
}

std::string english_games(const notation::Languages& all, std::uint64_t most) {
    std::string text;
    std::uint64_t last = UINT64_MAX;
    play(most, [&](std::uint64_t game, const chess::Position& position, chess::Move move) {
        if (game != last) text += fmt::format("\n\n[Event \"{}\"]\n[FEN \"{}\"]\n\n", game, chess::write_fen(position));
        last = game;
        notation::write_move(all.english(), chess::san_reading(position, move), notation::CheckMark::none, text);
        text += text.size() % 7 == 0 ? '\n' : ' ';
    });
    return text;
}

/// The games that do not come back as they were, of all languages.
std::uint64_t try_games(const notation::Languages& all, const Chosen& languages, std::uint64_t most) {
    const std::vector<GameRecord> games = import_text(english_games(all, most), all, all.english());
    std::uint64_t plies = 0, differences = 0;
    for (const GameRecord& game : games) plies += game.ply_count;
    if (plies != most) std::cout << fmt::format("{} of {} plies were read in English\n", plies, most), ++differences;
    std::string text;
    for (const notation::Language* language : languages) {
        text.clear();
        for (const GameRecord& game : games) pgn::write(game, {.language = language}, text);
        const std::vector<GameRecord> again = import_text(text, all, *language);
        std::uint64_t different = games.size() == again.size() ? 0 : 1;
        for (std::size_t i = 0; i < std::min(games.size(), again.size()); ++i)
            different += games[i].moves != again[i].moves || games[i].start != again[i].start;
        if (different > 0) std::cout << fmt::format("{}: {} games differ\n", language->code(), different);
        differences += different;
    }
    return differences;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string_view> words(arguments + 1, arguments + count);
    std::uint64_t most = 0;
    const bool is_number =
        words.size() > 1 && std::from_chars(words[1].begin(), words[1].end(), most).ptr == words[1].end();
    if (!is_number || most == 0 || (words[0] != "words" && words[0] != "games")) {
        std::cerr << "usage: round_trips words|games MOVES [CODE...]\n";
        return 2;
    }
    const notation::Languages all = notation::Languages::built_in();
    Chosen chosen;
    for (std::size_t i = 2; i < words.size(); ++i)
        if (const notation::Language* language = all.find(words[i])) chosen.push_back(language);
    if (words.size() == 2)
        for (const notation::Language& language : all) chosen.push_back(&language);

    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t differences = words[0] == "words" ? try_words(chosen, most) : try_games(all, chosen, most);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << fmt::format("{} languages, {} moves each, {} differences, {:.1f} s\n", chosen.size(), most,
                             differences, seconds.count());
    return chosen.empty() || differences > 0 ? 1 : 0;
}
