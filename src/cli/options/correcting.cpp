#include "cli/options/correcting.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <iostream>

#include "base/error.hpp"
#include "cli/report.hpp"

namespace cofnod::cli {

namespace {

/// Most games of one range, against slips of the finger.
constexpr std::int64_t most_in_range = 10'000'000;

std::int64_t read_id(std::string_view text, const std::string& all) {
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc() || end != text.data() + text.size() || id < 1)
        throw UsageError(fmt::format("IDS: '{}' is not a list of ids", all), "such as 5, 5,7 or 9-12");
    return id;
}

}  // namespace

void add_made_by(Arguments& arguments, std::string& made_by) {
    arguments.option("--by", "NAME", made_by, "who makes the correction (default: the name of the account)")
        .such_as("'Nia Rees'");
}

std::string maker(const std::string& made_by) {
    if (!made_by.empty()) return made_by;
    for (const char* name : {"LOGNAME", "USER"})
        if (const char* const value = std::getenv(name)) return value;
    return {};
}

bool confirm(Streams& io, const std::string& question) {
    if (!io.in_is_terminal || !io.err_terminal.is_terminal)
        throw UsageError("nobody is there to be asked: nothing was changed", "add --yes");
    io.err << question << " [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

void read_ids(const std::string& text, std::vector<std::int64_t>& ids) {
    for (std::string_view rest = text;;) {
        const std::string_view part = rest.substr(0, rest.find(','));
        const std::size_t dash = part.find('-');
        const std::int64_t first = read_id(part.substr(0, dash), text);
        const std::int64_t last = dash == std::string_view::npos ? first : read_id(part.substr(dash + 1), text);
        if (last < first || last - first >= most_in_range)
            throw UsageError(fmt::format("IDS: '{}' is not a range of ids", part), "such as 9-12");
        for (std::int64_t id = first; id <= last; ++id) ids.push_back(id);
        if (part.size() == rest.size()) return;
        rest.remove_prefix(part.size() + 1);
    }
}

}  // namespace cofnod::cli
