#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cofnod {

/// XXH3-128 content hash as 32 hex digits; identifies files and games by content. Not cryptographic.
class ContentHasher {
public:
    ContentHasher();
    ~ContentHasher();
    ContentHasher(const ContentHasher&) = delete;
    ContentHasher& operator=(const ContentHasher&) = delete;

    void add(std::string_view bytes);
    [[nodiscard]] std::string hex() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

std::uint64_t hash64(std::string_view bytes);

}  // namespace cofnod
