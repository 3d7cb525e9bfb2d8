#include "base/bytes.hpp"

#include <xxhash.h>

#include <new>

namespace cofnod {

struct ContentHasher::State {
    XXH3_state_t* xxh;
};

ContentHasher::ContentHasher() : state_(new State{XXH3_createState()}) {
    if (!state_->xxh || XXH3_128bits_reset(state_->xxh) != XXH_OK) throw std::bad_alloc{};
}

ContentHasher::~ContentHasher() { XXH3_freeState(state_->xxh); }

void ContentHasher::add(std::string_view bytes) { XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size()); }

std::string ContentHasher::hex() const {
    static constexpr std::string_view digits = "0123456789abcdef";
    XXH128_canonical_t bytes;
    XXH128_canonicalFromHash(&bytes, XXH3_128bits_digest(state_->xxh));
    std::string hex;
    for (const unsigned char byte : bytes.digest) {
        hex += digits[byte >> 4];
        hex += digits[byte & 15];
    }
    return hex;
}

std::uint64_t hash64(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace cofnod
