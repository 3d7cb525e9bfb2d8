#include "importers/one_pass/word.hpp"

#include "base/utf8.hpp"

namespace cofnod::importers::one_pass {

Sign::Sign(std::string_view text, notation::Role of_piece)
    : first(utf8::decode(text).code_point), length(static_cast<std::uint8_t>(text.size())), role(of_piece) {
    std::memcpy(&bytes, text.data(), text.size());
    std::memset(&mask, 0xFF, text.size());
}

}  // namespace cofnod::importers::one_pass
