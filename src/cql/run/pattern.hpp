#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cql {

/// A regular expression over UTF-8, in ICU's syntax, a superset of ECMAScript's. ICU limits its steps, so that an
/// expensive expression fails with an error instead of hanging; std::regex has no such limit and is twenty times
/// slower. Thread-safe.
class Pattern {
public:
    /// Throws UsageError if the expression is invalid.
    explicit Pattern(const std::string& expression);
    Pattern(Pattern&&) noexcept;
    ~Pattern();

    struct Match {
        std::vector<std::string> groups;  ///< 0: the whole match
        std::vector<int> positions;       ///< start of each group in bytes; -1: not matched
        std::size_t end = 0;
    };
    /// Returns the first match that begins at byte `from` or later. `on_work`, if set, is called periodically and may
    /// throw to cancel.
    [[nodiscard]] std::optional<Match> find(std::string_view text, std::size_t from = 0,
                                            const std::function<void()>& on_work = {}) const;

private:
    struct Compiled;
    std::string expression_;
    std::unique_ptr<const Compiled> compiled_;
};

}  // namespace cofnod::cql
