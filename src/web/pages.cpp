#include "web/pages.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <stdexcept>

#include "notation/language.hpp"
#include "web/embedded.hpp"
#include "web/scripts.hpp"
#include "web/sentences.hpp"

namespace cofnod::web {

namespace {

constexpr std::string_view folder = "src/web/page/";

/// A page by the first segment of its address, and its script; main.js finds out what to show.
struct Page {
    std::string_view segment, script;
};
constexpr std::array pages = {
    Page{"games", "games.js"},       Page{"openings", "openings.js"},   Page{"search", "search.js"},
    Page{"patterns", "patterns.js"}, Page{"compare", "compare.js"},     Page{"players", "players.js"},
    Page{"problems", "problems.js"}, Page{"corrections", "history.js"}, Page{"database", "database.js"}};

/// Returns the script of a page, which main.js loads as soon as it runs; empty: no page has that address.
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

/// Returns the language that is asked for: by the address, else a cookie, else the first of the browser's that we have.
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

/// The files of the page, as they stand in its folder.
class Files {
public:
    Files() {
        std::size_t size = 0;
        for (const PackedFile& file : embedded::files.list) size += file.size;
        text_.resize(size);
        const std::string_view packed = embedded::files.packed;
        if (ZSTD_decompress(text_.data(), size, packed.data(), packed.size()) != size)
            throw std::logic_error("the files of the page cannot be unpacked");
        std::string_view rest = text_;
        for (const PackedFile& file : embedded::files.list) {
            files_.push_back({file.name.substr(folder.size()), rest.substr(0, file.size)});
            rest.remove_prefix(file.size);
        }
    }

    [[nodiscard]] const std::vector<EmbeddedFile>& list() const { return files_; }

private:
    std::string text_;
    std::vector<EmbeddedFile> files_;
};

/// Adds a script with all that it imports, and those that it loads when they are needed.
void add_script(Assets& assets, const std::string& name, const ReadScript& read) {
    constexpr std::string_view loads = "import(\"./";
    if (!assets.emplace(name, joined_script(name, read)).second) return;
    const std::string& text = assets[name];
    for (std::size_t at = 0; (at = text.find(loads, at)) != text.npos; at += loads.size())
        add_script(assets, text.substr(at + loads.size(), text.find('"', at + loads.size()) - at - loads.size()), read);
}

/// Files for browsers, by name.
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
            if (language.code != "en")  // the server makes those
                made[fmt::format("lang/problems.{}.json", language.code)] = words_about_problems(language.code);
        add_script(made, std::string(main_script), [&](std::string_view name) { return text_of(files.list(), name); });
        return made;
    }();
    return all;
}

/// Returns "~6f0c…": the same for as long as no file changes, so that a browser need not ask for a file again.
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

/// Returns pieces.svg with ids that no element of a page has: "draw-K".
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
