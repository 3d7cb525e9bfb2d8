#include "importers/text/not_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/ways_out.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers {

namespace {

struct NotText {
    std::string what;
    WayOut way_out;
};

struct Magic {
    std::string_view bytes;
    NotText found;
};

const std::array<Magic, 8>& magics() {
    static const std::array<Magic, 8> all = {{
        {"SQLite format 3", {"is an SQLite database", WayOut::Kind::query_database}},
        {"%PDF", {"is a PDF", "copy the games out of it as text first"}},
        {"\x89PNG", {"is a picture", "copy the games out of it as text first"}},
        {"\xFF\xD8\xFF", {"is a picture", "copy the games out of it as text first"}},
        {"GIF8", {"is a picture", "copy the games out of it as text first"}},
        {"Rar!", {"is a rar archive", "unpack it first"}},
        {"\xD0\xCF\x11\xE0", {"is an office document", "save it as text first"}},
        {"\x7F"
         "ELF",
         {"is a program", {}}},
    }};
    return all;
}

/// A file truncated while it was written, or copied with gaps, may begin with blocks of NULs.
std::string_view behind_nuls(std::string_view text) {
    static constexpr std::size_t most_in_text = 16;  // of a character in UTF-16 or UTF-32, and more
    const std::size_t first = std::min(text.find_first_not_of('\0'), text.size());
    return first > most_in_text && first < text.size() ? text.substr(first) : text;
}

std::optional<NotText> look(std::string_view text) {
    text = behind_nuls(text).substr(0, 4096);
    for (const Magic& magic : magics())
        if (text.starts_with(magic.bytes)) return magic.found;
    if (is_archive(text)) return NotText{"is an archive in an archive", "unpack the outer one first"};
    if (Charset::utf16_of(text)) return std::nullopt;
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !(c >= '\t' && c <= '\r'); };
    const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_control));
    if (controls > 4 && controls * 20 > text.size())
        return NotText{fmt::format("is not text: {} control bytes in its first {}", controls, text.size()),
                       "cofnod reads PGN and plain text"};
    return std::nullopt;
}

}  // namespace

void refuse_what_is_not_text(std::string_view start, std::string_view name) {
    if (const auto found = look(start)) throw InputError(fmt::format("{}: {}", name, found->what), found->way_out);
}

bool is_text(std::string_view start) { return !look(start); }

}  // namespace cofnod::importers
