#include "cli/config/settings.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "base/place.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"

namespace cofnod::config {

namespace {

namespace fs = std::filesystem;

constexpr const char* file_variable = "COFNOD_CONFIG";
constexpr std::string_view project_file = ".cofnod.toml";

constexpr Key all_keys[] = {
#define KEY(name, variable, option, scope, example, help) \
    {Name::name, Scope::scope, #name, variable, option, example, help},
#include "cli/config/keys.def"
};

Descriptor opened(const fs::path& path, int flags) {
    return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
}

/// Returns the content; nullopt if it cannot be read.
std::optional<std::string> content_of(const Descriptor& file, const std::string& path) {
    const auto text = read_all(file, most_bytes);
    if (!text) return std::nullopt;
    if (text->size() > most_bytes)
        throw InputError(tr("{}: too long for a configuration file", path), tr("it may have 64 KiB"));
    return *text;
}

/// Returns the path with the home folder abbreviated: "~/.config/cofnod/config.toml".
std::string shown_path(const fs::path& path, const std::string& home) {
    const std::string text = path.string();
    return home.size() > 1 && text.starts_with(home + '/') ? "~" + text.substr(home.size()) : text;
}

std::string home_of(const Surroundings& around) {
    std::string home = around.variable("HOME").value_or("");
    while (home.size() > 1 && home.ends_with('/')) home.pop_back();
    return home;
}

/// Returns the path of the user's file by the XDG Base Directory Specification 0.8, which ignores relative folders;
/// empty if no home folder is known.
fs::path user_path(const Surroundings& around) {
    if (const auto folder = around.variable("XDG_CONFIG_HOME"); folder && folder->starts_with('/'))
        return fs::path(*folder) / "cofnod" / "config.toml";
    const std::string home = home_of(around);
    return home.empty() ? fs::path() : fs::path(home) / ".config" / "cofnod" / "config.toml";
}

/// Returns the project's file in the folder or its nearest ancestor, up to the home folder; empty if there is none.
fs::path project_path(const Surroundings& around) {
    const fs::path home = home_of(around);
    std::error_code error;
    for (fs::path folder = around.folder; !folder.empty(); folder = folder.parent_path()) {
        fs::path path = folder / project_file;
        if (fs::exists(fs::symlink_status(path, error))) return path;
        if (folder == home || folder == folder.parent_path()) break;
    }
    return {};
}

/// Opens a project's file if it can be trusted: it must belong to this user, and must not be a link, since an error
/// message could show a line of the target.
std::shared_ptr<const File> open_project(const fs::path& path, const std::string& shown, Looked& looked) {
    looked.state = Looked::no_file;
    const Descriptor file = opened(path, O_NOFOLLOW | O_NONBLOCK);
    struct stat about {};
    if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode)) return nullptr;
    looked.state = Looked::of_another;
    if (about.st_uid != ::geteuid()) return nullptr;
    auto text = content_of(file, shown);
    if (!text) return nullptr;
    looked.state = Looked::read;
    return std::make_shared<const File>(File{shown, *std::move(text)});
}

bool is_address(std::string_view value) { return value.find("://") != value.npos; }

/// Returns true if a path is inside the folder after resolving links.
bool is_inside(const fs::path& folder, const fs::path& path) {
    std::error_code error;
    const fs::path root = fs::weakly_canonical(folder, error);
    if (error) return false;
    const fs::path target = fs::weakly_canonical(path, error);
    if (error) return false;
    return std::mismatch(root.begin(), root.end(), target.begin(), target.end()).first == root.end();
}

/// Returns the path of the database relative to the current folder if it is below it, otherwise the full path;
/// addresses are unchanged.
std::string database_of(const Entry& entry, const File& file, const fs::path& path, Origin origin,
                        const Surroundings& around) {
    const std::string& value = entry.value;
    if (value.empty()) return value;
    const fs::path folder = path.parent_path();
    if (origin == Origin::project) {
        const bool is_home = value.starts_with("~/");
        if (is_address(value) || is_home || fs::path(value).is_absolute() || !is_inside(folder, folder / value))
            throw_at(file, entry.begin, entry.end, tr("the database of a project must be a file in its folder"),
                     tr("name one below the folder of this file; any other can be named in your own file, or in "
                        "COFNOD_DB"));
    }
    if (is_address(value)) return value;
    const fs::path whole = value.starts_with("~/") ? fs::path(home_of(around)) / value.substr(2) : folder / value;
    const fs::path near = whole.lexically_normal().lexically_proximate(around.folder);
    const bool is_below = !near.empty() && *near.begin() != "..";
    return is_below ? near.string() : whole.lexically_normal().string();
}

}  // namespace

std::span<const Key> keys() { return all_keys; }

std::string_view name_of(Origin origin) {
    static constexpr std::string_view names[] = {"built_in", "user", "project", "environment", "flag"};
    return names[static_cast<std::size_t>(origin)];
}

Surroundings Surroundings::of_process() {
    std::error_code error;
    return {.variable = [](const char* name) -> std::optional<std::string> {
                const char* const value = std::getenv(name);
                return value ? std::optional<std::string>(value) : std::nullopt;
            },
            .folder = fs::current_path(error)};
}

void Settings::set(Name name, std::string value) {
    const Key& key = all_keys[static_cast<std::size_t>(name)];
    settings_[static_cast<std::size_t>(name)] = {
        .value = std::move(value), .origin = Origin::flag, .place = std::string(key.option)};
}

void Settings::take(const std::shared_ptr<const File>& file, const fs::path& path, Origin origin,
                    const Surroundings& around) {
    for (Entry& entry : read_entries(*file)) {
        if (origin == Origin::project && entry.key->scope == Scope::personal)
            throw_at(*file, entry.key_begin, entry.key_end,
                     tr("the file of a project cannot set '{}'", entry.key->text),
                     tr("set it in your own file ({}), or in {}", user_.path, entry.key->variable));
        if (entry.key->name == Name::database) entry.value = database_of(entry, *file, path, origin, around);
        const std::uint64_t line = advanced(Anchor{}, file->text, entry.begin).line;
        settings_[static_cast<std::size_t>(entry.key->name)] = {.value = std::move(entry.value),
                                                                .origin = origin,
                                                                .place = fmt::format("{}:{}", file->path, line),
                                                                .file = file,
                                                                .begin = entry.begin,
                                                                .end = entry.end};
    }
}

Settings Settings::read(const Surroundings& around) {
    Settings settings;
    const std::string home = home_of(around);
    const auto named = around.variable(file_variable);
    const bool reads_files = !named || !named->empty();
    if (reads_files) {
        const fs::path path = named ? fs::path(*named) : user_path(around);
        settings.user_.path = shown_path(path, home);
        if (const Descriptor file = opened(path, 0)) {
            const auto text = content_of(file, settings.user_.path);
            if (text) {
                settings.user_.state = Looked::read;
                settings.take(std::make_shared<const File>(File{settings.user_.path, *text}), around.folder / path,
                              Origin::user, around);
            }
        }
        if (named && settings.user_.state != Looked::read)
            throw InputError(tr("{}: cannot be read", settings.user_.path),
                             tr("{} names it; unset that, or make it empty for no configuration file", file_variable));
        if (const fs::path project = project_path(around); !project.empty()) {
            settings.project_.path = shown_path(project, home);
            if (const auto file = open_project(project, settings.project_.path, settings.project_))
                settings.take(file, project, Origin::project, around);
        }
    }
    for (const Key& key : all_keys)
        if (auto value = around.variable(std::string(key.variable).c_str()))
            settings.settings_[static_cast<std::size_t>(key.name)] = {
                .value = *std::move(value), .origin = Origin::environment, .place = std::string(key.variable)};
    settings.are_read_ = true;
    return settings;
}

void refuse(const Setting& setting, const std::string& message, const WayOut& remedy) {
    if (setting.file) throw_at(*setting.file, setting.begin, setting.end, message, remedy);
    throw UsageError(fmt::format("{}: {}", setting.place, message), remedy);
}

}  // namespace cofnod::config
