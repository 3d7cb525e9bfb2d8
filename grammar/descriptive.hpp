#pragma once

#include <cstddef>
#include <type_traits>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

#include "grammar/move.hpp"

/// One move at the front of a text, in descriptive (`Kt-KB3`, `P4R`) or coordinate notation (`E2E4`, `5254`). The text
/// is neither folded nor split into words: newspapers print `K. Kt. to B. 3rd`.
///
/// Letters are data, as in move.hpp: a leaf queries the state. Unlike there, only the longest matching form counts, so
/// an ordered choice suffices; the draft of a failed form is discarded.
///     take<Leaf>(at, end)   length in bytes of the letter at `at`, 0 if there is none; records its meaning
///     record<Fact>()        records a fact that no letter expresses
///     draft                 meanings and facts recorded so far
///     is<Order>()           true if the language uses this order
namespace cofnod::grammar::descriptive {

namespace p = tao::pegtl;

// clang-format off
enum class Leaf {
    piece, piece_on_wing, pawn, pawn_taken, wing,                    // who moves
    from_file, from_file_on_wing, from_file_wing, from_rank,
    to_file, to_file_on_wing, to_file_wing, to_rank,
    capture, towards, taken, taken_on_wing, taken_wing,
    promotion_sign, promoted, castles, castles_wing, castles_rook, castles_short, castles_long, mark, en_passant, glyph
};
// clang-format on
enum class Fact { quiet, capture, castle, castle_king_side, castle_queen_side, null_move, first_rank };
enum class Order { wing_first, wing_last, rank_first, file_first };

template <Order O>
struct where {
    using rule_t = where;
    using subs_t = p::empty_list;
    template <p::apply_mode, p::rewind_mode, template <typename...> class, template <typename...> class, typename Input,
              typename State>
    static bool match(Input&, State& state) {
        return state.template is<O>();
    }
};

/// Matches the first form that succeeds; failed forms leave the draft unchanged.
template <typename... Forms>
struct first_of {
    using rule_t = first_of;
    using subs_t = p::type_list<Forms...>;
    template <p::apply_mode A, p::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename State>
    static bool match(Input& in, State& state) {
        const auto draft = state.draft;
        const auto try_one = [&](auto form) {
            using Form = typename decltype(form)::type;
            auto start = in.template mark<p::rewind_mode::required>();
            if (start(Control<Form>::template match<A, p::rewind_mode::active, Action, Control>(in, state)))
                return true;
            state.draft = draft;
            return false;
        };
        return (try_one(std::type_identity<Forms>{}) || ...);
    }
};

template <typename... Parts>
struct maybe : first_of<p::seq<Parts...>, p::success> {};

// clang-format off
struct blank           : p::sor< p::one< ' ', '\t', '\r', '\n' >, p::utf8::one< 0xA0 > > {};
struct gap             : p::star< blank > {};
struct dash            : p::plus< p::sor< p::one< '-' >, p::utf8::range< 0x2010, 0x2015 >, p::utf8::one< 0x2212 > > > {};
struct possessive      : p::seq< p::sor< p::one< '\'' >, p::utf8::one< 0x2019 > >, p::one< 's' > > {};
struct joint           : p::star< p::sor< blank, p::one< '.' >, possessive > > {};                   // K. Kt.   K's Kt
struct no_letter       : p::not_at< p::alpha > {};

template< Leaf L > struct word : p::seq< letter< L >, no_letter > {};

// takes: x, :, takes, pr; goes: -, --, to
struct takes           : p::seq< joint, p::sor< p::seq< p::utf8::one< 0xD7 >, says< Fact::capture > >, letter< Leaf::capture > >, joint > {};
struct goes            : p::seq< joint, p::sor< dash, word< Leaf::towards > >, joint > {};

struct glyphs          : p::star< letter< Leaf::glyph > > {};
struct suffix          : p::seq< gap, p::sor< letter< Leaf::en_passant >, letter< Leaf::mark > >, no_letter > {};
struct bracketed       : p::seq< gap, p::one< '(' >, p::sor< letter< Leaf::en_passant >, letter< Leaf::mark > >, p::one< ')' > > {};
struct suffixes        : p::star< first_of< suffix, bracketed, letter< Leaf::glyph > > > {};
struct punctuation     : p::star< p::one< '.', ',', ':' > > {};
struct boundary        : p::sor< p::eof, p::at< p::sor< blank, p::one< '(', ')', '{', '}', '[', ']', ';', '*', '$' > > > > {};
struct ended           : p::seq< suffixes, punctuation, suffixes, punctuation, boundary > {};
struct done            : p::seq< ended, p::not_at< gap, p::sor< dash, takes > > > {};                // Castles K - K 2
struct done_on_square  : p::seq< ended, p::not_at< gap, takes > > {};                                // P-K4 -- P-K4

// e8=Q e8(Q) e8/Q e8Q
struct promoted        : letter< Leaf::promoted > {};
struct promotion       : p::sor< p::seq< gap, letter< Leaf::promotion_sign >, gap, promoted >,
                                 p::seq< joint, p::one< '(' >, p::opt< letter< Leaf::promotion_sign > >, promoted, p::one< ')' > >,
                                 p::seq< p::one< '/' >, promoted >,
                                 promoted > {};
struct ends            : first_of< p::seq< promotion, done >, done > {};
struct ends_on_square  : first_of< p::seq< promotion, done_on_square >, done_on_square > {};

// A file, named by the piece that began there, with or without its wing: KB or B, fou du roi FR.
template< Leaf Plain, Leaf OnWing, Leaf Side >
struct on_wing         : first_of< p::seq< where< Order::wing_first >, letter< Side >, joint, letter< OnWing > >,
                                   p::seq< where< Order::wing_last >, letter< OnWing >, joint, letter< Side > > > {};
struct from_wing_file  : on_wing< Leaf::from_file, Leaf::from_file_on_wing, Leaf::from_file_wing > {};
struct from_file       : letter< Leaf::from_file > {};
struct to_wing_file    : on_wing< Leaf::to_file, Leaf::to_file_on_wing, Leaf::to_file_wing > {};
struct to_file         : letter< Leaf::to_file > {};
struct from_rank       : letter< Leaf::from_rank > {};
struct ordinal         : p::opt< p::sor< p::string< 's', 't' >, p::string< 'n', 'd' >, p::string< 'r', 'd' >, p::string< 't', 'h' >, p::one< 'd' > >, no_letter > {};
struct to_rank         : p::seq< letter< Leaf::to_rank >, p::not_at< p::digit >, ordinal > {};

template< typename WingFile, typename File, typename RankOf, typename Rest >
struct square          : first_of< p::seq< where< Order::file_first >, WingFile, joint, RankOf, Rest >,
                                   p::seq< where< Order::file_first >, File, joint, RankOf, Rest >,
                                   p::seq< where< Order::rank_first >, RankOf, joint, WingFile, Rest >,
                                   p::seq< where< Order::rank_first >, RankOf, joint, File, Rest > > {};
template< typename Rest >
struct target          : square< to_wing_file, to_file, to_rank, Rest > {};

// R(K1)-K2  R/K1-K2
struct closing         : p::one< ')' > {};
struct nothing         : p::success {};
struct from_square     : square< from_wing_file, from_file, from_rank, nothing > {};
struct standing_on     : p::seq< p::sor< p::string< 'o', 'n' >, p::string< 'a', 't' >, p::string< 'f', 'r', 'o', 'm' > >, no_letter, joint > {};
struct origin          : p::sor< p::seq< joint, standing_on, from_square >,                          // Kt on R4 to Kt2, Kt (on R4) to Kt2
                                 p::seq< joint, p::one< '(' >, gap, p::opt< standing_on >, first_of< p::seq< from_square, joint, closing >, p::seq< from_wing_file, joint, closing >,
                                                                       p::seq< from_file, joint, closing >, p::seq< from_rank, joint, closing > > >,
                                 p::seq< p::one< '/' >, from_square > > {};

// KtxP(K5)  KtxP at K5
struct at_square       : p::seq< joint, p::one< '(' >, gap, target< p::seq< joint, closing > > > {};
struct at_word         : p::seq< gap, p::string< 'a', 't' >, joint, target< nothing > > {};
struct there           : p::sor< at_square, at_word > {};

// The captured piece: P, KtP, QBP, Kt, QKt
struct taken_end       : first_of< p::seq< there, ends >, ends > {};
struct pawn_taken      : letter< Leaf::pawn_taken > {};
struct taken           : first_of< p::seq< where< Order::wing_first >, to_wing_file, joint, pawn_taken, taken_end >,
                                   p::seq< where< Order::wing_first >, to_file, joint, pawn_taken, taken_end >,
                                   p::seq< where< Order::wing_last >, pawn_taken, joint, to_wing_file, taken_end >,
                                   p::seq< where< Order::wing_last >, pawn_taken, joint, to_file, taken_end >,
                                   p::seq< pawn_taken, taken_end >,
                                   p::seq< where< Order::wing_first >, letter< Leaf::taken_wing >, joint, letter< Leaf::taken_on_wing >, taken_end >,
                                   p::seq< where< Order::wing_last >, letter< Leaf::taken_on_wing >, joint, letter< Leaf::taken_wing >, taken_end >,
                                   p::seq< letter< Leaf::taken >, taken_end >,
                                   target< ends_on_square > > {};                                    // PxK5, a mixed form

struct steps           : p::seq< first_of< goes, p::seq< where< Order::rank_first >, joint > >, says< Fact::quiet >, target< ends_on_square > > {};
// K to B: the first rank, unless one follows
struct to_first_rank   : p::seq< joint, word< Leaf::towards >, joint, says< Fact::quiet >, says< Fact::first_rank >,
                                 first_of< p::seq< to_wing_file, done_on_square >, p::seq< to_file, done_on_square > >, p::not_at< joint, letter< Leaf::to_rank > > > {};
struct from_behind_dash : p::seq< goes, origin, gap, says< Fact::quiet >, target< ends_on_square > > {};   // R-(B5)B7
struct predicate       : first_of< p::seq< maybe< origin >, first_of< steps, to_first_rank, p::seq< takes, taken > > >, from_behind_dash > {};

struct pawn            : letter< Leaf::pawn > {};
struct subject         : first_of< p::seq< where< Order::wing_first >, from_wing_file, joint, pawn, predicate >,
                                   p::seq< where< Order::wing_first >, from_file, joint, pawn, predicate >,
                                   p::seq< where< Order::wing_last >, pawn, joint, from_wing_file, predicate >,
                                   p::seq< where< Order::wing_last >, pawn, joint, from_file, predicate >,
                                   p::seq< pawn, predicate >,
                                   p::seq< where< Order::wing_first >, letter< Leaf::wing >, joint, letter< Leaf::piece_on_wing >, predicate >,
                                   p::seq< where< Order::wing_last >, letter< Leaf::piece_on_wing >, joint, letter< Leaf::wing >, predicate >,
                                   p::seq< letter< Leaf::piece >, predicate > > {};

// O-O  0-0  00  Castles  Castles K  Castles (QR)  Castles Q's side
struct oh              : p::one< 'O', '0', 'o' > {};
struct hyphen          : p::seq< gap, dash, gap > {};
struct castles         : p::seq< letter< Leaf::castles >, no_letter, says< Fact::castle > > {};
struct side            : letter< Leaf::castles_wing > {};
struct side_word       : p::seq< joint, p::sor< p::seq< letter< Leaf::castles_rook >, no_letter >, p::string< 's', 'i', 'd', 'e' > > > {};
struct on_side         : first_of< p::seq< gap, p::one< '(' >, side, p::opt< side_word >, joint, p::one< ')' >, done >,
                                   p::seq< gap, side, side_word, done >,
                                   p::seq< gap, side, done > > {};
struct full_stop       : p::one< '.' > {};
template< typename... Joint > struct two_ohs   : p::seq< oh, Joint..., oh, says< Fact::castle_king_side >, done_on_square > {};
template< typename... Joint > struct three_ohs : p::seq< oh, Joint..., oh, Joint..., oh, says< Fact::castle_queen_side >, done_on_square > {};
struct castling        : first_of< three_ohs< hyphen >, two_ohs< hyphen >, three_ohs< full_stop >, two_ohs< full_stop >,
                                   three_ohs< p::star< blank > >, two_ohs< p::star< blank > >,
                                   p::seq< letter< Leaf::castles_long >, says< Fact::castle_queen_side >, done >,
                                   p::seq< letter< Leaf::castles_short >, says< Fact::castle_king_side >, done >,
                                   p::seq< castles, on_side >,
                                   p::seq< castles, done_on_square > > {};

struct null_move       : p::seq< null_sign, says< Fact::null_move >, ended > {};

struct descriptive     : first_of< castling, subject, null_move > {};

// e2e4  E2-E4  e7e8q  5254  57681
struct between         : p::opt< p::sor< dash, letter< Leaf::capture > > > {};
struct from_to         : p::seq< letter< Leaf::from_file >, letter< Leaf::from_rank >, between, letter< Leaf::to_file >, letter< Leaf::to_rank >, ends_on_square > {};
struct coordinates     : first_of< from_to, null_move > {};
// clang-format on

}  // namespace cofnod::grammar::descriptive

namespace tao::pegtl {

namespace cofnod_descriptive = ::cofnod::grammar::descriptive;

template <typename Name, cofnod_descriptive::Order O>
struct analyze_traits<Name, cofnod_descriptive::where<O>> : analyze_opt_traits<> {};
template <typename Name, typename... Forms>
struct analyze_traits<Name, cofnod_descriptive::first_of<Forms...>> : analyze_sor_traits<Forms...> {};

}  // namespace tao::pegtl
