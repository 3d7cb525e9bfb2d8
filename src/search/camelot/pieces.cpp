#include "search/camelot/pieces.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/say.hpp"
#include "grammar/camelot_pieces.hpp"

namespace cofnod::search {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::camelot_pieces;
using camelot::Bitboard;
using camelot::Square;

constexpr int lines = 16;
std::string remedy() { return say("pieces on squares are written 'NC6 mJ11'"); }

/// Returns the union of the squares of all boards of the family.
Bitboard all_squares() {
    namespace boards = camelot::boards;
    return boards::camelot.squares | boards::cam.squares | boards::camette.squares | boards::chivalry.squares;
}

/// Parser state.
class PlacementBuilder {
public:
    void begin(std::string_view letter) {
        placed_ = {*camelot::Piece::from_letter(letter.front()), {}};
        files_ = ranks_ = 0;
    }
    void add_file(std::string_view letter) { add(files_, file_of(letter)); }
    void add_files_to(std::string_view letter) { add_up_to(files_, file_of(letter)); }
    void add_rank(std::string_view digits) { add(ranks_, rank_of(digits)); }
    void add_ranks_to(std::string_view digits) { add_up_to(ranks_, rank_of(digits)); }

    /// Returns false if no board has such a square.
    bool end() {
        for (int file = 0; file < lines; ++file)
            for (int rank = 0; rank < lines; ++rank)
                if ((files_ >> file & 1U) && (ranks_ >> rank & 1U)) placed_.squares |= Square::of(file, rank);
        placed_.squares &= all_squares();
        pattern.add(placed_);
        is_empty = false;
        return !placed_.squares.empty();
    }

    CamelotPieces pattern;
    bool is_empty = true;

private:
    static int file_of(std::string_view letter) { return to_lower(letter.front()) - 'a'; }
    static int rank_of(std::string_view digits) {
        int rank = 0;
        for (const char digit : digits) rank = rank * 10 + (digit - '0');
        return rank - 1;
    }
    void add(unsigned& set, int line) {
        first_ = line;
        add_up_to(set, line);
    }
    void add_up_to(unsigned& set, int last) const {
        for (int i = std::min(first_, last); i <= std::max(first_, last); ++i) set |= 1U << i;
    }

    CamelotPieces::Placed placed_{};
    unsigned files_ = 0, ranks_ = 0;
    int first_ = 0;
};

template <typename Rule>
struct action {};

template <void (PlacementBuilder::*add)(std::string_view)>
struct takes_text {
    template <typename Input>
    static void apply(const Input& in, PlacementBuilder& builder) {
        (builder.*add)(in.string_view());
    }
};

// clang-format off
template <> struct action<rules::piece>      : takes_text<&PlacementBuilder::begin> {};
template <> struct action<rules::first_file> : takes_text<&PlacementBuilder::add_file> {};
template <> struct action<rules::last_file>  : takes_text<&PlacementBuilder::add_files_to> {};
template <> struct action<rules::first_rank> : takes_text<&PlacementBuilder::add_rank> {};
template <> struct action<rules::last_rank>  : takes_text<&PlacementBuilder::add_ranks_to> {};
// clang-format on

constexpr std::string_view no_square = phrase("no board of Camelot has this square");

template <>
struct action<rules::piece_there> {
    template <typename Input>
    static void apply(const Input& in, PlacementBuilder& builder) {
        if (!builder.end()) throw p::parse_error(std::string(no_square), in);
    }
};

template <typename Rule>
using control = p::must_if<rules::Messages>::control<Rule>;

TextFault to_fault(const p::parse_error& error, std::string_view text) {
    const std::size_t begin = error.positions().front().byte;
    const std::size_t blank = std::min(text.find_first_of(" ,;\t", begin), text.size());
    return {begin, std::max(blank, std::min(begin + 1, text.size())),
            error.message() == no_square ? std::string(translated(no_square))
                                         : say("expected {}", translated(error.message())),
            remedy()};
}

}  // namespace

Expected<CamelotPieces, TextFault> read_camelot_pieces(std::string_view text) {
    PlacementBuilder builder;
    try {
        p::memory_input in(text, "");
        p::parse<rules::pattern, action, control>(in, builder);
    } catch (const p::parse_error& error) {
        return Unexpected{to_fault(error, text)};
    }
    if (builder.is_empty) return Unexpected{TextFault{0, text.size(), say("no pieces"), remedy()}};
    return std::move(builder.pattern);
}

}  // namespace cofnod::search
