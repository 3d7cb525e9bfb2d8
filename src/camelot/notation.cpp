#include "camelot/notation.hpp"

namespace cofnod::camelot {

std::string write_path(const Position& before, const Path& path) {
    std::string text = path.front().to_string();
    for (std::size_t i = 1; i < path.size(); ++i) {
        text += effect_of(before, {path[i - 1], path[i]}).is_capture() ? 'x' : '-';
        text += path[i].to_string();
    }
    return text;
}

}  // namespace cofnod::camelot
