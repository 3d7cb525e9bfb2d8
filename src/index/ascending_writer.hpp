#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "index/ascending.hpp"

namespace cofnod::index {

/// Appends ascending numbers to bytes, one by one: as many as the shape says. They may repeat.
class AscendingWriter {
public:
    /// `bytes` must not be changed before finish().
    AscendingWriter(std::string& bytes, const AscendingShape& shape)
        : low_bits_(shape.low_bits()), low_mask_((std::uint64_t{1} << low_bits_) - 1), step_(shape.steps_at()) {
        const std::size_t begin = bytes.size();
        bytes.resize(begin + shape.bytes());
        bytes_ = at_ = bytes.data() + begin;
    }

    void put(std::uint32_t number) {
        pending_ |= (number & low_mask_) << count_;
        count_ += low_bits_;
        if (count_ >= word_bits) {
            const auto word = static_cast<std::uint32_t>(pending_);
            std::memcpy(at_, &word, sizeof word);
            at_ += sizeof word;
            pending_ >>= word_bits;
            count_ -= word_bits;
        }
        const std::size_t step = step_++ + static_cast<std::size_t>(std::uint64_t{number} >> low_bits_);
        bytes_[step / 8] = static_cast<char>(bytes_[step / 8] | 1 << step % 8);
    }
    /// To be called behind the last number: the byte where the lower bits end has bits of the unary part too.
    void finish() {
        for (; count_ > 0; pending_ >>= 8, count_ -= std::min(count_, 8U), ++at_)
            *at_ = static_cast<char>(*at_ | static_cast<char>(pending_));
    }

private:
    static constexpr unsigned word_bits = 32;

    unsigned low_bits_;
    std::uint64_t low_mask_;
    std::size_t step_;  ///< next bit of the unary part, without the upper bits of the numbers
    char* bytes_;
    char* at_;                   ///< where the lower bits go on
    std::uint64_t pending_ = 0;  ///< fewer bits than a word
    unsigned count_ = 0;
};

/// Appends the encoded numbers: AscendingShape(numbers.size(), width).bytes() bytes.
inline void put_ascending(std::string& bytes, std::span<const std::uint32_t> numbers, unsigned width) {
    AscendingWriter writer(bytes, AscendingShape(numbers.size(), width));
    for (const std::uint32_t number : numbers) writer.put(number);
    writer.finish();
}

}  // namespace cofnod::index
