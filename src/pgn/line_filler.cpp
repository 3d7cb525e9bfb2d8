#include "pgn/line_filler.hpp"

#include "base/utf8.hpp"

namespace cofnod::pgn {

void LineFiller::add(std::string_view token) {
    flush();
    pending_ = prefix_;
    pending_ += token;
    prefix_.clear();
}

void LineFiller::suffix(std::string_view text) {
    if (!prefix_.empty()) add("");
    pending_ += text;
}

void LineFiller::line(std::string_view text) {
    if (!prefix_.empty()) add("");
    flush();
    if (column_ > 0) out_ += '\n';
    out_ += text;
    out_ += '\n';
    column_ = 0;
}

void LineFiller::finish() {
    flush();
    if (column_ > 0) out_ += '\n';
    column_ = 0;
}

void LineFiller::flush() {
    if (pending_.empty()) return;
    const std::size_t width = utf8::length(pending_);
    if (column_ > 0 && column_ + 1 + width > width_) {
        out_ += '\n';
        column_ = 0;
    } else if (column_ > 0) {
        out_ += ' ';
        ++column_;
    }
    out_ += pending_;
    column_ += width;
    pending_.clear();
}

}  // namespace cofnod::pgn
