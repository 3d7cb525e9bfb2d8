#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers {

/// A text made of another: a page without its markup, the rows of a sheet as PGN. It knows of each of its bytes where
/// in the other they stand; places never go back.
class DerivedText {
public:
    explicit DerivedText(std::string_view from) : from_(from) {}

    /// The bytes [begin, end) as they are.
    void copy(std::size_t begin, std::size_t end) { copy(begin, end, begin); }
    /// The same, where their order is not that of the other text: they count as what begins at `at` there.
    void copy(std::size_t begin, std::size_t end, std::size_t at);
    /// Something made, that stands for what begins at `at`.
    void add(std::string_view made, std::size_t at) { add(made, at, at); }
    /// The same, where a reader finds it elsewhere: at `seen`, which may go back.
    void add(std::string_view made, std::size_t at, std::size_t seen);

    [[nodiscard]] std::string_view from() const { return from_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Where in the other text a byte of this one comes from; of its end, the end.
    [[nodiscard]] std::size_t origin(std::size_t offset) const { return whence(offset, false); }
    /// The same for a problem.
    [[nodiscard]] std::size_t seen_at(std::size_t offset) const { return whence(offset, true); }

private:
    struct Piece {
        std::size_t begin, from, seen;
        bool copied;
    };

    void begin_piece(const Piece& piece);
    [[nodiscard]] std::size_t whence(std::size_t offset, bool seen) const;

    std::string_view from_;
    std::string text_;
    std::vector<Piece> pieces_;
};

}  // namespace cofnod::importers
