#include "importers/text/not_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"
#include "importers/text/archive.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers {

namespace {

using namespace std::string_view_literals;

struct NotText {
    std::string what;
    WayOut way_out;
};

/// Bytes by which a kind of file is known, `at` bytes behind its start; empty: by the ending of its name.
struct Magic {
    std::string_view bytes;
    std::size_t at;
    std::string_view ending;
    NotText found;
};

const NotText image = {phrase("is an image"),
                       phrase("of images, PNG, JPEG and TIFF are recognised: save it as one of them")};
const NotText index = {phrase("is the index of a database of ChessBase or Scid, without its other files"),
                       phrase("name the file itself, .cbh, .si4 or .si5, where the others stand beside it")};
const NotText part = {phrase("is part of a database of ChessBase or Scid"),
                      phrase("name its index, the file that ends in .cbh, .si4 or .si5")};
const NotText encrypted = {phrase("is an encrypted archive of ChessBase"),
                           phrase("unpack it in ChessBase, with its password")};
const NotText unknown_base = {phrase("is a database of ChessBase in a form that is not published"),
                              phrase("save its games as PGN in ChessBase, or copy them to a .cbh database there")};
const NotText office = {phrase("is an office document in a binary form, which is not read"),
                        phrase("save it as .docx, .xlsx or text, for example with soffice --convert-to docx")};

// clang-format off
const std::array<Magic, 21>& magics() {
    static const std::array<Magic, 21> all = {{
        {"SQLite format 3", 0, "", {phrase("is an SQLite database"), WayOut::Kind::query_database}},
        {"\xD0\xCF\x11\xE0", 0, "", office},
        {"GIF8", 0, "", image},
        {"", 0, ".bmp", image},
        {"WEBPVP8", 8, "", image},
        {"ftyphei", 4, "", image},
        {"ftypavif", 4, "", image},
        {"AT&TFORM", 0, "", {phrase("is a scanned book (DjVu)"), phrase("extract its text first, for example with djvutxt; without a text layer it needs OCR")}},
        {"\0\0\x2C\0\x2E\x01"sv, 0, "", index},
        {"\0\0\x24\0\x2E\x01"sv, 0, "", index},
        {"Scid.si", 0, "", index},
        {"Scid.sn", 0, "", part},
        {"", 0, ".cbg", part},
        {"", 0, ".cba", part},
        {"", 0, ".sg4", part},
        {"", 0, ".sg5", part},
        {"", 0, ".cbz", encrypted},
        {"", 0, ".2cbh", unknown_base},
        {"", 0, ".cbf", unknown_base},
        {"Rar!", 0, "", {phrase("is a rar archive"), phrase("unpack it first")}},
        {"\x7F" "ELF", 0, "", {phrase("is a program"), {}}},
    }};
    return all;
}
// clang-format on

const NotText* known_by(std::string_view text, std::string_view name) {
    const auto found = std::ranges::find_if(magics(), [&](const Magic& magic) {
        if (magic.bytes.empty()) return name.ends_with(magic.ending);
        return text.size() > magic.at && text.substr(magic.at).starts_with(magic.bytes);
    });
    return found == magics().end() ? nullptr : &found->found;
}

/// A file truncated while it was written, or copied with gaps, may begin with blocks of NULs.
std::string_view behind_nuls(std::string_view text) {
    static constexpr std::size_t most_in_text = 16;  // of a character in UTF-16 or UTF-32, and more
    const std::size_t first = std::min(text.find_first_not_of('\0'), text.size());
    return first > most_in_text && first < text.size() ? text.substr(first) : text;
}

std::optional<NotText> look(std::string_view text, std::string_view name = {}) {
    text = behind_nuls(text).substr(0, 4096);
    if (const NotText* known = known_by(text, name)) return *known;
    if (is_archive(text)) return NotText{phrase("is an archive in an archive"), phrase("unpack the outer one first")};
    if (Charset::utf16_of(text)) return std::nullopt;
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !(c >= '\t' && c <= '\r'); };
    const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_control));
    if (controls > 4 && controls * 20 > text.size())
        return NotText{say("is not text: {} control bytes in its first {}", controls, text.size()),
                       phrase("cofnod reads PGN and plain text")};
    return std::nullopt;
}

}  // namespace

void refuse_what_is_not_text(std::string_view start, std::string_view name) {
    if (const auto found = look(start, name))
        throw InputError(fmt::format("{}: {}", name, translated(found->what)),
                         found->way_out.kind() == WayOutKind::sentence
                             ? WayOut(std::string(translated(found->way_out.sentence())))
                             : found->way_out);
}

bool is_text(std::string_view start) { return !look(start); }

}  // namespace cofnod::importers
