#include "notation/language_check.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/utf8.hpp"
#include "notation/nag.hpp"
#include "notation/read_move.hpp"
#include "notation/result_text.hpp"
#include "notation/write_move.hpp"

namespace cofnod::notation {

namespace {

std::string describe(const Language& english, const Readings& readings) {
    if (readings.empty()) return "no move";
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

/// What is wrong with an example, or nothing.
std::optional<std::string> try_example(const Language& language, const Language& english, const Example& example) {
    if (const auto result = result_from(example.english.front())) {
        const auto read = read_result(example.text);
        if (read == result) return std::nullopt;
        return fmt::format("reads as {}, not as {}", read ? to_text(*read) : "no result", example.english.front());
    }
    const Readings readings = read_move(language, example.text);
    std::string wanted;
    bool same = readings.size() == example.english.size();
    for (std::size_t i = 0; i < example.english.size(); ++i) {
        const Readings right = read_move(english, example.english[i]);
        if (right.empty()) return fmt::format("{} is not a move in English", example.english[i]);
        same = same && same_move(readings[i], right[0]) && readings.check == right.check && readings.nag == right.nag;
        wanted += (i ? " | " : "") + example.english[i];
    }
    if (!same) return fmt::format("reads as {}, not as {}", describe(english, readings), wanted);
    const std::string written = write_move(language, readings[0], readings.check) + std::string(glyph_of(readings.nag));
    if (example.is_written && written != example.text)
        return fmt::format("{} is written {}; a spelling that is only read stands after reads", wanted, written);
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
