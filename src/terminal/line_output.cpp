#include "terminal/line_output.hpp"

#include <algorithm>
#include <string_view>

namespace cofnod::terminal {

LineOutput::int_type LineOutput::overflow(int_type byte) {
    if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
    const char c = traits_type::to_char_type(byte);
    return xsputn(&c, 1) == 1 ? byte : traits_type::eof();
}

std::streamsize LineOutput::xsputn(const char* bytes, std::streamsize count) {
    for (std::string_view rest(bytes, static_cast<std::size_t>(count)); !rest.empty();) {
        const std::size_t line_end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        line_ += rest.substr(0, line_end);
        rest.remove_prefix(line_end);
        if (line_.ends_with('\n')) pass_on();
    }
    return is_good() ? count : 0;
}

}  // namespace cofnod::terminal
