#include "base/isolates.hpp"

#include <atomic>

#include "base/utf8.hpp"

namespace cofnod {

namespace {

std::atomic<bool> are_kept = false;
thread_local bool are_kept_here = false;

constexpr std::string_view lead = "\u2066";  // E2 81 A6; the others are E2 81 A7 to E2 81 A9
constexpr std::size_t size = lead.size();

bool starts_with_isolate(std::string_view text) {
    return text.starts_with(lead.substr(0, 2)) && text.size() >= size && text[2] >= '\xA6' && text[2] <= '\xA9';
}

}  // namespace

void keep_isolates(bool kept) { are_kept = kept; }

bool are_isolates_kept() { return are_kept_here || are_kept; }

KeepingIsolates::KeepingIsolates() : before_(are_kept_here) { are_kept_here = true; }

KeepingIsolates::~KeepingIsolates() { are_kept_here = before_; }

std::string without_isolates(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (starts_with_isolate(text.substr(i)))
            i += size;
        else
            result += text[i++];
    }
    return result;
}

std::string as_spoken(std::string_view translation) {
    if (!are_isolates_kept()) return without_isolates(translation);
    if (!utf8::has_right_to_left(translation)) return std::string(translation);
    return "\u2067" + std::string(translation) + "\u2069";
}

}  // namespace cofnod
