#include "importers/bases/chessbase/header.hpp"

#include "importers/bases/bytes.hpp"

namespace cofnod::importers::bases::chessbase {

Header read_header(std::string_view record) {
    const Bytes bytes(record);
    Header header;
    header.is_text = bits(bytes.at(0), 1, 1) != 0;
    header.is_deleted = bits(bytes.at(0), 7, 1) != 0;
    header.moves = bytes.big(1, 4);
    if (header.is_text) {
        header.tournament = static_cast<std::int64_t>(bytes.big(7, 3));
        header.source = static_cast<std::int64_t>(bytes.big(10, 3));
        header.annotator = static_cast<std::int64_t>(bytes.big(13, 3));
        return header;
    }
    header.notes = bytes.big(5, 4);
    const auto id = [&](std::size_t at) { return static_cast<std::int64_t>(bytes.big(at, 3)); };
    header.white = id(9);
    header.black = id(12);
    header.tournament = id(15);
    header.annotator = id(18);
    header.source = id(21);
    header.date = static_cast<std::uint32_t>(bytes.big(24, 3));
    header.result = bytes.at(27);
    header.round = bytes.at(29);
    header.subround = bytes.at(30);
    header.white_elo = static_cast<std::uint16_t>(bytes.big(31, 2));
    header.black_elo = static_cast<std::uint16_t>(bytes.big(33, 2));
    header.eco = static_cast<std::uint16_t>(bytes.big(35, 2));
    header.medals = static_cast<std::uint16_t>(bytes.big(37, 2));
    return header;
}

}  // namespace cofnod::importers::bases::chessbase
