#include "cli/printable_output.hpp"

#include <algorithm>
#include <string_view>

#include "cli/report.hpp"

namespace cofnod::cli {

PrintableOutput::int_type PrintableOutput::overflow(int_type byte) {
    if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
    const char c = traits_type::to_char_type(byte);
    return xsputn(&c, 1) == 1 ? byte : traits_type::eof();
}

std::streamsize PrintableOutput::xsputn(const char* bytes, std::streamsize count) {
    for (std::string_view rest(bytes, static_cast<std::size_t>(count)); !rest.empty();) {
        const std::size_t line_end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        line_ += rest.substr(0, line_end);
        rest.remove_prefix(line_end);
        if (line_.ends_with('\n')) pass_on();
    }
    return out_ ? count : 0;
}

int PrintableOutput::sync() { return out_.flush() ? 0 : -1; }

void PrintableOutput::pass_on() {
    for (std::string_view rest = line_; !rest.empty();) {
        const std::size_t tab = std::min(rest.find('\t'), rest.size());
        out_ << printable_lines(rest.substr(0, tab), terminal_);
        if (tab < rest.size()) out_ << '\t';
        rest.remove_prefix(std::min(tab + 1, rest.size()));
    }
    line_.clear();
}

}  // namespace cofnod::cli
