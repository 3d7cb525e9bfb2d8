#include "games/record/annotations.hpp"

#include <algorithm>

#include "base/bytes.hpp"

namespace cofnod {

namespace {

constexpr unsigned kind_count = 6;

bool has_value(Annotations::Kind kind) { return kind == Annotations::Kind::nag || kind == Annotations::Kind::move; }

bool has_text(Annotations::Kind kind) {
    return kind == Annotations::Kind::comment || kind == Annotations::Kind::unread;
}

}  // namespace

void Annotations::add(Kind kind, std::uint32_t ply, std::uint32_t value, std::string_view text) {
    entries_.push_back(
        {kind, ply, value, static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text.size())});
    text_ += text;
}

void Annotations::clear() {
    entries_.clear();
    text_.clear();
}

void Annotations::truncate(std::size_t size) {
    if (size >= entries_.size()) return;
    text_.resize(entries_[size].begin);
    entries_.resize(size);
}

std::size_t Annotations::count(Kind kind) const {
    return static_cast<std::size_t>(std::ranges::count(entries_, kind, &Entry::kind));
}

Annotations::Item Annotations::operator[](std::size_t i) const {
    const Entry& entry = entries_[i];
    return {entry.kind, entry.ply, entry.value, std::string_view(text_).substr(entry.begin, entry.length)};
}

std::string Annotations::to_bytes() const {
    std::string bytes;
    std::uint32_t ply = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        const Item item = (*this)[i];
        varint::put(bytes, std::uint64_t{item.ply - ply} << 3 | static_cast<std::uint64_t>(item.kind));
        ply = item.ply;
        if (has_value(item.kind)) varint::put(bytes, item.value);
        if (has_text(item.kind)) {
            varint::put(bytes, item.text.size());
            bytes += item.text;
        }
    }
    return bytes;
}

std::optional<Annotations> Annotations::from_bytes(std::string_view bytes) {
    Annotations result;
    std::uint64_t ply = 0;
    while (!bytes.empty()) {
        const auto head = varint::take(bytes);
        if (!head || (*head & 7) >= kind_count) return std::nullopt;
        const auto kind = static_cast<Kind>(*head & 7);
        ply += *head >> 3;
        if (ply > UINT32_MAX) return std::nullopt;

        std::uint64_t value = 0;
        std::string_view text;
        if (has_value(kind)) {
            const auto taken = varint::take(bytes);
            if (!taken || *taken > UINT32_MAX) return std::nullopt;
            value = *taken;
        }
        if (has_text(kind)) {
            const auto length = varint::take(bytes);
            if (!length || *length > bytes.size()) return std::nullopt;
            text = bytes.substr(0, *length);
            bytes.remove_prefix(*length);
        }
        result.add(kind, static_cast<std::uint32_t>(ply), static_cast<std::uint32_t>(value), text);
    }
    return result;
}

std::string_view name_of(Annotations::Kind kind) {
    using enum Annotations::Kind;
    switch (kind) {
        case comment: return "comment";
        case nag: return "nag";
        case begin_variation:
        case end_variation: return "variation";
        case move: return "move";
        case unread: return "unread";
    }
    return {};
}

}  // namespace cofnod
