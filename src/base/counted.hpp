#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Numbers in sentences.
namespace cofnod {

/// For what the store counts; never below 0.
constexpr std::uint64_t unsigned_count(std::int64_t number) { return static_cast<std::uint64_t>(number); }
/// "1,234,567"
std::string grouped(std::uint64_t number);
/// "1 game", "2,000 games"; the plural is `one` + "s" unless `many` is given.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

}  // namespace cofnod
