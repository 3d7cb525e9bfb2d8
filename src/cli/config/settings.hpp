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
    personal,  ///< not in a project's file: it would run programs or change how the terminal is written to
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

/// Returns all keys, indexed by Name.
std::span<const Key> keys();

/// Origin of a value; later enumerators override earlier ones.
enum class Origin : std::uint8_t { built_in, user, project, environment, flag };

/// Returns "built_in" etc.
std::string_view name_of(Origin origin);

/// A configuration file that was read.
struct File {
    std::string path;  ///< as displayed
    std::string text;
};

struct Setting {
    std::optional<std::string> value = {};  ///< nullopt: not set
    Origin origin = Origin::built_in;
    std::string place = {};                 ///< "archive/.cofnod.toml:3", "COFNOD_DB", "--color"
    std::shared_ptr<const File> file = {};  ///< for the origins user and project
    std::size_t begin = 0, end = 0;         ///< range of the value in the text of the file
};

/// Sources of settings other than files.
struct Surroundings {
    std::function<std::optional<std::string>(const char*)> variable;  ///< returns an environment variable
    std::filesystem::path folder;                                     ///< current folder

    /// Returns the surroundings of this process.
    static Surroundings of_process();
};

/// A location that was searched for a configuration file.
struct Looked {
    enum State : std::uint8_t {
        absent,
        read,
        of_another,  ///< not read: owned by another user
        no_file,     ///< not read: a link, a folder or a device
    };
    std::string path = {};  ///< empty: no location
    State state = absent;
};

/// The values of all keys, from environment variables, the project's file and the user's file, in this order of
/// precedence.
class Settings {
public:
    /// Reads the files. Throws UsageError for the first fault, with its line; InputError if the file named by
    /// COFNOD_CONFIG cannot be read.
    static Settings read(const Surroundings& around);

    [[nodiscard]] const Setting& operator[](Name name) const { return settings_[static_cast<std::size_t>(name)]; }
    /// Sets a value from the command line.
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

/// Throws the UsageError for an invalid value, with the place where it was set.
[[noreturn]] void refuse(const Setting& setting, const std::string& message, const WayOut& remedy);

/// Maximum size of a configuration file.
inline constexpr std::size_t most_bytes = std::size_t{64} << 10;

/// A line `key = "value"`.
struct Entry {
    const Key* key;
    std::string value;
    std::size_t key_begin, key_end;  ///< bytes in the file
    std::size_t begin, end;          ///< range of the value with its quotes
};

/// Parses a TOML file in which all values are texts. Throws UsageError for the first fault.
std::vector<Entry> read_entries(const File& file);

/// Throws the UsageError for a fault in the byte range [begin, end) of the file.
[[noreturn]] void throw_at(const File& file, std::size_t begin, std::size_t end, const std::string& message,
                           const WayOut& remedy);

}  // namespace cofnod::config
