#pragma once

#include <string>
#include <string_view>

namespace cofnod::importers {
class Charset;
}

namespace cofnod::importers::bases::chessbase {

/// Reads texts, in which nothing says what character set they are in.
class Texts {
public:
    explicit Texts(const Charset& charset);

    [[nodiscard]] const Charset& charset() const { return charset_; }
    /// Returns a name, a title, in one line of UTF-8.
    [[nodiscard]] std::string name(std::string_view bytes) const;
    /// Returns the text of a note in UTF-8: as newer programs write it, or in the character set, with ChessBase's signs
    /// for pieces and evaluations among the letters of western ones.
    [[nodiscard]] std::string note(std::string_view bytes) const;

private:
    const Charset& charset_;
    bool has_signs_;  ///< some bytes are ChessBase's signs
};

/// Returns the character set that texts are most likely in: windows-1251 if letters behind ASCII mostly stand next to
/// each other, else windows-1252, where they stand alone in words.
const Charset& likely_charset(std::string_view sample);

}  // namespace cofnod::importers::bases::chessbase
