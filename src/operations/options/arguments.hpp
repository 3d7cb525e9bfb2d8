#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Tables of options: names, values, help, and targets of their values. The command line parses its arguments with
/// them, and `serve` the query parameters of a URL.
namespace cofnod::options {

using Words = std::vector<std::string>;

/// An option or a positional argument.
struct Option {
    Words names;            ///< {"-o", "--output"}; for an argument, {"FILE"}
    std::string value;      ///< name of its value: "FILE"; empty: a flag
    std::string help;       ///< one sentence without a full stop
    std::string heading;    ///< heading of its section in the help
    std::string example{};  ///< example of a value, as typed: "'Pd4 nd5'"
    Words choices{};        ///< allowed values; empty: any text
    std::size_t count = 1;  ///< number of values per occurrence
    bool repeats = false;   ///< may be given more than once
    bool required = false;
    bool is_listed = true;                     ///< shown in the help; others only in the manual and completions
    bool is_database = false;                  ///< argument that may be omitted if there is a default database
    bool stands_alone = false;                 ///< makes all other arguments optional
    bool may_be_empty = false;                 ///< an empty text is a value
    std::function<void(const Words&)> take{};  ///< called with the values; for a flag once per occurrence

    /// Passes values to `take`. Throws UsageError for an empty value, as from an unset shell variable: as a condition
    /// it would match every game.
    void give(const Words& values) const;

    /// Returns true for one of the option's names.
    [[nodiscard]] bool is_called(std::string_view name) const;
    [[nodiscard]] bool is_argument() const { return names.front().front() != '-'; }
    [[nodiscard]] bool is_flag() const { return value.empty(); }
    /// Returns the first long name, if any: "--output".
    [[nodiscard]] const std::string& name() const;
    [[nodiscard]] bool names_file() const { return value == "FILE" || value == "FOLDER"; }
    /// Returns true for a list of ids (query.hpp), which may also name a file.
    [[nodiscard]] bool is_id_list() const { return value == "IDS"; }

    Option& such_as(std::string text) {
        example = std::move(text);
        return *this;
    }
};

/// A table of options and arguments, in the order of the help.
class Arguments {
public:
    /// Sets the help heading of options declared after this call.
    void heading(std::string text) { heading_ = std::move(text); }

    /// Adds a flag; names are separated by commas: "-o,--output".
    Option& flag(std::string_view names, std::function<void()> chosen, std::string help);
    Option& flag(std::string_view names, bool& target, std::string help);

    /// Called with the value; for a repeating option, with each value.
    using Take = std::function<void(const std::string&)>;
    Option& option(std::string_view names, std::string value, Take take, std::string help);
    Option& option(std::string_view names, std::string value, std::string& target, std::string help);
    Option& option(std::string_view names, std::string value, std::optional<std::string>& target, std::string help);
    /// Adds an option that may be repeated.
    Option& option(std::string_view names, std::string value, Words& target, std::string help);
    /// Adds an option that takes `count` values.
    Option& option(std::string_view names, std::string value, std::size_t count, Words& target, std::string help);

    struct Range {
        std::int64_t least = std::numeric_limits<std::int64_t>::min();
        std::int64_t most = std::numeric_limits<std::int64_t>::max();
    };
    using TakeNumber = std::function<void(std::int64_t)>;
    Option& number(std::string_view names, std::string value, Range range, TakeNumber take, std::string help);
    Option& number(std::string_view names, std::string value, std::optional<std::int64_t>& target, std::string help);
    /// Adds an option that takes a number of bytes: 65536, 64K, 3G.
    Option& size(std::string_view names, std::uint64_t& target, std::string help);
    /// Adds an enumerated option; suggests the nearest value on a typo.
    Option& words(std::string_view names, Words choices, std::function<void(std::size_t)> chosen, std::string help);
    template <typename T>
    Option& choice(std::string_view names, T& target, const std::vector<std::pair<std::string, T>>& choices,
                   const std::string& help) {
        Words all;
        for (const auto& each : choices) all.push_back(each.first);
        return words(
            names, all, [&target, choices](std::size_t i) { target = choices[i].second; }, help);
    }

    Option& argument(const std::string& name, std::string& target, std::string help);
    Option& argument(const std::string& name, Words& target, std::string help);
    Option& argument(const std::string& name, TakeNumber take, std::string help);
    Option& arguments(const std::string& name, TakeNumber take, std::string help);

    /// Declares options as mutually exclusive.
    void exclude(std::initializer_list<std::string> names) { exclusions_.emplace_back(names); }

    [[nodiscard]] const std::deque<Option>& options() const { return options_; }
    /// Returns the option or argument of this name, or nullptr.
    [[nodiscard]] const Option* find(std::string_view name) const;
    /// Returns the names of the first two options that are given and exclude each other.
    [[nodiscard]] std::optional<std::pair<std::string, std::string>> contradiction(
        const std::function<bool(const std::string& name)>& is_given) const;

private:
    Option& add(std::string_view names, std::string value, std::function<void(const Words&)> take, std::string help);

    std::string heading_ = "options";
    std::deque<Option> options_;
    std::vector<Words> exclusions_;
};

/// Returns the index of a word among the values of an enumerated option. Throws UsageError that suggests the nearest
/// value.
std::size_t read_word(const std::string& option, const std::string& word, const Words& choices);

/// Returns the parts of a list that is separated by commas: "B90", "C4" of "B90,C4".
std::vector<std::string_view> parts_of(std::string_view list);

/// Parses an integer in digits of any script; nullopt if it is none.
std::optional<std::int64_t> read_integer(std::string_view text);
/// Parses a number of bytes ("65536", "64K", "3G"); nullopt if it is not a size.
std::optional<std::uint64_t> read_size(std::string_view text);

}  // namespace cofnod::options
