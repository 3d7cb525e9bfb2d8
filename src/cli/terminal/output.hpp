#pragma once

#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>

#include "cli/terminal/process.hpp"
#include "cli/terminal/streams.hpp"

namespace cofnod::terminal {

/// Collects the output to a stream, and forwards it line by line.
class LineOutput : protected std::streambuf {
protected:
    int_type overflow(int_type byte) override;
    std::streamsize xsputn(const char* bytes, std::streamsize count) override;

    /// Forwards and clears line_: a line with its end, or an incomplete one.
    virtual void pass_on() = 0;
    /// Returns false if nothing more can be written.
    [[nodiscard]] virtual bool is_good() const { return true; }

    std::string line_;
};

/// A stream for data on a terminal: forwards complete lines without control characters that the terminal would
/// interpret. Tabs are kept: they are part of the data.
class PrintableOutput : private LineOutput {
public:
    PrintableOutput(std::ostream& out, const Terminal& terminal) : out_(out), terminal_(terminal), stream_(this) {}
    ~PrintableOutput() override { PrintableOutput::pass_on(); }
    PrintableOutput(const PrintableOutput&) = delete;
    PrintableOutput& operator=(const PrintableOutput&) = delete;

    [[nodiscard]] std::ostream& stream() { return stream_; }

private:
    /// Forwards nothing: the last character of an incomplete line may be incomplete.
    int sync() override;
    void pass_on() override;
    [[nodiscard]] bool is_good() const override { return !out_.fail(); }

    std::ostream& out_;
    Terminal terminal_;
    std::ostream stream_;
};

/// Replaces the buffer of a stream during its lifetime. Forwards lines that contain isolates, which are right-to-left
/// messages of the program, in visual order, and other lines unchanged.
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

/// Destination of `-o`: a file created atomically, or standard output for "-".
class OutputFile {
public:
    /// Throws UsageError if the file exists and may not be overwritten, or belongs to a database; InputError if it
    /// cannot be created.
    OutputFile(const std::string& path, bool overwrite, std::ostream& standard_output);
    /// Removes the file unless finish() was called; so does a signal that ends the program.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    [[nodiscard]] std::ostream& stream() { return is_file_ ? file_ : standard_output_; }
    /// Completes the file. Throws LimitError if not everything could be written.
    void finish();

private:
    bool is_file_;
    std::filesystem::path path_, part_;
    std::optional<RemovedOnSignal> removed_on_signal_;
    std::ofstream file_;
    std::ostream& standard_output_;
};

/// Writes a picture to standard output as PNG, using the program rsvg-convert. Throws InputError if it is not
/// installed.
void write_png(const std::string& svg, Streams& io);

}  // namespace cofnod::terminal
