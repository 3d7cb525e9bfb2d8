#pragma once

#include <array>
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

private:
    void read_sorted(std::string_view file, const Charset& charset);
    void read_in_order(std::string_view file, const Charset& charset);
    void add(NameKind kind, std::uint32_t id, std::string name);

    std::array<std::vector<std::string>, name_kinds> names_;
};

/// Returns a text in UTF-8: it is that already, or else in the character set.
std::string text_of(std::string_view bytes, const Charset& charset);

}  // namespace cofnod::importers::bases::scid
