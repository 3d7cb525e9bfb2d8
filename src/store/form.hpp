#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/record.hpp"
#include "store/tag_column.hpp"

namespace cofnod::store {

class Connection;

/// A row of table form: rules, notation and tag names shared by many games.
struct Form {
    GameKind kind = GameKind::chess;
    NotationDecision notation;
    std::vector<std::string> tag_names;
    std::vector<TagColumn> columns;  ///< by tag
};

/// Reads a form; nullopt if there is no such row.
std::optional<Form> read_form(const Connection& connection, std::int64_t id);

/// Cache of forms, of which real archives have dozens.
class Forms {
public:
    explicit Forms(const Connection& connection) : connection_(connection) {}

    /// Returns the form, valid until the next call; nullptr if there is no such row.
    const Form* find(std::int64_t id);

private:
    const Connection& connection_;
    std::unordered_map<std::int64_t, Form> known_;
};

}  // namespace cofnod::store
