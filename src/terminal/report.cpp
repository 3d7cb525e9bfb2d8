#include "terminal/report.hpp"

#include <ostream>

#include "base/message.hpp"
#include "base/say.hpp"

namespace cofnod::terminal {

std::string next_page(std::string_view games, std::int64_t last) {
    return say("first {}; for the next: --page-after {}", games, last);
}

void print_error(std::ostream& err, const Terminal& terminal, std::string_view what, std::string_view remedy) {
    err << styled("cofnod:", Style::bad, terminal) << ' ' << printable_message(what, terminal.isolates) << '\n';
    if (!remedy.empty()) err << "  " << printable_message(remedy, terminal.isolates) << '\n';
}

}  // namespace cofnod::terminal
