#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace cofnod::cli {

/// Stands in for the buffer of a stream as long as it lives, and passes its lines on: those with isolates, which are
/// what the program says from right to left, in visual order.
class VisualOutput : private std::streambuf {
public:
    explicit VisualOutput(std::ostream& stream) : stream_(stream), buffer_(stream.rdbuf(this)) {}
    ~VisualOutput() override;
    VisualOutput(const VisualOutput&) = delete;
    VisualOutput& operator=(const VisualOutput&) = delete;

private:
    int_type overflow(int_type byte) override;
    std::streamsize xsputn(const char* bytes, std::streamsize count) override;
    int sync() override;
    void pass_on();

    std::ostream& stream_;
    std::streambuf* buffer_;
    std::string line_;
};

}  // namespace cofnod::cli
