#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Numbers in sentences.
namespace cofnod {

/// Converts a count from the store, which is never negative.
constexpr std::uint64_t unsigned_count(std::int64_t number) { return static_cast<std::uint64_t>(number); }
/// Returns "1,234,567".
std::string grouped(std::uint64_t number);
/// Returns "1 game" or "2,000 games" for ("{} game", "{} games"), in the language in force (say.hpp), which may have
/// more forms.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

inline std::string counted_games(std::uint64_t number) { return counted(number, "{} game", "{} games"); }
inline std::string counted_plies(std::uint64_t number) { return counted(number, "{} ply", "{} plies"); }

}  // namespace cofnod
