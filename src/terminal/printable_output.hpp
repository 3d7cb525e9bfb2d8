#pragma once

#include <ostream>

#include "terminal/line_output.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// A stream for data on a terminal: forwards complete lines without control characters that a terminal would execute.
/// Tabs are kept: they are part of the data.
class PrintableOutput : private LineOutput {
public:
    PrintableOutput(std::ostream& out, const Terminal& terminal) : out_(out), terminal_(terminal), stream_(this) {}
    ~PrintableOutput() override { PrintableOutput::pass_on(); }
    PrintableOutput(const PrintableOutput&) = delete;
    PrintableOutput& operator=(const PrintableOutput&) = delete;

    [[nodiscard]] std::ostream& stream() { return stream_; }

private:
    /// Forwards nothing: the last character of an incomplete line may be truncated.
    int sync() override;
    void pass_on() override;
    [[nodiscard]] bool is_good() const override { return !out_.fail(); }

    std::ostream& out_;
    Terminal terminal_;
    std::ostream stream_;
};

}  // namespace cofnod::terminal
