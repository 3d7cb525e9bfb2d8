#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/record.hpp"
#include "store/connection.hpp"
#include "store/tag_column.hpp"

namespace cofnod::store {

/// What games written alike share: a row of table form.
struct Form {
    GameKind kind = GameKind::chess;
    NotationDecision notation;
    std::vector<std::string> tag_names;
    std::vector<TagColumn> columns;  ///< of the tags
};

/// nullopt: there is no such row.
std::optional<Form> read_form(const Connection& connection, std::int64_t id);

/// The forms that have been read. Real archives have dozens.
class Forms {
public:
    explicit Forms(const Connection& connection) : connection_(connection) {}

    /// nullptr: there is no such row. Valid until the next call.
    const Form* find(std::int64_t id);

private:
    const Connection& connection_;
    std::unordered_map<std::int64_t, Form> known_;
};

}  // namespace cofnod::store
