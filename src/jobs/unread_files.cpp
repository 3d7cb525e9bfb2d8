#include "jobs/unread_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/ascii.hpp"
#include "base/comma.hpp"
#include "base/counted.hpp"
#include "base/say.hpp"
#include "jobs/input_files.hpp"

namespace cofnod::jobs {

namespace {

constexpr std::size_t most_names = 5, most_kinds = 6;

struct Advice {
    std::set<std::string_view> endings;
    std::string_view text;
};

const std::array<Advice, 5>& advices() {
    static const std::array<Advice, 5> all = {{
        {{".gif", ".bmp", ".webp", ".djvu"}, phrase("save images as .png, scanned books as .pdf")},
        {{".pages"}, phrase("save documents as .docx or plain text")},
        {{".xls", ".numbers"}, phrase("save spreadsheets as .xlsx or CSV")},
        {{".cbz", ".cbf", ".2cbh", ".si", ".scid", ".abk", ".ctg"},
         phrase("save chess databases as PGN in the program that made them")},
        {{".rar", ".z", ".lzh", ".arj", ".lz", ".lzma", ".br", ".cab"}, phrase("unpack these archives first")},
    }};
    return all;
}

std::string name_of(const std::string& path) { return std::filesystem::path(path).filename().string(); }

bool starts_with_word(const std::string& folded, std::string_view word) {
    return folded.starts_with(word) && (folded.size() == word.size() || folded[word.size()] == '.');
}

/// Returns "60 .pdf, 40 .jpg", most frequent first.
std::string kinds_text(const std::map<std::string, std::size_t>& kinds) {
    std::vector<std::pair<std::size_t, std::string>> sorted;
    sorted.reserve(kinds.size());
    for (const auto& [ending, count] : kinds) sorted.emplace_back(count, ending);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text;
    for (std::size_t i = 0; i < sorted.size() && i < most_kinds; ++i)
        text += fmt::format("{}{} {}", text.empty() ? "" : comma(), grouped(sorted[i].first),
                            sorted[i].second.empty() ? say("without an ending") : sorted[i].second);
    return sorted.size() > most_kinds ? say("{}, and others", text) : text;
}

std::string names_text(const std::vector<std::string>& names, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < most_names; ++i)
        text += fmt::format("{}{}", text.empty() ? "" : comma(), names[i]);
    const std::size_t others = count - std::min(names.size(), most_names);
    return others > 0 ? say("{} and {} more", text, grouped(others)) : text;
}

std::string advice_on(const std::map<std::string, std::size_t>& kinds) {
    std::string text;
    for (const Advice& advice : advices())
        if (std::any_of(kinds.begin(), kinds.end(),
                        [&](const auto& kind) { return advice.endings.contains(kind.first); }))
            text += fmt::format("{}{}", text.empty() ? "" : "; ", translated(advice.text));
    return text.empty() ? say("a text is read whatever its ending if it is named") : text;
}

}  // namespace

bool is_hidden(const std::string& path) {
    return path.starts_with('.') || path.find("/.") != std::string::npos || path.ends_with('~');
}

bool may_hold_games(const std::string& path) {
    static const std::set<std::string> others = {".db",  ".sqlite", ".sqlite3", ".db-wal",    ".db-shm",
                                                 ".cql", ".sha256", ".sha1",    ".md5",       ".sig",
                                                 ".asc", ".ini",    ".part",    ".db-journal"};
    static constexpr std::array<std::string_view, 6> documents = {"readme",  "license", "licence",
                                                                  "copying", "authors", "makefile"};
    const std::string name = to_lower(name_of(path));
    if (is_hidden(path) || others.contains(file_ending(path))) return false;
    return std::none_of(documents.begin(), documents.end(),
                        [&](std::string_view word) { return starts_with_word(name, word); });
}

std::string passed_over(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    return fmt::format("{}: {}",
                       counted(names.size(), "{} file passed over by its name", "{} files passed over by their names"),
                       names_text(names, names.size()));
}

InputError unread_files(const std::string& place, std::vector<std::string> names, std::size_t count) {
    std::sort(names.begin(), names.end());
    std::map<std::string, std::size_t> kinds;
    for (const std::string& name : names) ++kinds[file_ending(name)];
    return InputError(
        say("{}: {}: {}", place, counted(count, "{} file not read", "{} files not read"), kinds_text(kinds)),
        fmt::format("{}: {}", names_text(names, count), advice_on(kinds)));
}

}  // namespace cofnod::jobs
