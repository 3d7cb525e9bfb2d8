#include "index/segment_format.hpp"

#include "game/with_game.hpp"

namespace cofnod::index {

std::string version_text() {
    std::string text = "8";  // of the format
    std::string others;
    each_game([&](auto game) {
        for (const int version : game.versions)
            (game.kind == GameKind::chess ? text : others) += '.' + std::to_string(version);
    });
    return text + others;
}

}  // namespace cofnod::index
