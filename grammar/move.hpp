#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

#include <cstddef>

namespace cofnod::grammar {

/// A null move, in any notation.
// clang-format off
struct null_sign : tao::pegtl::sor< tao::pegtl::string< '-', '-' >, tao::pegtl::string< 'Z', '0' >, tao::pegtl::string< '0', '0', '0', '0' >,
                                    tao::pegtl::string< '@', '@', '@', '@' >, tao::pegtl::string< 'n', 'u', 'l', 'l' >,
                                    tao::pegtl::string< 'N', 'u', 'l', 'l' >, tao::pegtl::string< 'N', 'U', 'L', 'L' >,
                                    tao::pegtl::string< '<', '>' >, tao::pegtl::string< 'p', 'a', 's', 's' >,
                                    tao::pegtl::string< 'P', 'a', 's', 's' >, tao::pegtl::string< 'P', 'A', 'S', 'S' > > {};
// clang-format on

/// Matches a letter of the language: as many bytes as the state takes for it, unless there are none.
template <auto leaf>
struct letter {
    using rule_t = letter;
    using subs_t = tao::pegtl::empty_list;
    template <tao::pegtl::apply_mode, tao::pegtl::rewind_mode, template <typename...> class,
              template <typename...> class, typename Input, typename State>
    static bool match(Input& in, State& state) {
        const std::size_t length = state.template take<leaf>(in.current(), in.end());
        in.bump(length);
        return length != 0;
    }
};

/// Consumes nothing; records a fact.
template <auto fact>
struct says {
    using rule_t = says;
    using subs_t = tao::pegtl::empty_list;
    template <tao::pegtl::apply_mode, tao::pegtl::rewind_mode, template <typename...> class,
              template <typename...> class, typename Input, typename State>
    static bool match(Input&, State& state) {
        state.template record<fact>();
        return true;
    }
};

}  // namespace cofnod::grammar

namespace cofnod::grammar::move {

// One written move, in any language. Letters are data: each leaf queries the state, which looks them up in the
// language's tables. The input is one folded word; every form that matches all of it is a reading, unlike with ordered
// choice, where the first match would hide others. (`ح×5ز`: the knight takes, or the a-pawn does.)
//
// Interface of the state:
//     take<Leaf>(at, end)   length in bytes of the letter at `at`, 0 if there is none; records its meaning
//     record<Fact>()        records a fact that no letter expresses
//     draft                 meanings and facts recorded so far; saved before each form and restored after it
//     pieces()              iterator over the piece letters that match at one place, longest first
//     rank_first(), one_is_enough(), accept()

namespace p = tao::pegtl;

enum class Leaf {
    pawn,
    from_file,
    from_rank,
    to_file,
    to_rank,
    capture,
    taken_piece,
    promotion_sign,
    promoted,
    conjunction,
    suffix,
    word_king_side,
    word_queen_side,
    word_castle
};
enum class Fact { castle_king_side, castle_queen_side, null_move, loose, pawn_letter };

/// Matches at the end of the word if the draft is consistent, and accepts it as a reading.
struct accept {
    using rule_t = accept;
    using subs_t = p::empty_list;
    template <p::apply_mode, p::rewind_mode, template <typename...> class, template <typename...> class, typename Input,
              typename State>
    static bool match(Input&, State& state) {
        return state.accept();
    }
};

/// Tries all forms from the same place and with the same draft; matches if any does.
template <typename... Forms>
struct every {
    using rule_t = every;
    using subs_t = p::type_list<Forms...>;
    template <p::apply_mode A, p::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename State>
    static bool match(Input& in, State& state) {
        bool any = false;
        (void)(try_one<A, Action, Control, Forms>(in, state, any) || ...);
        return any;
    }

private:
    /// Returns true if no other form need be tried.
    template <p::apply_mode A, template <typename...> class Action, template <typename...> class Control, typename Form,
              typename Input, typename State>
    static bool try_one(Input& in, State& state, bool& any) {
        const auto draft = state.draft;
        const auto start = in.template mark<p::rewind_mode::required>();  // its destructor rewinds the input
        if (Control<Form>::template match<A, p::rewind_mode::active, Action, Control>(in, state)) any = true;
        state.draft = draft;
        return any && state.one_is_enough();
    }
};

/// Matches a piece letter and the rest of the word, for every letter that fits: `Кр` is a king, or a knight followed by
/// `р...`.
template <typename Rest>
struct each_piece {
    using rule_t = each_piece;
    using subs_t = p::type_list<Rest>;
    template <p::apply_mode A, p::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename State>
    static bool match(Input& in, State& state) {
        bool any = false;
        const auto draft = state.draft;
        auto letters = state.pieces();
        while (const std::size_t length = letters.next(in.current(), in.end(), state)) {
            const auto start = in.template mark<p::rewind_mode::required>();
            in.bump_in_this_line(length);
            if (Control<Rest>::template match<A, p::rewind_mode::active, Action, Control>(in, state)) any = true;
            state.draft = draft;
            if (any && state.one_is_enough()) break;
        }
        return any;
    }
};

/// Matches the rest of the word once for castling to each side, for a word such as `تبييت` that does not specify the
/// side.
template <typename Rest>
struct either_side {
    using rule_t = either_side;
    using subs_t = p::type_list<Rest>;
    template <p::apply_mode A, p::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename State>
    static bool match(Input& in, State& state) {
        const auto try_side = [&]<Fact Side>(const auto& draft) {
            state.draft = draft;
            const auto start = in.template mark<p::rewind_mode::required>();
            state.template record<Side>();
            return Control<Rest>::template match<A, p::rewind_mode::active, Action, Control>(in, state);
        };
        const auto draft = state.draft;
        const bool short_side = try_side.template operator()<Fact::castle_king_side>(draft);
        return try_side.template operator()<Fact::castle_queen_side>(draft) || short_side;
    }
};

/// A square in the order of the language: `e4` or `4د`. A language uses only one order: `رح5و` is Rac5.
template <typename File, typename Rank>
struct square {
    using rule_t = square;
    using subs_t = p::type_list<File, Rank>;
    template <p::apply_mode A, p::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename State>
    static bool match(Input& in, State& state) {
        if (state.rank_first()) return Control<p::seq<Rank, File>>::template match<A, M, Action, Control>(in, state);
        return Control<p::seq<File, Rank>>::template match<A, M, Action, Control>(in, state);
    }
};

/// Matches only if squares begin with their file, so that a leading digit cannot be a rank.
struct file_first {
    using rule_t = file_first;
    using subs_t = p::empty_list;
    template <p::apply_mode, p::rewind_mode, template <typename...> class, template <typename...> class, typename Input,
              typename State>
    static bool match(Input&, State& state) {
        return !state.rank_first();
    }
};

// clang-format off
struct from_file       : letter< Leaf::from_file > {};
struct from_rank       : letter< Leaf::from_rank > {};
struct to_file         : letter< Leaf::to_file > {};
struct to_rank         : letter< Leaf::to_rank > {};
struct from_square     : square< from_file, from_rank > {};
struct to_square       : square< to_file, to_rank > {};

struct capture         : letter< Leaf::capture > {};
struct taken_piece     : letter< Leaf::taken_piece > {};                                             // the captured piece of Dd1xCg4
struct dash            : p::one< '-' > {};
struct blank           : p::one< ' ' > {};

// e8=Q e8(Q) e8/Q e8Q
struct promoted        : letter< Leaf::promoted > {};
struct promotion       : p::sor< p::seq< letter< Leaf::promotion_sign >, promoted >,
                                 p::seq< p::one< '(' >, promoted, p::one< ')' > >,
                                 p::seq< p::one< '/' >, promoted >,
                                 promoted > {};

// + # ++ e.p. ch !? ± and a draw offer, in any order
struct draw_offer      : p::string< '(', '=', ')' > {};
struct suffix          : p::sor< letter< Leaf::suffix >, draw_offer > {};
struct word_end        : p::eof {};
struct suffixes        : p::seq< p::plus< suffix >, word_end > {};
struct done            : p::seq< p::sor< word_end, suffixes >, accept > {};
// Sf3: and ed: with the capture sign after the move, as in old German books
struct taken           : p::seq< p::at< p::one< ':' > >, capture, done > {};

struct steps           : p::seq< to_square, p::sor< done, taken > > {};
struct takes           : p::seq< p::sor< capture, dash >, to_square, done > {};                      // Nxf3, and N-f3
struct from_file_on    : p::seq< from_file, p::opt< capture >, to_square, done > {};
struct from_rank_on    : p::seq< from_rank, p::opt< capture >, to_square, done > {};
struct from_square_on  : p::seq< from_square, p::opt< p::sor< capture, dash > >, to_square, done > {};
struct takes_named     : p::seq< capture, taken_piece, says< Fact::loose >, to_square, done > {};
struct named_taken     : p::seq< p::sor< from_square, from_file, from_rank >, takes_named > {};
struct piece_move      : each_piece< every< steps, takes, from_file_on, from_rank_on, from_square_on, takes_named, named_taken > > {};

struct pawn_end        : every< done, taken, p::seq< promotion, done > > {};
struct pawn_step       : p::seq< to_square, every< done, p::seq< promotion, done > > > {};
struct pawn_takes      : p::seq< from_file, p::opt< capture >, to_square, pawn_end > {};
struct pawn_takes_file : p::seq< from_file, p::opt< capture >, to_file, p::sor< done, taken > > {};
struct pawn_long       : p::seq< from_square, p::opt< p::sor< capture, dash > >, to_square, pawn_end > {};
struct pawn_takes_named: p::seq< p::sor< from_square, from_file >, capture, taken_piece, says< Fact::loose >, to_square, pawn_end > {};
struct pawn_move       : every< pawn_step, pawn_takes, pawn_long, pawn_takes_file, pawn_takes_named > {};

struct some_pawn_takes : p::seq< capture, to_square, pawn_end > {};
struct lettered_pawn   : p::seq< letter< Leaf::pawn >, says< Fact::pawn_letter >, p::opt< blank >, every< some_pawn_takes, pawn_takes, pawn_step, pawn_long > > {};

// O-O 0-0 o-o 00 0.0, in Cyrillic and Greek letters too; words from the language's table
struct oh              : p::sor< p::one< 'O', '0', 'o' >, p::utf8::one< 0x41E, 0x43E, 0x39F, 0x3BF > > {};
struct spaced_dash     : p::seq< p::star< blank >, dash, p::star< blank > > {};                        // O - O
struct full_stop       : p::one< '.' > {};
// All joints must be the same: 0.00 is an evaluation.
template< typename... Joint > struct two_ohs   : p::seq< oh, Joint..., oh > {};
template< typename... Joint > struct three_ohs : p::seq< oh, Joint..., oh, Joint..., oh > {};
struct king_side       : p::sor< two_ohs< spaced_dash >, two_ohs< full_stop >, two_ohs<>, letter< Leaf::word_king_side > > {};
struct queen_side      : p::sor< three_ohs< spaced_dash >, three_ohs< full_stop >, three_ohs<>, letter< Leaf::word_queen_side > > {};
struct castling        : every< p::seq< king_side, says< Fact::castle_king_side >, done >,
                                p::seq< queen_side, says< Fact::castle_queen_side >, done >,
                                p::seq< letter< Leaf::word_castle >, either_side< done > > > {};

struct null_move       : p::seq< null_sign, says< Fact::null_move >, done > {};

struct plain_move      : every< piece_move, pawn_move, lettered_pawn, castling > {};
struct numbered_move   : p::seq< file_first, p::not_at< p::one< '0' > >, p::rep_min_max< 1, 3, p::digit >, plain_move > {};        // 1Te4
struct joined_move     : p::seq< letter< Leaf::conjunction >, says< Fact::loose >, plain_move > {};    // وح3ج, "and Nf3"
struct move            : every< piece_move, pawn_move, lettered_pawn, castling, null_move, numbered_move, joined_move > {};
// clang-format on

}  // namespace cofnod::grammar::move

namespace tao::pegtl {

namespace cofnod_move = ::cofnod::grammar::move;

template <typename Name, auto leaf>
struct analyze_traits<Name, cofnod::grammar::letter<leaf>> : analyze_any_traits<> {};
template <typename Name, auto fact>
struct analyze_traits<Name, cofnod::grammar::says<fact>> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, cofnod_move::accept> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, cofnod_move::file_first> : analyze_opt_traits<> {};
template <typename Name, typename... Forms>
struct analyze_traits<Name, cofnod_move::every<Forms...>> : analyze_sor_traits<Forms...> {};
template <typename Name, typename Rest>
struct analyze_traits<Name, cofnod_move::each_piece<Rest>> : analyze_any_traits<Rest> {};
template <typename Name, typename Rest>
struct analyze_traits<Name, cofnod_move::either_side<Rest>> : analyze_opt_traits<Rest> {};
template <typename Name, typename File, typename Rank>
struct analyze_traits<Name, cofnod_move::square<File, Rank>> : analyze_seq_traits<File, Rank> {};

}  // namespace tao::pegtl

namespace cofnod::grammar::promotion {

// A promotion piece after a pawn's move to the last rank, in signs unknown to the notation: `= (N)`, `[N]`, ` knight`.
// The grammar only finds its place; its meaning depends on the language.

namespace p = tao::pegtl;

// clang-format off
struct blank           : p::sor< p::one< ' ', '\t' >, p::utf8::one< 0xA0 >, p::utf8::range< 0x200E, 0x200F >, p::utf8::range< 0x2066, 0x2069 > > {};
struct gap             : p::star< blank > {};
struct dash            : p::sor< p::one< '-' >, p::utf8::range< 0x2010, 0x2015 >, p::utf8::one< 0x2212 > > {};
struct arrow           : p::utf8::range< 0x2190, 0x21FF > {};
struct sign            : p::sor< p::plus< p::one< '=' > >, p::one< ':', '*', '/', '\\', '^', '|', '~', ',', '.' >, dash, arrow > {};
struct quote           : p::sor< p::one< '"', '\'', '`' >, p::utf8::range< 0x2018, 0x201F >, p::utf8::one< 0xAB, 0xBB, 0x2039, 0x203A > > {};
struct open            : p::sor< p::one< '(', '[', '{', '<' >, quote > {};
struct close           : p::sor< p::one< ')', ']', '}', '>' >, quote > {};
struct mark            : p::one< '+', '#', '!', '?', ';' > {};
struct end_of_name     : p::sor< blank, p::one< '\r', '\n' >, open, close, sign, mark > {};
struct name            : p::sor< p::plus< p::not_at< end_of_name >, p::utf8::any >, p::plus< p::one< '?' > > > {};
struct in_brackets     : p::seq< open, gap, p::opt< sign >, gap, name, gap, close > {};
struct piece           : p::seq< gap, p::opt< sign >, gap, p::sor< in_brackets, name > > {};
struct line_break      : p::sor< p::string< '\r', '\n' >, p::one< '\n', '\r' > > {};
struct piece_below     : p::seq< gap, p::opt< sign >, gap, line_break, piece > {};
// clang-format on

}  // namespace cofnod::grammar::promotion
