#include "notation/language_check.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/say.hpp"
#include "base/utf8.hpp"
#include "notation/language.hpp"
#include "notation/language_file.hpp"
#include "notation/nag.hpp"
#include "notation/read_descriptive.hpp"
#include "notation/read_move.hpp"
#include "notation/result_text.hpp"
#include "notation/write_move.hpp"

namespace cofnod::notation {

namespace {

std::string describe(const Language& english, const Readings& readings) {
    if (readings.empty()) return say("no move");
    std::string text;
    for (const Reading& reading : readings) {
        if (!text.empty()) text += " | ";
        write_move(english, reading, readings.check, text);
        text += glyph_of(readings.nag);
    }
    return text;
}

bool same_move(Reading a, Reading b) {
    a.loose = b.loose = false;
    return a == b;
}

bool fits(const DescribedMove& described, const Reading& reading) {
    using Kind = DescribedMove::Kind;
    if (reading.kind != Reading::Kind::move) {
        const Kind side =
            reading.kind == Reading::Kind::castle_king_side ? Kind::castle_king_side : Kind::castle_queen_side;
        return described.kind == Kind::castle || described.kind == side;
    }
    const auto squares = [](std::optional<File> file, std::optional<Rank> rank) {
        return (file ? squares_of(*file) : every_square) & (rank ? squares_of(*rank) : every_square);
    };
    return described.kind == Kind::move && (!described.role || described.role == reading.role) &&
           (described.from & squares(reading.from_file, reading.from_rank)) != 0 &&
           (described.to & squares(reading.to_file, reading.to_rank)) != 0 &&
           (!described.capture || described.capture == reading.capture) && described.promotion == reading.promotion;
}

std::string only_read(const Language& language) {
    return say("moves in {} are only read: this example stands after reads", translated(language.name()));
}

/// Returns the fault of an example in a non-algebraic notation, if any: every reading must fit. Squares are seen from
/// White's side.
std::optional<std::string> try_described(const Language& language, const Language& english, const Example& example) {
    const auto read = read_descriptive(language, example.text);
    if (!read) return say("reads as no move");
    if (read->length != example.text.size())
        return say("reads as {} and something else", example.text.substr(0, read->length));
    for (const std::string& wanted : example.english) {
        const Readings readings = read_move(english, wanted);
        if (readings.empty()) return say("{} is not a move in English", wanted);
        if (!fits(read->move, readings[0]) || read->move.check != readings.check)
            return say("cannot be read as {}", wanted);
    }
    return example.is_written ? std::optional(only_read(language)) : std::nullopt;
}

/// Returns the fault of an example, if any.
std::optional<std::string> try_example(const Language& language, const Language& english, const Example& example) {
    if (const auto result = result_from(example.english.front())) {
        const auto read = read_result(example.text);
        if (read == result) return std::nullopt;
        return say("reads as {}, not as {}", read ? to_text(*read) : say("no result"), example.english.front());
    }
    if (language.system() != System::algebraic) return try_described(language, english, example);
    const Readings readings = read_move(language, example.text);
    std::string wanted;
    bool same = readings.size() == example.english.size();
    for (std::size_t i = 0; i < example.english.size(); ++i) {
        const Readings right = read_move(english, example.english[i]);
        if (right.empty()) return say("{} is not a move in English", example.english[i]);
        same = same && same_move(readings[i], right[0]) && readings.check == right.check && readings.nag == right.nag;
        wanted += (i ? " | " : "") + example.english[i];
    }
    if (!same) return say("reads as {}, not as {}", describe(english, readings), wanted);
    if (!language.is_written()) return example.is_written ? std::optional(only_read(language)) : std::nullopt;
    const std::string written = write_move(language, readings[0], readings.check) + std::string(glyph_of(readings.nag));
    if (example.is_written && written != example.text)
        return say("{} is written {}; a spelling that is only read stands after reads", wanted, written);
    return std::nullopt;
}

}  // namespace

std::vector<LanguageFault> check_language(const Language& language, const Language& english) {
    std::vector<LanguageFault> faults;
    for (const Example& example : language.data().examples) {
        const auto message = try_example(language, english, example);
        if (!message) continue;
        const std::string_view keyword = example.is_written ? "example" : "reads";
        LanguageFault fault{example.place,
                            *message,
                            {},
                            fmt::format("{} {} = {}", keyword, example.text, fmt::join(example.english, " | ")),
                            static_cast<std::uint32_t>(keyword.size() + 1),
                            static_cast<std::uint32_t>(utf8::length(example.text))};
        faults.push_back(std::move(fault));
    }
    return faults;
}

}  // namespace cofnod::notation
