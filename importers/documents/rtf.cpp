#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "importers/documents/parts.hpp"
#include "importers/text/charset.hpp"

/// Rich Text Format 1.9.1: groups in braces, control words after backslashes.
namespace cofnod::importers::documents {

namespace {

/// State that a group inherits from its enclosing group.
struct State {
    bool is_left_out = false;  ///< its text belongs to no paragraph
    bool is_hidden = false;    ///< its text is not shown
    bool is_raised = false;    ///< superscript: possibly a note number
    int font = 0;
    int skipped = 1;  ///< number of characters after \u that replace it in older programs
};

/// Returns true for destinations without document text.
bool is_left_out(std::string_view word) {
    static constexpr std::string_view words[] = {
        "colortbl", "stylesheet", "info",      "pict",       "object",           "listtable",    "revtbl",
        "fldinst",  "themedata",  "datastore", "xmlnstbl",   "generator",        "latentstyles", "rsidtbl",
        "mmathPr",  "bkmkstart",  "bkmkend",   "nonshppict", "listoverridetable"};
    return std::ranges::find(words, word) != std::end(words);
}

/// Returns true for headers and footers: of all, left, right and first pages.
bool is_margin(std::string_view word) {
    static constexpr std::string_view words[] = {"header", "headerl", "headerr", "headerf",
                                                 "footer", "footerl", "footerr", "footerf"};
    return std::ranges::find(words, word) != std::end(words);
}

/// Returns the character set for a font's \fcharset; empty for that of the document.
std::string_view charset_of(int number) {
    switch (number) {
        case 161: return "windows-1253";
        case 162: return "windows-1254";
        case 163: return "windows-1258";
        case 177: return "windows-1255";
        case 178: return "windows-1256";
        case 186: return "windows-1257";
        case 204: return "windows-1251";
        case 238: return "windows-1250";
        default: return {};
    }
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text), charset_(Charset::find("windows-1252")) {}

    PagedText read() {
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == '{') {
                begin_group();
            } else if (c == '}') {
                end_group();
            } else if (c == '\\') {
                read_control();
            } else if (!is_ascii(c)) {
                take_byte(c);
            } else if (c != '\r' && c != '\n') {
                add(std::string_view(&c, 1));
            }
        }
        if (aside_) end_aside();
        margins_.append_to(out_);
        return {std::move(out_), nullptr, {{.counts = declared::end_marks, .declared = begun_, .found = ended_}}};
    }

private:
    struct Font {
        std::string name;
        const Charset* charset = nullptr;         ///< nullptr: that of the document
        std::optional<FigurineFont> pieces = {};  ///< by font name, set at its first letter
    };

    /// A group whose text is separate: a note, which becomes a comment at its reference, or a page margin.
    struct Aside {
        std::size_t depth;  ///< depth of its group
        bool is_note;
        std::size_t begin;  ///< start of its text
    };

    /// Begins an aside in the current group; asides are not nested.
    void begin_aside(bool is_note) {
        if (aside_) return;
        state_.is_left_out = false;
        aside_ = Aside{states_.size(), is_note, out_.size()};
    }

    void end_aside() {
        const std::size_t begin = aside_->begin;
        if (!aside_->is_note)
            margins_.take(out_, begin);
        else if (!trimmed(std::string_view(out_).substr(begin)).empty())
            end_note(out_, begin);
        else
            out_.resize(begin);
        aside_.reset();
    }

    void begin_group() {
        ++begun_;
        // Nesting deeper than the limit is damage, but the groups must still be counted.
        if (states_.size() < most_depth)
            states_.push_back(state_);
        else
            ++beyond_;
        is_first_ = true;
    }

    void end_group() {
        ++ended_;
        if (in_font_table_ && states_.size() == font_table_depth_) in_font_table_ = false;
        if (aside_ && beyond_ == 0 && states_.size() == aside_->depth) end_aside();
        if (beyond_ > 0) {
            --beyond_;
        } else if (!states_.empty()) {
            state_ = states_.back();
            states_.pop_back();
        }
    }

    void read_control() {
        if (at_ >= text_.size()) return;
        const char c = text_[at_++];
        if (!is_letter(c)) return read_symbol(c);
        const std::size_t begin = at_ - 1;
        while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        int number = 0;
        const std::size_t digits = at_;
        if (at_ < text_.size() && text_[at_] == '-') ++at_;
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
        const bool has_number = at_ > digits;
        if (has_number) std::from_chars(text_.data() + digits, text_.data() + at_, number);
        if (at_ < text_.size() && text_[at_] == ' ') ++at_;
        take_word(word, number, has_number);
        is_first_ = false;
    }

    void read_symbol(char c) {
        switch (c) {
            case '\'': {
                unsigned byte = 0;
                std::from_chars(text_.data() + at_, text_.data() + std::min(at_ + 2, text_.size()), byte, 16);
                at_ += 2;
                take_byte(static_cast<char>(byte));
                break;
            }
            case '*': state_.is_left_out = true; break;
            case '~': add(" "); break;
            case '_': add("-"); break;
            case '\n':
            case '\r': add("\n"); break;
            case '{':
            case '}':
            case '\\': add(std::string_view(&c, 1)); break;
            default: break;
        }
    }

    void take_word(std::string_view word, int number, bool has_number) {
        if (word == "fonttbl") {
            in_font_table_ = true;
            font_table_depth_ = states_.size();
        } else if (word == "f" && has_number) {
            state_.font = number;
        } else if (word == "fcharset" && in_font_table_) {
            const std::string_view name = charset_of(number);
            if (!name.empty()) fonts_[state_.font].charset = Charset::find(name);
        } else if (word == "ansicpg") {
            if (const Charset* found = Charset::find("windows-" + std::to_string(number))) charset_ = found;
        } else if (word == "par" || word == "line" || word == "sect" || word == "page" || word == "row") {
            add("\n");
        } else if (word == "tab" || word == "cell") {
            add("\t");
        } else if (word == "endash" || word == "emdash") {
            add(word == "endash" ? "–" : "—");
        } else if (word == "lquote" || word == "rquote") {
            add(word == "lquote" ? "‘" : "’");
        } else if (word == "ldblquote" || word == "rdblquote") {
            add(word == "ldblquote" ? "“" : "”");
        } else if (word == "v" || word == "deleted") {
            state_.is_hidden = !has_number || number != 0;
        } else if (word == "super" || word == "nosupersub") {
            state_.is_raised = word == "super" && (!has_number || number != 0);
        } else if (word == "plain") {
            state_.is_hidden = state_.is_raised = false;
        } else if (word == "uc") {
            state_.skipped = number;
        } else if (word == "u") {
            add_unit(static_cast<std::uint16_t>(number));
            left_to_skip_ = state_.skipped;
        } else if (word == "bin") {
            at_ += static_cast<std::size_t>(std::max(number, 0));
        } else if (word == "footnote" || word == "annotation") {
            begin_aside(true);
        } else if (word == "shptxt") {  // text box
            state_.is_left_out = false;
            add("\n");
        } else if (is_first_ && is_margin(word)) {
            begin_aside(false);
        } else if (is_first_ && is_left_out(word)) {
            state_.is_left_out = true;
        }
    }

    /// Adds a UTF-16 code unit; a surrogate pair is added as one character, and unpaired surrogates are dropped.
    void add_unit(std::uint16_t unit) {
        const std::uint16_t high = std::exchange(high_surrogate_, 0);
        const bool is_low = unit >= 0xDC00 && unit < 0xE000;
        std::string letter;
        if (unit >= 0xD800 && unit < 0xDC00)
            high_surrogate_ = unit;
        else if (!is_low)
            utf8::append(letter, unit);
        else if (high != 0)
            utf8::append(letter, 0x10000u + ((high - 0xD800u) << 10) + (unit - 0xDC00u));
        left_to_skip_ = 0;
        if (!letter.empty()) add(letter);
    }

    /// Adds a non-ASCII byte, or skips it if it replaces a preceding `\u` character in older programs.
    void take_byte(char byte) {
        if (left_to_skip_ > 0)
            --left_to_skip_;
        else
            add_byte(byte);
    }

    void add_byte(char byte) {
        const auto font = fonts_.find(state_.font);
        const Charset* const own = font == fonts_.end() ? nullptr : font->second.charset;
        std::string letter;
        (own ? own : charset_)->decode({&byte, 1}, letter);
        add(letter);
    }

    void add(std::string_view letters) {
        is_first_ = false;
        if (left_to_skip_ > 0 && letters.size() == 1 && letters != "\n") {
            --left_to_skip_;
            return;
        }
        if (in_font_table_) {
            fonts_[state_.font].name += letters;
            return;
        }
        if (state_.is_left_out || state_.is_hidden) return;
        if (state_.is_raised && letters.size() == 1 && is_digit(letters[0])) {
            out_ += with_raised_digits(std::string(letters));
            return;
        }
        const auto font = fonts_.find(state_.font);
        if (font == fonts_.end()) {
            out_ += letters;
            return;
        }
        if (!font->second.pieces) font->second.pieces.emplace(font->second.name);
        out_ += font->second.pieces->text(letters);
    }

    std::string_view text_;
    const Charset* charset_;
    std::size_t at_ = 0;
    State state_;
    std::vector<State> states_;
    std::uint64_t begun_ = 0, ended_ = 0;  ///< number of groups
    std::size_t beyond_ = 0, font_table_depth_ = 0;
    bool in_font_table_ = false, is_first_ = false;
    int left_to_skip_ = 0;
    std::uint16_t high_surrogate_ = 0;
    std::map<int, Font> fonts_;
    std::optional<Aside> aside_{};
    Margins margins_{};
    std::string out_;
};

}  // namespace

PagedText text_of_rtf(std::string_view file) { return Reader(file).read(); }

}  // namespace cofnod::importers::documents
