#include "importers/bases/chessbase/notes.hpp"

namespace cofnod::importers::bases::chessbase {

std::vector<Note> read_notes(std::string_view block) {
    static constexpr std::size_t block_head = 14, note_head = 6;
    const Bytes bytes(block);
    std::vector<Note> notes;
    for (std::size_t at = block_head; at + note_head <= bytes.size();) {
        const auto size = static_cast<std::size_t>(bytes.big(at + 4, 2));
        if (size < note_head || at + size > bytes.size()) break;
        const auto node = static_cast<std::int32_t>(bytes.big(at, 3));
        static constexpr std::int32_t highest = 0x7FFFFF, count = 0x1000000;
        notes.push_back({.node = node > highest ? node - count : node,
                         .kind = static_cast<Note::Kind>(bytes.at(at + 3)),
                         .data = Bytes(bytes.part(at + note_head, size - note_head))});
        at += size;
    }
    return notes;
}

}  // namespace cofnod::importers::bases::chessbase
