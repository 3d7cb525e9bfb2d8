#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cofnod::pgn {

/// Fills lines with tokens, as many as fit, one blank between them. Widths are counted in code points. Tokens are
/// written where they stay: only the blank before one becomes a line break when the token turns out too long.
class LineFiller {
public:
    LineFiller(std::string& out, std::size_t width) : out_(out), width_(width) {}

    /// Begins a token, to be appended to what is returned before the next call.
    std::string& token();
    void add(std::string_view text) { token() += text; }
    /// Puts text in front of the next token, with no blank between.
    void prefix(std::string_view text);
    /// Puts text behind the last token, with no blank between.
    void suffix(std::string_view text);
    /// A line of its own, however long.
    void line(std::string_view text);
    void finish();
    /// Of the tokens from now on.
    void set_width(std::size_t width) { width_ = width; }

private:
    void end_token();

    std::string& out_;
    std::size_t width_;
    std::size_t column_ = 0;   ///< behind the last ended token
    std::size_t begin_ = 0;    ///< of the last token, which may get a suffix still
    bool has_token_ = false;   ///< there is one that has not ended
    bool has_prefix_ = false;  ///< and it has no more than a prefix
};

}  // namespace cofnod::pgn
