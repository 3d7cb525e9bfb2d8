#include "web/pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "web/embedded.hpp"

namespace cofnod::web {

namespace {

constexpr std::string_view folder = "src/web/page/";

/// Addresses of pages, beside the first: the script finds out what to show.
constexpr std::array pages = {"games",   "openings", "search",      "patterns", "compare",
                              "players", "problems", "corrections", "database"};

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
    for (std::string_view accepted : request.header("accept-language"))
        while (accepted.size() >= 2) {
            if (const PageLanguage* const known = find_language(accepted.substr(0, 2))) return *known;
            const std::size_t comma = accepted.find(',');
            accepted.remove_prefix(comma == accepted.npos ? accepted.size() : comma + 1);
            while (accepted.starts_with(' ')) accepted.remove_prefix(1);
        }
    return languages.front();
}

std::string_view type_of(std::string_view name) {
    if (name.ends_with(".html")) return "text/html; charset=utf-8";
    if (name.ends_with(".css")) return "text/css; charset=utf-8";
    if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
    if (name.ends_with(".svg")) return "image/svg+xml";
    return "application/json";
}

const EmbeddedFile* find_file(std::string_view name) {
    for (const EmbeddedFile& file : embedded::files)
        if (file.name.substr(folder.size()) == name) return &file;
    return nullptr;
}

/// Returns "~6f0c…": the same for as long as no file changes, so that a browser need not ask for a file again.
const std::string& version() {
    static const std::string text = [] {
        std::size_t sum = 0;
        for (const EmbeddedFile& file : embedded::files)
            sum = sum * 1'000'003 + std::hash<std::string_view>{}(file.name) + std::hash<std::string_view>{}(file.text);
        return fmt::format("~{:016x}", sum);
    }();
    return text;
}

Response shell(const Request& request, const Target& target) {
    const PageLanguage& language = language_of(request, target);
    std::string text(find_file("index.html")->text);
    const auto replace = [&](std::string_view place, std::string_view by) {
        for (std::size_t at = 0; (at = text.find(place, at)) != text.npos; at += by.size())
            text.replace(at, place.size(), by);
    };
    replace("{lang}", language.code);
    replace("{dir}", language.direction);
    replace("{version}", version());
    Response response{.type = std::string(type_of(".html")), .body = std::move(text)};
    if (target.find("lang"))
        response.headers.emplace_back(
            "Set-Cookie", "cofnod_lang=" + std::string(language.code) + "; SameSite=Strict; Path=/; Max-Age=31536000");
    return response;
}

}  // namespace

std::optional<Response> page(const Request& request, const Target& target) {
    const auto& path = target.path;
    if (path.empty() || std::find(pages.begin(), pages.end(), path.front()) != pages.end())
        return shell(request, target);
    if (path.front() != "assets") return std::nullopt;
    const bool has_version = path.size() > 1 && path[1].starts_with('~');
    std::string name;
    for (std::size_t i = has_version ? 2 : 1; i < path.size(); ++i)
        name.append(name.empty() ? "" : "/").append(path[i]);
    const EmbeddedFile* const file = find_file(name);
    if (!file || name == "index.html") return std::nullopt;
    Response response{.type = std::string(type_of(name)), .body = std::string(file->text)};
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
