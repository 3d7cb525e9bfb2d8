#include "search/replay_start.hpp"

#include "chess/fen.hpp"

namespace cofnod::search {

ReplayStart::ReplayStart() : initial_(chess::Position::initial()) {}

const chess::Replayer* ReplayStart::from(std::string_view start) {
    if (start.empty()) return &initial_;
    if (!other_ || other_fen_ != start) {
        const auto fen = chess::read_fen(start);
        if (!fen) return nullptr;
        other_fen_ = start;
        other_.emplace(fen->position);
    }
    return &*other_;
}

}  // namespace cofnod::search
