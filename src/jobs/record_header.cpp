#include "jobs/record_header.hpp"

#include <string>
#include <string_view>

#include "store/partial_date.hpp"
#include "store/tag_column.hpp"

namespace cofnod::jobs {

store::GameHeader header_of(const GameRecord& record) {
    const auto tag = [&](std::string_view name) { return std::string(record.tags.find(name).value_or("")); };
    const auto elo = [&](std::string_view name) { return store::plain_number(record.tags.find(name).value_or("")); };
    store::GameHeader header;
    header.kind = record.kind;
    header.state = record.state;
    header.result = record.result;
    header.white = tag("White");
    header.black = tag("Black");
    header.event = tag("Event");
    header.site = tag("Site");
    header.date = store::date_of_tag(tag("Date"));
    header.round = tag("Round");
    header.white_elo = elo("WhiteElo");
    header.black_elo = elo("BlackElo");
    header.eco = tag("ECO");
    header.ply_count = record.ply_count;
    header.notation = record.notation.code;
    return header;
}

store::GameHeader header_in_place_of(const store::GameHeader& stored, const GameRecord& record) {
    store::GameHeader header = header_of(record);
    header.id = stored.id;
    header.source = stored.source;
    header.number = stored.number;
    header.line = stored.line;
    header.charset = record.charset.empty() ? stored.charset : record.charset;
    return header;
}

}  // namespace cofnod::jobs
