#include "importers/bases/scid/names.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "importers/bases/bytes.hpp"
#include "importers/score/comment_text.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::bases::scid {

namespace {

/// Highest id of a name that an index can have.
constexpr std::uint32_t most_names = 1u << 28;

}  // namespace

std::string text_of(std::string_view bytes, const Charset& charset) {
    return utf8::is_valid(bytes) || charset.is_utf8() ? std::string(bytes) : charset.decoded(bytes);
}

Names::Names(int version, std::string_view bytes, const Charset& charset) {
    version == 5 ? read_in_order(bytes, charset) : read_sorted(bytes, charset);
}

std::string_view Names::find(NameKind kind, std::uint32_t id) const {
    const std::vector<std::string>& names = names_[static_cast<std::size_t>(kind)];
    return id < names.size() ? std::string_view(names[id]) : std::string_view();
}

void Names::add(NameKind kind, std::uint32_t id, std::string_view name, const Charset& charset) {
    are_utf8_ = are_utf8_ && utf8::is_valid(name);
    std::vector<std::string>& names = names_[static_cast<std::size_t>(kind)];
    if (id >= names.size()) names.resize(id + 1);
    names[id] = tag_text(text_of(name, charset));
}

/// Versions 3 and 4: each kind sorted by name, so that a name shares its first bytes with the one before.
void Names::read_sorted(std::string_view file, const Charset& charset) {
    static constexpr std::size_t header = 36;
    const Bytes bytes(file);
    std::size_t at = header;
    for (std::size_t kind = 0; kind < name_kinds; ++kind) declared_[kind] = bytes.big(12 + 3 * kind, 3);
    for (std::size_t kind = 0; kind < name_kinds; ++kind) {
        const auto count = static_cast<std::uint32_t>(declared_[kind]);
        const std::uint64_t most_frequent = bytes.big(24 + 3 * kind, 3);
        const std::size_t id_size = count >= 0x10000 ? 3 : 2;
        const std::size_t frequency_size = most_frequent < 0x100 ? 1 : most_frequent < 0x10000 ? 2 : 3;
        std::string name;
        for (std::uint32_t i = 0; i < count && at < bytes.size(); ++i) {
            const auto id = static_cast<std::uint32_t>(bytes.big(at, id_size));
            at += id_size + frequency_size;
            const std::size_t length = bytes.at(at++);
            const std::size_t shared = i == 0 ? 0 : bytes.at(at++);
            if (shared > name.size() || shared > length) return;
            name.resize(shared);
            name += bytes.part(at, length - shared);
            at += length - shared;
            counts_[kind] += at <= bytes.size();
            if (id < count) add(static_cast<NameKind>(kind), id, name, charset);
        }
    }
}

/// Version 5: a number with length and kind before each name; ids count from 0 within a kind.
void Names::read_in_order(std::string_view file, const Charset& charset) {
    const Bytes bytes(file);
    for (std::size_t at = 0; at < bytes.size();) {
        std::uint64_t head = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint8_t byte = bytes.at(at++);
            head |= std::uint64_t{byte & 0x7Fu} << shift;
            if (byte < 0x80) break;
        }
        const std::size_t kind = head & 7, length = head >> 3;
        const std::string_view name = bytes.part(at, length);
        at += length;
        if (kind >= name_kinds) continue;
        counts_[kind] += at <= bytes.size();
        const std::size_t count = names_[kind].size();
        if (count < most_names) add(static_cast<NameKind>(kind), static_cast<std::uint32_t>(count), name, charset);
    }
}

}  // namespace cofnod::importers::bases::scid
