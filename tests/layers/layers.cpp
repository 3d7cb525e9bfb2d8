// layers DIR: holds the source tree at DIR to the picture of its boxes. Prints every line that breaks it, exits 1 then.

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Names = std::initializer_list<std::string_view>;

std::regex phrase(const char* text) { return std::regex(text, std::regex::ECMAScript | std::regex::icase); }

/// A line of src/layers.txt: the box may include itself and the boxes named here; nothing else of the project.
struct Box {
    std::string name;
    std::string folder;
    std::vector<std::string> may_include;
};
using Boxes = std::vector<Box>;

// clang-format off
/// Headers of libraries, and the only files that may include them: all (of `extension`) below one of `folders`.
struct Library {
    std::string_view header;
    Names folders;
    bool headers_too;
};

const Library libraries[] = {
    {"sqlite3.h",  {"src/store/"},                              false},
    {"sqlite3ext.h", {"src/sqlite/host.hpp"},                   true},
    {"CLI/",       {"src/cli/parse.cpp"},                       false},
    {"toml++/",    {"src/cli/config/file.cpp"},             false},
    {"tao/pegtl",  {"grammar/"},                                true},
    {"tao/pegtl",  {"src/", "importers/"},                      false},
    {"fmt/",       {"src/", "importers/"},                      false},
    {"fmt/core.h", {"src/base/tr.hpp"},                        true},  // checks the arguments of sentences
    {"archive.h",       {"importers/text/"},                    false},
    {"archive_entry.h", {"importers/text/"},                    false},
    {"zstd.h",     {"src/", "importers/"},                      false},
    {"zlib.h",     {"importers/text/", "src/export/parquet/"},   false},
    {"unicode/",   {"src/", "importers/"},                      false},
    {"xxhash.h",   {"src/", "importers/"},                      false},
    {"curl/",      {"src/cluster/curl.hpp"},                    true},
};
// clang-format on

/// SQL stands in schema/ alone, and what users typed is bound to it. The few calls that take statements as text put
/// them together from there.
const std::string_view sql_words[] = {"SELECT ", "INSERT ", "UPDATE ", "DELETE ", "REPLACE INTO ", "CREATE ",
                                      "DROP ",   "ATTACH ", "PRAGMA ", "WHERE ",  "VALUES",        "UNION "};
/// Declares the columns of a table to the host; prints an example.
const Names files_with_sql = {"src/sqlite/virtual_table.cpp", "src/cli/commands/schema.cpp"};
struct SqlCall {
    std::string_view call;
    Names files;
};
const SqlCall sql_calls[] = {
    {"Statement::of_text(",
     {"src/store/statement.cpp", "src/store/header_filter.cpp", "src/store/game_reader.cpp", "src/store/tag_scan.cpp"}},
    {"run_script(", {"src/store/connection.cpp", "src/store/connection.hpp", "src/store/store.cpp"}},
    {"run_all(", {"src/store/connection.cpp", "src/store/statement.cpp", "src/store/statement.hpp"}},
    {"sqlite3_exec(", {}},
    {"sqlite3_prepare", {"src/store/statement.cpp"}},
};

/// What Debian's clang 14, which builds the fuzz targets, cannot compile of libstdc++ 12: all that is made of
/// std::ranges::view_interface.
const std::string_view unknown_to_clang[] = {"std::views::",      "ranges::subrange",         "ranges::equal_range",
                                             "ranges::unique(",   "ranges::remove(",          "ranges::remove_if(",
                                             "ranges::rotate(",   "ranges::search(",          "ranges::search_n(",
                                             "ranges::find_end(", "ranges::stable_partition", "ranges::partition("};

constexpr std::size_t most_lines = 700;

/// A header shorter than this belongs into the file that it serves, if that is the only one of its folder.
constexpr std::size_t least_header = 25;

/// Lines of code of our own that the compiler reads for all sources together, headers as often as they are included. A
/// change that makes this grow makes the build slower: include less, or raise the number and say why.
constexpr std::size_t most_lines_compiled = 1'599'000;

/// Phrases that do not belong into comments: they read as translated, or hide what a thing is.
const std::regex unwanted_phrases[] = {
    phrase(R"(\bbehind\b)"),
    phrase(R"(\bstands\b(?! for))"),
    phrase(R"(\bstanding\b)"),
    phrase(R"(\b(leaves?|left) (out|away)\b)"),
    phrase(R"(\bmend(s|ed|ing)?\b)"),
    phrase(R"(\bnobody\b)"),
    phrase(R"(\banew\b)"),
    phrase(R"(\b(told|tells)\b)"),
    phrase(R"(\banother than\b)"),
    phrase(R"(\bparted (by|from)\b)"),
    phrase(R"(\bfor what (it|they) (is|are)\b)"),
    phrase(R"(\blooks whether\b)"),
    phrase(R"(\b(as|what) (it|they) (is|are|was|were)[.;]?$)"),
    phrase(R"(\bholds? .* against\b)"),
    phrase(R"(\btakes? .* for\b)"),
    phrase(R"(\bits likes?\b)"),
    phrase(R"(\bno .* but\b(?! not))"),
};
/// Words that a comment does not begin with: say what the function does, or what the thing is.
const std::regex unwanted_openings = phrase(R"(^(What|Whether|Where|Such|The same|Of)\b)");

/// Places of the machine somebody worked on, which mean nothing on another. (In two parts: this file is searched too.)
const std::string foreign_paths[] = {std::string{"/wor"} + "k/", std::string{"/tmp/b"} + "ash"};

struct File {
    std::string name;  ///< from the root, with '/'
    std::vector<std::string> lines;

    [[nodiscard]] bool is_header() const { return name.ends_with(".hpp"); }
    [[nodiscard]] bool is_code() const { return is_header() || name.ends_with(".cpp"); }
};

class Report {
public:
    void add(const File& file, std::size_t line, const std::string& what) {
        std::cout << file.name << ':' << line << ": " << what << '\n';
        ++count_;
    }
    [[nodiscard]] int count() const { return count_; }

private:
    int count_ = 0;
};

Boxes read_layers(const fs::path& path) {
    std::ifstream in{path};
    if (!in) throw std::runtime_error("cannot read " + path.generic_string());
    Boxes boxes;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words{line};
        Box& box = boxes.emplace_back();
        words >> box.name >> box.folder;
        for (std::string to; words >> to;) {
            const auto below =
                std::find_if(boxes.begin(), boxes.end() - 1, [&](const Box& each) { return each.name == to; });
            if (below == boxes.end() - 1)
                throw std::runtime_error("an arrow to " + to + ", which is no box above " + box.name);
            for (const std::string& passed_on : below->may_include)
                if (std::find(box.may_include.begin(), box.may_include.end(), passed_on) == box.may_include.end())
                    box.may_include.push_back(passed_on);
            box.may_include.push_back(to);
        }
    }
    return boxes;
}

/// The box that a path from the root (or from src/, as includes are written) lies in.
const Box* box_of(const Boxes& boxes, std::string_view path) {
    const auto box = std::find_if(boxes.begin(), boxes.end(), [&](const Box& candidate) {
        std::string_view from_src = candidate.folder;
        if (from_src.starts_with("src/")) from_src.remove_prefix(4);
        return path.starts_with(candidate.folder) || path.starts_with(from_src);
    });
    return box == boxes.end() ? nullptr : &*box;
}

std::string listed(const Box& box) {
    std::string names = box.name;
    for (const std::string& name : box.may_include) names += ", " + name;
    return names;
}

bool may_include(const Box& from, const Box& to) {
    return &from == &to ||
           std::find(from.may_include.begin(), from.may_include.end(), to.name) != from.may_include.end();
}

struct Include {
    char quote;  ///< `"` or `<`
    std::string_view header;
};

std::optional<Include> read_include(std::string_view line) {
    const auto skip_blanks = [&] {
        while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    };
    skip_blanks();
    if (!line.starts_with('#')) return std::nullopt;
    line.remove_prefix(1);
    skip_blanks();
    if (!line.starts_with("include")) return std::nullopt;
    line.remove_prefix(7);
    skip_blanks();
    if (line.empty() || (line.front() != '"' && line.front() != '<')) return std::nullopt;
    const char quote = line.front();
    line.remove_prefix(1);
    return Include{quote, line.substr(0, line.find(quote == '<' ? '>' : '"'))};
}

void check_library(const File& file, std::size_t line, std::string_view header, Report& report) {
    bool known = false;
    std::string allowed;
    for (const Library& library : libraries) {
        if (!header.starts_with(library.header)) continue;
        known = true;
        for (const std::string_view folder : library.folders) {
            if (file.name.starts_with(folder) && (library.headers_too || !file.is_header())) return;
            allowed += (allowed.empty() ? "" : ", ") + std::string{folder} + (library.headers_too ? "**" : "**.cpp");
        }
    }
    if (known) report.add(file, line, "<" + std::string{header} + "> here; allowed: " + allowed);
}

void check_arrow(const Boxes& boxes, const File& file, std::size_t line, std::string_view header, Report& report) {
    const Box* from = box_of(boxes, file.name);
    const Box* to = box_of(boxes, header);
    if (!to)
        report.add(file, line,
                   "\"" + std::string{header} + "\" is in no box; write it from the root: \"box/file.hpp\"");
    else if (from && !may_include(*from, *to))
        report.add(file, line,
                   "arrow " + from->name + " -> " + to->name + "; " + from->name + " may include: " + listed(*from));
    else if (to->name == "grammar" && file.is_header() && from != to)
        report.add(file, line, "\"" + std::string{header} + "\" in a header; grammar/ is for .cpp files");
}

void check_sql(const File& file, std::size_t number, Report& report) {
    const std::string_view line = file.lines[number - 1];
    const std::size_t quote = line.find('"');
    const bool quoted = quote != std::string_view::npos && line.find("//") > quote;
    const bool may_quote = std::find(files_with_sql.begin(), files_with_sql.end(), file.name) != files_with_sql.end();
    if (quoted && !may_quote && std::any_of(std::begin(sql_words), std::end(sql_words), [&](std::string_view word) {
            return line.find(word, quote) != std::string_view::npos;
        }))
        report.add(file, number, "SQL in a source: it stands in schema/, and values are bound");
    for (const SqlCall& call : sql_calls)
        if (line.find(call.call) != std::string_view::npos &&
            std::find(call.files.begin(), call.files.end(), file.name) == call.files.end())
            report.add(file, number, std::string{call.call} + " here: a statement is asked for by its name in schema/");
}

void check_ranges(const File& file, std::size_t number, Report& report) {
    for (const std::string_view name : unknown_to_clang)
        if (file.lines[number - 1].find(name) != std::string::npos)
            report.add(file, number, std::string{name} + " here: clang 14 cannot compile it");
}

void check_code(const Boxes& boxes, const File& file, Report& report) {
    if (!box_of(boxes, file.name)) report.add(file, 1, "a file in no box");
    if (file.is_header() && (file.lines.empty() || file.lines.front() != "#pragma once"))
        report.add(file, 1, "a header begins with #pragma once");
    if (file.lines.size() > most_lines)
        report.add(file, file.lines.size(), "more than " + std::to_string(most_lines) + " lines: two files in one");
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
        check_sql(file, i + 1, report);
        check_ranges(file, i + 1, report);
        const auto include = read_include(file.lines[i]);
        if (!include) continue;
        if (include->quote == '"')
            check_arrow(boxes, file, i + 1, include->header, report);
        else if (box_of(boxes, include->header))
            report.add(file, i + 1, "<" + std::string{include->header} + "> is ours: write it in quotes");
        else
            check_library(file, i + 1, include->header, report);
    }
}

bool in_boxes(const File& file) {
    return file.is_code() &&
           (file.name.starts_with("src/") || file.name.starts_with("grammar/") || file.name.starts_with("importers/"));
}

/// The headers of the tree that each file of code includes directly.
using Includes = std::map<const File*, std::vector<const File*>>;

Includes read_includes(const std::vector<File>& files) {
    std::map<std::string_view, const File*> by_name;
    for (const File& file : files) by_name[file.name] = &file;
    Includes includes;
    for (const File& file : files) {
        if (!file.is_code()) continue;
        auto& included = includes[&file];
        for (const std::string& line : file.lines) {
            const auto include = read_include(line);
            if (!include || include->quote != '"') continue;
            for (const std::string_view folder : {"src/", ""})
                if (const auto found = by_name.find(std::string{folder}.append(include->header));
                    found != by_name.end())
                    included.push_back(found->second);
        }
    }
    return includes;
}

/// Reports short headers that a single file includes, which lies in the same folder.
void check_grain(const Includes& includes, Report& report) {
    std::map<const File*, std::vector<const File*>> users;
    for (const auto& [file, headers] : includes)
        for (const File* const header : headers) users[header].push_back(file);
    const auto folder_of = [](std::string_view name) { return name.substr(0, name.rfind('/')); };
    for (const auto& [header, files] : users) {
        if (!header->is_header() || !in_boxes(*header) || header->lines.size() >= least_header) continue;
        if (files.size() == 1 && folder_of(files.front()->name) == folder_of(header->name))
            report.add(*header, 1,
                       "a header of " + std::to_string(header->lines.size()) + " lines for " + files.front()->name +
                           " alone: make it part of that file");
    }
}

/// Returns the number of lines that the compiler reads for all sources: their own, and those of our headers that they
/// include, directly or through others.
std::size_t lines_compiled(const Includes& includes) {
    std::size_t lines = 0;
    for (const auto& [source, headers] : includes) {
        if (!in_boxes(*source) || source->is_header()) continue;
        std::set<const File*> read = {source};
        std::vector<const File*> waiting = {source};
        while (!waiting.empty()) {
            const File* const file = waiting.back();
            waiting.pop_back();
            lines += file->lines.size();
            if (const auto more = includes.find(file); more != includes.end())
                for (const File* const header : more->second)
                    if (read.insert(header).second) waiting.push_back(header);
        }
    }
    return lines;
}

/// Returns the text of a comment at the end of a line, or of a line that is one; nullopt if there is none.
std::optional<std::string> comment_in(std::string_view line) {
    static const std::regex comment(R"((?:^|\s)///?<?\s*(.*)$)"), quoted(R"(`[^`]*`|"[^"]*")");
    std::match_results<std::string_view::const_iterator> match;
    if (!std::regex_search(line.begin(), line.end(), match, comment)) return std::nullopt;
    return std::regex_replace(match[1].str(), quoted, "X");
}

void check_comments(const File& file, Report& report) {
    bool goes_on = false;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const auto comment = comment_in(file.lines[i]);
        if (comment && std::any_of(std::begin(unwanted_phrases), std::end(unwanted_phrases),
                                   [&](const std::regex& unwanted) { return std::regex_search(*comment, unwanted); }))
            report.add(file, i + 1, "a phrase to avoid: " + *comment);
        else if (comment && !goes_on && std::regex_search(*comment, unwanted_openings))
            report.add(file, i + 1, "begin with a verb or a noun: " + *comment);
        goes_on = comment.has_value();
    }
}

/// Returns true if the absolute path is in the line; the path of a web address is another.
bool names_path(std::string_view line, std::string_view path) {
    const auto goes_on = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_'; };
    for (std::size_t at = line.find(path); at != std::string_view::npos; at = line.find(path, at + 1))
        if (at == 0 || !goes_on(line[at - 1])) return true;
    return false;
}

void check_paths(const File& file, Report& report) {
    for (std::size_t i = 0; i < file.lines.size(); ++i)
        for (const std::string& path : foreign_paths)
            if (names_path(file.lines[i], path)) report.add(file, i + 1, "names " + path + ", a folder of one machine");
}

File read_file(const fs::path& root, const fs::path& path) {
    File file{path.lexically_relative(root).generic_string(), {}};
    std::ifstream in{path, std::ios::binary};
    for (std::string line; std::getline(in, line);) file.lines.push_back(std::move(line));
    return file;
}

/// Every file of the tree but what git, the build and editors keep.
std::vector<File> read_tree(const fs::path& root) {
    std::vector<File> files;
    for (auto entry = fs::recursive_directory_iterator{root}; entry != fs::recursive_directory_iterator{}; ++entry) {
        const std::string name = entry->path().filename().string();
        const bool top_build = entry.depth() == 0 && name.starts_with("build");
        if (entry->is_directory() && (top_build || name == ".git" || name == ".cache"))
            entry.disable_recursion_pending();
        else if (entry->is_regular_file() && !entry->is_symlink() && name != ".git")
            files.push_back(read_file(root, entry->path()));
    }
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.name < b.name; });
    return files;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "layers DIR\n";
        return 2;
    }
    try {
        Report report;
        std::size_t code_files = 0;
        const fs::path root = fs::path{argv[1]}.lexically_normal();
        const Boxes boxes = read_layers(root / "src/layers.txt");
        const std::vector<File> files = read_tree(root);
        for (const File& file : files) {
            check_paths(file, report);
            if (!in_boxes(file)) continue;
            ++code_files;
            check_code(boxes, file, report);
            check_comments(file, report);
        }
        const Includes includes = read_includes(files);
        check_grain(includes, report);
        const std::size_t lines = lines_compiled(includes);
        const bool has_grown = lines > most_lines_compiled;
        if (has_grown)
            std::cout << "the compiler reads " << lines << " lines of ours, more than " << most_lines_compiled
                      << ": include less, or raise the number in tests/layers/layers.cpp and say why\n";
        std::cout << code_files << (code_files == 1 ? " file" : " files") << " in the boxes, " << report.count()
                  << (report.count() == 1 ? " line" : " lines") << " against the picture\n";
        return report.count() == 0 && code_files > 0 && !has_grown ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << "layers: " << error.what() << '\n';
        return 2;
    }
}
