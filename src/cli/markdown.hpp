#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The Markdown of the manual (manual/*.md): headings, paragraphs, lists, tables and code, which man pages and
/// `cofnod help TOPIC` are made from.
namespace cofnod::cli {

/// A part of a line of text.
struct Span {
    enum class Style : std::uint8_t { plain, code, strong, emphasis };
    Style style = Style::plain;
    std::string text;
};

struct Block {
    enum class Kind : std::uint8_t { heading, paragraph, item, table, code };
    Kind kind = Kind::paragraph;
    std::uint32_t level = 1;                          ///< headings: 1 to 6; items: 1, or 2 inside another
    std::string text = {};                            ///< without marks of the block; of code: its lines
    std::vector<std::vector<std::string>> rows = {};  ///< tables: cells by row, the column names first
};

/// Returns the cells of a row of a table after its first, each with the name of its column if there are several of
/// them. Skips empty ones.
std::vector<std::string> described_cells(const Block& table, std::size_t row);

std::vector<Block> read_markdown(std::string_view text);

/// Splits the text of a block at its marks: `code`, **strong**, *emphasis*. A link gives its words, followed by the
/// address if that is on the web.
std::vector<Span> spans_of(std::string_view text);

}  // namespace cofnod::cli
