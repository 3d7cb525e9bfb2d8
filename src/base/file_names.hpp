#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cofnod {

/// Names of files in one folder, made of texts such as names of players. They are safe on every file system: valid
/// UTF-8 of at most about 100 bytes, without separators, control characters and other characters that some system
/// refuses, and different even where case and composition of letters do not count.
class FileNames {
public:
    /// `ending`: of all names, ".pgn".
    explicit FileNames(std::string_view ending) : ending_(ending) {}

    /// Returns the name for a text, always the same for the same one. Different texts never share a name: a number is
    /// appended to those after the first. The empty text is called "unknown".
    const std::string& of(const std::string& text);

    [[nodiscard]] const std::string& ending() const { return ending_; }

private:
    std::string ending_;
    std::map<std::string, std::string> names_;          ///< by text
    std::map<std::string, std::uint64_t> last_number_;  ///< by key, the last number that was appended
    std::set<std::string> taken_;                       ///< keys
};

}  // namespace cofnod
