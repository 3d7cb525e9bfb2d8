#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "importers/databases/chessbase/annotate.hpp"
#include "importers/databases/chessbase/pieces.hpp"

namespace cofnod::importers::databases::chessbase {

Notes read_notes(std::string_view block) {
    static constexpr std::size_t block_head = 14, note_head = 6;
    const Bytes bytes(block);
    Notes notes;
    std::size_t at = block_head;
    while (at + note_head <= bytes.size()) {
        const auto size = static_cast<std::size_t>(bytes.big(at + 4, 2));
        if (size < note_head || at + size > bytes.size()) break;
        const auto node = static_cast<std::int32_t>(bytes.big(at, 3));
        static constexpr std::int32_t highest = 0x7FFFFF, count = 0x1000000;
        notes.all.push_back({.node = node > highest ? node - count : node,
                             .kind = static_cast<Note::Kind>(bytes.at(at + 3)),
                             .data = Bytes(bytes.part(at + note_head, size - note_head))});
        at += size;
    }
    notes.end_early = at != bytes.size() || bytes.size() < bytes.big(10, 4);
    return notes;
}

namespace {

using Kind = Note::Kind;

struct Language {
    std::uint8_t nation;
    std::string_view code;
};
constexpr auto languages =
    std::to_array<Language>({{42, "en"}, {53, "de"}, {49, "fr"}, {43, "es"}, {70, "it"}, {103, "nl"}, {117, "pt"}});

/// Returns the letter of a colour: green, yellow, red.
char color_of(std::uint8_t color) {
    static constexpr std::string_view letters = "GYR";
    return color >= 2 && color < 2 + letters.size() ? letters[color - 2u] : 'G';
}

std::string square_text(std::uint8_t square) { return square_of(std::max<int>(square, 1) - 1).to_string(); }

/// Returns "Gd4,Rb5" for squares, "Ge2e4" for arrows: a colour and `count` squares each.
std::string drawings(const Bytes& data, std::size_t count) {
    std::string text;
    for (std::size_t at = 0; at + count < data.size(); at += count + 1) {
        if (!text.empty()) text += ',';
        text += color_of(data.at(at));
        for (std::size_t i = 1; i <= count; ++i) text += square_text(data.at(at + i));
    }
    return text;
}

std::string clock_text(std::uint64_t hundredths) {
    const std::uint64_t seconds = hundredths / 100;
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string evaluation_text(const Bytes& data) {
    const auto value = static_cast<std::int16_t>(data.little(0, 2));
    const auto kind = data.little(2, 2), depth = data.little(4, 2);
    std::string text = kind == 1 ? fmt::format("#{}", value) : fmt::format("{:.2f}", value / 100.0);
    if (depth > 0) text += fmt::format(",{}", depth);
    return text;
}

std::string time_control_text(const Bytes& data) {
    std::string text;
    for (std::size_t at = 0; at + 11 <= data.size(); at += 11) {
        const auto start = data.big(at, 4) / 100, increment = data.big(at + 4, 4) / 100, moves = data.big(at + 8, 2);
        if (start == 0 && increment == 0) continue;
        if (!text.empty()) text += ':';
        if (moves > 0 && moves < 1000) text += fmt::format("{}/", moves);
        text += std::to_string(start);
        if (increment > 0) text += fmt::format("+{}", increment);
    }
    return text;
}

/// Returns the players and the event of a game quoted by a note.
std::string quoted_game_text(const Bytes& data, const Texts& texts) {
    static constexpr std::size_t head = 6, set_up_bit = 6, set_up = 28;
    std::size_t at = head + (bits(data.big(4, 2), set_up_bit, 1) != 0 ? set_up : 0);
    const auto next = [&] {
        const std::size_t length = data.at(at);
        std::string text = texts.name(data.text(at + 1, length));
        at += length + 2;
        return text;
    };
    const std::string white = next(), black = next();
    at += 6;
    const std::string event = next(), place = next();
    const auto year = data.big(at, 4) >> 9;
    std::string text = fmt::format("\"{} - {}", white, black);
    for (const std::string& part : {event, place, year > 0 ? std::to_string(year) : std::string()})
        if (!part.empty()) text += ", " + part;
    return text + '"';
}

std::string link_text(const Bytes& data, const Texts& texts) {
    const std::size_t length = data.at(2);
    return fmt::format(R"("{}" "{}")", texts.name(data.text(3, length)),
                       texts.name(data.text(4 + length, data.at(3 + length))));
}

}  // namespace

std::optional<std::string> command_of(const Note& note, const Texts& texts, bool is_whites) {
    const Bytes& data = note.data;
    const auto command = [](std::string_view name, const std::string& value) {
        return fmt::format("[%{} {}]", name, value);
    };
    switch (note.kind) {
        case Kind::squares: return command("csl", drawings(data, 1));
        case Kind::arrows: return command("cal", drawings(data, 2));
        case Kind::time_spent: return command("emt", fmt::format("{}:{:02}:{:02}", data.at(0), data.at(1), data.at(2)));
        case Kind::white_clock: return command(is_whites ? "clk" : "clkw", clock_text(data.big(0, 4)));
        case Kind::black_clock: return command(is_whites ? "clkb" : "clk", clock_text(data.big(0, 4)));
        case Kind::critical: {
            static constexpr auto phases =
                std::to_array<std::string_view>({"none", "opening", "middlegame", "endgame"});
            return command("crit", std::string(phases[data.at(0) & 3]));
        }
        case Kind::evaluation: return command("eval", evaluation_text(data));
        case Kind::medals: return command("mdl", std::to_string(data.big(0, 4)));
        case Kind::color_of_line:
            return command("varcolor", fmt::format("{:02x}{:02x}{:02x}", data.at(3), data.at(2), data.at(1)));
        case Kind::time_control: return command("tc", time_control_text(data));
        case Kind::quoted_game: return command("quote", quoted_game_text(data, texts));
        case Kind::link: return command("weblink", link_text(data, texts));
        default: return std::nullopt;
    }
}

std::string_view name_of_left_out(Kind kind) {
    switch (static_cast<int>(kind)) {
        case 0x09: return "training questions";
        case 0x10: return "sounds";
        case 0x11: return "pictures";
        case 0x14: return "pawn structures";
        case 0x15: return "paths of pieces";
        case 0x19:
        case 0x61: return "dates of correspondence";
        case 0x20:
        case 0x25: return "videos";
        default: return "notes of an unknown kind";
    }
}

std::string text_of_note(const Note& note, const Texts& texts) {
    std::string text = texts.note(note.data.part(2));
    const auto* const language = std::ranges::find(languages, note.data.at(1), &Language::nation);
    if (language != languages.end()) text.insert(0, fmt::format("[%lang {}] ", language->code));
    return text;
}

}  // namespace cofnod::importers::databases::chessbase
