#pragma once

#include <ostream>
#include <streambuf>

#include "terminal/line_output.hpp"

namespace cofnod::terminal {

/// Stands in for the buffer of a stream as long as it lives, and passes its lines on: those with isolates, which are
/// what the program says from right to left, in visual order.
class VisualOutput : private LineOutput {
public:
    explicit VisualOutput(std::ostream& stream) : stream_(stream), buffer_(stream.rdbuf(this)) {}
    ~VisualOutput() override;
    VisualOutput(const VisualOutput&) = delete;
    VisualOutput& operator=(const VisualOutput&) = delete;

private:
    int sync() override;
    void pass_on() override;

    std::ostream& stream_;
    std::streambuf* buffer_;
};

}  // namespace cofnod::terminal
