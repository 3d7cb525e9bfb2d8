#pragma once

#include <string>
#include <string_view>

/// Right-to-left sentences of the program, on terminals: a sentence in U+2067 ... U+2069, so that a terminal whose
/// lines run from left to right shows it whole, and in it, within U+2068 ... U+2069, what runs the other way.
namespace cofnod {

/// Sets whether what the program says has these marks; without them is the default.
void keep_isolates(bool kept);
bool are_isolates_kept();

/// Keeps the marks in what this thread says as long as the object lives, whatever the terminal takes: for a page.
class KeepingIsolates {
public:
    KeepingIsolates();
    ~KeepingIsolates();
    KeepingIsolates(const KeepingIsolates&) = delete;
    KeepingIsolates& operator=(const KeepingIsolates&) = delete;

private:
    bool before_;
};

/// Returns a translation as the terminal takes it. A text without marks stays as it is.
std::string as_spoken(std::string_view translation);

/// Returns a text without the marks of isolates.
std::string without_isolates(std::string_view text);

}  // namespace cofnod
