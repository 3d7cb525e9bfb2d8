#include "importers/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "grammar/pgn.hpp"
#include "importers/block_reader.hpp"
#include "importers/pgn/pgn_importer.hpp"
#include "importers/prose/prose_importer.hpp"

namespace cofnod::importers {

namespace {

struct Magic {
    std::string_view bytes, what, remedy;
};

constexpr std::array<Magic, 10> magics = {{
    {"SQLite format 3", "is an SQLite database", "to read a cofnod database use 'cofnod search' or 'cofnod export'"},
    {"\x28\xB5\x2F\xFD", "is compressed with zstd", "try: zstd -dc FILE | cofnod import games.db -"},
    {"\x1F\x8B", "is compressed with gzip", "try: gzip -dc FILE | cofnod import games.db -"},
    {"BZh", "is compressed with bzip2", "try: bzip2 -dc FILE | cofnod import games.db -"},
    {"\xFD""7zXZ", "is compressed with xz", "try: xz -dc FILE | cofnod import games.db -"},
    {"PK\x03\x04", "is a zip archive", "unpack it first"},
    {"%PDF", "is a PDF", "copy the games out of it as text first"},
    {"\x89PNG", "is a picture", "copy the games out of it as text first"},
    {"\xFF\xD8\xFF", "is a picture", "copy the games out of it as text first"},
    {"\x7F""ELF", "is a program", ""},
}};

void refuse_what_is_not_text(std::string_view text, std::string_view name) {
    for (const Magic& magic : magics)
        if (text.starts_with(magic.bytes)) throw InputError(fmt::format("{}: {}", name, magic.what), std::string(magic.remedy));
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        throw InputError(fmt::format("{}: is UTF-16", name), "try: iconv -f UTF-16 -t UTF-8 FILE | cofnod import games.db -");
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && !(c >= '\t' && c <= '\r'); };
    const auto controls = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_control));
    if (controls > 4 && controls * 20 > text.size())
        throw InputError(fmt::format("{}: is not text: {} control bytes in its first {}", name, controls, text.size()),
                         "cofnod reads PGN and plain text");
}

bool has_tag_line(std::string_view text) {
    static constexpr std::string_view byte_order_mark = "\uFEFF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
        if (grammar::pgn::looks_like_tag(text.substr(begin))) return true;
        text.remove_prefix(std::min(text.find_first_of("\n\r"), text.size() - 1) + 1);
    }
    return false;
}

}  // namespace

std::string_view name_of(Format format) {
    static constexpr std::array<std::string_view, 3> names = {"auto", "pgn", "prose"};
    return names[static_cast<std::size_t>(format)];
}

Format detect_format(std::string_view start_of_text, std::string_view name) {
    refuse_what_is_not_text(start_of_text.substr(0, 4096), name);
    return has_tag_line(start_of_text) ? Format::pgn : Format::prose;
}

Format import_source(Source& source, const notation::Languages& languages, const Options& options, Sink& sink) {
    BlockReader blocks(source, options.begin, options.begin_line);
    ScorePlayer player(languages, options.notation, options.depth_limit);
    Format format = options.format;
    while (const auto block = blocks.next()) {
        if (format == Format::detect) format = detect_format(block->text, source.name());
        if (format == Format::pgn)
            pgn::import_block(*block, options, player, sink);
        else
            prose::import_block(*block, options, languages, player, sink);
        sink.reached(block->begin + block->text.size());
    }
    return format;
}

}  // namespace cofnod::importers
