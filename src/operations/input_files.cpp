#include "operations/input_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "importers/databases/base.hpp"
#include "importers/databases/base_files.hpp"
#include "importers/documents/document.hpp"
#include "importers/formats/formats.hpp"
#include "importers/text/block_reader.hpp"
#include "importers/text/container.hpp"
#include "operations/reading.hpp"

namespace cofnod::operations {

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
                            sorted[i].second.empty() ? tr("without an ending") : sorted[i].second);
    return sorted.size() > most_kinds ? tr("{}, and others", text) : text;
}

std::string names_text(const std::vector<std::string>& names, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < most_names; ++i)
        text += fmt::format("{}{}", text.empty() ? "" : comma(), names[i]);
    const std::size_t others = count - std::min(names.size(), most_names);
    return others > 0 ? tr("{} and {} more", text, grouped(others)) : text;
}

std::string advice_on(const std::map<std::string, std::size_t>& kinds) {
    std::string text;
    for (const Advice& advice : advices())
        if (std::any_of(kinds.begin(), kinds.end(),
                        [&](const auto& kind) { return advice.endings.contains(kind.first); }))
            text += fmt::format("{}{}", text.empty() ? "" : "; ", translated(advice.text));
    return text.empty() ? tr("a text is read whatever its ending if it is named") : text;
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
        tr("{}: {}: {}", place, counted(count, "{} file not read", "{} files not read"), kinds_text(kinds)),
        fmt::format("{}: {}", names_text(names, count), advice_on(kinds)));
}

namespace {

namespace fs = std::filesystem;

constexpr std::size_t looked_at = std::size_t{1} << 20;

bool is_ending_of_text(const std::string& ending) {
    const auto formats = importers::format_names();
    return std::any_of(formats.begin(), formats.end(), [&](const importers::FormatName& format) {
        return fmt::format(" {} ", format.endings).find(' ' + ending + ' ') != std::string::npos;
    });
}

bool holds_games(const std::string& path) {
    static const std::set<std::string> packed = {".gz", ".bz2", ".xz", ".zst"};
    static const std::set<std::string> archives = {".zip", ".7z", ".tar", ".tgz", ".cbv"};
    static const std::set<std::string> documents = {".doc", ".docx", ".odt", ".rtf", ".epub", ".xlsx", ".ods", ".pdf",
                                                    ".xml", ".hocr", ".png", ".jpg", ".jpeg", ".tif",  ".tiff"};
    const std::string extension = file_ending(path);
    if (extension == ".md" && !may_hold_games(path)) return false;  // a project's README.md
    const std::string inner = file_ending(fs::path(path).stem().string());
    return is_ending_of_text(extension) || archives.contains(extension) || documents.contains(extension) ||
           (packed.contains(extension) && (is_ending_of_text(inner) || inner == ".tar"));
}

/// Walks a folder recursively. Records unreadable entries as faults and continues.
class FolderWalk {
public:
    explicit FolderWalk(std::string folder) : folder_(std::move(folder)) {}

    void run(FoundFiles& found) {
        for (waiting_ = {folder_}; !waiting_.empty();) {
            const std::string next = std::move(waiting_.back());
            waiting_.pop_back();
            look_into_folder(next);
        }
        if (files_.empty() && faults_.empty())
            faults_.push_back(
                {folder_,
                 InputError(tr("{}: no .pgn or .txt file, sheet, list, page or archive in this folder", folder_),
                            tr("files with other endings are read if they are named"))});
        std::erase_if(unread_, [this](const std::string& path) { return belongs_to_base(path); });
        if (!unread_.empty()) faults_.push_back({"", unread_files(folder_, unread_, unread_.size())});
        if (!links_.empty())
            add_fault(counted(links_.size(), "{} link to a folder not followed", "{} links to folders not followed"),
                      links_, tr("name the folder that it leads to"));
        if (!others_.empty())
            add_fault(counted(others_.size(), "{} name without a file", "{} names without a file"), others_,
                      tr("broken links, FIFOs, sockets and devices are not opened"));
        std::erase_if(passed_over_, is_hidden);
        if (!passed_over_.empty()) found.passed_over.push_back({folder_, passed_over(passed_over_)});
        leave_pages_to_issues();
        std::sort(files_.begin(), files_.end());
        found.files.insert(found.files.end(), files_.begin(), files_.end());
        found.faults.insert(found.faults.end(), faults_.begin(), faults_.end());
    }

private:
    void look_into_folder(const std::string& folder) {
        std::error_code error, fault;
        fs::directory_iterator entry(folder, error);
        for (; !error && entry != fs::directory_iterator(); entry.increment(error))
            if (const std::error_code failed = take(*entry); failed && !fault) fault = failed;
        if (error || fault)
            faults_.push_back({folder, InputError(tr("{}: cannot read the folder: {}", folder,
                                                     system_message(error ? error : fault)))});
    }

    /// Adds an entry unless it is a FIFO, socket or device, which might block for ever. Returns the error if its type
    /// cannot be determined, as in a folder that may be listed but not entered.
    std::error_code take(const fs::directory_entry& entry) {
        std::error_code error, ignored;
        const std::string path = entry.path().string();
        const fs::file_type type = entry.status(error).type();  // follows links
        const bool is_link = entry.symlink_status(ignored).type() == fs::file_type::symlink;
        const bool is_file = type == fs::file_type::regular;
        if (type == fs::file_type::none && !is_link) return error;
        if (type == fs::file_type::directory) {
            if (!is_link)
                waiting_.push_back(path);
            else if (may_hold_games(below(path)))
                links_.push_back(below(path));
        } else if (holds_games(path)) {
            if (is_file)
                files_.push_back(path);
            else
                others_.push_back(below(path));
        } else if (is_file) {
            (may_hold_games(below(path)) ? unread_ : passed_over_).push_back(below(path));
        }
        return {};
    }

    /// Returns true for a file of another program's database, recognised by the name of its index file.
    [[nodiscard]] bool belongs_to_base(const std::string& path) const {
        const fs::path whole = fs::path(folder_) / path;
        return std::any_of(files_.begin(), files_.end(), [&](const std::string& file) {
            return importers::databases::is_index(file_ending(file)) &&
                   fs::path(file).replace_extension() == fs::path(whole).replace_extension();
        });
    }

    /// Removes the pages listed in METS files: they are read with those.
    void leave_pages_to_issues() {
        std::set<std::string> pages;
        for (const std::string& file : files_)
            if (file_ending(file) == ".xml")
                for (const std::string& page : importers::documents::pages_of_issue(file))
                    pages.insert((fs::path(file).parent_path() / page).lexically_normal().string());
        std::erase_if(files_, [&](const std::string& file) {
            return pages.contains(fs::path(file).lexically_normal().string());
        });
    }

    /// Returns the path relative to the folder.
    [[nodiscard]] std::string below(const std::string& path) const {
        const std::size_t at = path.find_first_not_of('/', folder_.size());
        return path.starts_with(folder_) && at != path.npos ? path.substr(at) : path;
    }

    void add_fault(const std::string& what, const std::vector<std::string>& names, const std::string& remedy) {
        const std::string others = names.size() == 1 ? "" : ", ...";
        faults_.push_back({"", InputError(fmt::format("{}: {}: {}{}", folder_, what, names.front(), others), remedy)});
    }

    std::string folder_;
    std::vector<std::string> waiting_, files_, unread_, passed_over_, links_, others_;
    std::vector<InputFault> faults_;
};

}  // namespace

std::string file_ending(const std::string& path) { return to_lower(fs::path(path).extension().string()); }

FoundFiles input_files(const std::vector<std::string>& arguments) {
    FoundFiles found;
    for (const std::string& argument : arguments) {
        std::error_code error;
        if (fs::is_directory(argument, error))
            FolderWalk(argument).run(found);
        else
            found.files.push_back(argument);
    }
    return found;
}

importers::Options Input::options(importers::Options how) const {
    how.format = format;
    how.charset = charset.charset;
    how.rivals = charset.rivals;
    how.mixed = !charset_given;
    how.base = base;
    how.expects_end = true;
    return how;
}

namespace {

/// Opens another program's database; its texts are in the character set that it suggests.
Input look_into_base(importers::Source source, const importers::Options& how, const ReadingSetup& reading) {
    const auto files = source.base();
    const importers::Format format =
        importers::detect_format({{}, source.name(), reading.languages, how.columns, files.get()});
    Input input{.source = std::move(source), .format = format, .charset = {reading.charset}};
    input.charset_given = reading.charset != nullptr;
    input.base = importers::reader_of(format).open(*files, reading.charset);
    if (!reading.charset) input.charset.charset = &input.base->charset();
    return input;
}

}  // namespace

Input look_into(importers::Source source, const importers::Options& how, const ReadingSetup& reading) {
    if (source.base()) return look_into_base(std::move(source), how, reading);
    std::string start;
    while (start.size() < looked_at && source.read(start, looked_at - start.size())) {
    }
    const bool empty = start.empty();
    if (empty) source.throw_fault();
    source.seek(0);
    Input input{.source = std::move(source), .format = importers::Format::pgn, .charset = {}, .empty = empty};
    if (empty) return input;
    importers::refuse_what_is_not_text(start, input.source.name());
    input.charset_given = reading.charset != nullptr;
    input.charset = reading.charset ? importers::CharsetChoice{reading.charset}
                                    : importers::detect_charset(start, reading.languages, how);
    const std::string decoded =
        input.charset.charset->is_utf8() ? std::move(start) : input.charset.charset->decoded(start);
    const importers::Format found =
        importers::detect_format({decoded, input.source.name(), reading.languages, how.columns});
    input.format = how.format == importers::Format::detect ? found : how.format;
    return input;
}

void report_skipped(const importers::Container& container, Reporter& reporter) {
    if (const std::uint64_t folders = container.skipped().folders; folders > 0)
        reporter.note(container.name(), counted(folders, "skipped {} folder or link", "skipped {} folders or links"));
    if (container.lacks_checksum())
        reporter.note(container.name(), tr("compressed without a checksum, so damage cannot be detected"));
    if (const auto unread = unread_members(container)) reporter.error(*unread);
}

std::optional<InputError> unread_members(const importers::Container& container) {
    const auto& skipped = container.skipped();
    std::vector<std::string> names;
    std::copy_if(skipped.names.begin(), skipped.names.end(), std::back_inserter(names), may_hold_games);
    if (names.empty()) return std::nullopt;
    const std::uint64_t unnamed = skipped.not_text - skipped.names.size();
    return unread_files(container.name(), names, names.size() + unnamed);
}

}  // namespace cofnod::operations
