#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cofnod::pgn {

/// Fills lines with tokens, as many as fit, one blank between them. Widths are counted in code points.
class LineFiller {
public:
    LineFiller(std::string& out, std::size_t width) : out_(out), width_(width) {}

    void add(std::string_view token);
    /// Puts text in front of the next token, with no blank between.
    void prefix(std::string_view text) { prefix_ += text; }
    /// Puts text behind the last token, with no blank between.
    void suffix(std::string_view text);
    /// A line of its own, however long.
    void line(std::string_view text);
    void finish();

private:
    void flush();

    std::string& out_;
    std::size_t width_;
    std::size_t column_ = 0;
    std::string pending_;  ///< the last token, which may get a suffix still
    std::string prefix_;
};

}  // namespace cofnod::pgn
