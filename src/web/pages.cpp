#include "web/pages.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/messages/catalogues.hpp"
#include "base/printable.hpp"
#include "base/problem.hpp"
#include "notation/language.hpp"
#include "reports/value.hpp"
#include "web/embedded.hpp"

namespace cofnod::web {

/// Returns the page's translations of problems, as JSON: "sentence.KIND" for each kind and frame in problems.def, and
/// "a.king" and similar for the pieces in them. `language`: a supported language other than English. The page adds
/// isolates around the values it inserts.
std::string words_about_problems(std::string_view language) {
    static constexpr std::array pieces = {"king", "queen", "rook", "bishop", "knight", "pawn"};
    const Catalogue& catalogue = *messages::catalogue_of(language);
    std::ostringstream text;
    {
        reports::JsonWriter json(text, reports::JsonWriter::line);
        json.begin_object();
        for (const char* const piece : pieces) json.member(fmt::format("a.{}", piece), catalogue.text(piece));
        for (const ProblemTemplate& each : problem_templates())
            if (each.group != "remedy")
                json.member(fmt::format("sentence.{}", each.name), without_isolates(catalogue.text(each.text)));
        json.end_object();
    }
    return std::move(text).str();
}

namespace {

/// A statement `import { names } from "./module.js";`.
struct Import {
    std::string names, module;
};

struct Module {
    std::string name;
    std::vector<Import> imports = {};
    std::string body = {};
    std::vector<std::string> exports = {};
};

/// Calls `take` with each line, without its line end.
template <typename Take>
void for_each_line(std::string_view text, const Take& take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

Import read_import(std::string_view line, std::string_view module) {
    constexpr std::string_view begin = "import {", middle = "} from \"./", end = "\";";
    const std::size_t at = line.find(middle);
    if (at == line.npos || !line.ends_with(end))
        throw std::logic_error(fmt::format("{}: an import that is not on one line: {}", module, line));
    Import read{.names = std::string(line.substr(begin.size(), at - begin.size())),
                .module = std::string(line.substr(at + middle.size()))};
    read.module.resize(read.module.size() - end.size());
    for (std::size_t as = 0; (as = read.names.find(" as ", as)) != read.names.npos;) read.names.replace(as, 4, ": ");
    return read;
}

/// Returns the name declared by a line such as "async function show(context) {".
std::string declared_name(std::string_view line) {
    for (const std::string_view word : {"async ", "function ", "const ", "let ", "class "})
        if (line.starts_with(word)) line.remove_prefix(word.size());
    return std::string(line.substr(0, line.find_first_of(" (=;{")));
}

Module read_module(std::string_view name, std::string_view text) {
    constexpr std::string_view exported = "export ";
    Module module{.name = std::string(name)};
    for_each_line(squeezed(text), [&](std::string_view line) {
        if (line.starts_with("import {")) return module.imports.push_back(read_import(line, name));
        if (line.starts_with(exported)) {
            line.remove_prefix(exported.size());
            module.exports.push_back(declared_name(line));
        }
        module.body.append(line) += '\n';
    });
    return module;
}

/// Returns the constant that holds the exports of a module: "$board" for "board.js".
std::string holder(std::string_view module) { return fmt::format("${}", module.substr(0, module.find('.'))); }

/// Modules ordered so that each one follows its imports.
class Modules {
public:
    explicit Modules(const ReadScript& read) : read_(read) {}

    void add(std::string_view name) {
        if (const auto known = states_.find(name); known != states_.end()) {
            if (known->second == State::open) throw std::logic_error(fmt::format("{} imports itself", name));
            return;
        }
        State& state = states_.emplace(name, State::open).first->second;
        Module module = read_module(name, read_(name));
        for (const Import& each : module.imports) add(each.module);
        list_.push_back(std::move(module));
        state = State::done;
    }
    [[nodiscard]] const std::vector<Module>& list() const { return list_; }

private:
    enum class State : std::uint8_t { open, done };

    const ReadScript& read_;
    std::vector<Module> list_;
    std::map<std::string, State, std::less<>> states_;
};

std::string list_of_holders(const std::vector<Module>& modules) {
    std::string text;
    for (const Module& module : modules) text.append(text.empty() ? "" : ", ").append(holder(module.name));
    return text;
}

void append_module(std::string& out, const Module& module) {
    out += fmt::format("const {} = (() => {{\n", holder(module.name));
    for (const Import& each : module.imports)
        out += fmt::format("const {{{}}} = {};\n", each.names, holder(each.module));
    out += fmt::format("{}return {{ {} }};\n}})();\n", module.body, fmt::join(module.exports, ", "));
}

}  // namespace

std::string squeezed(std::string_view text) {
    std::string out;
    bool is_comment = false;
    for_each_line(text, [&](std::string_view line) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.starts_with("/*")) is_comment = true;
        if (!is_comment && !line.empty() && !line.starts_with("//")) out.append(line) += '\n';
        if (line.ends_with("*/")) is_comment = false;
    });
    return out;
}

std::string joined_script(std::string_view name, const ReadScript& read) {
    Modules common(read);
    common.add(main_script);
    if (name == main_script) {
        std::string out;
        for (const Module& module : common.list()) append_module(out, module);
        return fmt::format("{}export {{ {} }};\n", out, list_of_holders(common.list()));
    }
    const std::size_t shared = common.list().size();
    std::string out = fmt::format("import {{ {} }} from \"./{}\";\n", list_of_holders(common.list()), main_script);
    common.add(name);
    for (std::size_t i = shared; i < common.list().size(); ++i) append_module(out, common.list()[i]);
    const Module& own = common.list().back();
    return fmt::format("{}export const {{ {} }} = {};\n", out, fmt::join(own.exports, ", "), holder(own.name));
}

namespace {

/// Returns a style sheet without indentation, blank lines, comment lines and without redundant blanks.
std::string squeezed_style(std::string_view text) {
    constexpr std::string_view separators = ";:,{}";
    std::string out = squeezed(text);
    char before = ';';
    bool is_string = false;
    std::erase_if(out, [&](char c) {
        const bool separates_nothing =
            (c == ' ' || c == '\n') && !is_string && separators.find(before) != separators.npos;
        if (c == '"') is_string = !is_string;
        before = c;
        return separates_nothing;
    });
    return out;
}

/// Returns JSON without blanks between values.
std::string squeezed_json(std::string_view text) {
    std::string out;
    bool is_string = false, is_escaped = false;
    for (const char c : text) {
        if (is_string || (c != ' ' && c != '\n')) out += c;
        if (c == '"' && !is_escaped) is_string = !is_string;
        is_escaped = is_string && c == '\\' && !is_escaped;
    }
    return out;
}

constexpr std::string_view folder = "src/web/page/";

/// Script for the first segment of a page's path; main.js chooses the view.
struct Page {
    std::string_view segment, script;
};
constexpr std::array pages = {
    Page{"games", "games.js"},       Page{"openings", "openings.js"},   Page{"search", "search.js"},
    Page{"patterns", "patterns.js"}, Page{"compare", "compare.js"},     Page{"players", "players.js"},
    Page{"problems", "problems.js"}, Page{"corrections", "history.js"}, Page{"database", "database.js"}};

/// Returns the script of a page, which main.js loads at once; empty if the path is not a page's.
std::string_view script_of(const std::vector<std::string>& path) {
    if (path.empty()) return pages.front().script;
    const auto* const page = std::ranges::find(pages, path.front(), &Page::segment);
    if (page == pages.end()) return {};
    if (page != pages.begin()) return page->script;
    return path.size() == 1 ? page->script : path.size() == 2 ? "game.js" : "desk.js";
}

struct PageLanguage {
    std::string_view code, direction;
};
constexpr std::array languages = {PageLanguage{"en", "ltr"}, PageLanguage{"cy", "ltr"}, PageLanguage{"ar", "rtl"}};

const PageLanguage* find_language(std::string_view code) {
    const auto* const found =
        std::find_if(languages.begin(), languages.end(), [&](const PageLanguage& each) { return each.code == code; });
    return found == languages.end() ? nullptr : found;
}

/// Returns the requested language: from the URL, a cookie, or the first one accepted by the browser that is available.
const PageLanguage& language_of(const Request& request, const Target& target) {
    if (const std::string* asked = target.find("lang"))
        if (const PageLanguage* const known = find_language(*asked)) return *known;
    if (const PageLanguage* const known = find_language(request.cookie("cofnod_lang"))) return *known;
    const PageLanguage* const known = find_language(request.accepted_language());
    return known ? *known : languages.front();
}

std::string_view type_of(std::string_view name) {
    if (name.ends_with(".html")) return "text/html; charset=utf-8";
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (name.ends_with(".svg")) return "image/svg+xml";
    return "application/json";
}

using Assets = std::map<std::string, std::string, std::less<>>;

/// The unpacked files of the page's folder.
class Files {
public:
    Files() {
        std::size_t size = 0;
        for (const PackedFile& file : embedded::web_files.list) size += file.size;
        text_.resize(size);
        const std::string_view packed = embedded::web_files.packed;
        if (ZSTD_decompress(text_.data(), size, packed.data(), packed.size()) != size)
            throw std::logic_error("the files of the page cannot be unpacked");
        std::string_view rest = text_;
        for (const PackedFile& file : embedded::web_files.list) {
            files_.push_back({file.name.substr(folder.size()), rest.substr(0, file.size)});
            rest.remove_prefix(file.size);
        }
    }

    [[nodiscard]] const std::vector<EmbeddedFile>& list() const { return files_; }

private:
    std::string text_;
    std::vector<EmbeddedFile> files_;
};

/// Adds a script bundled with its imports, and the scripts that it loads on demand.
void add_script(Assets& assets, const std::string& name, const ReadScript& read) {
    constexpr std::string_view loads = "import(\"./";
    if (!assets.emplace(name, joined_script(name, read)).second) return;
    const std::string& text = assets[name];
    for (std::size_t at = 0; (at = text.find(loads, at)) != text.npos; at += loads.size())
        add_script(assets, text.substr(at + loads.size(), text.find('"', at + loads.size()) - at - loads.size()), read);
}

/// Returns the files served to browsers, by name.
const Assets& assets() {
    static const Assets all = [] {
        Assets made;
        const Files files;
        for (const auto& [name, text] : files.list())
            if (!name.ends_with(".js"))
                made.emplace(name, name.ends_with(".css")    ? squeezed_style(text)
                                   : name.ends_with(".json") ? squeezed_json(text)
                                                             : std::string(text));
        for (const PageLanguage& language : languages)
            if (language.code != "en")  // generated below
                made[fmt::format("lang/problems.{}.json", language.code)] = words_about_problems(language.code);
        add_script(made, std::string(main_script), [&](std::string_view name) { return text_of(files.list(), name); });
        return made;
    }();
    return all;
}

/// Returns "~6f0c…", a hash of all files, so that browsers can cache a file until one changes.
const std::string& version() {
    static const std::string text = [] {
        std::size_t sum = 0;
        for (const auto& [name, content] : assets())
            sum = sum * 1'000'003 + std::hash<std::string_view>{}(name) + std::hash<std::string_view>{}(content);
        return fmt::format("~{:016x}", sum);
    }();
    return text;
}

void replace(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
        text.replace(at, what.size(), by);
}

/// Returns pieces.svg with ids that are unique in the page: "draw-K".
std::string pieces_for_page() {
    std::string drawings = assets().at("pieces.svg");
    replace(drawings, " id=\"", " id=\"draw-");
    replace(drawings, " href=\"#", " href=\"#draw-");
    return drawings;
}

Response shell(const Request& request, const Target& target, bool asks_for_token) {
    const PageLanguage& language = language_of(request, target);
    std::string text = assets().at("index.html");
    replace(text, "{lang}", language.code);
    replace(text, "{dir}", language.direction);
    replace(text, "{token}", asks_for_token ? " data-token" : "");
    replace(text, "{version}", version());
    replace(text, "{script}", script_of(target.path));
    replace(text, "{pieces}", pieces_for_page());
    replace(text, "{words}", assets().at(fmt::format("lang/{}.json", language.code)));
    Response response{.type = std::string(type_of(".html")), .body = std::move(text)};
    if (target.find("lang"))
        response.headers.emplace_back(
            "Set-Cookie", "cofnod_lang=" + std::string(language.code) + "; SameSite=Strict; Path=/; Max-Age=31536000");
    return response;
}

}  // namespace

std::optional<Response> page(const Request& request, const Target& target, bool asks_for_token) {
    const auto& path = target.path;
    if (!script_of(path).empty()) return shell(request, target, asks_for_token);
    if (path.front() != "assets") return std::nullopt;
    const bool has_version = path.size() > 1 && path[1].starts_with('~');
    std::string name;
    for (std::size_t i = has_version ? 2 : 1; i < path.size(); ++i)
        name.append(name.empty() ? "" : "/").append(path[i]);
    const auto asset = assets().find(name);
    if (asset == assets().end() || name == "index.html") return std::nullopt;
    Response response{.type = std::string(type_of(name)), .body = asset->second};
    if (has_version && path[1] == version())
        response.headers.emplace_back("Cache-Control", "private, max-age=31536000, immutable");
    return response;
}

const std::vector<std::pair<std::string, std::string>>& common_headers() {
    static const std::vector<std::pair<std::string, std::string>> headers = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri "
         "'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types "
         "'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-cache"},
    };
    return headers;
}

}  // namespace cofnod::web
