#include "search/material.hpp"

#include <algorithm>

#include "grammar/material.hpp"

namespace cofnod::search {

namespace {

namespace p = tao::pegtl;
namespace rules = grammar::material;

/// The state of grammar/material.hpp.
struct Reader {
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
    static void apply(const Input& in, Reader& reader) {
        const char letter = in.peek_char();
        reader.role = chess::Piece::from_fen_letter(letter)->role;
        if (reader.role == chess::Role::king || reader.range().least == 15) return;
        ++reader.range().least;
        reader.range().most = std::max<std::uint8_t>(reader.range().most, reader.range().least);
    }
};

template <>
struct action<rules::any> {
    static void apply0(Reader& reader) {
        if (reader.role == chess::Role::king) return;
        --reader.range().least;
        reader.range().most = 15;
    }
};

template <>
struct action<rules::some> {
    static void apply0(Reader& reader) { reader.range().most = 15; }
};

template <>
struct action<rules::versus> {
    static void apply0(Reader& reader) { reader.side = chess::Color::black; }
};

template <typename Rule>
using control = p::must_if<rules::Messages>::control<Rule>;

TextFault to_fault(const p::parse_error& error, std::string_view text) {
    const std::size_t begin = error.positions().front().byte;
    return {begin, std::min(begin + 1, text.size()), "expected " + std::string(error.message()),
            "material is written 'KRP v KR': White's pieces, then Black's; P* is any number of pawns"};
}

}  // namespace

bool MaterialPattern::is_exact() const {
    return std::all_of(ranges_.begin(), ranges_.end(), [](const Range& range) { return range.least == range.most; });
}

chess::MaterialSignature MaterialPattern::signature() const {
    chess::MaterialSignature signature = 0;
    for (std::size_t i = chess::signature_pieces.size(); i-- > 0;)
        signature = signature << 4 | ranges_[static_cast<std::size_t>(chess::signature_pieces[i].index())].least;
    return signature;
}

Expected<MaterialPattern, TextFault> read_material(std::string_view text) {
    Reader reader;
    try {
        p::memory_input in(text, "");
        p::parse<rules::pattern, action, control>(in, reader);
    } catch (const p::parse_error& error) {
        return Unexpected{to_fault(error, text)};
    }
    return reader.pattern;
}

}  // namespace cofnod::search
