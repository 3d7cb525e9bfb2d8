#include "index/material_rows.hpp"

#include "base/varint.hpp"

namespace cofnod::index {

namespace {

/// Bytes of a row. Rows as large as a page would leave half of it unused, rows of a material each have keys of their
/// own, a third of the table.
constexpr std::size_t usual_row = 1000;

/// Calls `each` with the first signature of each row from 1 on, until it returns false.
template <typename Each>
void for_each_first(std::string_view list, Each each) {
    std::uint64_t signature = 0;
    while (const auto difference = varint::take(list))
        if (!each(signature += *difference)) return;
}

}  // namespace

std::vector<std::string> material_rows(std::span<const Feature> materials) {
    if (materials.empty()) return {};
    std::vector<std::string> rows(1);
    std::uint64_t before = 0, first_before = 0;
    for (const Feature& material : materials) {
        if (rows.size() == 1 || rows.back().size() >= usual_row) {
            varint::put(rows.front(), material.value - first_before);
            rows.emplace_back();
            first_before = material.value;
            before = 0;
        }
        std::string& row = rows.back();
        varint::put(row, material.value - before);
        varint::put(row, material.positions);
        varint::put(row, material.games);
        varint::put(row, material.content.size());
        row += material.content;
        before = material.value;
    }
    return rows;
}

std::uint32_t count_material_rows(std::string_view list) {
    std::uint32_t count = 0;
    for_each_first(list, [&](std::uint64_t) { return ++count < ~0U; });
    return count;
}

std::optional<std::uint32_t> find_material_row(std::string_view list, std::uint64_t signature) {
    std::uint32_t number = 0;
    for_each_first(list, [&](std::uint64_t first) {
        if (first > signature) return false;
        return ++number < ~0U;
    });
    if (number == 0) return std::nullopt;
    return number;
}

std::optional<MaterialGames> take_material(std::string_view& row, std::uint64_t before) {
    const auto difference = varint::take(row);
    const auto positions = varint::take(row), games = varint::take(row), size = varint::take(row);
    if (!difference || !positions || !games || !size || *size > row.size()) return std::nullopt;
    const MaterialGames material{before + *difference, *positions, *games, row.substr(0, *size)};
    row.remove_prefix(*size);
    return material;
}

}  // namespace cofnod::index
