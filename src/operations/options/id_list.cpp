#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "operations/options/query.hpp"
#include "operations/placed.hpp"

namespace cofnod::options {

std::string read_text_file(const std::string& path, std::size_t limit, const TextFileHints& hints) {
    std::error_code ignored;
    std::ifstream file;
    if (path != "-") file.open(path, std::ios::binary);
    if (path != "-" && (!file || std::filesystem::is_directory(path, ignored)))
        throw InputError(tr("{}: cannot be read", path), hints.what);
    std::istream& input = path == "-" ? std::cin : file;
    std::string content(limit + 1, '\0');
    input.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(input.gcount()));
    if (content.size() > limit)
        throw InputError(fmt::format("{}: {}", operations::input_name(path), hints.too_long), hints.shorten);
    return content;
}

namespace {

using store::HeaderTerm;

/// Longest range that is expanded to single ids in a filter that has other ids too.
constexpr std::int64_t widest_in_list = 1000;
/// Longest range of ids to change, as a guard against typing errors.
constexpr std::int64_t widest_to_change = 10'000'000;
constexpr std::size_t longest_list = std::size_t{64} << 20;

struct IdRange {
    std::int64_t first = 1, last = std::numeric_limits<std::int64_t>::max();
};

IdRange read_range(const std::string& option, std::string_view text) {
    const auto number = [&](std::string_view written) -> std::optional<std::int64_t> {
        if (written.empty()) return std::nullopt;
        const auto value = read_integer(written);
        if (!value || *value < 0)
            throw UsageError(tr("{}: '{}' is not a range of ids", option, text), tr("write 7, 3-9, 3- or -9"));
        return value;
    };
    const std::size_t dash = text.find('-');
    const auto first = number(text.substr(0, dash));
    const auto last = dash == text.npos ? first : number(text.substr(dash + 1));
    IdRange range;
    if (first) range.first = *first;
    if (last) range.last = *last;
    if (range.first > range.last)
        throw UsageError(tr("{}: {} ends before it begins", option, text), tr("write the smaller id first"));
    return range;
}

std::vector<IdRange> read_ranges(const std::string& option, const std::string& text) {
    const std::string content = is_in_file(text)
                                    ? read_text_file(text == "-" ? text : text.substr(1), longest_list,
                                                     {.what = tr("a list of ids is a text file"),
                                                      .too_long = tr("too long for a list of ids"),
                                                      .shorten = tr("ids are separated by commas or line breaks")})
                                    : text;
    constexpr std::string_view separators = ", \t\r\n";
    std::vector<IdRange> ranges;
    for (std::string_view rest = content;;) {
        rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(separators)));
        if (rest.empty()) return ranges;
        const std::string_view part = rest.substr(0, rest.find_first_of(separators));
        ranges.push_back(read_range(option, part));
        rest.remove_prefix(part.size());
    }
}

}  // namespace

bool is_in_file(std::string_view list) { return list.starts_with('@') || list == "-"; }

std::vector<HeaderTerm> read_id_list(const std::string& option, const std::string& text) {
    const std::vector<IdRange> ranges = read_ranges(option, text);
    std::vector<HeaderTerm> terms;
    std::vector<std::int64_t> ids;
    for (const auto& [first, last] : ranges) {
        if (ranges.size() > 1 && last - first < widest_in_list) {
            for (std::int64_t id = first; id <= last; ++id) ids.push_back(id);
            continue;
        }
        HeaderTerm& term = terms.emplace_back();
        term.low = first;
        term.high = last;
    }
    if (ids.empty() && !terms.empty()) return terms;
    // An empty file selects no games.
    HeaderTerm& list = terms.emplace_back();
    list.text = fmt::format("[{}]", fmt::join(ids, ","));
    return terms;
}

std::vector<std::int64_t> read_ids(const std::string& option, const std::string& text) {
    std::vector<std::int64_t> ids;
    for (const auto& [first, last] : read_ranges(option, text)) {
        if (last - first >= widest_to_change)
            throw UsageError(tr("{}: '{}' names too many games", option, text), tr("write both ends, such as 9-12"));
        for (std::int64_t id = first; id <= last; ++id) ids.push_back(id);
    }
    return ids;
}

}  // namespace cofnod::options
