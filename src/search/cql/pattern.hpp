#pragma once

#include <cstddef>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::search::cql {

/// A regular expression in the syntax of ECMAScript, over bytes.
///
/// It is searched in time that grows with the product of the lengths of pattern and text, whatever the two are (no
/// backtracking), so that no pattern can hang a search; back references are therefore refused. Text beyond
/// `most_text` bytes is not looked at.
class Pattern {
public:
    static constexpr std::size_t most_text = 65'536;

    /// Throws UsageError for what is no expression.
    explicit Pattern(const std::string& expression);

    struct Match {
        std::vector<std::string> groups;  ///< 0: all of it
        std::vector<int> positions;       ///< where each begins in the text; -1: it took no part
        std::size_t end = 0;
    };
    /// The first match that begins at `from` or later.
    [[nodiscard]] std::optional<Match> find(std::string_view text, std::size_t from = 0) const;

private:
    std::regex regex_;
};

}  // namespace cofnod::search::cql
