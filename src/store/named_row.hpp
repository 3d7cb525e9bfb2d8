#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/statement.hpp"
#include "store/text.hpp"

namespace cofnod::store {

/// A row with columns accessed by name; columns missing from an older schema read as 0 or empty.
class NamedRow {
public:
    explicit NamedRow(const Statement& row) : row_(row) {
        for (int column = 0; column < row.column_count(); ++column) columns_.emplace(row.column_name(column), column);
    }

    [[nodiscard]] std::int64_t integer(std::string_view name) const {
        const auto at = column(name);
        return at ? row_.integer(*at) : 0;
    }
    [[nodiscard]] std::uint64_t natural(std::string_view name) const {
        const std::int64_t value = integer(name);
        return value > 0 ? static_cast<std::uint64_t>(value) : 0;
    }
    [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name) const {
        const auto at = column(name);
        return at ? row_.optional_integer(*at) : std::nullopt;
    }
    /// Returns the text, repaired if it is not valid UTF-8.
    [[nodiscard]] std::string text(std::string_view name) const {
        const auto at = column(name);
        std::string buffer;
        return at ? std::string(clean(row_.text(*at), buffer)) : std::string();
    }
    [[nodiscard]] std::string long_text(std::string_view name) const {
        const auto at = column(name);
        std::string buffer;
        return at ? std::string(clean(row_.long_text(*at), buffer)) : std::string();
    }
    [[nodiscard]] std::string bytes(std::string_view name) const {
        const auto at = column(name);
        return at ? std::string(row_.blob(*at)) : std::string();
    }

private:
    [[nodiscard]] std::optional<int> column(std::string_view name) const {
        const auto found = columns_.find(std::string(name));
        return found == columns_.end() ? std::nullopt : std::optional(found->second);
    }

    const Statement& row_;
    std::unordered_map<std::string, int> columns_;
};

}  // namespace cofnod::store
