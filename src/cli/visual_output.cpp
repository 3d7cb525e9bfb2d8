#include "cli/visual_output.hpp"

#include <algorithm>
#include <string_view>

#include "base/bidi.hpp"
#include "base/isolates.hpp"

namespace cofnod::cli {

VisualOutput::~VisualOutput() {
    pass_on();
    stream_.rdbuf(buffer_);
}

VisualOutput::int_type VisualOutput::overflow(int_type byte) {
    if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
    const char c = traits_type::to_char_type(byte);
    return xsputn(&c, 1) == 1 ? byte : traits_type::eof();
}

std::streamsize VisualOutput::xsputn(const char* bytes, std::streamsize count) {
    for (std::string_view rest(bytes, static_cast<std::size_t>(count)); !rest.empty();) {
        const std::size_t line_end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        line_ += rest.substr(0, line_end);
        rest.remove_prefix(line_end);
        if (line_.ends_with('\n')) pass_on();
    }
    return count;
}

int VisualOutput::sync() {
    pass_on();
    return buffer_->pubsync();
}

void VisualOutput::pass_on() {
    const bool is_whole = line_.ends_with('\n');
    if (is_whole) line_.pop_back();
    const bool is_ours = without_isolates(line_).size() < line_.size();
    const std::string shown = (is_ours ? without_isolates(in_visual_order(line_)) : line_) + (is_whole ? "\n" : "");
    buffer_->sputn(shown.data(), static_cast<std::streamsize>(shown.size()));
    line_.clear();
}

}  // namespace cofnod::cli
