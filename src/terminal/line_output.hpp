#pragma once

#include <streambuf>
#include <string>

namespace cofnod::terminal {

/// Collects what is written to a stream, and passes it on line by line.
class LineOutput : protected std::streambuf {
protected:
    int_type overflow(int_type byte) override;
    std::streamsize xsputn(const char* bytes, std::streamsize count) override;

    /// Passes line_ on, and clears it: a line with its end, or what there is of it.
    virtual void pass_on() = 0;
    /// False if nothing more can be written.
    [[nodiscard]] virtual bool is_good() const { return true; }

    std::string line_;
};

}  // namespace cofnod::terminal
