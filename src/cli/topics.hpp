#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Topics of the manual, written in Markdown (manual/*.md): `cofnod help TOPIC`, and section 7 of the man pages.
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

struct Topic {
    std::string_view name;     ///< "sql": `cofnod help sql`, cofnod-sql(7)
    std::string_view summary;  ///< one line, in English; translated where it is printed
};

/// Returns the topics, in the order of the help.
std::span<const Topic> topics();
/// Returns the topic of this name; nullptr if there is none.
const Topic* find_topic(std::string_view name);

/// Returns the manual of a topic. It is in English.
std::vector<Block> blocks_of(const Topic& topic);

/// Returns the manual of a topic as text for a terminal. `with_styles`: headings and code are marked by control
/// sequences; otherwise code keeps its backquotes.
std::string topic_text(const Topic& topic, bool with_styles);

}  // namespace cofnod::cli
