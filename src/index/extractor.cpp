#include "index/extractor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "base/bytes.hpp"
#include "games/chess/attacks.hpp"
#include "games/chess/material_signature.hpp"
#include "games/chess/move.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/chess/replayer.hpp"
#include "games/chess/square.hpp"
#include "games/record/chess_game.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// Piece placement in a chess game, updated by legal moves from the initial position. Has no key, castling rights or
/// checks, which leaves a third of the work of a replay.
class LineBoard {
public:
    LineBoard() : LineBoard(initial()) {}

    struct Change {
        bool material, pawns;
    };
    /// Plays a move and adds the squares that its pieces reach to `squares`. Returns what may have changed.
    Change play(chess::Move move, Occupancy& squares) {
        const unsigned from = move.raw() & 63U, to = move.raw() >> 6 & 63U;
        if (move.kind() != chess::Move::Kind::ordinary) return play_rare(move, squares);
        const unsigned piece = board_[from], victim = board_[to];
        board_[from] = chess::zobrist::no_piece;
        put(piece, to, squares);
        material_ -= units[victim];
        const bool pawns = (are_pawns >> piece | are_pawns >> victim) & 1U;
        if (pawns) pawn_key_ ^= pawn_number(piece, from) ^ pawn_number(piece, to) ^ pawn_number(victim, to);
        return {victim != chess::zobrist::no_piece, pawns};
    }

    [[nodiscard]] chess::MaterialSignature material() const { return material_; }
    /// Equals chess::pawn_key().
    [[nodiscard]] std::uint64_t pawn_key() const { return pawn_key_; }

    /// Adds the squares of all pieces.
    void add_squares(Occupancy& squares) const {
        for (unsigned square = 0; square < board_.size(); ++square)
            if (board_[square] != chess::zobrist::no_piece) squares[board_[square]] |= std::uint64_t{1} << square;
    }

private:
    explicit LineBoard(const chess::Replayer& start)
        : material_(chess::material_of(start)),
          pawn_key_(chess::pawn_key(start.pieces(chess::white_pawn), start.pieces(chess::black_pawn))) {
        board_.fill(chess::zobrist::no_piece);
        for (std::size_t piece = 0; piece < occupancy_words; ++piece)
            for (const chess::Square square : start.pieces(chess::Piece::from_index(static_cast<int>(piece))))
                board_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(piece);
    }
    static const LineBoard& initial() {
        static const LineBoard board{chess::Replayer(chess::Position::initial())};
        return board;
    }

    /// Contribution of each piece to the signature; 0 for kings and no_piece.
    static constexpr std::array<chess::MaterialSignature, 13> units = [] {
        std::array<chess::MaterialSignature, 13> numbers{};
        for (std::size_t i = 0; i < chess::signature_pieces.size(); ++i)
            numbers[static_cast<std::size_t>(chess::signature_pieces[i].index())] = std::uint64_t{1} << 4 * i;
        return numbers;
    }();

    /// Bit set over Piece::index().
    static constexpr unsigned are_pawns = 1U << chess::white_pawn.index() | 1U << chess::black_pawn.index();

    /// Returns the Zobrist number of a pawn on a square; 0 for other pieces and no_piece.
    static std::uint64_t pawn_number(unsigned piece, unsigned square) {
        return are_pawns >> piece & 1U ? chess::zobrist::table.piece[piece][square] : 0;
    }
    void put(unsigned piece, unsigned square, Occupancy& squares) {
        board_[square] = static_cast<std::uint8_t>(piece);
        squares[piece] |= std::uint64_t{1} << square;
    }
    unsigned take(unsigned square) {
        const unsigned piece = board_[square];
        board_[square] = chess::zobrist::no_piece;
        return piece;
    }

    Change play_rare(chess::Move move, Occupancy& squares) {
        using Kind = chess::Move::Kind;
        const auto index = [](chess::Square square) { return static_cast<unsigned>(square.index()); };
        if (move.kind() == Kind::castling) {
            const auto castling = chess::Castling::of(move);
            const unsigned king = take(index(castling.king_from)), rook = take(index(castling.rook_from));
            put(king, index(castling.king_to), squares);
            put(rook, index(castling.rook_to), squares);
            return {false, false};
        }
        const unsigned to = index(move.to()), pawn = take(index(move.from()));
        // A pawn captured en passant is one rank nearer the middle.
        const unsigned taken_on = move.kind() == Kind::en_passant ? to ^ 8U : to, victim = take(taken_on);
        material_ -= units[victim];
        pawn_key_ ^= pawn_number(victim, taken_on) ^ pawn_number(pawn, index(move.from()));
        const auto color = chess::Piece::from_index(static_cast<int>(pawn)).color;
        unsigned piece = pawn;
        if (move.kind() == Kind::promotion) {
            piece = static_cast<unsigned>(chess::Piece{color, move.promotion_role()}.index());
            material_ += units[piece] - units[pawn];
        }
        put(piece, to, squares);
        pawn_key_ ^= pawn_number(piece, to);
        return {true, true};
    }

    std::array<std::uint8_t, chess::square_count> board_{};  ///< Piece::index(), or no_piece
    chess::MaterialSignature material_ = 0;
    std::uint64_t pawn_key_ = 0;
};

namespace {

constexpr std::size_t keys_a_block = std::size_t{1} << 16;

/// Appends to a vector with sufficient capacity and returns the appended elements.
template <typename T>
std::span<const T> append(std::vector<T>& to, const std::vector<T>& added) {
    const std::size_t begin = to.size();
    to.insert(to.end(), added.begin(), added.end());
    return std::span<const T>(to).subspan(begin);
}

}  // namespace

void PlayedGames::add(std::int64_t id, std::string_view moves, const PlayedLine& line) {
    Block& block = block_for(line.keys.size());
    block.last = id;
    games_.push_back({id, hash64(moves), {append(block.keys, line.keys), append(block.moves, line.moves)}});
}

PlayedGames::Block& PlayedGames::block_for(std::size_t keys) {
    if (blocks_.empty() || blocks_.back().keys.capacity() - blocks_.back().keys.size() < keys) {
        Block& block = blocks_.emplace_back();
        block.keys.reserve(std::max(keys, keys_a_block));
        block.moves.reserve(std::max(keys, keys_a_block));
    }
    return blocks_.back();
}

std::optional<PlayedGames::Line> PlayedGames::find(std::int64_t id, std::string_view start,
                                                   std::string_view moves) const {
    const auto game = std::ranges::lower_bound(games_, id, {}, &Game::id);
    if (game == games_.end() || game->id != id || !start.empty() || game->hash != hash64(moves)) return std::nullopt;
    return game->line;
}

void PlayedGames::forget(std::int64_t last) {
    games_.erase(games_.begin(), std::ranges::upper_bound(games_, last, {}, &Game::id));
    while (!blocks_.empty() && blocks_.front().last <= last) blocks_.pop_front();
}

/// Returns the ending of a chess game. `last`: its last position, which decides nearly all games without a replay.
Ending ending_of(const chess::Replayer& last, const IndexedGame& game);
/// Returns the ending of a game whose moves from the initial position are known.
Ending ending_of(const LineBoard& last, std::span<const chess::Move> moves);

namespace {

using chess::Bitboard;
using chess::Color;
using chess::Piece;
using chess::Role;
using chess::Square;

/// The last position of a line.
class LastPosition {
public:
    LastPosition(const LineBoard& board, Color turn) : turn_(turn) { board.add_squares(pieces_); }

    [[nodiscard]] Color turn() const { return turn_; }
    [[nodiscard]] Bitboard pieces(Piece piece) const {
        return Bitboard(pieces_[static_cast<std::size_t>(piece.index())]);
    }
    [[nodiscard]] Bitboard pieces(Color color) const {
        Bitboard all;
        for (int role = 0; role < chess::role_count; ++role) all |= pieces(Piece{color, static_cast<Role>(role)});
        return all;
    }
    [[nodiscard]] Bitboard occupied() const { return pieces(Color::white) | pieces(Color::black); }

private:
    Occupancy pieces_{};
    Color turn_;
};

/// Returns true if a side attacks a square. `Game`: chess::Replayer or LastPosition.
template <typename Game>
bool is_attacked(const Game& game, Square square, Color by, Bitboard occupied) {
    for (int role = 0; role < chess::role_count; ++role) {
        // A square is attacked by a piece iff the same piece of the other colour on the square would attack that piece.
        const Piece seen{!by, static_cast<Role>(role)};
        const Bitboard there = game.pieces(Piece{by, seen.role});
        if (!there.empty() && !(chess::attacks::of(seen, square, occupied) & there).empty()) return true;
    }
    return false;
}

/// Returns true if the king can move, or, when not in check, a pawn that cannot be pinned can advance.
template <typename Game>
bool has_obvious_move(const Game& game) {
    const Color side = game.turn();
    const Square king = game.pieces(Piece{side, Role::king}).first();
    const Bitboard others = game.occupied() & ~Bitboard(king);
    for (const Square target : chess::attacks::king(king) & ~game.pieces(side))
        if (!is_attacked(game, target, !side, others & ~Bitboard(target))) return true;
    if (is_attacked(game, king, !side, game.occupied())) return false;
    const Bitboard lines = chess::attacks::bishop(king, {}) | chess::attacks::rook(king, {});
    const Bitboard free = game.pieces(Piece{side, Role::pawn}) & ~lines;
    const std::uint64_t ahead = side == Color::white ? free.bits() << 8 : free.bits() >> 8;
    return !(Bitboard(ahead) & ~game.occupied()).empty();
}

Ending ending_of(const chess::Position& last) {
    switch (chess::outcome(last)) {
        case chess::Outcome::checkmate: return Ending::mate;
        case chess::Outcome::stalemate: return Ending::stalemate;
        default: return Ending::open;
    }
}

}  // namespace

Ending ending_of(const chess::Replayer& last, const IndexedGame& game) {
    if (has_obvious_move(last)) return Ending::open;
    const auto start = ChessGame::read_start(game.start);
    if (!start) return Ending::open;
    chess::Unpacker moves(*start, game.moves);
    while (moves.next()) {
    }
    return ending_of(moves.position());
}

Ending ending_of(const LineBoard& last, std::span<const chess::Move> moves) {
    if (has_obvious_move(LastPosition(last, moves.size() % 2 == 0 ? Color::white : Color::black))) return Ending::open;
    auto position = chess::Position::initial();
    for (const chess::Move move : moves) position.play(move);
    return ending_of(position);
}

namespace {

/// Records the pawn structures of a chess game.
class Structures {
public:
    Structures(std::uint32_t game, std::uint64_t key, Extract& extract, Traits& traits)
        : game_(game), key_(key), extract_(extract), traits_(traits) {}

    /// Begins a structure. `position`: the first with the new key.
    void note(std::uint32_t position, std::uint64_t key) {
        finish(position);
        key_ = key;
        first_ = position;
    }
    /// Ends the current structure. `position`: one past its last position.
    void finish(std::uint32_t position) {
        extract_.structures.push_back({key_, game_, traits_.structures++});
        extract_.runs.push_back(position - first_);
    }

private:
    std::uint32_t game_;
    std::uint64_t key_;
    std::uint32_t first_ = 0;
    Extract& extract_;
    Traits& traits_;
};

}  // namespace

void Extractor::add(const IndexedGame& game, Extract& extract, Traits& traits) {
    if (game.moves.empty() && game.start.empty()) return;  // a record without moves has no position
    with_game(game.kind, [&](auto rules) {
        using G = decltype(rules);
        const typename G::Replayer* start = std::get<ReplayStart<G>>(starts_).from(game.start);
        if (!start) return;
        if constexpr (WordGame<G>)
            replay<G>(*start, game, extract, traits);
        else
            replay(*start, game, extract, traits);
    });
}

void Extractor::add(std::uint32_t ordinal, const PlayedGames::Line& line, Extract& extract, Traits& traits) {
    LineBoard board;
    board.add_squares(traits.squares);
    extract.materials.push_back({board.material(), ordinal});
    Structures structures(ordinal, board.pawn_key(), extract, traits);
    std::uint32_t since = 0;  // position of the last change of material
    for (std::uint32_t i = 0; i < line.moves.size(); ++i) {
        const LineBoard::Change change = board.play(line.moves[i], traits.squares);
        if (change.pawns) structures.note(i + 1, board.pawn_key());
        if (!change.material) continue;
        extract.materials.back().positions = i + 1 - since;
        extract.materials.push_back({board.material(), ordinal});
        since = i + 1;
    }
    traits.positions = static_cast<std::uint32_t>(line.keys.size());
    structures.finish(traits.positions);
    extract.materials.back().positions = traits.positions - since;
    traits.ending = ending_of(board, line.moves);
}

template <WordGame G>
void Extractor::replay(typename G::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits) {
    const std::size_t first = extract.positions.size();
    now.read(game.moves);
    while (true) {
        Entry entry{now.key(), game.ordinal, G::is_white_to_move(now.position()) ? 0 : Entry::black_to_move};
        const bool goes_on = now.next();
        if (goes_on) entry.move |= 1U + G::number_of(now.before(), now.move());
        extract.positions.push_back(entry);
        if (!goes_on) break;
    }
    extract.runs.push_back(static_cast<std::uint32_t>(extract.positions.size() - first));
    traits.structures = 1;
}

void Extractor::replay(chess::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits) {
    using chess::Color;
    // A ply moves only pieces of the mover.
    const auto note_squares = [&](Color side) {
        const std::size_t first = static_cast<std::size_t>(side) * chess::role_count;
        for (std::size_t kind = first; kind < first + chess::role_count; ++kind)
            traits.squares[kind] |= now.pieces(chess::Piece::from_index(static_cast<int>(kind))).bits();
    };
    chess::MaterialInReplay material(now);
    const auto note_material = [&] { extract.materials.push_back({material.signature(), game.ordinal}); };

    const auto pawns = [&] { return now.pieces(chess::white_pawn) | now.pieces(chess::black_pawn); };
    const auto key = [&] { return chess::pawn_key(now.pieces(chess::white_pawn), now.pieces(chess::black_pawn)); };

    Structures structures(game.ordinal, key(), extract, traits);
    note_squares(Color::white);
    note_squares(Color::black);
    note_material();
    now.read(game.moves);
    while (true) {
        const Color mover = now.turn();
        const chess::Bitboard pawns_before = pawns();
        Entry entry{now.key(), game.ordinal, mover == Color::black ? Entry::black_to_move : 0};
        const bool goes_on = now.next();
        if (goes_on) entry.move |= 1U + now.move().raw();
        extract.positions.push_back(entry);
        ++traits.positions;
        ++extract.materials.back().positions;
        if (!goes_on) break;

        if (pawns() != pawns_before) structures.note(traits.positions, key());
        traits.passes = traits.passes || now.move().is_null();
        note_squares(mover);
        if (material.follow(now)) note_material();
    }
    structures.finish(traits.positions);
    traits.ending = ending_of(now, game);
}

}  // namespace cofnod::index
