#pragma once

#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <optional>
#include <string>

#include "cli/interrupt.hpp"

namespace cofnod::cli {

/// Where `-o` leads: a file that comes to be as a whole or not at all, or, for "-", what is there already.
class OutputFile {
public:
    /// Throws UsageError when the file is there and may not be overwritten, or belongs to a database; InputError when
    /// it cannot be made.
    OutputFile(const std::string& path, bool overwrite, std::ostream& standard_output);
    /// What was written without finish() is taken away again, as it is where a signal ends the program.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    [[nodiscard]] std::ostream& stream() { return is_file_ ? file_ : standard_output_; }
    /// Throws LimitError when not all could be written.
    void finish();

private:
    bool is_file_;
    std::filesystem::path path_, part_;
    std::optional<RemovedOnSignal> removed_on_signal_;
    std::ofstream file_;
    std::ostream& standard_output_;
};

}  // namespace cofnod::cli
