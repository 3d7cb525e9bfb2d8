#include "importers/documents/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "importers/formats/page/markup.hpp"

namespace cofnod::importers::documents {

namespace {

std::string_view without_prefix(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

struct TextWalker final : pugi::xml_tree_walker {
    std::string text;
    bool for_each(pugi::xml_node& node) override {
        text += node.value();
        return true;
    }
};

}  // namespace

const std::string& Parts::find(std::string_view name) const {
    static const std::string none;
    const auto found = files_.find(name);
    return found == files_.end() ? none : found->second;
}

void Parts::read(std::string_view name, pugi::xml_document& document) const {
    const std::string& file = find(name);
    if (file.empty()) return;
    const auto result = document.load_buffer(file.data(), file.size(), pugi::parse_default | pugi::parse_ws_pcdata);
    if (!result)
        throw InputError(tr("{}: {} in it is damaged: {}", document_, name, result.description()),
                         tr("open it in the program that wrote it, and save it again"));
}

namespace {

/// The declared entities by name; nullopt for one that is not read.
using Entities = std::map<std::string_view, std::optional<std::string_view>>;

/// Reads `<!ENTITY name "value">` from a DOCTYPE, which ends at `]`.
Entities entities_in(std::string_view xml) {
    static constexpr std::string_view declaration = "<!ENTITY", blanks = " \t\r\n";
    Entities entities;
    const std::size_t begin = xml.find("<!DOCTYPE"), end = xml.find("]", std::min(begin, xml.size()));
    if (end == xml.npos) return entities;
    const std::string_view all = xml.substr(0, end);
    for (std::size_t at = all.find(declaration, begin); at != all.npos; at = all.find(declaration, at)) {
        at += declaration.size();
        const std::string_view rest = all.substr(std::min(all.find_first_not_of(blanks, at), all.size()));
        const std::string_view name = rest.substr(0, rest.find_first_of(blanks));
        const std::string_view value = trimmed(rest.substr(name.size()));
        if (value.empty()) continue;
        const std::size_t close = value.find(value[0], 1);
        const bool is_text = (value[0] == '"' || value[0] == '\'') && value.substr(0, close).find('<') == value.npos;
        entities.emplace(name,
                         is_text && close != value.npos ? std::optional(value.substr(1, close - 1)) : std::nullopt);
    }
    return entities;
}

/// Returns the text of a reference, to be parsed as XML; nullopt for one that is not read.
std::optional<std::string> text_of_reference(std::string_view name, const Entities& entities) {
    static constexpr std::string_view of_xml[] = {"amp", "lt", "gt", "quot", "apos"};
    const std::string reference = fmt::format("&{};", name);
    if (name.starts_with('#') || std::ranges::find(of_xml, name) != std::end(of_xml)) return reference;
    if (const auto found = entities.find(name); found != entities.end()) {
        if (!found->second || page::may_have_entity(*found->second)) return std::nullopt;
        std::string text;
        for (const char c : *found->second)
            text += c == '"' ? "&quot;" : c == '\'' ? "&apos;" : c == '&' ? "&amp;" : std::string(1, c);
        return text;
    }
    const char32_t sign = page::entity(name);
    return sign == 0 ? reference : fmt::format("&#{};", static_cast<std::uint32_t>(sign));
}

}  // namespace

ExpandedXml with_entities(std::string_view xml) {
    static constexpr std::size_t longest_name = 100, most_more = std::size_t{1} << 20;
    const Entities entities = entities_in(xml);
    ExpandedXml expanded;
    std::size_t done = 0;
    for (std::size_t at = xml.find('&'); at != xml.npos; at = xml.find('&', at + 1)) {
        const std::size_t length = xml.substr(at + 1, longest_name).find_first_of("; <>&\"'\n");
        if (length == xml.npos || xml[at + 1 + length] != ';') continue;
        auto text = text_of_reference(xml.substr(at + 1, length), entities);
        if (text && expanded.text.size() + text->size() > 2 * xml.size() + most_more) text.reset();
        std::string reference(xml.substr(at, length + 2));
        expanded.text.append(xml, done, at - done);
        expanded.text += text.value_or("&amp;" + reference.substr(1));
        if (!text && std::ranges::find(expanded.unread, reference) == expanded.unread.end())
            expanded.unread.push_back(std::move(reference));
        done = at + length + 2;
    }
    expanded.text.append(xml, done);
    return expanded;
}

std::string_view local_name(const pugi::xml_node& node) { return without_prefix(node.name()); }

std::string_view attribute(const pugi::xml_node& node, std::string_view name) {
    for (const pugi::xml_attribute& each : node.attributes())
        if (without_prefix(each.name()) == name) return each.value();
    return {};
}

std::size_t number_of(std::string_view text, std::size_t usual) {
    std::size_t number = usual;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string with_decoded_bytes(std::string_view text, char sign) {
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::uint8_t byte = 0;
        const char* const digits = text.data() + at + 1;
        const bool is_code =
            text[at] == sign && at + 2 < text.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
        decoded += is_code ? static_cast<char>(byte) : text[at];
        if (is_code) at += 2;
    }
    return decoded;
}

pugi::xml_node child(const pugi::xml_node& node, std::string_view name) {
    return node.find_child([&](const pugi::xml_node& each) { return local_name(each) == name; });
}

pugi::xml_node descendant(const pugi::xml_node& node, std::string_view name) {
    return node.find_node([&](const pugi::xml_node& each) { return local_name(each) == name; });
}

std::string text_below(const pugi::xml_node& node) {
    TextWalker walker;
    pugi::xml_node start = node;
    start.traverse(walker);
    return walker.text;
}

std::string with_raised_digits(std::string text) {
    static constexpr std::string_view raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    if (!std::ranges::all_of(text, is_digit)) return text;
    std::string digits;
    for (const char digit : text) digits += raised[digit - '0'];
    return digits;
}

void end_note(std::string& text, std::size_t begin) {
    std::string note = text.substr(begin);
    text.resize(begin);
    std::ranges::replace(note, '\n', ' ');
    std::ranges::replace(note, '{', '(');  // a brace would end the comment
    std::ranges::replace(note, '}', ')');
    text += " {" + std::string(trimmed(note)) + "} ";
}

void Margins::take(std::string& text, std::size_t begin) {
    const std::string margin(trimmed(std::string_view(text).substr(begin)));
    text.resize(begin);
    const bool is_number = margin.find_first_not_of("0123456789 -–—") == margin.npos;
    if (!is_number && std::ranges::find(texts_, margin) == texts_.end()) texts_.push_back(margin);
}

void Margins::append_to(std::string& text) const {
    if (!texts_.empty()) text += "\n* * *\n";
    for (const std::string& each : texts_) text += each + '\n';
}

namespace {

/// Limits of spreadsheet programs; larger numbers indicate damage.
constexpr std::size_t most_columns = 16'384, most_empty_rows = 1000;

/// Returns true for a text with castling or with a digit after a letter, as in a move; not for an ECO code.
bool may_hold_moves(std::string_view text) {
    const auto is_like_letter = [](char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; };
    if (text.size() == 3 && is_letter(text[0]) && is_digit(text[1]) && is_digit(text[2])) return false;
    for (std::size_t i = 1; i < text.size(); ++i)
        if (is_digit(text[i]) && is_like_letter(text[i - 1])) return true;
    return text.starts_with("O-O") || text.starts_with("0-0");
}

}  // namespace

void CellWriter::begin_sheet() {
    if (has_rows_) text_ += '\n';
    has_rows_ = false;
    empty_rows_ = width_ = 0;
}

void CellWriter::add(std::string_view text, std::size_t count) {
    if (text.empty()) {
        column_ += std::min(count, most_columns);
        return;
    }
    for (; count > 0 && column_ < most_columns; --count, ++column_) write(text);
}

void CellWriter::move_to(std::size_t column) { column_ = std::max(column_, std::min(column, most_columns)); }

void CellWriter::write(std::string_view text) {
    if (written_ == 0)
        row_.append(column_, separator_);
    else
        row_.append(column_ + 1 - written_, separator_);
    written_ = column_ + 1;
    if (separator_ == '\t' || text.find_first_of(",\"\n\r;\t") == text.npos) {
        row_ += text;
        return;
    }
    row_ += '"';
    for (const char c : text) {
        if (c == '"') row_ += '"';
        row_ += c;
    }
    row_ += '"';
}

void CellWriter::add_with_comment(std::string_view text, std::string_view comment) {
    if (!may_hold_moves(text)) {
        add(text);
        return add_comment(comment);
    }
    std::string both(text);
    both += comment;
    end_note(both, text.size());
    add(both);
}

void CellWriter::add_comment(std::string_view text) {
    comments_.emplace_back(text);
    end_note(comments_.back(), 0);
}

void CellWriter::end_row(std::size_t count) {
    width_ = std::max(width_, written_);
    if (!comments_.empty()) column_ = width_;
    for (const std::string& comment : std::exchange(comments_, {})) add(trimmed(comment));
    if (row_.empty()) {
        empty_rows_ = std::min(empty_rows_ + count, most_empty_rows);
    } else {
        if (has_rows_) text_.append(empty_rows_, '\n');
        empty_rows_ = 0;
        for (std::size_t i = 0; i < std::min(count, most_empty_rows); ++i) text_ += row_ + '\n';
        has_rows_ = true;
    }
    row_.clear();
    column_ = written_ = 0;
}

struct FigurineFont::Row {
    std::string_view name;
    std::array<char32_t, 6> codes;  ///< codes of king, queen, rook, bishop, knight, pawn
};

namespace {

constexpr auto rows = std::to_array<FigurineFont::Row>({
#define FIGURINE_FONT(name, king, queen, rook, bishop, knight, pawn) {name, {king, queen, rook, bishop, knight, pawn}},
#include "importers/documents/figurine_fonts.def"
#undef FIGURINE_FONT
});

constexpr std::array<std::string_view, 6> figurines = {"♔", "♕", "♖", "♗", "♘", "♙"};

/// Start of the characters of symbol fonts.
constexpr char32_t symbols = 0xF000;

}  // namespace

FigurineFont::FigurineFont(std::string_view name) {
    std::string plain = to_lower(name);
    std::erase(plain, ' ');
    const auto* const found =
        std::ranges::find_if(rows, [&](const Row& row) { return plain.find(row.name) != plain.npos; });
    if (found != rows.end()) row_ = found;
}

std::string FigurineFont::text(std::string_view letters) const {
    if (!row_) return std::string(letters);
    std::string text;
    while (!letters.empty()) {
        const utf8::Decoded next = utf8::decode(letters);
        const std::size_t length = std::max<std::size_t>(next.length, 1);
        const char32_t code = next.code_point >= symbols && next.code_point < symbols + 0x100
                                  ? next.code_point - symbols
                                  : next.code_point;
        const auto found = std::ranges::find(row_->codes, code);
        text += found == row_->codes.end() ? letters.substr(0, length)
                                           : figurines[static_cast<std::size_t>(found - row_->codes.begin())];
        letters.remove_prefix(length);
    }
    return text;
}

}  // namespace cofnod::importers::documents
