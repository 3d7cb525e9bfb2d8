#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::pgn {

/// Fills lines with tokens separated by single blanks. Widths are counted in code points. Tokens are written in place;
/// if one turns out too long, the blank before it becomes a line break.
class LineFiller {
public:
    LineFiller(std::string& out, std::size_t width) : out_(out), width_(width) {}

    /// Begins a token, to be appended to the returned string before the next call.
    std::string& token();
    void add(std::string_view text) { token() += text; }
    /// Adds a prefix to the next token, without a blank.
    void prefix(std::string_view text);
    /// Adds a suffix to the last token, without a blank.
    void suffix(std::string_view text);
    /// Writes a separate line of any length.
    void line(std::string_view text);
    void finish();
    /// Sets the line width for the following tokens.
    void set_width(std::size_t width) { width_ = width; }

private:
    void end_token();

    std::string& out_;
    std::size_t width_;
    std::size_t column_ = 0;   ///< column after the last finished token
    std::size_t begin_ = 0;    ///< start of the last token, which may still receive a suffix
    bool has_token_ = false;   ///< a token is unfinished
    bool has_prefix_ = false;  ///< the unfinished token is only a prefix
};

/// Splits a comment and its braces where lines may be broken: only at single blanks, since import turns a line break
/// into one blank, and not before a character that is special at the start of a line.
std::vector<std::string> comment_pieces(std::string_view text);

/// Returns the comment that preserves unreadable text; import converts it back.
std::string unread_comment(std::string_view text);

}  // namespace cofnod::pgn
