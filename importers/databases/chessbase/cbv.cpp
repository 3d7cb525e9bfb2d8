#include "importers/databases/chessbase/cbv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "importers/databases/record.hpp"
#include "importers/text/archive.hpp"

namespace cofnod::importers::databases::chessbase {

namespace {

constexpr std::size_t largest_block = 0xFFFF;

/// Reads bits, most significant first; bits past the end are 0.
class BitReader {
public:
    BitReader(std::string_view bytes, std::size_t at)
        : bytes_(std::string(bytes).append(most_behind, '\0')), at_(8 * at), last_(8 * bytes.size() + 1) {}

    /// Returns the next 1 to 16 bits without consuming them.
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
    /// Returns true past the end of the data, with a tolerance of one bit.
    [[nodiscard]] bool is_past_end() const { return at_ > last_; }

private:
    static constexpr std::size_t most_behind = 1024;  ///< longer than the codes of an empty block

    std::string bytes_;
    std::size_t at_, last_;
};

/// A byte value and the length of its Huffman code.
struct CodedByte {
    unsigned char value = 0;
    std::uint8_t length = 0;  ///< 0: no value has the code
};

constexpr unsigned longest_code = 15;

/// Reads the code of each of the 256 byte values. Returns the value whose code is at the front of `longest_code` bits,
/// by these bits. If codes conflict, the shortest takes precedence.
std::vector<CodedByte> read_codes(BitReader& reader) {
    struct Code {
        CodedByte byte;
        unsigned bits;
    };
    std::vector<Code> codes;
    for (unsigned value = 0; value < 256; ++value)
        if (const unsigned length = reader.next(4); length > 0)
            codes.push_back(
                {{static_cast<unsigned char>(value), static_cast<std::uint8_t>(length)}, reader.next(length)});
    std::ranges::stable_sort(codes, std::ranges::greater(), [](const Code& code) { return code.byte.length; });
    std::vector<CodedByte> by_bits(std::size_t{1} << longest_code);
    for (const Code& code : codes) {
        const unsigned free = longest_code - code.byte.length;
        std::fill_n(by_bits.begin() + (code.bits << free), std::size_t{1} << free, code.byte);
    }
    return by_bits;
}

/// Decodes Huffman coding: the number of bytes, the codes, then the coded bytes.
std::optional<std::string> decoded(std::string_view data) {
    BitReader reader(data, 2);
    const std::vector<CodedByte> by_bits = read_codes(reader);
    std::string bytes(static_cast<std::size_t>(Bytes(data).big(0, 2)), '\0');
    for (char& byte : bytes) {
        const CodedByte next = by_bits[reader.peek(longest_code)];
        reader.skip(next.length);
        if (next.length == 0 || reader.is_past_end()) return std::nullopt;
        byte = static_cast<char>(next.value);
    }
    return bytes;
}

/// Expands runs and copies: words of 16 flags, each for a literal byte or for a copy of preceding bytes.
std::optional<std::string> expanded(std::string_view data) {
    static constexpr std::size_t longest_copy = 19 + 15 + 16 * 255;
    const Bytes bytes(data);
    std::string out(largest_block + longest_copy, '\0');
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
        if (size > largest_block) return std::nullopt;
    }
    out.resize(size);
    return out;
}

namespace fs = std::filesystem;

constexpr std::size_t head_size = 8, name_size = 132, least_entry = 140;

struct Entry {
    std::string stem, ending;
    std::size_t packed, size;
};

class Archive {
public:
    Archive(const std::string& path, ArchiveLimits limits)
        : path_(path), limits_(std::move(limits)), bytes_(all_bytes(path)) {
        const Bytes head(bytes_);
        const std::size_t count = head.little(2, 2), entry_size = head.at(4);
        if (head.little(0, 2) != head_size || entry_size < least_entry ||
            bytes_.size() < head_size + count * entry_size)
            damaged(tr("its directory cannot be read"));
        for (std::size_t i = 0; i < count; ++i) read_entry(Bytes(head.part(head_size + i * entry_size, entry_size)));
        at_ = head_size + count * entry_size;
    }

    /// Unpacks the database: the files with the same name as the first index.
    std::shared_ptr<const BaseFiles> open() {
        const auto index = std::ranges::find_if(entries_, [](const Entry& entry) { return is_index(entry.ending); });
        if (index == entries_.end()) damaged(tr("it holds no .cbh file"));
        BaseFiles::Files files;
        for (const Entry& entry : entries_) {
            const std::string_view packed = Bytes(bytes_).part(at_, entry.packed);
            at_ += entry.packed;
            if (packed.size() < entry.packed) damaged(tr("it ends in the middle of a file"));
            if (entry.stem == index->stem && index_of(entry.ending) == index->ending)
                files.emplace(entry.ending, bytes_in_memory(unpacked(entry, packed)));
        }
        if (!files.contains(".cbg")) damaged(tr("it holds no .cbg file"));
        return std::make_shared<const BaseFiles>(fmt::format("{}:{}{}", path_, index->stem, index->ending),
                                                 index->ending, std::move(files));
    }

private:
    [[noreturn]] void damaged(std::string_view how) const {
        throw InputError(tr("{}: cannot be unpacked: {}", path_, how), tr("copy it again from where it came from"));
    }

    static std::string all_bytes(const std::string& path) {
        const auto file = open_file(path);
        static constexpr std::uint64_t most = std::uint64_t{1} << 30;
        if (file->size() > most)
            throw ArchiveLimitError(tr("{}: has more than {} bytes", path, most), tr("unpack it in ChessBase"));
        return file->read(0, static_cast<std::size_t>(file->size()));
    }

    /// Reads a directory entry. Any member name is acceptable, as no file is written under it.
    void read_entry(const Bytes& entry) {
        std::string name(entry.text(0, name_size));
        std::ranges::replace(name, '\\', '/');
        const fs::path file = fs::path(name).filename();
        entries_.push_back({.stem = file.stem().string(),
                            .ending = to_lower(file.extension().string()),
                            .packed = static_cast<std::size_t>(entry.little(name_size, 4)),
                            .size = static_cast<std::size_t>(entry.little(name_size + 4, 4))});
        total_ += entries_.back().size;
        const std::uint64_t most = std::min(limits_.bytes, std::uint64_t{4} << 30);
        if (total_ > most || (total_ > limits_.ratio_after && total_ > limits_.ratio * bytes_.size()))
            throw ArchiveLimitError(tr("{}: unpacks to more than the limits allow", path_),
                                    tr("unpack it in ChessBase"));
    }

    [[nodiscard]] std::string unpacked(const Entry& entry, std::string_view packed) const {
        std::string file;
        const Bytes bytes(packed);
        for (std::size_t at = 0; at < packed.size();) {
            static constexpr std::size_t block_head = 4;
            const std::size_t length = bytes.little(at, 2);
            const auto block = unpack_block(bytes.part(at + block_head, length));
            if (length == 0 || !block || file.size() + block->size() > entry.size)
                damaged(tr("a block of its {} file is damaged", entry.ending));
            file += *block;
            at += block_head + length;
        }
        if (file.size() != entry.size) damaged(tr("its {} file is incomplete", entry.ending));
        return file;
    }

    std::string path_;
    ArchiveLimits limits_;
    std::string bytes_;
    std::vector<Entry> entries_;
    std::uint64_t total_ = 0;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<std::string> unpack_block(std::string_view block) {
    if (block.empty()) return std::nullopt;
    const auto kind = static_cast<unsigned char>(block.front());
    std::optional<std::string> data(block.substr(1));
    if ((kind & 2) != 0) data = decoded(*data);
    if (data && (kind & 1) != 0) data = expanded(*data);
    if (data && data->size() > largest_block) return std::nullopt;
    return data;
}

bool is_archive(std::string_view ending) { return ending == ".cbv"; }

std::shared_ptr<const BaseFiles> open_archive(const std::string& path, const ArchiveLimits& limits) {
    return Archive(path, limits).open();
}

}  // namespace cofnod::importers::databases::chessbase
