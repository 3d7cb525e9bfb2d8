#include "games/pgn/line_filler.hpp"

#include "base/characters.hpp"

namespace cofnod::pgn {

std::string& LineFiller::token() {
    if (!has_prefix_) {
        end_token();
        if (column_ > 0) out_ += ' ';
        begin_ = out_.size();
        has_token_ = true;
    }
    has_prefix_ = false;
    return out_;
}

void LineFiller::prefix(std::string_view text) {
    add(text);
    has_prefix_ = true;
}

void LineFiller::suffix(std::string_view text) {
    if (!has_token_) token();
    out_ += text;
    has_prefix_ = false;
}

void LineFiller::line(std::string_view text) {
    finish();
    out_ += text;
    out_ += '\n';
}

void LineFiller::finish() {
    end_token();
    if (column_ > 0) out_ += '\n';
    column_ = 0;
}

void LineFiller::end_token() {
    if (!has_token_) return;
    has_token_ = has_prefix_ = false;
    const std::size_t width = utf8::length(std::string_view(out_).substr(begin_));
    if (column_ == 0) {
        column_ = width;
    } else if (column_ + 1 + width > width_) {
        out_[begin_ - 1] = '\n';
        column_ = width;
    } else {
        column_ += 1 + width;
    }
}

namespace {

bool may_break_at(std::string_view text, std::size_t blank) {
    if (text[blank] != ' ' || blank == 0 || blank + 1 == text.size()) return false;
    const char after = text[blank + 1];
    return text[blank - 1] != ' ' && after != ' ' && after != '[' && after != '%' && after != ';';
}

}  // namespace

std::vector<std::string> comment_pieces(std::string_view text) {
    std::vector<std::string> pieces{"{"};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (may_break_at(text, i))
            pieces.emplace_back();
        else
            pieces.back() += text[i];
    }
    pieces.back() += '}';
    return pieces;
}

std::string unread_comment(std::string_view text) { return "[%unread " + std::string(text) + "]"; }

}  // namespace cofnod::pgn
