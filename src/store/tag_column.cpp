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
