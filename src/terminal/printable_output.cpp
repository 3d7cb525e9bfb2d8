#include "terminal/printable_output.hpp"

#include <algorithm>
#include <string_view>

#include "terminal/report.hpp"

namespace cofnod::terminal {

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

}  // namespace cofnod::terminal
