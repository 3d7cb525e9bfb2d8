#include "damage.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

namespace cofnod::hostile {

namespace {

std::size_t page_size_of(const std::string& bytes) {
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])); };
    const std::size_t size = byte(16) << 8 | byte(17);
    return size == 1 ? 65536 : size;
}

void flip(std::string& bytes, std::size_t at, Random& random) {
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
}

/// Most of a small database is empty: a byte that says something.
std::size_t telling_byte(const std::string& bytes, Random& random) {
    while (true)
        if (const std::size_t at = random() % bytes.size(); bytes[at] != 0) return at;
}

std::string flip_anywhere(std::string& bytes, Random& random) {
    const std::size_t flips = std::size_t{1} << random() % 5;
    for (std::size_t i = 0; i < flips; ++i) flip(bytes, telling_byte(bytes, random), random);
    return std::to_string(flips) + " bits flipped";
}

/// Where a page says how it is to be read.
std::string flip_page_head(std::string& bytes, Random& random) {
    const std::size_t size = page_size_of(bytes), page = random() % (bytes.size() / size);
    const std::size_t head = page * size + (page == 0 ? 100 : 0);
    for (std::size_t i = 0; i < 1 + random() % 3; ++i) flip(bytes, head + random() % 40, random);
    return "the head of page " + std::to_string(page + 1) + " flipped";
}

std::string flip_file_head(std::string& bytes, Random& random) {
    for (std::size_t i = 0; i < 1 + random() % 3; ++i) flip(bytes, random() % 100, random);
    return "the head of the file flipped";
}

std::string cut(std::string& bytes, Random& random) {
    bytes.resize(random() % bytes.size());
    return "cut to " + std::to_string(bytes.size()) + " bytes";
}

/// A page in the place of another, or nothing, or noise.
std::string replace_page(std::string& bytes, Random& random) {
    const std::size_t size = page_size_of(bytes), pages = bytes.size() / size;
    const std::size_t page = random() % pages;
    std::string other = bytes.substr(random() % pages * size, size);
    const auto way = random() % 3;
    if (way == 1) other.assign(size, '\0');
    if (way == 2)
        for (char& byte : other) byte = static_cast<char>(random());
    bytes.replace(page * size, size, other);
    return "page " + std::to_string(page + 1) + (way == 0 ? " is another" : way == 1 ? " is empty" : " is noise");
}

void write_number(std::string& bytes, std::size_t at, std::size_t size, std::size_t number) {
    while (size-- > 0) {
        bytes[at + size] = static_cast<char>(number & 0xFF);
        number >>= 8;
    }
}

/// A page of a table all whose children are one page: 5, then at 3 the number of its cells, at 5 where the first of
/// them stands, at 8 the last child, from 12 on the places of the cells; a cell is a child and a key.
std::string page_of_one_child(std::size_t size, std::size_t child) {
    constexpr std::size_t cell_size = 5, head = 12;
    const std::size_t cells = (size - head) / (cell_size + 2);
    std::string page(size, '\0');
    page[0] = 5;
    write_number(page, 3, 2, cells);
    write_number(page, 5, 2, size - cells * cell_size);
    write_number(page, 8, 4, child);
    for (std::size_t i = 0; i < cells; ++i) {
        const std::size_t at = size - (i + 1) * cell_size;
        write_number(page, head + 2 * i, 2, at);
        write_number(page, at, 4, child);
        page[at + 4] = 127;
    }
    return page;
}

/// A table of one page becomes one of more rows than anybody can count: its page is the only child of a page that is
/// the only child of another, and so on.
std::string multiply_rows(std::string& bytes, Random& random) {
    constexpr std::size_t depth = 6;
    const std::size_t size = page_size_of(bytes), first = random() % (bytes.size() / size);
    std::size_t page = std::max<std::size_t>(first, 1);
    while (page + 1 < bytes.size() / size && bytes[page * size] != 13) ++page;
    bytes += bytes.substr(page * size, size);
    for (std::size_t i = 1; i < depth; ++i) bytes += page_of_one_child(size, bytes.size() / size);
    bytes.replace(page * size, size, page_of_one_child(size, bytes.size() / size));
    write_number(bytes, 28, 4, bytes.size() / size);
    bytes.replace(92, 4, bytes, 24, 4);  // for this number of changes the size of the file holds
    return "page " + std::to_string(page + 1) + " comes without end";
}

struct CloseDatabase {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

std::vector<std::string> texts(sqlite3* database, const std::string& sql) {
    std::vector<std::string> result;
    const auto add = [](void* list, int, char** values, char**) {
        static_cast<std::vector<std::string>*>(list)->emplace_back(values[0] ? values[0] : "");
        return 0;
    };
    sqlite3_exec(database, sql.c_str(), add, &result, nullptr);
    return result;
}

/// Rows that SQLite finds nothing wrong with.
std::string change_rows(const std::filesystem::path& path, Random& random) {
    sqlite3* opened = nullptr;
    sqlite3_open(path.c_str(), &opened);
    const Database database(opened);
    const auto pick = [&](const std::vector<std::string>& from) { return from[random() % from.size()]; };
    static const std::vector<std::string> values = {"-1",
                                                    "0",
                                                    "1",
                                                    "2",
                                                    "255",
                                                    "32768",
                                                    "2147483647",
                                                    "4294967296",
                                                    "9223372036854775807",
                                                    "-9223372036854775808",
                                                    "''",
                                                    "'x'",
                                                    "NULL",
                                                    "char(0, 55296, 1114111)",
                                                    "x''",
                                                    "x'00'",
                                                    "x'ff'",
                                                    "zeroblob(100000)",
                                                    "replace(hex(zeroblob(1500)), '00', '\xc3\xa9')",
                                                    "x'01ffffffffffffffffff'",
                                                    "printf('%.*c', 100000, '[')",
                                                    "'[[[[[1'",
                                                    "'[1,null,{}]'",
                                                    "'done'",
                                                    "'pgn'",
                                                    "1e300",
                                                    "'8/8/8/8/8/8/8/8 w - - 0 1'",
                                                    "'A1/B2 w'"};
    std::string said = "changed:";
    for (std::size_t i = 0; i < 1 + random() % 3; ++i) {
        const std::string table =
            pick(texts(opened, "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'"));
        const std::string column = pick(texts(opened, "SELECT name FROM pragma_table_info('" + table + "')"));
        const std::string key = texts(opened, "SELECT name FROM pragma_table_info('" + table + "') WHERE pk = 1")[0];
        std::string value = pick(values);
        const std::string at = "1 + " + std::to_string(random() % 4000) + " % max(1, length(\"" + column + "\"))";
        if (random() % 3 == 0) value = "\"" + column + "\" * " + std::to_string(random() % 5) + " - 1";
        if (random() % 4 == 0) value = "CAST(substr(\"" + column + "\", " + std::to_string(random() % 9) + ") AS BLOB)";
        if (random() % 4 == 0)
            value = "CAST(substr(\"" + column + "\", 1, " + at + ") || char(" + std::to_string(random() % 256) +
                    ") || substr(\"" + column + "\", " + at + ") AS BLOB)";
        std::string where;
        if (random() % 4 != 0)
            where = " WHERE \"" + key + "\" = (SELECT \"" + key + "\" FROM \"" + table + "\" LIMIT 1 OFFSET abs(" +
                    std::to_string(random() >> 2) + ") % max(1, (SELECT count(*) FROM \"" + table + "\")))";
        std::string sql = "UPDATE OR IGNORE \"" + table + "\" SET \"" + column + "\" = " + value + where;
        if (random() % 10 == 0) sql = "DELETE FROM \"" + table + "\"" + where;
        sqlite3_exec(opened, ("PRAGMA ignore_check_constraints = ON; " + sql).c_str(), nullptr, nullptr, nullptr);
        said += " " + sql + ";";
    }
    return said;
}

}  // namespace

std::string write_damaged(const std::string& good, const std::filesystem::path& path, Random& random) {
    std::string bytes = good, said;
    const auto way = random() % 12;
    if (way < 3) said = flip_anywhere(bytes, random);
    if (way == 3) said = flip_page_head(bytes, random);
    if (way == 4) said = flip_file_head(bytes, random);
    if (way == 5) said = cut(bytes, random);
    if (way == 6) said = random() % 2 ? multiply_rows(bytes, random) : replace_page(bytes, random);
    std::ofstream(path, std::ios::binary) << bytes;
    return way > 6 ? change_rows(path, random) : said;
}

}  // namespace cofnod::hostile
