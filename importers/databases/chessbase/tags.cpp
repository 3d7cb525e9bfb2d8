#include "importers/databases/chessbase/tags.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/characters.hpp"
#include "importers/databases/record.hpp"
#include "importers/decoder/comment_text.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers::databases::chessbase {

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

Entities::Entities(std::string file) : file_(std::move(file)) {
    static constexpr std::size_t least_header = 28;
    const Bytes bytes(file_);
    if (bytes.size() < least_header) return;
    record_ = node_size + bytes.little(12, 4);
    header_ = least_header + bytes.little(24, 4);
    declared_ = bytes.little(0, 4);
    if (header_ < file_.size()) count_ = std::min<std::uint64_t>(declared_, (file_.size() - header_) / record_);
}

Bytes Entities::find(std::int64_t id) const {
    if (id < 0 || static_cast<std::uint64_t>(id) >= count_) return Bytes({});
    static constexpr auto deleted = static_cast<std::uint32_t>(-999);
    const Bytes record(Bytes(file_).part(header_ + static_cast<std::size_t>(id) * record_, record_));
    return record.little(0, 4) == deleted ? Bytes({}) : Bytes(record.part(node_size));
}

namespace {

/// Results 0 to 7, including those of games decided without play.
struct StoredResult {
    Result result;
    std::string_view termination;
};
constexpr auto results = std::to_array<StoredResult>({{Result::black_wins, ""},
                                                      {Result::draw, ""},
                                                      {Result::white_wins, ""},
                                                      {Result::unknown, ""},
                                                      {Result::black_wins, "unplayed"},
                                                      {Result::draw, "unplayed"},
                                                      {Result::white_wins, "unplayed"},
                                                      {Result::both_lose, "rules infraction"}});

/// Event types as named in ChessBase's PGN.
constexpr auto event_types =
    std::to_array<std::string_view>({"", "game", "match", "tourn", "swiss", "team", "k.o.", "simul", "schev"});

/// ChessBase's numbers of nations, as far as they are known.
struct Nation {
    std::uint8_t number;
    std::string_view code;
};
constexpr auto nations = std::to_array<Nation>(
    {{42, "ENG"}, {43, "ESP"}, {49, "FRA"}, {53, "GER"}, {70, "ITA"}, {103, "NED"}, {116, "POL"}, {117, "POR"}});

std::string round_text(const Header& header) {
    if (header.round == 0 && header.subround == 0) return "?";
    std::string text = std::to_string(header.round);
    if (header.subround != 0) (text += '.') += std::to_string(header.subround);
    return text;
}

/// Returns an ECO code, "B90"; empty if there is none, as in Chess960.
std::string eco_text(std::uint16_t eco) {
    static constexpr std::uint32_t count = 500;
    const std::uint32_t code = eco >> 7;
    if (code == 0 || code > count) return {};
    const auto digit = [](std::uint32_t value) { return static_cast<char>('0' + value % 10); };
    return {static_cast<char>('A' + (code - 1) / 100), digit((code - 1) / 10), digit(code - 1)};
}

class TagWriter {
public:
    TagWriter(const Header& header, const Names& names, const Texts& texts, Tags& tags)
        : header_(header), names_(names), texts_(texts), tags_(tags) {}

    void write_seven(Result result) {
        const Bytes event = names_.tournaments.find(header_.tournament);
        add("Event", known(texts_.name(event.text(0, 40))));
        add("Site", known(texts_.name(event.text(40, 30))));
        add("Date", date_text(header_.date));
        add("Round", round_text(header_));
        add("White", known(player(header_.white)));
        add("Black", known(player(header_.black)));
        add("Result", std::string(to_text(result)));
    }

    void write_others() {
        if (header_.result < results.size()) add_if("Termination", std::string(results[header_.result].termination));
        if (header_.white_elo > 0) add("WhiteElo", std::to_string(header_.white_elo));
        if (header_.black_elo > 0) add("BlackElo", std::to_string(header_.black_elo));
        add_if("WhiteTeam", texts_.name(names_.teams.find(header_.white_team).text(0, 45)));
        add_if("BlackTeam", texts_.name(names_.teams.find(header_.black_team).text(0, 45)));
        add_if("ECO", eco_text(header_.eco));
        add_if("Annotator", texts_.name(names_.annotators.find(header_.annotator).text(0, 45)));
        write_event(names_.tournaments.find(header_.tournament));
        const Bytes source = names_.sources.find(header_.source);
        add_if("Source", texts_.name(source.text(25, 16)));
        add_if("SourceTitle", texts_.name(source.text(0, 25)));
        if (const auto date = static_cast<std::uint32_t>(source.little(45, 4)); date != 0)
            add("SourceDate", date_text(date));
    }

private:
    void write_event(const Bytes& event) {
        if (const auto date = static_cast<std::uint32_t>(event.little(70, 4)); date != 0)
            add("EventDate", date_text(date));
        const std::uint8_t kind = event.at(74);
        if (const std::uint32_t type = bits(kind, 0, 5); type > 0 && type < event_types.size()) {
            std::string text(event_types[type]);
            if (bits(kind, 5, 1) != 0) text += " (blitz)";
            if (bits(kind, 6, 1) != 0) text += " (rapid)";
            if (bits(kind, 7, 1) != 0) text += " (corr)";
            add("EventType", text);
        }
        if (event.at(80) > 0) add("EventRounds", std::to_string(event.at(80)));
        for (const Nation& nation : nations)
            if (nation.number == event.at(76)) add("EventCountry", std::string(nation.code));
        if (event.at(78) > 0) add("EventCategory", std::to_string(event.at(78)));
    }

    [[nodiscard]] std::string player(std::int64_t id) const {
        const Bytes name = names_.players.find(id);
        std::string text = texts_.name(name.text(0, 30));
        if (const std::string first = texts_.name(name.text(30, 20)); !first.empty()) (text += ", ") += first;
        return text;
    }
    static std::string known(std::string name) { return name.empty() ? "?" : std::move(name); }

    void add(std::string_view name, const std::string& value) { tags_.add(name, value); }
    void add_if(std::string_view name, const std::string& value) {
        if (!value.empty()) add(name, value);
    }

    const Header& header_;
    const Names& names_;
    const Texts& texts_;
    Tags& tags_;
};

}  // namespace

void add_tags(const Header& header, const Names& names, const Texts& texts, GameRecord& game) {
    game.result = header.result < results.size() ? results[header.result].result : Result::unknown;
    TagWriter writer(header, names, texts, game.tags);
    writer.write_seven(game.result);
    writer.write_others();
}

std::string guiding_text(std::string_view record, const Texts& texts) {
    const Bytes bytes(record);
    std::string text;
    const auto add = [&](std::string_view part) {
        if (trimmed(part).empty()) return;
        if (!text.empty()) text += '\n';
        text += trimmed(part);
    };
    std::size_t at = 8;
    const auto number = [&](std::size_t count) {
        at += count;
        return static_cast<std::size_t>(bytes.little(at - count, count));
    };
    const auto part = [&](std::size_t length) {
        at += length;
        return bytes.part(at - length, length);
    };
    const std::size_t format = bytes.little(4, 2), titles = bytes.little(6, 2);
    for (std::size_t i = 0; i < titles && at < bytes.size(); ++i) {
        number(2);  // language
        add(texts.name(part(number(2))));
    }
    number(1);
    const std::size_t contents = number(2), length_size = format == 1 ? 2 : 4;
    for (std::size_t i = 0; i < contents && at < bytes.size(); ++i) {
        number(2);
        const std::string_view content = part(number(length_size));
        add(format == 3 ? page::text_of_page(content).text() : texts.note(content));
        part(number(length_size));  // layout
    }
    return text;
}

namespace {

struct Sign {
    unsigned char byte;
    char32_t code_point;
    std::string_view text;
};

constexpr auto signs = std::to_array<Sign>({
#define SIGN(byte, code_point, text) {byte, code_point, text},
#include "importers/databases/chessbase/signs.def"
#undef SIGN
});

/// First UTF-8 byte of all symbol code points.
constexpr char lead_of_signs = '\xEE';
static_assert(std::ranges::all_of(signs, [](const Sign& sign) {
    return sign.code_point == 0 || sign.code_point >> 12 == 0xE;
}));

/// Symbols by byte; empty for a byte that is a letter.
constexpr auto signs_by_byte = [] {
    std::array<std::string_view, 256> table{};
    for (const Sign& sign : signs)
        if (sign.byte != 0) table[sign.byte] = sign.text;
    return table;
}();

std::string_view sign_of(char byte) { return signs_by_byte[static_cast<unsigned char>(byte)]; }

/// Returns true for UTF-8. An isolated letter in the range of Hebrew and related scripts is taken as a symbol and a
/// figurine in an older encoding, but words of such letters are text.
bool is_utf8(std::string_view bytes) {
    if (is_ascii(bytes)) return true;
    if (!utf8::is_valid(bytes)) return false;
    bool has_lone = false, has_word = false, follows = false;
    for (std::string_view rest = bytes; !rest.empty();) {
        const utf8::Decoded next = utf8::decode(rest);
        const bool is_doubtful = next.code_point >= 0x590 && next.code_point <= 0x7FF;
        has_word = has_word || (is_doubtful && follows);
        has_lone = has_lone || is_doubtful;
        follows = is_doubtful;
        rest.remove_prefix(next.length);
    }
    return has_word || !has_lone;
}

std::string with_signs_of_utf8(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find(lead_of_signs), text.size());
        result += text.substr(0, begin);
        text.remove_prefix(begin);
        if (text.empty()) break;
        const utf8::Decoded next = utf8::decode(text);
        const auto* const sign = std::ranges::find_if(
            signs, [&](const Sign& each) { return each.code_point != 0 && each.code_point == next.code_point; });
        result += sign == signs.end() ? text.substr(0, next.length) : sign->text;
        text.remove_prefix(next.length);
    }
    return result;
}

std::string with_signs_of_bytes(std::string_view bytes, const Charset& charset) {
    std::string result;
    while (!bytes.empty()) {
        const auto sign = std::ranges::find_if(bytes, [](char byte) { return !sign_of(byte).empty(); });
        const auto letters = static_cast<std::size_t>(sign - bytes.begin());
        charset.decode(bytes.substr(0, letters), result);
        bytes.remove_prefix(letters);
        if (bytes.empty()) break;
        result += sign_of(bytes.front());
        bytes.remove_prefix(1);
    }
    return result;
}

}  // namespace

Texts::Texts(const Charset& charset)
    : charset_(charset), has_signs_(charset.name() == "windows-1252" || charset.name() == "iso-8859-1") {}

std::string Texts::name(std::string_view bytes) const {
    if (is_ascii(bytes)) return tag_text(bytes);
    // A fixed-size field may end within a character.
    static constexpr std::size_t longest = 4;
    const std::string_view whole = bytes.substr(0, utf8::valid_prefix(bytes));
    const bool is_utf8_field = is_utf8(whole) && bytes.size() - whole.size() < longest && !is_ascii(whole);
    return tag_text(is_utf8_field ? std::string(whole) : charset_.decoded(bytes));
}

std::string Texts::note(std::string_view bytes) const {
    std::string text = is_utf8(bytes) && bytes.find('\4') == bytes.npos ? with_signs_of_utf8(bytes)
                       : has_signs_                                     ? with_signs_of_bytes(bytes, charset_)
                                                                        : charset_.decoded(bytes);
    if (charset_.is_utf8()) return comment_text(trimmed(text));
    if (const std::string_view inner = trimmed(text); inner.size() < text.size()) text = std::string(inner);
    return comment_text_of_utf8(std::move(text));
}

const Charset& likely_charset(std::string_view sample) {
    // Bytes from 0xC0 up are letters in all Windows character sets.
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0xC0; };
    std::size_t in_pairs = 0, alone = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
        if (!is_high(sample[i])) continue;
        const bool has_neighbour =
            (i > 0 && is_high(sample[i - 1])) || (i + 1 < sample.size() && is_high(sample[i + 1]));
        ++(has_neighbour ? in_pairs : alone);
    }
    return *Charset::find(in_pairs > alone ? "windows-1251" : "windows-1252");
}

}  // namespace cofnod::importers::databases::chessbase
