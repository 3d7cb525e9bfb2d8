#include "cluster/sql.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "cluster/embedded.hpp"

namespace cofnod::cluster {

namespace {

using Sections = std::map<std::string, std::string, std::less<>>;

/// Reads the sections of a file: each begins with `-- name: NAME`; other comments are for readers of the file.
void read_sections(std::string_view text, Sections& sections) {
    constexpr std::string_view head = "-- name: ";
    std::string* section = nullptr;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with(head))
            section = &sections[std::string(line.substr(head.size()))];
        else if (section && !line.starts_with("--") && !line.empty())
            section->append(section->empty() ? "" : "\n").append(line);
    }
}

const Sections& sections() {
    static const Sections all = [] {
        Sections found;
        for (const EmbeddedFile& file : embedded::files) read_sections(file.text, found);
        return found;
    }();
    return all;
}

std::string within(std::string_view text, char quote) {
    std::string literal(1, quote);
    for (const char c : text) {
        if (c == '\\' || c == quote) literal += '\\';
        if (c == '\0')
            literal += "\\0";
        else
            literal += c;
    }
    return literal + quote;
}

}  // namespace

std::string sql(std::string_view section, const SqlValues& values) {
    const auto found = sections().find(section);
    if (found == sections().end()) throw std::logic_error(fmt::format("schema/clickhouse has no section {}", section));
    std::string text;
    for (std::string_view rest = found->second; !rest.empty();) {
        const std::size_t begin = std::min(rest.find('{'), rest.size());
        text += rest.substr(0, begin);
        rest.remove_prefix(begin);
        if (rest.empty()) break;
        const std::size_t end = std::min(rest.find('}'), rest.size());
        const std::string_view name = rest.substr(1, end - 1);
        const auto value =
            std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.first == name; });
        text += value == values.end() ? std::string(rest.substr(0, end + 1)) : value->second;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return text;
}

std::string text_literal(std::string_view text) { return within(text, '\''); }
std::string name_literal(std::string_view text) { return within(text, '`'); }

std::string bound(std::int64_t number) {
    constexpr std::int64_t most = 4'000'000'000'000'000'000;
    return std::to_string(std::clamp(number, -most, most));
}

std::string list_of(const std::vector<std::int64_t>& numbers) { return fmt::format("{}", fmt::join(numbers, ", ")); }

}  // namespace cofnod::cluster
