#include "columns/versions.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "game/with_game.hpp"

namespace cofnod::columns {

namespace {

/// Returns the versions with this index in RecordedGame::versions.
std::string versions(std::size_t index) {
    std::string list;
    each_game([&](auto game) {
        list += fmt::format("{}{} {}", list.empty() ? "" : ", ", decltype(game)::name, decltype(game)::versions[index]);
    });
    return list;
}

}  // namespace

std::string key_versions() { return versions(0); }
std::string packing_versions() { return versions(1); }

Metadata metadata() {
    return {{"cofnod.schema", schema_version}, {"cofnod.keys", key_versions()}, {"cofnod.packing", packing_versions()}};
}

}  // namespace cofnod::columns
