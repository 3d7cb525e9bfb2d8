#include "notation/described_move.hpp"

#include <algorithm>

#include "grammar/descriptive.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/letters.hpp"
#include "notation/written_move.hpp"

namespace cofnod::notation {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::descriptive;
using rules::Fact;
using rules::Leaf;
using rules::Order;

/// Returns the files of a piece in the initial position, on one wing or both.
SquareSet home_files(Role role, std::optional<Wing> wing) {
    const auto pair = [&](File queen_side, File king_side) {
        if (!wing) return squares_of(queen_side) | squares_of(king_side);
        return squares_of(*wing == Wing::queen_side ? queen_side : king_side);
    };
    switch (role) {
        case Role::rook: return pair(File::a, File::h);
        case Role::knight: return pair(File::b, File::g);
        case Role::bishop: return pair(File::c, File::f);
        case Role::queen: return squares_of(File::d);
        case Role::king: return squares_of(File::e);
        case Role::pawn: break;
    }
    return every_square;
}

/// State of a partly read move.
struct Draft {
    DescribedMove move;
    std::optional<Wing> wing;  ///< wing of the current file
    std::optional<Role> file;  ///< file named by this piece; its wing follows
};

/// Parser state for grammar/descriptive.hpp over the letters of a language.
class DescriptiveState {
public:
    explicit DescriptiveState(const Language& language) : language_(language), letters_(language.letters()) {
        draft.move.seen_by_mover = language.system() == System::descriptive;
    }

    Draft draft;

    template <Order O>
    [[nodiscard]] bool is() const {
        switch (O) {
            case Order::wing_first: return !language_.data().wing_last;
            case Order::wing_last: return language_.data().wing_last;
            case Order::rank_first: return language_.rank_first();
            case Order::file_first: return !language_.rank_first();
        }
        return false;
    }

    template <Fact F>
    void record() {
        if constexpr (F == Fact::quiet) draft.move.capture = false;
        if constexpr (F == Fact::capture) draft.move.capture = true;
        if constexpr (F == Fact::castle) draft.move.kind = DescribedMove::Kind::castle;
        if constexpr (F == Fact::first_rank) {
            draft.move.has_no_rank = true;
            draft.move.to &= squares_of(Rank::r1);
        }
        if constexpr (F == Fact::null_move) draft.move.kind = DescribedMove::Kind::null_move;
        if constexpr (F == Fact::castle_king_side) draft.move.kind = DescribedMove::Kind::castle_king_side;
        if constexpr (F == Fact::castle_queen_side) draft.move.kind = DescribedMove::Kind::castle_queen_side;
    }

    template <Leaf L>
    std::size_t take(const char* at, const char* end) {
        DescribedMove& move = draft.move;
        switch (L) {
            case Leaf::piece: return take_piece(at, end, [&](Role role) { return move.role = role, true; });
            case Leaf::piece_on_wing:
                return take_piece(at, end, [&](Role role) { return move.role = role, has_wings(role); });
            case Leaf::wing: return take_wing(at, end, [&](Wing wing) { move.wing = wing; });
            case Leaf::pawn: return take_sign(Sign::pawn, at, end, [&](std::uint8_t) { move.role = Role::pawn; });
            case Leaf::pawn_taken:
                return take_sign(Sign::pawn, at, end,
                                 [&](std::uint8_t) { move.captured = Role::pawn, move.capture = true; });

            case Leaf::from_file: return take_file(at, end, move.from);
            case Leaf::from_file_on_wing: return take_file_on_wing(at, end, move.from);
            case Leaf::from_file_wing: return take_file_wing(at, end, move.from);
            case Leaf::from_rank: return take_rank(at, end, move.from);
            case Leaf::to_file: return take_file(at, end, move.to);
            case Leaf::to_file_on_wing: return take_file_on_wing(at, end, move.to);
            case Leaf::to_file_wing: return take_file_wing(at, end, move.to);
            case Leaf::to_rank: return take_rank(at, end, move.to);

            case Leaf::capture: return take_sign(Sign::capture, at, end, [&](std::uint8_t) { move.capture = true; });
            case Leaf::towards: return take_sign(Sign::towards, at, end, [](std::uint8_t) {});
            case Leaf::taken:
                return take_piece(
                    at, end, [&](Role role) { return move.captured = role, move.capture = true, role != Role::king; });
            case Leaf::taken_on_wing:
                return take_piece(
                    at, end, [&](Role role) { return move.captured = role, move.capture = true, has_wings(role); });
            case Leaf::taken_wing: return take_wing(at, end, [](Wing) {});

            case Leaf::promotion_sign: return take_sign(Sign::promotion, at, end, [](std::uint8_t) {});
            case Leaf::promoted:
                return take_piece(at, end, [&](Role role) { return move.promotion = role, role != Role::king; });

            case Leaf::castles: return take_sign(Sign::castle, at, end, [](std::uint8_t) {});
            case Leaf::castles_short: return take_sign(Sign::castle_king_side, at, end, [](std::uint8_t) {});
            case Leaf::castles_long: return take_sign(Sign::castle_queen_side, at, end, [](std::uint8_t) {});
            case Leaf::castles_wing:
                return take_wing(at, end, [&](Wing wing) {
                    move.kind = wing == Wing::king_side ? DescribedMove::Kind::castle_king_side
                                                        : DescribedMove::Kind::castle_queen_side;
                });
            case Leaf::castles_rook: return take_piece(at, end, [](Role role) { return role == Role::rook; });

            case Leaf::mark:
                return take_sign(Sign::mark, at, end, [&](std::uint8_t mark) {
                    move.check = std::max(move.check, static_cast<CheckMark>(mark));
                });
            case Leaf::en_passant:
                return take_sign(Sign::en_passant, at, end, [&](std::uint8_t) { move.en_passant = true; });
            case Leaf::glyph: return take_glyph(at, end);
        }
        return 0;
    }

private:
    static bool has_wings(Role role) { return role == Role::rook || role == Role::knight || role == Role::bishop; }

    template <typename Note>
    std::size_t take_sign(Sign sign, const char* at, const char* end, Note note) const {
        const Spelling* letter = letters_.find(sign, at, end);
        if (!letter) return 0;
        note(letter->value);
        return letter->length;
    }

    /// Consumes a piece accepted by `suits`, the longest spelling: Kt is not a king.
    template <typename Suits>
    std::size_t take_piece(const char* at, const char* end, Suits suits) const {
        const Spelling* letter = letters_.find(Sign::piece, at, end);
        return letter && suits(static_cast<Role>(letter->value)) ? letter->length : 0;
    }

    /// Consumes the king or queen that denotes a wing: the first K of KKt.
    template <typename Note>
    std::size_t take_wing(const char* at, const char* end, Note note) const {
        return take_piece(at, end, [&](Role role) {
            if (role != Role::king && role != Role::queen) return false;
            note(role == Role::king ? Wing::king_side : Wing::queen_side);
            return true;
        });
    }

    std::size_t take_file(const char* at, const char* end, SquareSet& squares) const {
        if (language_.system() == System::coordinates)
            return take_sign(Sign::file, at, end,
                             [&](std::uint8_t file) { squares &= squares_of(static_cast<File>(file)); });
        return take_piece(at, end, [&](Role role) { return squares &= home_files(role, {}), true; });
    }

    std::size_t take_file_on_wing(const char* at, const char* end, SquareSet& squares) {
        return take_piece(at, end, [&](Role role) {
            draft.file = role;
            finish_file(squares);
            return has_wings(role);
        });
    }

    std::size_t take_file_wing(const char* at, const char* end, SquareSet& squares) {
        return take_wing(at, end, [&](Wing wing) {
            draft.wing = wing;
            finish_file(squares);
        });
    }

    /// Sets the squares once piece and wing are known, in either order.
    void finish_file(SquareSet& squares) {
        if (!draft.file || !draft.wing) return;
        squares &= home_files(*draft.file, draft.wing);
        draft.file.reset();
        draft.wing.reset();
    }

    std::size_t take_rank(const char* at, const char* end, SquareSet& squares) const {
        return take_sign(Sign::rank, at, end,
                         [&](std::uint8_t rank) { squares &= squares_of(static_cast<Rank>(rank)); });
    }

    std::size_t take_glyph(const char* at, const char* end) {
        if (at == end || (*at != '!' && *at != '?')) return 0;
        const auto glyph = glyph_at_front({at, static_cast<std::size_t>(end - at)});
        if (glyph.length) draft.move.nag = glyph.nag;
        return glyph.length;
    }

    const Language& language_;
    const LetterTable& letters_;
};

}  // namespace

std::optional<DescribedMoveAtFront> read_descriptive(const Language& language, std::string_view text) {
    p::memory_input<p::tracking_mode::lazy, p::eol::lf, const char*> in(text.data(), text.data() + text.size(), "");
    DescriptiveState state(language);
    const bool read = language.system() == System::descriptive   ? p::parse<rules::descriptive>(in, state)
                      : language.system() == System::coordinates ? p::parse<rules::coordinates>(in, state)
                                                                 : false;
    if (!read) return std::nullopt;
    return DescribedMoveAtFront{state.draft.move, text.size() - in.size()};
}

namespace {

/// Consumes the letters of a move from a folded word.
class LetterReader {
public:
    LetterReader(const Language& language, std::string_view text) : language_(language), text_(text) {}

    [[nodiscard]] std::string_view rest() const { return text_; }

    std::optional<std::uint8_t> take(Sign sign) {
        const Spelling* letter = language_.letters().find(sign, text_.data(), text_.data() + text_.size());
        if (!letter) return std::nullopt;
        text_.remove_prefix(letter->length);
        return letter->value;
    }

    /// Consumes the letter of a piece; `P`, or the language's letter, is a pawn.
    std::optional<Role> take_piece() {
        if (const auto piece = take(Sign::piece)) return static_cast<Role>(*piece);
        return take(Sign::pawn) ? std::optional(Role::pawn) : std::nullopt;
    }

    /// Consumes the written part of a square, in the order of the language; returns the number of its letters.
    int take_square(SquareSet& squares) {
        int count = 0;
        for (const Sign sign : order()) {
            const auto value = take(sign);
            if (!value) continue;
            squares &=
                sign == Sign::file ? squares_of(static_cast<File>(*value)) : squares_of(static_cast<Rank>(*value));
            ++count;
        }
        return count;
    }

private:
    [[nodiscard]] std::array<Sign, 2> order() const {
        return language_.rank_first() ? std::array{Sign::rank, Sign::file} : std::array{Sign::file, Sign::rank};
    }

    const Language& language_;
    std::string_view text_;
};

}  // namespace

std::optional<DescribedMove> read_incomplete(const Language& language, std::string_view word) {
    const FoldedWord folded(word);
    if (folded.view().empty() || language.system() != System::algebraic) return std::nullopt;
    LetterReader letters(language, folded.view());
    DescribedMove described;
    described.role = letters.take_piece().value_or(Role::pawn);
    const bool has_letter = letters.rest().size() < folded.view().size();
    int written = letters.take_square(described.from);
    if (letters.take(Sign::capture)) {
        described.capture = true;
        described.captured = letters.take_piece();
        written = letters.take_square(described.to);
        if (!described.captured && !has_letter) return std::nullopt;  // a pawn's "exd" is complete
        if (!described.captured) described.captured = written == 2 ? letters.take_piece() : std::nullopt;
    } else {
        if (!has_letter) return std::nullopt;
        std::swap(described.from, described.to);
    }
    if (written == 0 && !described.captured) return std::nullopt;
    if (described.captured == Role::king) return std::nullopt;
    if (const auto suffix = letters.rest().empty() ? Suffix{} : read_suffix(language, letters.rest())) {
        described.check = suffix->check;
        described.nag = suffix->nag;
        return described;
    }
    return std::nullopt;
}

}  // namespace cofnod::notation
