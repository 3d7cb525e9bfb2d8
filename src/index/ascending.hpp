#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "index/bits.hpp"

/// Elias-Fano coding of ascending numbers: the lower bits of each number verbatim, then the differences of the upper
/// bits in unary. n numbers below 2^w take about n (2 + w - log2 n) bits; the exact size follows from n and w, so it is
/// not stored.
namespace cofnod::index {

class AscendingShape {
public:
    /// `width` <= 32: all numbers are below 2^width.
    AscendingShape(std::size_t count, unsigned width)
        : count_(count),
          low_(width - std::min(width, count ? static_cast<unsigned>(std::bit_width(count)) - 1 : 0)),
          high_(count ? std::size_t{1} << (width - low_) : 0) {}

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] unsigned low_bits() const { return low_; }
    /// First bit of the unary part.
    [[nodiscard]] std::size_t steps_at() const { return count_ * low_; }
    [[nodiscard]] std::size_t bits() const { return count_ * low_ + count_ + high_; }
    [[nodiscard]] std::size_t bytes() const { return (bits() + 7) / 8; }

private:
    std::size_t count_;
    unsigned low_;
    std::size_t high_;  ///< number of values of the upper bits
};

/// Iterates over numbers written by put_ascending. Damaged bytes give wrong numbers, but never more than the count.
class AscendingReader {
public:
    AscendingReader(std::string_view bytes, const AscendingShape& shape)
        : bytes_(bytes.substr(0, shape.bytes())), shape_(shape), step_(shape.steps_at()) {}

    /// Advances to the next number; returns false after the last.
    bool next() {
        if (index_ == shape_.count() || !find_step()) return false;
        number_ = (high_ << shape_.low_bits()) | bits_at(bytes_, index_ * shape_.low_bits(), shape_.low_bits());
        ++index_;
        return true;
    }
    [[nodiscard]] std::uint32_t number() const { return static_cast<std::uint32_t>(number_); }
    /// Index of the current number, from 0.
    [[nodiscard]] std::size_t index() const { return index_ - 1; }

    /// Skips numbers whose upper bits are below those of `least`; numbers below `least` may still follow.
    void skip_below(std::uint32_t least) {
        const std::uint64_t wanted = std::uint64_t{least} >> shape_.low_bits();
        while (high_ < wanted && index_ < shape_.count()) {
            const std::uint64_t word = bits_from(bytes_, step_) & ((std::uint64_t{1} << 56) - 1);
            const auto zeros = static_cast<std::size_t>(56 - std::popcount(word));
            if (high_ + zeros < wanted && step_ + 56 < shape_.bits()) {  // the whole word lies below
                high_ += zeros;
                index_ += 56 - zeros;
                step_ += 56;
            } else {
                if (step_ >= shape_.bits()) return end();
                word & 1 ? ++index_ : ++high_;
                ++step_;
            }
        }
    }

private:
    bool find_step() {
        while (true) {
            const std::uint64_t word = bits_from(bytes_, step_) & ((std::uint64_t{1} << 56) - 1);
            const auto zeros = static_cast<std::size_t>(word ? std::countr_zero(word) : 56);
            high_ += zeros;
            step_ += zeros;
            if (word) {
                ++step_;
                return true;
            }
            if (step_ >= shape_.bits()) {
                end();
                return false;
            }
        }
    }
    void end() { index_ = shape_.count(); }

    std::string_view bytes_;
    AscendingShape shape_;
    std::size_t step_;  ///< next bit of the unary part
    std::size_t index_ = 0;
    std::uint64_t high_ = 0;
    std::uint64_t number_ = 0;
};

/// Visits the numbers written by put_ascending, five times as fast as AscendingReader.
template <typename Each>
void for_each_ascending(std::string_view bytes, const AscendingShape& shape, const Each& each) {
    constexpr std::size_t word_bits = 56;
    constexpr std::uint64_t word_mask = (std::uint64_t{1} << word_bits) - 1;
    bytes = bytes.substr(0, shape.bytes());
    const unsigned low_bits = shape.low_bits();
    std::size_t index = 0;
    for (std::size_t step = shape.steps_at(); step < shape.bits() && index < shape.count(); step += word_bits)
        for (std::uint64_t ends = bits_from(bytes, step) & word_mask; ends != 0 && index < shape.count();
             ends &= ends - 1, ++index) {
            const std::size_t steps = step - shape.steps_at() + static_cast<std::size_t>(std::countr_zero(ends));
            const std::uint64_t high = steps - index;
            each(static_cast<std::uint32_t>(high << low_bits | bits_at(bytes, index * low_bits, low_bits)));
        }
}

/// Appends ascending numbers, which may repeat, one by one; the shape gives their count.
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
    /// Must be called after the last number: the byte in which the lower bits end also has bits of the unary part.
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
    char* at_;                   ///< next byte of the lower bits
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
