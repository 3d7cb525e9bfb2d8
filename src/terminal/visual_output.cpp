#include "terminal/visual_output.hpp"

#include "base/bidi.hpp"
#include "base/isolates.hpp"

namespace cofnod::terminal {

VisualOutput::~VisualOutput() {
    VisualOutput::pass_on();
    stream_.rdbuf(buffer_);
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

}  // namespace cofnod::terminal
