#pragma once

#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <optional>
#include <string>

#include "terminal/interrupt.hpp"

namespace cofnod::terminal {

/// Destination of `-o`: a file that is created atomically, or standard output for "-".
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

}  // namespace cofnod::terminal
