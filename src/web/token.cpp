#include "web/token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

namespace cofnod::web {

namespace {

/// Compares in a time that does not depend on where the texts differ.
bool equal_secrets(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
    return difference == 0;
}

std::string random_text() {
    std::random_device device;  // getrandom() on the systems that we know
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace

Token::Token(bool is_asked_for) : text_(is_asked_for ? random_text() : std::string()) {}

bool Token::equals(std::string_view given) const { return is_asked_for() && equal_secrets(given, text_); }

template <typename Which>
std::size_t Token::drop(const Which& which) {
    std::vector<Code> dropped;
    {
        const std::lock_guard lock(mutex_);
        const auto kept = std::stable_partition(codes_.begin(), codes_.end(), std::not_fn(which));
        std::move(kept, codes_.end(), std::back_inserter(dropped));
        codes_.erase(kept, codes_.end());
    }
    for (const Code& code : dropped)
        if (code.on_void) code.on_void();
    return dropped.size();
}

std::string Token::new_code(std::function<void()> on_void) {
    std::string text = random_text();
    std::size_t surplus = 0;
    {
        const std::lock_guard lock(mutex_);
        codes_.push_back({text, Clock::now() + time_for_code, std::move(on_void)});
        surplus = codes_.size() - std::min(codes_.size(), most_codes);
    }
    drop([&](const Code&) { return surplus > 0 && surplus-- > 0; });
    return text;
}

bool Token::spend(std::string_view code) {
    drop_late();
    return drop([&](const Code& each) { return equal_secrets(each.text, code); }) > 0;
}

void Token::drop_late(Clock::time_point now) {
    drop([&](const Code& code) { return code.until <= now; });
}

}  // namespace cofnod::web
