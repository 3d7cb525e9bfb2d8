#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/features.hpp"

/// Rows of table material: the materials of a segment by ascending signature, about a kilobyte a row. Row 0 lists the
/// first signatures of the others.
namespace cofnod::index {

/// A material signature with its number of positions and its games.
struct MaterialGames {
    std::uint64_t signature;
    std::uint64_t positions;
    std::uint64_t games;
    std::string_view content;  ///< as Feature::content
};

/// Returns the rows, from number 0 on; none where there are no materials. `materials`: by ascending signature.
std::vector<std::string> material_rows(std::span<const Feature> materials);

/// Returns how many rows a list (row 0) has.
std::uint32_t count_material_rows(std::string_view list);

/// Returns the number of the only row that may have a signature; nullopt: none has.
std::optional<std::uint32_t> find_material_row(std::string_view list, std::uint64_t signature);

/// Takes the next material off the front of a row other than the list; nullopt at its end, or where it is damaged.
/// `before`: the signature of the one before it, or 0.
std::optional<MaterialGames> take_material(std::string_view& row, std::uint64_t before);

}  // namespace cofnod::index
