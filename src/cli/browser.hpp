#pragma once

#include <filesystem>
#include <string>

namespace cofnod::cli {

/// A page that leads to an address, for the browser of the user. Arguments of programs are seen by everybody on the
/// computer, so that the browser is given the name of a file that only the user can read. Removed on destruction.
class LeadingPage {
public:
    LeadingPage() = default;
    ~LeadingPage() { remove(); }
    LeadingPage(const LeadingPage&) = delete;
    LeadingPage& operator=(const LeadingPage&) = delete;

    /// Writes the page, below XDG_RUNTIME_DIR or the folder for temporary files, and returns its path. Throws Error if
    /// it cannot be written.
    const std::filesystem::path& write(const std::string& address);
    /// Does nothing if it is removed already.
    void remove() noexcept;

private:
    std::filesystem::path file_;
};

/// Starts the program that shows a file or an address in the browser of the user. False: there is none.
bool open_in_browser(const std::string& place);

}  // namespace cofnod::cli
