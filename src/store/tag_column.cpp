#include "store/tag_column.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cofnod::store {

namespace {

constexpr std::array<std::pair<std::string_view, TagColumn>, 13> columns = {{
    {"Event", TagColumn::event},
    {"Site", TagColumn::site},
    {"Date", TagColumn::date},
    {"Round", TagColumn::round},
    {"White", TagColumn::white},
    {"Black", TagColumn::black},
    {"Result", TagColumn::result},
    {"WhiteElo", TagColumn::white_elo},
    {"BlackElo", TagColumn::black_elo},
    {"ECO", TagColumn::eco},
    {"FEN", TagColumn::start},
    {"SetUp", TagColumn::set_up},
    {"PlyCount", TagColumn::ply_count},
}};

}  // namespace

std::optional<std::int64_t> plain_number(std::string_view text) {
    constexpr std::size_t most_digits = 9;
    if (text.empty() || text.size() > most_digits || (text.front() == '0' && text.size() > 1)) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

std::vector<TagColumn> columns_of(const std::vector<std::string_view>& tag_names) {
    std::vector<TagColumn> result;
    for (const std::string_view name : tag_names) {
        const auto* const found = std::ranges::find(columns, name, &std::pair<std::string_view, TagColumn>::first);
        const TagColumn column = found == columns.end() ? TagColumn::none : found->second;
        const bool taken = std::ranges::find(result, column) != result.end();
        result.push_back(taken ? TagColumn::none : column);
    }
    return result;
}

}  // namespace cofnod::store
