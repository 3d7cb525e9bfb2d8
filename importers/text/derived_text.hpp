#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::importers {

/// A text made from another: a page without its markup, the rows of a sheet as PGN. Each of its bytes has a place in
/// the other text; places never decrease.
class DerivedText {
public:
    explicit DerivedText(std::string_view from) : from_(from) {}

    /// Appends bytes [begin, end) unchanged.
    void copy(std::size_t begin, std::size_t end) { copy(begin, end, begin); }
    /// Appends bytes whose order differs from that of the other text: they count as what begins at `at` there.
    void copy(std::size_t begin, std::size_t end, std::size_t at);
    /// Appends generated text that represents what begins at `at`.
    void add(std::string_view made, std::size_t at) { add(made, at, at); }
    /// Appends generated text that a reader finds elsewhere: at `seen`, which may decrease.
    void add(std::string_view made, std::size_t at, std::size_t seen);

    [[nodiscard]] std::string_view from() const { return from_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    /// Returns the place in the other text that a byte comes from; for the end, the end.
    [[nodiscard]] std::size_t origin(std::size_t offset) const { return whence(offset, false); }
    /// Returns the place where a problem at that byte is shown.
    [[nodiscard]] std::size_t seen_at(std::size_t offset) const { return whence(offset, true); }

private:
    struct Stretch {
        std::size_t begin, from, seen;
        bool copied;
    };

    void begin_stretch(const Stretch& stretch);
    [[nodiscard]] std::size_t whence(std::size_t offset, bool seen) const;

    std::string_view from_;
    std::string text_;
    std::vector<Stretch> stretches_;
};

}  // namespace cofnod::importers
