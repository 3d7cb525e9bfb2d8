#include "game.hpp"
#include "base/place.hpp"

#include <algorithm>
#include <memory>

#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/chess/san.hpp"

namespace cofnod::cql::plain {

namespace {

struct Branch {
    chess::Move move;
    std::vector<std::unique_ptr<Branch>> children;
};

/// Returns a random branch: its first child continues for `plies` moves, other children for at most four.
std::unique_ptr<Branch> grow(std::mt19937& random, chess::Position position, chess::Move move, int plies,
                             int variations) {
    auto result = std::make_unique<Branch>();
    result->move = move;
    if (!move.is_null()) position.play(move);
    const auto legal = chess::legal_moves(position);
    if (plies == 0 || legal.empty()) return result;
    std::vector<chess::Move> chosen;
    const std::size_t wanted = variations > 0 && random() % 4 == 0 ? 1 + random() % 2 : 0;
    for (std::size_t i = 0; i <= wanted; ++i) {
        const chess::Move next = legal[random() % legal.size()];
        if (std::find(chosen.begin(), chosen.end(), next) != chosen.end()) continue;
        chosen.push_back(next);
        const bool main = i == 0;
        result->children.push_back(grow(random, position, next, main ? plies - 1 : static_cast<int>(random() % 5),
                                        main ? variations : variations - 1));
    }
    return result;
}

void add(TreeGame& game, const Branch& branch, int parent) {
    const int id = game.size();
    Place place = after(game.at(parent), branch.move);
    Place& above = game.places[static_cast<std::size_t>(parent)];
    place.parent = parent;
    place.index = static_cast<int>(above.children.size());
    place.ply = above.ply + 1;
    place.depth = above.depth + (place.index > 0 ? 1 : 0);
    above.children.push_back(id);
    game.places.push_back(std::move(place));
    for (const auto& child : branch.children) add(game, *child, id);
}

/// Writes the moves after `branch`: the main line into `main`, the others as annotations.
void write(TreeGame& game, const Branch& branch, std::uint32_t ply, bool is_main) {
    using Kind = Annotations::Kind;
    if (branch.children.empty()) return;
    if (is_main) ++ply;
    if (!is_main) game.annotations.add(Kind::move, ply, branch.children.front()->move.raw());
    for (std::size_t i = 1; i < branch.children.size(); ++i) {
        game.annotations.add(Kind::begin_variation, ply);
        game.annotations.add(Kind::move, ply, branch.children[i]->move.raw());
        write(game, *branch.children[i], ply, false);
        game.annotations.add(Kind::end_variation, ply);
    }
    write(game, *branch.children.front(), ply, is_main);
}

Board board_of(const chess::Position& position) {
    Board board{};
    for (int square = 0; square < 64; ++square) {
        const auto piece = position.piece_at(chess::Square::from_index(square));
        board[static_cast<std::size_t>(square)] = piece ? piece->index() : empty;
    }
    return board;
}

}  // namespace

Place after(const Place& before, chess::Move move) {
    Place place{before.position, move};
    place.position.play(move);
    place.board = board_of(place.position);
    place.who = before.who;
    const auto at = [&](chess::Square square) -> int& { return place.who[static_cast<std::size_t>(square.index())]; };
    if (move.kind() == chess::Move::Kind::castling) {
        const auto squares = chess::Castling::of(move);
        const int king = at(squares.king_from);
        const int rook = at(squares.rook_from);
        at(squares.king_from) = at(squares.rook_from) = 0;
        at(squares.king_to) = king;
        at(squares.rook_to) = rook;
        return place;
    }
    if (move.kind() == chess::Move::Kind::en_passant) at(chess::Square::of(move.to().file(), move.from().rank())) = 0;
    at(move.to()) = at(move.from());
    at(move.from()) = 0;
    return place;
}

bool TreeGame::leads_to(int above, int below) const {
    for (; below >= 0; below = at(below).parent)
        if (below == above) return true;
    return false;
}

std::string TreeGame::text() const {
    std::string text = start.empty() ? "" : "[" + start + "] ";
    for (std::size_t i = 1; i < places.size(); ++i) {
        const Place& place = places[i];
        text += std::to_string(i) + (place.index > 0 ? "(after " + std::to_string(place.parent) + ")" : "") + ":" +
                chess::write_uci(place.move) + " ";
    }
    return text;
}

TreeGame random_tree(std::mt19937& random, const std::string& start, int plies, bool variations) {
    TreeGame game;
    game.start = start;
    const auto position = start.empty() ? chess::Position::initial() : chess::read_fen(start)->position;
    Place first{position, chess::Move::null()};
    first.board = board_of(position);
    for (std::size_t square = 0; square < 64; ++square)
        if (first.board[square] != empty) first.who[square] = static_cast<int>(square) + 1;
    game.places.push_back(first);
    const auto root = grow(random, position, chess::Move::null(), plies, variations ? 2 : 0);
    for (const auto& child : root->children) add(game, *child, 0);
    write(game, *root, 0, true);
    chess::Packer packer(position);
    for (int id = 0; !game.at(id).children.empty(); id = game.at(id).children.front())
        packer.push(game.at(id).position, game.at(game.at(id).children.front()).move);
    game.moves = packer.bytes();
    return game;
}

}  // namespace cofnod::cql::plain
