#pragma once

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "answers/writer.hpp"
#include "base/say.hpp"
#include "terminal/report.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints the first `most` rows of a list as a table of a page, without the columns that are empty in all of them.
template <typename Row>
void print_rows(const answers::Answer<Row>& answer, const std::vector<Row>& rows, std::size_t most, Streams& io,
                std::size_t indent = 0) {
    const std::size_t count = std::min(rows.size(), most);
    std::vector<Table::Column> columns;
    std::vector<std::vector<std::string>> lines(count);
    for (const auto& field : answer.fields) {
        if (!field.shape.column) continue;
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < count; ++i)
            cells.push_back(field.shown ? field.shown(rows[i]) : answers::plain_text(field.value(rows[i])));
        if (std::ranges::all_of(cells, &std::string::empty)) continue;
        columns.push_back(*field.shape.column);
        for (std::size_t i = 0; i < count; ++i) lines[i].push_back(std::move(cells[i]));
    }
    Table table(std::move(columns));
    for (auto& line : lines) table.add(std::move(line));
    table.print(io.out, io.out_terminal, indent);
    if (rows.size() > count)
        io.out << std::string(indent, ' ') << say("and {} more", grouped(rows.size() - count)) << '\n';
}

}  // namespace cofnod::terminal
