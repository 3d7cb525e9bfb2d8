#include "options/citations.hpp"

#include <string_view>

#include "base/error.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"
#include "options/text_file.hpp"

namespace cofnod::options {

namespace {

constexpr std::size_t longest_table = std::size_t{16} << 20;

/// Takes a cell and the separator behind it from the front of a table.
std::string take_cell(std::string_view& text, char separator) {
    std::string cell;
    if (text.starts_with('"')) {
        text.remove_prefix(1);
        while (!text.empty()) {
            const bool is_quote = text.front() == '"';
            if (is_quote && !text.substr(1).starts_with('"')) break;
            cell += text.front();
            text.remove_prefix(is_quote ? 2 : 1);
        }
        if (!text.empty()) text.remove_prefix(1);
    }
    while (!text.empty() && text.front() != separator && text.front() != '\n') {
        if (text.front() != '\r') cell += text.front();
        text.remove_prefix(1);
    }
    if (text.starts_with(separator)) text.remove_prefix(1);
    return cell;
}

}  // namespace

std::map<std::string, std::string> read_citations(const std::string& path) {
    const std::string content =
        read_text_file(path, longest_table,
                       {.what = say("citations are a table: a file and its citation in each row"),
                        .too_long = say("too long for a table of citations"),
                        .shorten = say("a row has a file and its citation")});
    std::string_view text = utf8::without_byte_order_mark(content);
    const char separator = text.substr(0, text.find('\n')).find('\t') != text.npos ? '\t' : ',';
    std::map<std::string, std::string> citations;
    for (std::size_t row = 1; !text.empty(); ++row) {
        const std::string file = take_cell(text, separator);
        const std::string citation = take_cell(text, separator);
        while (!text.empty() && text.front() != '\n') take_cell(text, separator);  // further columns
        if (!text.empty()) text.remove_prefix(1);
        const bool is_heading = row == 1 && (file == "file" || file == "path" || file == "source");
        if (is_heading || (file.empty() && citation.empty())) continue;
        if (file.empty() || citation.empty())
            throw InputError(
                file.empty() ? say("{}: row {} has no file", path, row) : say("{}: row {} has no citation", path, row),
                say("write the file first, then a comma or tab, then its citation"));
        citations[file] = citation;
    }
    return citations;
}

}  // namespace cofnod::options
