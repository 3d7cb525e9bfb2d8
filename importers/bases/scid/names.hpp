#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "importers/bases/scid/index.hpp"

namespace cofnod::importers {
class Charset;
}

namespace cofnod::importers::bases::scid {

/// The names of players, events, sites and rounds.
class Names {
public:
    /// `bytes`: of the file of names, which may be damaged or empty: what is not there is unknown.
    Names(int version, std::string_view bytes, const Charset& charset);

    /// Returns a name in UTF-8; empty if there is none.
    [[nodiscard]] std::string_view find(NameKind kind, std::uint32_t id) const;

    /// Returns the number of names of a kind that are there whole.
    [[nodiscard]] std::uint64_t count(NameKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
    /// Returns the numbers of names that the head of the file declares, by kind; 0 if it has none.
    [[nodiscard]] const std::array<std::uint64_t, name_kinds>& declared() const { return declared_; }

    /// Returns true if all names are UTF-8.
    [[nodiscard]] bool are_utf8() const { return are_utf8_; }

private:
    void read_sorted(std::string_view file, const Charset& charset);
    void read_in_order(std::string_view file, const Charset& charset);
    void add(NameKind kind, std::uint32_t id, std::string_view name, const Charset& charset);

    std::array<std::vector<std::string>, name_kinds> names_;
    std::array<std::uint64_t, name_kinds> counts_{}, declared_{};
    bool are_utf8_ = true;
};

/// Returns a text in UTF-8: it is that already, or else in the character set.
std::string text_of(std::string_view bytes, const Charset& charset);

}  // namespace cofnod::importers::bases::scid
