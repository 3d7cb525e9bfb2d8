#include "importers/decoder/running/games_in_text.hpp"

#include <algorithm>
#include <unordered_map>

#include "games/chess/fen.hpp"
#include "games/chess/movegen.hpp"

namespace cofnod::importers::running {

namespace {

using chess::Position;

constexpr std::size_t earned = 50'000;  // places that may be tried more for each line that is found

/// Returns the positions that a drawn board may show: either side to move, either king of a misprinted one.
std::vector<Position> positions_of(const Diagram& board, int number) {
    std::vector<Position> positions;
    for (const std::string& placement : {board.placement, board.otherwise})
        for (const char* side : {" w ", " b "}) {
            if (placement.empty()) continue;
            const auto fen = chess::read_fen(placement + side + "KQkq - 0 " + std::to_string(number));
            if (fen) positions.push_back(fen->position);
        }
    return positions;
}

}  // namespace

GamesOfText::GamesOfText(const RunningText& text, Lattice& lattice, const Evidence& weights)
    : text_(text), lattice_(lattice), weights_(weights), search_(text, lattice, weights_) {}

/// Follows a line. A text in which games are found is worth more effort.
LineInText GamesOfText::follow(PlaceInText at, const Position& start, int number, float cost, const Diagram* board) {
    LineInText line = search_.follow(at, start, number, cost, board);
    if (line.evidence > weights_.enough_for_game) search_.earn(earned);
    return line;
}

bool GamesOfText::may_begin(const NumberInText& number) {
    return number.end < text_.size() && !is_used(number.begin) &&
           (!lattice_.at(number.end).empty() || text_.may_be_move(number.end));
}

/// Follows every number 1 as it is written. The strongest lines that come to their end are games, which no other line
/// may cross.
void GamesOfText::find_written_games(std::vector<GameInText>& taken) {
    static constexpr std::size_t fewest = 6;
    std::vector<LineInText> lines;
    search_.forbid_starts(true);
    for (const std::uint32_t i : text_.numbers_of(1)) {
        const NumberInText& number = text_.numbers()[i];
        if (number.dots >= 2 || !may_begin(number)) continue;
        lines.push_back(search_.follow_written(number.begin, Position::initial(), 1, weights_.start));
        if (lines.back().evidence > weights_.enough_for_game) search_.earn(earned);
    }
    search_.forbid_starts(false);
    std::ranges::stable_sort(lines, std::greater(), &LineInText::evidence);
    const std::vector<bool> are_entangled = find_entangled(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        LineInText& line = lines[i];
        const PlaceInText start = line.at;
        const auto is_taken = [&](const PlacedMove& move) { return is_used(move.begin); };
        const bool is_game = line.evidence > weights_.enough_for_wall && line.moves.size() >= fewest && line.has_end &&
                             !are_entangled[i] && std::ranges::none_of(line.moves, is_taken) &&
                             !search_.is_doubtful(line);
        if (!is_game) {
            (are_entangled[i] ? entangled_ : starts_).push_back(start);
            continue;
        }
        search_.add_wall({start, line.moves.back().end, text_.begins_line(start)});
        take({{.line = std::move(line)}}, taken);
    }
}

/// Finds the lines that go on with the moves of another, which alone have nearly as much evidence.
std::vector<bool> GamesOfText::find_entangled(const std::vector<LineInText>& lines) {
    static constexpr float nearly = 0.6F;
    std::unordered_map<PlaceInText, std::size_t> best;  // the strongest line with a move at a place, and the next one
    std::unordered_map<PlaceInText, std::size_t> second;
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (const PlacedMove& move : lines[i].moves)
            if (!best.try_emplace(move.begin, i).second) second.try_emplace(move.begin, i);
    std::vector<bool> are_entangled(lines.size(), false);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        float behind = 0;
        for (auto move = lines[i].moves.rbegin(); move != lines[i].moves.rend(); ++move) {
            behind += move->gain;
            std::size_t other = best.at(move->begin);
            if (other == i) {
                const auto next = second.find(move->begin);
                if (next == second.end()) continue;
                other = next->second;
            }
            if (lines[other].evidence >= nearly * behind) are_entangled[i] = true;
        }
    }
    return are_entangled;
}

/// Follows the other numbers 1, allowing for misprints: the likeliest first, then those that run into one another.
void GamesOfText::find_other_games(std::vector<GameInText>& taken) {
    static constexpr std::size_t fewest = 4;
    std::vector<GameInText> found;
    const auto find = [&](PlaceInText start) {
        if (is_used(start)) return;
        LineInText line = follow(start, Position::initial(), 1, weights_.start);
        const float mean = line.evidence / static_cast<float>(line.moves.size());
        if (line.evidence > weights_.enough_for_game && mean > weights_.enough_mean && line.moves.size() >= fewest)
            found.push_back({.line = std::move(line)});
    };
    for (const PlaceInText start : starts_) {
        find(start);
        take(std::exchange(found, {}), taken);
    }
    std::ranges::for_each(entangled_, find);
    take(std::move(found), taken);
}

/// Follows lines from the boards that no game has reached.
std::vector<GameInText> GamesOfText::from_boards(const std::vector<GameInText>& taken) {
    static constexpr std::int32_t lines_above = 40, lines_below = 60, lines_of_later = 40;
    static constexpr float above = 1.5F, most_for_distance = 8;
    static constexpr int highest_number = 60;
    static constexpr std::size_t fewest = 3;
    std::unordered_map<std::uint64_t, std::vector<std::pair<PlaceInText, PlaceInText>>> reached;
    for (const GameInText& game : taken) {
        Position position = game.line.start;
        const std::pair extent(game.line.moves.front().begin, game.line.moves.back().end);
        reached[position.key()].push_back(extent);
        for (const PlacedMove& each : game.line.moves) {
            position.play(each.move);
            reached[position.key()].push_back(extent);
        }
    }
    std::vector<GameInText> found;
    for (const Diagram& board : text_.boards()) {
        const PlaceInText begin = text_.place_of(board.begin);
        const std::int32_t first_line = text_.line_of_byte(board.begin), last_line = text_.line_of_byte(board.end - 1);
        const auto is_reached = [&](const Position& position) {
            const auto extents = reached.find(position.key());
            return extents != reached.end() && std::ranges::any_of(extents->second, [&](const auto& extent) {
                       return extent.first < begin && extent.second > begin;
                   });
        };
        if (std::ranges::any_of(positions_of(board, 1), is_reached)) continue;
        const auto& numbers = text_.numbers();
        auto number = std::ranges::lower_bound(numbers, first_line - lines_above, {}, &NumberInText::line);
        bool is_next = true;  // no moves stand between
        for (; number != numbers.end() && number->line <= last_line + lines_below; ++number) {
            if (number->value < 1 || number->value > highest_number || !may_begin(*number) || is_used(number->end))
                continue;
            const bool is_below = number->line > last_line && number->line < last_line + lines_of_later;
            if (number->value > 1 && !is_below) continue;
            const float distance = number->line > last_line ? static_cast<float>(number->line - last_line)
                                                            : above * static_cast<float>(first_line - number->line);
            const bool is_direct = is_below && is_next;
            is_next = is_next && number->line <= last_line;
            const float cost = (is_direct ? weights_.start_board_direct : weights_.start_board) +
                               std::min(most_for_distance, weights_.start_board_line * distance);
            for (const Position& position : positions_of(board, number->value)) {
                const bool is_blacks = position.turn() == chess::Color::black;
                if (is_blacks && number->dots < 2 && number->value > 1) continue;
                LineInText line = follow(number->begin, position, number->value, cost, &board);
                if (line.evidence > weights_.enough_for_board && line.moves.size() >= fewest)
                    found.push_back({.line = std::move(line), .kind = GameInText::Kind::board, .board = &board});
            }
        }
    }
    return found;
}

/// Follows lines from the positions of games above them: "8. ... BxKt" in a note, "moves 1-6 as before".
std::vector<GameInText> GamesOfText::from_notes(const std::vector<GameInText>& taken) {
    static constexpr std::int32_t lines_behind = 60;
    static constexpr std::size_t fewest = 8;
    std::vector<GameInText> found;
    std::vector<const GameInText*> games;
    for (const GameInText& game : taken)
        if (game.kind == GameInText::Kind::game && game.line.evidence >= weights_.enough_for_wall)
            games.push_back(&game);
    for (const NumberInText& number : text_.numbers()) {
        if (number.value < 2 || text_.depth(number.begin) > 0 || !may_begin(number) || is_used(number.end)) continue;
        const std::size_t ply = 2 * static_cast<std::size_t>(number.value - 1) + (number.dots >= 2 ? 1 : 0);
        for (const GameInText* game : games) {
            const auto& moves = game->line.moves;
            const bool is_near =
                game->line.at <= number.begin && number.line <= text_.line(moves.back().begin) + lines_behind;
            if (!is_near || ply >= moves.size()) continue;
            Position position = game->line.start;
            for (std::size_t i = 0; i < ply; ++i) position.play(moves[i].move);
            LineInText line = follow(number.begin, position, number.value, weights_.start);
            if (line.evidence < weights_.enough_for_note || line.moves.size() < fewest) continue;
            bool is_same = true;
            for (std::size_t i = 0; i < line.moves.size() && ply + i < moves.size(); ++i)
                is_same = is_same && line.moves[i].move == moves[ply + i].move;
            if (is_same) continue;
            line.moves.insert(line.moves.begin(), moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(ply));
            line.start = game->line.start;
            found.push_back({.line = std::move(line), .kind = GameInText::Kind::note, .borrowed = ply});
        }
    }
    return found;
}

/// Takes the most evident lines first. A line may share a third of its moves with others, but not its first.
void GamesOfText::take(std::vector<GameInText> found, std::vector<GameInText>& taken) {
    std::ranges::stable_sort(found, std::greater(), [](const GameInText& game) { return game.line.evidence; });
    for (GameInText& game : found) {
        const auto own = std::span(game.line.moves).subspan(game.borrowed);
        const auto shared = std::ranges::count_if(own, [&](const PlacedMove& move) { return is_used(move.begin); });
        if (static_cast<std::size_t>(shared) * 3 > own.size() || is_used(own.front().begin)) continue;
        for (const PlacedMove& move : own) search_.take(move.begin, move.end);
        judge(game);
        taken.push_back(std::move(game));
    }
}

void GamesOfText::judge(GameInText& game) const {
    static constexpr std::size_t fewest = 6;
    const LineInText& line = game.line;
    const auto own = std::span(line.moves).subspan(game.borrowed);
    const auto odd =
        std::ranges::find_if(own, [&](const PlacedMove& move) { return move.oddity > weights_.sure_oddity; });
    const auto odd_ply = static_cast<std::size_t>(odd - own.begin());
    const auto doubt = [&](GameInText::Doubt kind, std::size_t ply) {
        game.doubt = kind;
        game.doubtful_ply = ply + game.borrowed;
    };
    const bool has_rival = line.margin < weights_.sure_margin;
    if (odd_ply < own.size() && (!has_rival || odd_ply <= line.margin_ply))
        doubt(GameInText::Doubt::far_move, odd_ply);
    else if (has_rival)
        doubt(GameInText::Doubt::rival, line.margin_ply);
    else if (line.weakest < weights_.sure_move)
        doubt(GameInText::Doubt::far_move, line.weakest_ply);
    else if (own.size() < fewest || line.evidence < weights_.sure_mean * static_cast<float>(own.size()))
        doubt(GameInText::Doubt::little, 0);
}

std::vector<GameInText> GamesOfText::find(std::size_t effort) {
    search_.earn(effort);
    std::vector<GameInText> taken;
    find_written_games(taken);
    find_other_games(taken);
    take(from_boards(taken), taken);
    take(from_notes(taken), taken);
    std::ranges::sort(taken, {}, [](const GameInText& game) { return game.line.moves[game.borrowed].begin; });
    return taken;
}

}  // namespace cofnod::importers::running
