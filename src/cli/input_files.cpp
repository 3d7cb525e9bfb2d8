#include "cli/input_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "cli/report.hpp"
#include "importers/block_reader.hpp"

namespace cofnod::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t looked_at = std::size_t{1} << 20;

bool holds_games(const fs::path& path) {
    static const std::set<std::string> text = {".pgn", ".PGN", ".txt"};
    static const std::set<std::string> packed = {".gz", ".bz2", ".xz", ".zst"};
    static const std::set<std::string> archives = {".zip", ".7z", ".tar", ".tgz"};
    const std::string extension = path.extension().string();
    const std::string inner = path.stem().extension().string();
    return text.contains(extension) || archives.contains(extension) ||
           (packed.contains(extension) && (text.contains(inner) || inner == ".tar"));
}

std::vector<std::string> files_below(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
        if (std::error_code ignored; entry->is_regular_file(ignored) && holds_games(entry->path()))
            files.push_back(entry->path().string());
    if (error) throw InputError(fmt::format("{}: cannot read the folder: {}", folder, error.message()));
    if (files.empty())
        throw InputError(fmt::format("{}: no .pgn or .txt file and no archive in this folder", folder),
                         "files with other endings are read when they are named");
    std::sort(files.begin(), files.end());
    return files;
}

/// Whether the text is UTF-8 but perhaps for a last character that was cut.
bool is_utf8_so_far(std::string_view text) { return text.size() - utf8::valid_prefix(text) < 4; }

}  // namespace

std::vector<std::string> input_files(const std::vector<std::string>& arguments) {
    std::vector<std::string> files;
    for (const std::string& argument : arguments) {
        std::error_code error;
        if (fs::is_directory(argument, error)) {
            const std::vector<std::string> below = files_below(argument);
            files.insert(files.end(), below.begin(), below.end());
        } else {
            files.push_back(argument);
        }
    }
    return files;
}

Input look_into(importers::Source source, importers::Format format) {
    std::string start;
    while (start.size() < looked_at && source.read(start, looked_at - start.size())) {}
    const bool empty = start.empty();
    if (empty) source.throw_fault();
    const importers::Format found = empty ? importers::Format::pgn : importers::detect_format(start, source.name());
    source.seek(0);
    return {.source = std::move(source),
            .format = format == importers::Format::detect ? found : format,
            .charset = is_utf8_so_far(start) ? "UTF-8" : "not UTF-8",
            .empty = empty};
}

std::string skipped_text(const importers::Container& container) {
    const auto [folders, not_text] = container.skipped();
    std::string text;
    if (folders > 0) text = counted(folders, "folder or link", "folders or links");
    if (not_text > 0)
        text += fmt::format("{}{}", text.empty() ? "" : " and ",
                            counted(not_text, "member that is not text", "members that are not text"));
    return text.empty() ? text : fmt::format("{}: skipped {}", printable(container.name()), text);
}

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::uint64_t line_at(importers::Source& source, std::uint64_t byte) {
    source.seek(0);
    std::uint64_t line = 1;
    bool after_return = false;  // a CR LF may be cut between two pieces
    std::string piece;
    for (std::uint64_t at = 0; at < byte; at += piece.size()) {
        piece.clear();
        if (source.read(piece, static_cast<std::size_t>(std::min<std::uint64_t>(byte - at, looked_at))) == 0) break;
        line += importers::count_line_breaks(piece);
        if (after_return && piece.front() == '\n') --line;
        after_return = piece.back() == '\r';
    }
    source.seek(0);
    return line;
}

}  // namespace cofnod::cli
