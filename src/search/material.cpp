#include "search/patterns.hpp"

#include <algorithm>

#include "base/tr.hpp"
#include "grammar/pieces.hpp"

namespace cofnod::search {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::material;

/// Parser state.
struct MaterialBuilder {
    MaterialPattern pattern;
    chess::Color side = chess::Color::white;
    chess::Role role = chess::Role::king;

    MaterialPattern::Range& range() { return pattern.range({side, role}); }
};

template <typename Rule>
struct action {};

template <>
struct action<rules::letter> {
    template <typename Input>
    static void apply(const Input& in, MaterialBuilder& builder) {
        const char letter = in.peek_char();
        builder.role = chess::Piece::from_fen_letter(letter)->role;
        if (builder.role == chess::Role::king || builder.range().least == 15) return;
        ++builder.range().least;
        builder.range().most = std::max<std::uint8_t>(builder.range().most, builder.range().least);
    }
};

template <>
struct action<rules::any> {
    static void apply0(MaterialBuilder& builder) {
        if (builder.role == chess::Role::king) return;
        --builder.range().least;
        builder.range().most = 15;
    }
};

template <>
struct action<rules::some> {
    static void apply0(MaterialBuilder& builder) { builder.range().most = 15; }
};

template <>
struct action<rules::versus> {
    static void apply0(MaterialBuilder& builder) { builder.side = chess::Color::black; }
};

template <typename Rule>
using control = p::must_if<rules::Messages>::control<Rule>;

TextFault to_fault(const p::parse_error& error, std::string_view text) {
    const std::size_t begin = error.positions().front().byte;
    return {begin, std::min(begin + 1, text.size()), tr("expected {}", translated(error.message())),
            tr("material is written 'KRP v KR': White's pieces, then Black's; P* is any number of pawns")};
}

}  // namespace

bool MaterialPattern::is_exact() const {
    return std::all_of(ranges_.begin(), ranges_.end(), [](const Range& range) { return range.least == range.most; });
}

MaterialPattern MaterialPattern::flipped() const {
    MaterialPattern pattern;
    for (const chess::Piece piece : chess::signature_pieces)
        pattern.range({!piece.color, piece.role}) = ranges_[static_cast<std::size_t>(piece.index())];
    return pattern;
}

chess::MaterialSignature MaterialPattern::signature() const {
    chess::MaterialSignature signature = 0;
    for (std::size_t i = chess::signature_pieces.size(); i-- > 0;)
        signature = signature << 4 | ranges_[static_cast<std::size_t>(chess::signature_pieces[i].index())].least;
    return signature;
}

Expected<MaterialPattern, TextFault> read_material(std::string_view text) {
    MaterialBuilder builder;
    try {
        p::memory_input in(text, "");
        p::parse<rules::pattern, action, control>(in, builder);
    } catch (const p::parse_error& error) {
        return Unexpected{to_fault(error, text)};
    }
    return builder.pattern;
}

}  // namespace cofnod::search
