#include "cluster/game_rows.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "columns/table.hpp"
#include "game/with_game.hpp"
#include "store/record_bytes.hpp"

namespace cofnod::cluster {

namespace {

struct GameColumn {
    std::string_view name;
    void (*read)(RowReader& reader, columns::Type type, GameRow& row);
};

template <auto member>
void take_text(RowReader& reader, columns::Type, GameRow& row) {
    row.header.*member = reader.text();
}
template <auto member>
void take_row_text(RowReader& reader, columns::Type, GameRow& row) {
    row.*member = reader.text();
}
template <auto member>
void take_number(RowReader& reader, columns::Type type, GameRow& row) {
    const std::int64_t number = reader.number(type);
    using Number = std::remove_reference_t<decltype(row.header.*member)>;
    if (number < 0) reader.fail();
    row.header.*member = static_cast<Number>(number);
}
template <auto member>
void take_elo(RowReader& reader, columns::Type type, GameRow& row) {
    const std::int64_t number = reader.number(type);
    if (number > 0) row.header.*member = number;
}
template <auto member, int count>
void take_word(RowReader& reader, columns::Type type, GameRow& row) {
    const std::int64_t number = reader.number(type);
    if (number < 0 || number >= count) reader.fail();
    using Word = std::remove_reference_t<decltype(row.header.*member)>;
    row.header.*member = static_cast<Word>(number);
}

using store::GameHeader;

constexpr GameColumn game_row[] = {
    {"id", take_number<&GameHeader::id>},
    {"kind",
     [](RowReader& reader, columns::Type type, GameRow& row) {
         const auto kind = kind_with_number(reader.number(type));
         if (!kind) reader.fail();
         row.header.kind = *kind;
     }},
    {"state", take_word<&GameHeader::state, 3>},
    {"white", take_text<&GameHeader::white>},
    {"black", take_text<&GameHeader::black>},
    {"event", take_text<&GameHeader::event>},
    {"site", take_text<&GameHeader::site>},
    {"date",
     [](RowReader& reader, columns::Type type, GameRow& row) {
         const auto number = static_cast<std::int32_t>(reader.number(type));
         if (number >= 0) row.header.date = store::PartialDate::from_number(number);
     }},
    {"round", take_text<&GameHeader::round>},
    {"result", take_word<&GameHeader::result, 4>},
    {"white_elo", take_elo<&GameHeader::white_elo>},
    {"black_elo", take_elo<&GameHeader::black_elo>},
    {"eco", take_text<&GameHeader::eco>},
    {"plies", take_number<&GameHeader::ply_count>},
    {"notation", take_text<&GameHeader::notation>},
    {"source", take_text<&GameHeader::source>},
    {"citation", take_row_text<&GameRow::citation>},
    {"number", take_number<&GameHeader::number>},
    {"line", take_number<&GameHeader::line>},
    {"work", [](RowReader& reader, columns::Type type, GameRow& row) { row.work = reader.number(type); }},
    {"start", take_row_text<&GameRow::start>},
    {"moves", take_row_text<&GameRow::moves>},
};

}  // namespace

std::string game_columns() {
    std::string names;
    for (const GameColumn& column : game_row) names.append(names.empty() ? "" : ", ").append(column.name);
    return names;
}

GameRow read_game_row(RowReader& reader) {
    static const std::vector<columns::Type> types = [] {
        std::vector<columns::Type> found;
        const auto columns = columns::table(columns::TableId::game).columns;
        for (const GameColumn& column : game_row)
            found.push_back(std::ranges::find(columns, column.name, &columns::Column::name)->type);
        return found;
    }();
    GameRow row;
    for (std::size_t i = 0; i < std::size(game_row); ++i) game_row[i].read(reader, types[i], row);
    return row;
}

WholeRow read_whole_row(RowReader& reader) {
    WholeRow row;
    row.game = reader.int64();
    row.is_annotated = reader.number(columns::Type::int8) != 0;
    row.charset = reader.text();
    row.databases = reader.text();
    row.record = store::former_game_from(reader.text()).record;
    return row;
}

}  // namespace cofnod::cluster
