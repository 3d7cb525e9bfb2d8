#pragma once

#include <ostream>
#include <streambuf>
#include <string>

#include "cli/streams.hpp"

namespace cofnod::cli {

/// A stream of data that a terminal gets: it passes lines on as they end, without what a terminal would obey. Tabs
/// stay: they are part of data.
class PrintableOutput : private std::streambuf {
public:
    PrintableOutput(std::ostream& out, const Terminal& terminal) : out_(out), terminal_(terminal), stream_(this) {}
    ~PrintableOutput() override { pass_on(); }
    PrintableOutput(const PrintableOutput&) = delete;
    PrintableOutput& operator=(const PrintableOutput&) = delete;

    [[nodiscard]] std::ostream& stream() { return stream_; }

private:
    int_type overflow(int_type byte) override;
    std::streamsize xsputn(const char* bytes, std::streamsize count) override;
    /// What is no whole line waits: its last character may be half there.
    int sync() override;
    void pass_on();

    std::ostream& out_;
    Terminal terminal_;
    std::ostream stream_;
    std::string line_;
};

}  // namespace cofnod::cli
