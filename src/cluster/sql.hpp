#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The statements of schema/clickhouse.
namespace cofnod::cluster {

using SqlValues = std::vector<std::pair<std::string_view, std::string>>;

/// Returns a section of schema/clickhouse/*.sql with its `{names}` replaced.
std::string sql(std::string_view section, const SqlValues& values = {});

/// Returns a text as a literal.
std::string text_literal(std::string_view text);
/// Returns a text as a name: of a table, a column.
std::string name_literal(std::string_view text);
/// Returns a bound of a range as a literal; those that no value reaches are cut to what all versions read.
std::string bound(std::int64_t number);
/// Returns "1, 2, 3".
std::string list_of(const std::vector<std::int64_t>& numbers);

}  // namespace cofnod::cluster
