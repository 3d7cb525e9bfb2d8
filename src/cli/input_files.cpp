#include "cli/input_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/error.hpp"
#include "cli/report.hpp"
#include "importers/block_reader.hpp"
#include "importers/not_text.hpp"

namespace cofnod::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t looked_at = std::size_t{1} << 20;

/// ".pgn" of `A.PGN`.
std::string ending(const fs::path& path) {
    std::string text = path.extension().string();
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool holds_games(const fs::path& path) {
    static const std::set<std::string> text = {".pgn", ".txt", ".csv",  ".tsv", ".epd",
                                               ".fen", ".uci", ".html", ".htm", ".wiki"};
    static const std::set<std::string> packed = {".gz", ".bz2", ".xz", ".zst"};
    static const std::set<std::string> archives = {".zip", ".7z", ".tar", ".tgz"};
    const std::string extension = ending(path);
    const std::string inner = ending(path.stem());
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
        throw InputError(fmt::format("{}: no .pgn or .txt file, sheet, list, page or archive in this folder", folder),
                         "files with other endings are read when they are named");
    std::sort(files.begin(), files.end());
    return files;
}

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

const importers::Charset* charset_named(const std::string& name) {
    if (name.empty()) return nullptr;
    if (const importers::Charset* charset = importers::Charset::find(name)) return charset;
    throw UsageError(fmt::format("there is no character set '{}'", name),
                     "for example utf-8, utf-16le, windows-1252, iso-8859-14, windows-1256, koi8-r, MacArabic");
}

importers::Options Input::options(importers::Options how) const {
    how.format = format;
    how.charset = charset.charset;
    how.rivals = charset.rivals;
    how.mixed = !charset_given;
    return how;
}

Input look_into(importers::Source source, const importers::Options& how, const importers::Charset* charset,
                const notation::Languages& languages) {
    std::string start;
    while (start.size() < looked_at && source.read(start, looked_at - start.size())) {
    }
    const bool empty = start.empty();
    if (empty) source.throw_fault();
    source.seek(0);
    Input input{.source = std::move(source), .format = importers::Format::pgn, .charset = {}, .empty = empty};
    if (empty) return input;
    importers::refuse_what_is_not_text(start, input.source.name());
    input.charset_given = charset != nullptr;
    input.charset = charset ? importers::CharsetChoice{charset} : importers::detect_charset(start, languages, how);
    const std::string decoded =
        input.charset.charset->is_utf8() ? std::move(start) : input.charset.charset->decoded(start);
    const importers::Format found = importers::detect_format(decoded, input.source.name(), languages, how);
    input.format = how.format == importers::Format::detect ? found : how.format;
    return input;
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

}  // namespace cofnod::cli
