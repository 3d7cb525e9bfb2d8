#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cql {

/// A regular expression over UTF-8: ICU's syntax, which has that of ECMAScript in it. ICU counts its steps, so that an
/// expression which takes too long on some text ends the search with an error and does not hang it; std::regex has no
/// such limit, and takes twenty times as long. Safe to use from several threads.
class Pattern {
public:
    /// Throws UsageError for what is no expression.
    explicit Pattern(const std::string& expression);
    Pattern(Pattern&&) noexcept;
    ~Pattern();

    struct Match {
        std::vector<std::string> groups;  ///< 0: all of it
        std::vector<int> positions;       ///< where each begins in the text, in bytes; -1: it took no part
        std::size_t end = 0;
    };
    /// The first match that begins at byte `from` or later. `on_work`, if there is one, is called now and then, and
    /// may throw to end the search.
    [[nodiscard]] std::optional<Match> find(std::string_view text, std::size_t from = 0,
                                            const std::function<void()>& on_work = {}) const;

private:
    struct Compiled;
    std::string expression_;
    std::unique_ptr<const Compiled> compiled_;
};

}  // namespace cofnod::cql
