// Camelot against what another program made of the rules. Usage:
//   camelot_rules moves FILE.tsv    positions with all their moves; columns as the header names them
//   camelot_rules scores FILE...      real scores: how many plies are played, where they end, what had to be mended
//   camelot_rules games < TSV       result, reason, moves, final position, all positions or -: as the script camelot
//   writes them
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "games/camelot/judge.hpp"
#include "games/camelot/movegen.hpp"
#include "games/camelot/notation.hpp"
#include "games/camelot/pack.hpp"

using namespace cofnod;
using namespace cofnod::camelot;

namespace {

int faults = 0;
int illegal_moves = 0;

void fault(const std::string& place, const std::string& text) {
    ++faults;
    if (faults <= 20) fmt::print("{}: {}\n", place, text);
}

std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
    return fields;
}

std::vector<std::string> texts_of(const Position& position) {
    std::vector<std::string> texts;
    for (const Path& path : legal_paths(position)) texts.push_back(write_path(position, path));
    std::sort(texts.begin(), texts.end());
    return texts;
}

void check_position(const std::string& place, const std::map<std::string, std::string>& row) {
    const auto position = read_position(row.at("position"));
    if (!position) return fault(place, sentence(position.error().reason()));
    if (write_position(*position) != row.at("position")) fault(place, "written as " + write_position(*position));
    auto expected = split(row.at("moves_by_path"), ' ');
    std::sort(expected.begin(), expected.end());
    const auto found = texts_of(*position);
    if (found != expected) fault(place, fmt::format("moves are {}", fmt::join(found, " ")));
    if (std::to_string(found.size()) != row.at("legal_by_path")) fault(place, "another number of paths");
    if (std::to_string(legal_moves(*position).size()) != row.at("legal_by_result"))
        fault(place, "another number of results");
}

/// Steps and leaps in all directions that are not legal, written with the sign that the board asks for, are refused.
/// Returns their number.
int check_illegal_moves(const std::string& place, const Position& position) {
    int count = 0;
    const auto refuse = [&](Square from, Square to, Separator sign) {
        WrittenMove written{.path = {from, to}};
        written.separators[1] = sign;
        if (judge(position, written.path).is_playable()) return;
        ++count;
        if (const Resolution resolution = resolve(position, written);
            resolution && resolution.repair != Repair::squares_added)
            fault(place, fmt::format("{}{}{} is read as {}", from.to_string(), sign == Separator::cross ? "x" : "-",
                                     to.to_string(), write_path(position, resolution.path)));
    };
    for (int index = 0; index < 256; ++index) {
        const Square from = Square::from_index(index);
        const auto piece = position.piece_at(from);
        if (!piece || piece->color != position.turn()) continue;
        for (int file = -2; file <= 2; ++file)
            for (int rank = -2; rank <= 2; ++rank) {
                const int to_file = from.file() + file, to_rank = from.rank() + rank;
                const bool is_straight = file == 0 || rank == 0 || std::abs(file) == std::abs(rank);
                if (!is_straight || (file == 0 && rank == 0) || to_file < 0 || to_file > 11 || to_rank < 0 ||
                    to_rank > 15)
                    continue;
                const Square to = Square::of(to_file, to_rank);
                refuse(from, to, effect_of(position, {from, to}).is_capture() ? Separator::cross : Separator::hyphen);
            }
    }
    return count;
}

int check_moves(const std::string& name) {
    std::ifstream file(name);
    std::string line;
    std::getline(file, line);
    const auto header = split(line, '\t');
    int number = 1;
    while (std::getline(file, line)) {
        const auto fields = split(line, '\t');
        std::map<std::string, std::string> row;
        for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = i < fields.size() ? fields[i] : "";
        const std::string place = fmt::format("{}:{}", name, ++number);
        check_position(place, row);
        if (const auto position = read_position(row.at("position")))
            illegal_moves += check_illegal_moves(place, *position);
    }
    return number - 1;
}

/// The path that is written, exactly as it is legal and as it would be written again.
std::optional<Path> read_exactly(const Position& position, const std::string& text) {
    for (const Path& path : legal_paths(position))
        if (write_path(position, path) == text) return path;
    return std::nullopt;
}

std::string reason_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::none: return "agreed/adjourned";
        case Outcome::castle: return "castle";
        case Outcome::elimination: return "elimination";
        case Outcome::no_move: return "no move";
        case Outcome::material: return "material";
        case Outcome::no_move_but_alone: return "no move, but alone";
    }
    return "";
}

/// The bytes of a game lead to where the game ended.
void check_bytes(const std::string& place, const std::string& bytes, const Position& end) {
    Unpacker unpacker(Position::initial(), bytes);
    while (unpacker.next()) {
    }
    if (unpacker.is_damaged() || unpacker.position() != end) fault(place, "the packed game ends elsewhere");
}

/// The words of a score that are moves: what stands before one are a move number and dots.
std::vector<WrittenMove> moves_of(std::istream& in) {
    std::vector<WrittenMove> moves;
    for (std::string line; std::getline(in, line);) {
        if (line.find(':') != std::string::npos) continue;  // a header
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            const auto at = std::min(word.find_first_not_of("0123456789."), word.size());
            if (const auto read = read_move(std::string_view(word).substr(at))) moves.push_back(read->move);
        }
    }
    return moves;
}

/// A real score is played to its end; what had to be mended is printed.
void check_score(const std::string& name) {
    std::ifstream file(name);
    Position position = Position::initial();
    const auto moves = moves_of(file);
    for (const WrittenMove& written : moves) {
        const Resolution resolution = resolve(position, written);
        const auto reason = explain(position, "the move", written, resolution);
        const std::string remark = reason ? sentence(*reason) : std::string();
        const std::string place = name.substr(name.rfind('/') + 1);
        if (!resolution) return fault(place, remark);
        if (!remark.empty()) fmt::print("{}: {}\n", place, remark);
        position.play(effect_of(position, resolution.path));
    }
    fmt::print("{} plies, {}\n", moves.size(), write_position(position));
}

struct Totals {
    int games = 0;
    std::size_t plies = 0, bytes = 0;
};

void check_game(const std::string& place, const std::vector<std::string>& fields, Totals& totals) {
    if (fields.size() != 5) return fault(place, "has not five columns");
    const auto moves = split(fields[2], ' ');
    const auto positions = split(fields[4], '|');
    const bool has_positions = fields[4] != "-";
    if (has_positions && positions.size() != moves.size() + 1)
        return fault(place, "has not one position more than moves");
    Position position = Position::initial();
    Packer packer(position);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (has_positions && write_position(position) != positions[i])
            return fault(place, "at ply " + std::to_string(i));
        if (outcome(position) != Outcome::none) return fault(place, "over before " + moves[i]);
        const auto path = read_exactly(position, moves[i]);
        if (!path || !is_legal(position, *path)) return fault(place, moves[i] + " is not legal");
        packer.push(position, *path);
        position.play(effect_of(position, *path));
    }
    if (write_position(position) != fields[3]) fault(place, "ends at " + write_position(position));
    const Outcome end = outcome(position);
    if (reason_of(end) != fields[1]) fault(place, "ends by " + reason_of(end));
    if (to_text(result_of(position, end)) != fields[0]) fault(place, "another result");
    check_bytes(place, packer.bytes(), position);
    ++totals.games;
    totals.plies += moves.size();
    totals.bytes += packer.bytes().size();
}

void check_games() {
    Totals totals;
    int number = 0;
    for (std::string line; std::getline(std::cin, line);)
        check_game(fmt::format("game {}", ++number), split(line, '\t'), totals);
    fmt::print("{} games, {} plies, {} bytes packed\n", totals.games, totals.plies, totals.bytes);
    if (totals.games == 0) fault("games", "none");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "moves" && argc == 3) {
        const int positions = check_moves(argv[2]);
        fmt::print("{} positions, {} illegal moves\n", positions, illegal_moves);
        if (positions == 0) fault(argv[2], "no positions");
    } else if (mode == "games" && argc == 2) {
        check_games();
    } else if (mode == "scores") {
        for (int i = 2; i < argc; ++i) check_score(argv[i]);
    } else {
        fmt::print("camelot_rules moves FILE.tsv | camelot_rules games < TSV | camelot_rules scores FILE...\n");
        return 2;
    }
    fmt::print("{} against the rules\n", faults);
    return faults == 0 ? 0 : 1;
}
