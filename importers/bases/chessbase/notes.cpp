#include "importers/bases/chessbase/notes.hpp"

namespace cofnod::importers::bases::chessbase {

Notes read_notes(std::string_view block) {
    static constexpr std::size_t block_head = 14, note_head = 6;
    const Bytes bytes(block);
    Notes notes;
    std::size_t at = block_head;
    while (at + note_head <= bytes.size()) {
        const auto size = static_cast<std::size_t>(bytes.big(at + 4, 2));
        if (size < note_head || at + size > bytes.size()) break;
        const auto node = static_cast<std::int32_t>(bytes.big(at, 3));
        static constexpr std::int32_t highest = 0x7FFFFF, count = 0x1000000;
        notes.all.push_back({.node = node > highest ? node - count : node,
                             .kind = static_cast<Note::Kind>(bytes.at(at + 3)),
                             .data = Bytes(bytes.part(at + note_head, size - note_head))});
        at += size;
    }
    notes.end_early = at != bytes.size() || bytes.size() < bytes.big(10, 4);
    return notes;
}

}  // namespace cofnod::importers::bases::chessbase
