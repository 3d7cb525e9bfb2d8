#include "cql/run/describe.hpp"

namespace cofnod::cql {

std::string describe(const Context&, SetValue value) {
    if (!value.known) return "<false>";
    std::string text = "[";
    for (const Square square : value.squares) {
        if (text.size() > 1) text += ',';
        text += square.to_string();
    }
    return text + "]";
}

std::string describe(const Context&, Number value) { return value ? std::to_string(*value) : "<false>"; }

std::string describe(const Context&, const Text& value) { return value.value_or("<false>"); }

std::string describe(const Context& context, Position value) {
    if (!holds(value)) return "<false>";
    return "move " + std::to_string(context.tree.move_number(value.id)) +
           (context.tree[value.id].turn == Color::white ? "(wtm)" : "(btm)");
}

std::string describe(const Context&, bool value) { return value ? "<true>" : "<false>"; }

namespace {

std::string placement(const PieceSets& board) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const int kind = board.kind_at(Square::from_index(rank * 8 + file));
            if (kind == PieceSets::empty) {
                ++empty;
                continue;
            }
            flush();
            text += chess::Piece::from_index(kind).fen_letter();
        }
        flush();
        if (rank > 0) text += '/';
    }
    return text;
}

/// Returns castling rights as X-FEN: KQkq for the outermost rook, otherwise the letter of its file.
std::string castling(const Snapshot& now) {
    std::string text;
    for (const Color color : {Color::white, Color::black}) {
        const Square king = now.board.king(color);
        const Bitboard home = Bitboard::of(king.rank()) & now.board.of(color, Role::rook);
        const Bitboard rooks = now.castling_rooks & now.board.of(color);
        for (const bool king_side : {true, false})
            for (const Square rook : rooks) {
                if ((rook > king) != king_side) continue;
                const bool outermost = rook == (king_side ? home.last() : home.first());
                char letter = king_side ? 'K' : 'Q';
                if (!outermost) letter = static_cast<char>('A' + static_cast<int>(rook.file()));
                text += color == Color::white ? letter : static_cast<char>(letter - 'A' + 'a');
            }
    }
    return text.empty() ? "-" : text;
}

std::string en_passant(const Snapshot& now) {
    const Bitboard passed = now.passed_square();
    return passed.empty() ? "-" : passed.first().to_string();
}

}  // namespace

std::string fen_of(const Context& context) {
    const Snapshot& now = *context.now;
    return placement(now.board) + (now.turn == Color::white ? " w " : " b ") + castling(now) + " " + en_passant(now) +
           " 0 1";
}

}  // namespace cofnod::cql
