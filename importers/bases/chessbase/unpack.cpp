#include "importers/bases/chessbase/unpack.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases::chessbase {

namespace {

constexpr std::size_t most = 0xFFFF;

/// Reads bits, the highest of a byte first; those behind the end are 0.
class BitReader {
public:
    BitReader(std::string_view bytes, std::size_t at)
        : bytes_(std::string(bytes).append(most_behind, '\0')), at_(8 * at), last_(8 * bytes.size() + 1) {}

    /// Returns the next bits, 1 to 16 of them, without taking them.
    [[nodiscard]] unsigned peek(unsigned count) const {
        const char* const from = bytes_.data() + at_ / 8;
        const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(from[i])}; };
        const std::uint32_t word = byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
        return word << at_ % 8 >> (32 - count);
    }
    void skip(unsigned count) { at_ += count; }
    unsigned next(unsigned count) {
        const unsigned value = peek(count);
        skip(count);
        return value;
    }
    /// One bit may be missing.
    [[nodiscard]] bool is_past_end() const { return at_ > last_; }

private:
    static constexpr std::size_t most_behind = 1024;  ///< the codes of a block without any are shorter

    std::string bytes_;
    std::size_t at_, last_;
};

/// A code of Huffman. Of codes that contradict each other the shortest holds.
class HuffmanCode {
public:
    static constexpr unsigned longest = 15;

    void add(unsigned char symbol, unsigned length, unsigned code) {
        symbols_.push_back({symbol, static_cast<std::uint8_t>(length), static_cast<std::uint16_t>(code)});
    }
    /// Call once, behind the last symbol.
    void finish() {
        std::ranges::stable_sort(symbols_, std::ranges::greater(), &Symbol::length);
        for (const Symbol& symbol : symbols_) {
            const unsigned free = longest - symbol.length;
            std::fill_n(by_bits_.begin() + (symbol.code << free), std::size_t{1} << free,
                        Meaning{symbol.symbol, symbol.length});
        }
    }

    struct Meaning {
        unsigned char symbol = 0;
        std::uint8_t length = 0;  ///< 0: no symbol
    };
    /// Returns the symbol at the front of so many bits: `longest`.
    [[nodiscard]] Meaning operator[](unsigned bits) const { return by_bits_[bits]; }

private:
    struct Symbol {
        unsigned char symbol;
        std::uint8_t length;
        std::uint16_t code;
    };
    std::vector<Symbol> symbols_;
    std::vector<Meaning> by_bits_ = std::vector<Meaning>(std::size_t{1} << longest);
};

/// Undoes the code of Huffman: the number of bytes, the code of each of 256 bytes, then the codes.
std::optional<std::string> decoded(std::string_view data) {
    HuffmanCode code;
    BitReader reader(data, 2);
    for (unsigned symbol = 0; symbol < 256; ++symbol)
        if (const unsigned length = reader.next(4); length > 0)
            code.add(static_cast<unsigned char>(symbol), length, reader.next(length));
    code.finish();
    std::string bytes(static_cast<std::size_t>(Bytes(data).big(0, 2)), '\0');
    for (char& byte : bytes) {
        const HuffmanCode::Meaning meaning = code[reader.peek(HuffmanCode::longest)];
        reader.skip(meaning.length);
        if (meaning.length == 0 || reader.is_past_end()) return std::nullopt;
        byte = static_cast<char>(meaning.symbol);
    }
    return bytes;
}

/// Undoes runs and copies: words of 16 flags, each for a byte or a copy of bytes before.
std::optional<std::string> expanded(std::string_view data) {
    static constexpr std::size_t longest_copy = 19 + 15 + 16 * 255;
    const Bytes bytes(data);
    std::string out(most + longest_copy, '\0');
    std::size_t at = 0, size = 0;
    unsigned flags = 0, left = 0;
    const auto next = [&] { return static_cast<unsigned>(bytes.at(at++)); };
    while (at < data.size()) {
        if (left == 0) {
            flags = next();
            flags |= next() << 8;
            left = 16;
            continue;
        }
        const bool is_literal = (flags >> --left & 1) == 0;
        if (is_literal) {
            out[size++] = static_cast<char>(next());
        } else {
            const unsigned first = next(), high = first >> 4, low = first & 15;
            std::size_t count = 0, distance = 0;
            if (high == 0) {
                count = low + 3;
            } else {
                const unsigned middle = next();
                count = high == 1 ? low + 16 * middle + 19 : high;
                distance = high == 1 ? 0 : low + 16 * middle + 3;
                if (high == 2) count = next() + 16;
            }
            if (distance > size) return std::nullopt;
            if (distance == 0) {
                std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(size), count, static_cast<char>(next()));
                size += count;
            } else {
                for (; count > 0; --count, ++size) out[size] = out[size - distance];
            }
        }
        if (size > most) return std::nullopt;
    }
    out.resize(size);
    return out;
}

}  // namespace

std::optional<std::string> unpack_block(std::string_view block) {
    if (block.empty()) return std::nullopt;
    const auto kind = static_cast<unsigned char>(block.front());
    std::optional<std::string> data(block.substr(1));
    if ((kind & 2) != 0) data = decoded(*data);
    if (data && (kind & 1) != 0) data = expanded(*data);
    if (data && data->size() > most) return std::nullopt;
    return data;
}

}  // namespace cofnod::importers::bases::chessbase
