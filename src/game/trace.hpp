#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cofnod {

/// Places of the parts of a record in the text that it was read from, in the order of the text.
class Trace {
public:
    enum class Kind : std::uint8_t {
        ply,         ///< a move of the main line; index: plies before it
        annotation,  ///< a comment, or a move of a variation; index: in Annotations
        header,      ///< the value of a tag; index: in Tags
    };
    struct Item {
        Kind kind;
        std::uint32_t index;
        std::uint64_t begin, end;  ///< bytes: of the text that is read, and once they are placed, of the source
    };

    /// Adds an item; a later one with the same index, or a smaller one, takes the place of those that were given up.
    void add(Kind kind, std::size_t index, std::size_t begin, std::size_t end) {
        while (!items_.empty() && items_.back().kind == kind && items_.back().index >= index) items_.pop_back();
        items_.push_back({kind, static_cast<std::uint32_t>(index), begin, end});
    }
    void clear() { items_.clear(); }

    [[nodiscard]] std::vector<Item>& items() { return items_; }
    [[nodiscard]] const std::vector<Item>& items() const { return items_; }

private:
    std::vector<Item> items_;
};

}  // namespace cofnod
