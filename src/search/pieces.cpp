#include "search/patterns.hpp"

#include <algorithm>
#include <optional>

#include "base/tr.hpp"
#include "grammar/pieces.hpp"

namespace cofnod::search {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::pieces;
using chess::Bitboard;
using chess::Piece;

/// Parser state.
class PlacementBuilder {
public:
    void begin(char letter) {
        piece_ = *Piece::from_fen_letter(letter);
        files_ = ranks_ = Bitboard{};
    }
    void add_file(char letter) { add(files_, first_file_ = letter, letter, 'a'); }
    void add_files_to(char letter) { add(files_, first_file_, letter, 'a'); }
    void add_rank(char digit) { add(ranks_, first_rank_ = digit, digit, '1'); }
    void add_ranks_to(char digit) { add(ranks_, first_rank_, digit, '1'); }

    [[nodiscard]] Piece piece() const { return piece_; }
    [[nodiscard]] Bitboard squares() const { return files_ & ranks_; }

    /// Returns the other piece required on the same single square, if any.
    [[nodiscard]] std::optional<Piece> rival() const {
        for (const auto& [piece, squares] : read_)
            if (squares == this->squares() && !squares.has_several() && !(piece == piece_)) return piece;
        return std::nullopt;
    }
    void end() {
        read_.emplace_back(piece_, squares());
        pattern.add(piece_, squares());
    }
    [[nodiscard]] bool is_empty() const { return read_.empty(); }

    PiecesPattern pattern;

private:
    static void add(Bitboard& lines, char first, char last, char zero) {
        for (int i = std::min(first, last) - zero; i <= std::max(first, last) - zero; ++i)
            lines |=
                zero == 'a' ? Bitboard::of(static_cast<chess::File>(i)) : Bitboard::of(static_cast<chess::Rank>(i));
    }

    Piece piece_{};
    Bitboard files_, ranks_;
    char first_file_ = 'a', first_rank_ = '1';
    std::vector<std::pair<Piece, Bitboard>> read_;
};

template <typename Rule>
struct action {};

template <void (PlacementBuilder::*add)(char)>
struct takes_letter {
    template <typename Input>
    static void apply(const Input& in, PlacementBuilder& builder) {
        (builder.*add)(in.peek_char());
    }
};

// clang-format off
template <> struct action<rules::piece>      : takes_letter<&PlacementBuilder::begin> {};
template <> struct action<rules::first_file> : takes_letter<&PlacementBuilder::add_file> {};
template <> struct action<rules::last_file>  : takes_letter<&PlacementBuilder::add_files_to> {};
template <> struct action<rules::first_rank> : takes_letter<&PlacementBuilder::add_rank> {};
template <> struct action<rules::last_rank>  : takes_letter<&PlacementBuilder::add_ranks_to> {};
// clang-format on

template <>
struct action<rules::piece_there> {
    template <typename Input>
    static void apply(const Input& in, PlacementBuilder& builder) {
        if (const auto rival = builder.rival())
            throw p::parse_error(tr("{} cannot hold {} and {} at once", builder.squares().first().to_string(),
                                    rival->fen_letter(), builder.piece().fen_letter()),
                                 in);
        builder.end();
    }
};

template <typename Rule>
using control = p::must_if<rules::Messages>::control<Rule>;

TextFault to_fault(const p::parse_error& error, std::string_view text, bool expected) {
    const std::size_t begin = error.positions().front().byte;
    const std::size_t blank = std::min(text.find_first_of(" ,;\t", begin), text.size());
    return {begin, std::max(blank, std::min(begin + 1, text.size())),
            expected ? tr("expected {}", translated(error.message())) : std::string(translated(error.message())),
            tr("pieces on squares are written 'Pd4 nd5'")};
}

}  // namespace

PiecesPattern PiecesPattern::flipped() const {
    PiecesPattern pattern;
    for (Placed placed : conditions_) {
        chess::Bitboard squares;
        for (const chess::Square square : placed.squares)
            squares |= chess::Bitboard(chess::Square::from_index(square.index() ^ 56));
        placed.piece.color = !placed.piece.color;
        placed.squares = squares;
        pattern.conditions_.push_back(placed);
    }
    return pattern;
}

void PiecesPattern::add(Piece piece, Bitboard squares) {
    const bool one = !squares.has_several();
    const auto same = std::find_if(conditions_.begin(), conditions_.end(),
                                   [&](const Placed& placed) { return placed.all && placed.piece == piece; });
    if (one && same != conditions_.end())
        same->squares |= squares;
    else
        conditions_.push_back({piece, squares, one});
}

Expected<PiecesPattern, TextFault> read_pieces(std::string_view text) {
    PlacementBuilder builder;
    try {
        p::memory_input in(text, "");
        p::parse<rules::pattern, action, control>(in, builder);
    } catch (const p::parse_error& error) {
        return Unexpected{to_fault(error, text, !builder.rival())};
    }
    if (builder.is_empty())
        return Unexpected{TextFault{0, text.size(), tr("no pieces"), tr("pieces on squares are written 'Pd4 nd5'")}};
    return std::move(builder.pattern);
}

}  // namespace cofnod::search
