#include "importers/bases/chessbase/unpack.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases::chessbase {

namespace {

constexpr std::size_t most = 0xFFFF;

class BitReader {
public:
    BitReader(std::string_view bytes, std::size_t at) : bytes_(bytes), at_(8 * at) {}

    unsigned next(unsigned count) {
        unsigned value = 0;
        for (; count > 0; --count, ++at_) value = value << 1 | (bytes_.at(at_ / 8) >> (7 - at_ % 8) & 1u);
        return value;
    }
    [[nodiscard]] bool is_past_end() const { return at_ > 8 * bytes_.size(); }

private:
    Bytes bytes_;
    std::size_t at_;
};

/// Undoes the code of Huffman: the number of bytes, the code of each of 256 bytes, then the codes.
std::optional<std::string> decoded(std::string_view data) {
    static constexpr unsigned longest = 15;
    struct Symbol {
        std::int16_t symbol = -1;
    };
    std::array<std::vector<Symbol>, longest + 1> symbols;  // by length and code
    BitReader reader(data, 2);
    for (int symbol = 0; symbol < 256; ++symbol) {
        const unsigned length = reader.next(4);
        if (length == 0) continue;
        auto& of_length = symbols[length];
        of_length.resize(std::size_t{1} << length);
        of_length[reader.next(length)].symbol = static_cast<std::int16_t>(symbol);
    }
    const auto size = static_cast<std::size_t>(Bytes(data).big(0, 2));
    std::string bytes;
    while (bytes.size() < size) {
        unsigned code = 0, length = 0;
        int symbol = -1;
        while (symbol < 0) {
            if (++length > longest || reader.is_past_end()) return std::nullopt;
            code = code << 1 | reader.next(1);
            if (!symbols[length].empty()) symbol = symbols[length][code].symbol;
        }
        bytes += static_cast<char>(symbol);
    }
    return bytes;
}

/// Undoes runs and copies: words of 16 flags, each for a byte or a copy of bytes before.
std::optional<std::string> expanded(std::string_view data) {
    const Bytes bytes(data);
    std::string out;
    std::size_t at = 0;
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
            out += static_cast<char>(next());
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
            if (distance == 0) {
                out.append(count, static_cast<char>(next()));
            } else {
                if (distance > out.size()) return std::nullopt;
                for (; count > 0; --count) out += out[out.size() - distance];
            }
        }
        if (out.size() > most) return std::nullopt;
    }
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
