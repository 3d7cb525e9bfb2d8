#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// What fuzz targets share. A target is one file with one function, that any bytes are given to; it fails by crashing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace cofnod::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Ends the run where something does not hold that is promised for all input. `promise`: a sentence.
inline void require(bool holds, const char* promise) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", promise);
    std::abort();
}

/// Input that is cut into numbers and texts; zeros behind its end.
class Cutter {
public:
    explicit Cutter(std::string_view bytes) : bytes_(bytes) {}

    std::uint8_t byte() {
        if (bytes_.empty()) return 0;
        const auto front = static_cast<std::uint8_t>(bytes_.front());
        bytes_.remove_prefix(1);
        return front;
    }
    std::uint32_t number(std::size_t bytes) {
        std::uint32_t value = 0;
        while (bytes-- > 0) value = value << 8 | byte();
        return value;
    }
    /// Without the line break behind it.
    std::string_view line() {
        const std::size_t end = bytes_.find('\n');
        const std::string_view front = bytes_.substr(0, end);
        bytes_.remove_prefix(end == bytes_.npos ? bytes_.size() : end + 1);
        return front;
    }
    [[nodiscard]] std::string_view rest() const { return bytes_; }
    [[nodiscard]] bool empty() const { return bytes_.empty(); }

private:
    std::string_view bytes_;
};

}  // namespace cofnod::fuzz
