#include "cli/config/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "notation/fold.hpp"
#include "operations/placed.hpp"

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace cofnod::config {

namespace {

constexpr std::string_view blanks = " \t\r";

/// Returns the offset of a toml++ position, which counts lines and columns from 1, columns in code points.
std::size_t offset_of(std::string_view text, const toml::source_position& place) {
    std::size_t at = 0;
    for (toml::source_index line = 1; line < place.line; ++line) {
        const std::size_t end = text.find('\n', at);
        if (end == text.npos) return text.size();
        at = end + 1;
    }
    for (toml::source_index column = 1; column < place.column && at < text.size() && text[at] != '\n'; ++column)
        at += std::max<std::size_t>(1, utf8::decode(text.substr(at)).length);
    return at;
}

/// Returns the byte range of the line around an offset, without blanks at its ends.
std::pair<std::size_t, std::size_t> line_around(std::string_view text, std::size_t at) {
    at = std::min(at, text.empty() ? 0 : text.size() - 1);
    if (at > 0 && text[at] == '\n') --at;
    const std::size_t break_before = at == 0 ? text.npos : text.rfind('\n', at);
    std::size_t begin = break_before == text.npos ? 0 : break_before + 1;
    std::size_t end = std::min(text.find('\n', begin), text.size());
    while (begin < end && blanks.find(text[begin]) != blanks.npos) ++begin;
    while (end > begin && blanks.find(text[end - 1]) != blanks.npos) --end;
    return {begin, end};
}

/// Throws UsageError for a text that is not TOML. The most frequent fault is a value without quotes.
[[noreturn]] void refuse_syntax(const File& file, const toml::parse_error& error) {
    const std::string_view text = file.text;
    const std::size_t at = offset_of(text, error.source().begin);
    const auto [begin, end] = line_around(text, at);
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t sign = line.find('=');
    if (error.description().find("redefine") != error.description().npos)
        throw_at(file, begin, end, tr("this key is set for the second time"), tr("remove one of the lines"));
    if (sign != line.npos) {
        const std::size_t value = std::min(line.find_first_not_of(blanks, sign + 1), line.size());
        const std::string_view key = line.substr(0, line.find_last_not_of(blanks, sign - 1) + 1);
        const std::string_view written = line.substr(value);
        if (!written.empty() && written.find_first_of("\"'#\\[]{}") == written.npos)
            throw_at(file, begin + value, end, tr("a value in quotes was expected"),
                     tr("write {} = \"{}\"", key, written));
        if (written.empty())
            throw_at(file, begin + value, begin + value, tr("a value in quotes was expected"),
                     tr("write {} = \"...\"", key));
    }
    throw_at(file, at, std::max(at, end), tr("this is not TOML: a line KEY = \"VALUE\" was expected"),
             tr("the keys, with examples: man 5 cofnod-config"));
}

/// Rejects table headers, since no key is in a table. toml++ 3.3 assumes that a header has a name: "[[" alone would be
/// undefined behaviour.
void refuse_tables(const File& file) {
    const std::string_view text = file.text;
    for (std::size_t at = 0; at < text.size(); ++at) {
        at = std::min(text.find_first_not_of(" \t\r\n\xEF\xBB\xBF", at), text.size());
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (at < text.size() && text[at] == '[')
            throw_at(file, at, end, tr("tables have no place here: a line KEY = \"VALUE\" was expected"),
                     tr("the keys, with examples: man 5 cofnod-config"));
        at = end;
    }
}

const Key& key_named(const File& file, std::string_view name, std::size_t begin, std::size_t end) {
    std::vector<std::string_view> known;
    for (const Key& key : keys()) {
        if (key.text == name) return key;
        known.push_back(key.text);
    }
    const std::string nearest = notation::nearest_word(name, known);
    throw_at(file, begin, end, tr("unknown key '{}'", name),
             nearest.empty() ? tr("the keys are {}", fmt::join(known, ", ")) : tr("did you mean '{}'?", nearest));
}

bool has_control(std::string_view value) {
    return std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; });
}

}  // namespace

void throw_at(const File& file, std::size_t begin, std::size_t end, const std::string& message, const WayOut& remedy) {
    operations::throw_fault({.option = {}, .file = file.path}, file.text, {begin, end, message, remedy});
}

std::vector<Entry> read_entries(const File& file) {
    const std::string_view text = file.text;
    refuse_tables(file);
    const toml::parse_result parsed = toml::parse(text, file.path);
    if (!parsed) refuse_syntax(file, parsed.error());
    std::vector<std::pair<const toml::key*, const toml::node*>> lines;
    for (const auto& [name, node] : parsed.table()) lines.emplace_back(&name, &node);
    std::ranges::sort(lines, [](const auto& a, const auto& b) {  // in file order
        return a.first->source().begin.line < b.first->source().begin.line;
    });
    std::vector<Entry> entries;
    for (const auto& [key_node, value_node] : lines) {
        const toml::key& name = *key_node;
        const toml::node& node = *value_node;
        const std::size_t key_begin = offset_of(text, name.source().begin);
        const std::size_t key_end = std::max(key_begin, offset_of(text, name.source().end));
        const Key& key = key_named(file, name.str(), key_begin, key_end);
        const std::size_t begin = offset_of(text, node.source().begin);
        const std::size_t end = std::max(begin, offset_of(text, node.source().end));
        const std::optional<std::string> value = node.value_exact<std::string>();
        if (!value)
            throw_at(file, begin, end, tr("{}: a text in quotes was expected", name.str()),
                     tr("write {} = \"{}\"", name.str(), key.example));
        if (has_control(*value))
            throw_at(file, begin, end, tr("{}: the value has a control character", name.str()),
                     tr("write {} = \"{}\"", name.str(), key.example));
        entries.push_back({&key, *value, key_begin, key_end, begin, end});
    }
    return entries;
}

}  // namespace cofnod::config
