#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace cofnod::config {

enum class Name : std::uint8_t {
#define KEY(name, ...) name,
#include "cli/config/keys.def"
};

enum class Scope : std::uint8_t {
    anywhere,
    personal,  ///< not in the file of a project: it would run programs, or write to the terminal in its own way
};

struct Key {
    Name name;
    Scope scope;
    std::string_view text;      ///< "database"
    std::string_view variable;  ///< "COFNOD_DB"
    std::string_view option;    ///< "--notation"; "DB"; empty: none
    std::string_view example;
    std::string_view help;
};

/// Returns all keys, by Name.
std::span<const Key> keys();

/// Origin of a value; a later one goes before an earlier one.
enum class Origin : std::uint8_t { built_in, user, project, environment, flag };

/// Returns "built_in" etc.
std::string_view name_of(Origin origin);

/// A configuration file that was read.
struct File {
    std::string path;  ///< as shown
    std::string text;
};

struct Setting {
    std::optional<std::string> value = {};  ///< nullopt: nothing is set
    Origin origin = Origin::built_in;
    std::string place = {};                 ///< "archive/.cofnod.toml:3", "COFNOD_DB", "--color"
    std::shared_ptr<const File> file = {};  ///< of origins user and project
    std::size_t begin = 0, end = 0;         ///< the value in the text of the file
};

/// Sources of settings besides files.
struct Surroundings {
    std::function<std::optional<std::string>(const char*)> variable;  ///< an environment variable
    std::filesystem::path folder;                                     ///< the current folder

    /// Returns those of this process.
    static Surroundings of_process();
};

/// A place where a configuration file was looked for.
struct Looked {
    enum State : std::uint8_t {
        absent,
        read,
        of_another,  ///< not read: it belongs to another user
        no_file,     ///< not read: a link, a folder or a device
    };
    std::string path = {};  ///< empty: no place to look at
    State state = absent;
};

/// The values of all keys: from environment variables, the file of the project and that of the user, in this order.
class Settings {
public:
    /// Reads the files. Throws UsageError for the first fault of one, with its line; InputError for a file that
    /// COFNOD_CONFIG names and that cannot be read.
    static Settings read(const Surroundings& around);

    [[nodiscard]] const Setting& operator[](Name name) const { return settings_[static_cast<std::size_t>(name)]; }
    /// Sets a value that the command line gives.
    void set(Name name, std::string value);

    [[nodiscard]] bool are_read() const { return are_read_; }
    [[nodiscard]] const Looked& user() const { return user_; }
    [[nodiscard]] const Looked& project() const { return project_; }

private:
    void take(const std::shared_ptr<const File>& file, const std::filesystem::path& path, Origin origin,
              const Surroundings& around);

    static constexpr std::size_t key_count = 0
#define KEY(...) +1  // NOLINT(bugprone-macro-parentheses)
#include "cli/config/keys.def"
        ;
    std::array<Setting, key_count> settings_;
    Looked user_, project_;
    bool are_read_ = false;
};

/// Throws the UsageError that says what is wrong with a value, where it was set.
[[noreturn]] void refuse(const Setting& setting, const std::string& message, const WayOut& remedy);

/// Size that no configuration file of people exceeds.
inline constexpr std::size_t most_bytes = std::size_t{64} << 10;

/// A line `key = "value"`.
struct Entry {
    const Key* key;
    std::string value;
    std::size_t key_begin, key_end;  ///< bytes in the text of the file
    std::size_t begin, end;          ///< of the value, with its quotes
};

/// Reads a file in TOML whose values are texts. Throws UsageError for its first fault.
std::vector<Entry> read_entries(const File& file);

/// Throws the UsageError for a fault at the bytes [begin, end) of the file.
[[noreturn]] void throw_at(const File& file, std::size_t begin, std::size_t end, const std::string& message,
                           const WayOut& remedy);

/// Returns "did you mean 'database'?", or the alternative if none is near.
std::string nearest_or(const std::string& word, const std::vector<std::string_view>& known, std::string alternative);

}  // namespace cofnod::config
