// Prints the lines of play that the search of running text finds, a JSON object a line, for learning its weights:
//
//     lines_of_text FILE [--set WEIGHT=BITS]... [--weights] [--stats] [--moves]
//
// --moves prints the text and the evidence of each move as well, to standard error.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "games/chess/fen.hpp"
#include "importers/decoder/running/games_in_text.hpp"
#include "importers/decoder/running/words.hpp"
#include "importers/formats/prose/starts.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace {

using namespace cofnod;
using namespace cofnod::importers::running;

std::string uci(const chess::Position& position, chess::Move move) {
    const bool castles = move.kind() == chess::Move::Kind::castling;
    const auto name = [](chess::Square square) {
        return std::string{static_cast<char>('a' + static_cast<int>(square.file())),
                           static_cast<char>('1' + static_cast<int>(square.rank()))};
    };
    (void)position;
    std::string text = name(move.from()) + name(castles ? chess::Castling::of(move).king_to : move.to());
    if (move.kind() == chess::Move::Kind::promotion) text += " nbrq"[static_cast<int>(move.promotion_role())];
    return text;
}

/// Prints each move with its text and its evidence.
void print_moves(std::string_view bytes, const RunningText& text, const LineInText& line) {
    chess::Position position = line.start;
    for (const PlacedMove& each : line.moves) {
        const std::uint32_t begin = text.byte(each.begin), end = text.end_byte(each.end);
        std::fprintf(stderr, "%5d %-6s %6.1f %4.1f  %.*s\n", text.line(each.begin) + 1,
                     uci(position, each.move).c_str(), each.gain, each.oddity, static_cast<int>(end - begin),
                     bytes.data() + begin);
        position.play(each.move);
    }
    std::fprintf(stderr, "evidence %.1f, margin %.1f at ply %zu, weakest %.1f at ply %zu\n\n", line.evidence,
                 line.margin, line.margin_ply, line.weakest, line.weakest_ply);
}

void print(int id, const RunningText& text, const GameInText& game) {
    const LineInText& line = game.line;
    std::string moves, lines;
    chess::Position position = line.start;
    for (const PlacedMove& each : line.moves) {
        moves += (moves.empty() ? "" : " ") + uci(position, each.move);
        lines += (lines.empty() ? "" : " ") + std::to_string(text.line(each.begin) + 1);
        position.play(each.move);
    }
    static constexpr const char* kinds[] = {"game", "board", "note"};
    std::printf(R"({"id":"%d","line":%d,"start":"%s","uci":"%s","lines":"%s","score":%.1f,"margin":%.1f,"worst":%.1f,)"
                R"("state":"%s","kind":"%s","ply":%zu})"
                "\n",
                id, text.line(line.moves[game.borrowed].begin) + 1, chess::write_fen(line.start).c_str(), moves.c_str(),
                lines.c_str(), line.evidence, line.margin, line.weakest,
                game.doubt == GameInText::Doubt::none ? "complete" : "incomplete", kinds[static_cast<int>(game.kind)],
                game.doubtful_ply);
}

}  // namespace

int main(int argc, char** argv) {
    Evidence evidence;
    std::string file;
    bool has_stats = false, has_moves = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--weights") {
            for (const EvidenceRow& row : evidence_rows)
                std::printf("%s %g\n", std::string(row.name).c_str(), evidence.*row.weight);
            return 0;
        }
        if (argument == "--stats") {
            has_stats = true;
        } else if (argument == "--moves") {
            has_moves = true;
        } else if (argument == "--set" && i + 1 < argc) {
            const std::string_view setting = argv[++i];
            const std::size_t equals = setting.find('=');
            for (const EvidenceRow& row : evidence_rows)
                if (row.name == setting.substr(0, equals))
                    evidence.*row.weight = std::strtof(setting.data() + equals + 1, nullptr);
        } else {
            file = argument;
        }
    }
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        std::cerr << "lines_of_text: " << file << " cannot be read\n";
        return 1;
    }
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const auto languages = notation::Languages::built_in();
    const std::vector<importers::Diagram> boards = importers::prose::find_diagrams(bytes, languages);
    const WordsOfText words(languages);
    const RunningText text(bytes, 0, static_cast<std::uint32_t>(bytes.size()), words, boards);
    Lattice lattice(languages, nullptr);
    lattice.begin(text);
    GamesOfText games(text, lattice, evidence);
    int id = 0;
    for (const GameInText& game : games.find(100'000'000)) {
        print(++id, text, game);
        if (has_moves) print_moves(bytes, text, game.line);
    }
    if (has_stats)
        std::fprintf(stderr, "%zu bytes, %zu states, %zu places read, %zu numbers, %zu boards\n", bytes.size(),
                     games.effort(), lattice.size(), text.numbers().size(), boards.size());
    return 0;
}
