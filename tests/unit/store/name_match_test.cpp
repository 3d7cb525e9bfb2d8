#include "store/name_match.hpp"

#include <unicode/uchar.h>
#include <unicode/ucol.h>
#include <unicode/ustring.h>

#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <memory>

#include "base/characters.hpp"

using namespace cofnod;
using namespace cofnod::store;

namespace {

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(' ') + 1);
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

/// "text = name", or "text ! name" if the name must not match.
struct Case {
    int line = 0;
    std::string part, name;
    bool found = false;
};

std::vector<Case> cases() {
    std::vector<Case> result;
    std::ifstream file(COFNOD_ROOT "/tests/unit/store/names.cases");
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const auto sign = std::min(line.find(" = "), line.find(" ! "));
        REQUIRE(sign != std::string::npos);
        result.push_back(
            {number, trimmed(line.substr(0, sign)), trimmed(line.substr(sign + 3)), line[sign + 1] == '='});
    }
    return result;
}

std::string utf8_of(char32_t c) {
    std::string text;
    utf8::append(text, c);
    return text;
}

/// Returns ICU's sort key of a code point at primary strength; empty if it is ignored.
std::string primary_key(const UCollator& collator, char32_t c) {
    std::array<UChar, 2> text{};
    std::int32_t length = 0;
    U16_APPEND_UNSAFE(text.data(), length, static_cast<UChar32>(c));
    std::array<std::uint8_t, 64> key{};
    const std::int32_t size = ucol_getSortKey(&collator, text.data(), length, key.data(), key.size());
    return {reinterpret_cast<const char*>(key.data()), static_cast<std::size_t>(size - 1)};
}

}  // namespace

TEST_CASE("every line of names.cases is found, or not, as it says", "[store][names]") {
    const std::vector<Case> all = cases();
    CHECK(all.size() >= 100);
    for (const Case& c : all) {
        INFO("names.cases:" << c.line << ": " << c.part << " in " << c.name);
        CHECK(name_contains(c.name, c.part) == c.found);
    }
}

TEST_CASE("what ICU holds for the same letter at primary strength has the same key", "[store][names]") {
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<UCollator, void (*)(UCollator*)> collator(ucol_open("", &error), ucol_close);
    REQUIRE(U_SUCCESS(error));
    ucol_setStrength(collator.get(), UCOL_PRIMARY);

    // Latin to Arabic, except for combining letters (from U+0363) and the separate Greek iota subscript; Latin, Greek
    // and presentation forms with marks.
    constexpr std::array<std::pair<char32_t, char32_t>, 5> alphabets = {
        {{0x20, 0x250}, {0x300, 0x363}, {0x37B, 0x700}, {0x1E00, 0x2000}, {0xFB00, 0xFF00}}};
    std::map<std::string, std::string> keys;
    std::size_t compared = 0;
    for (const auto& [first, last] : alphabets)
        for (char32_t c = first; c < last; ++c) {
            if (!u_isalnum(static_cast<UChar32>(c)) && u_charType(static_cast<UChar32>(c)) != U_NON_SPACING_MARK)
                continue;
            const std::string primary = primary_key(*collator, c);
            const auto [known, is_new] = keys.emplace(primary, name_key(utf8_of(c)));
            INFO("U+" << std::hex << static_cast<unsigned>(c) << " " << utf8_of(c));
            CHECK(name_key(utf8_of(c)) == known->second);
            ++compared;
        }
    CHECK(compared > 2000);
}

TEST_CASE("the key of a part is a part of the key", "[store][names]") {
    for (const Case& c : cases()) CHECK(name_key(c.part + c.name) == name_key(c.part) + name_key(c.name));
    CHECK(name_contains("anything", ""));
    CHECK(name_contains("علاء", "ء"));
    CHECK(name_contains("a\xff", "\xff"));
    CHECK_FALSE(name_contains("", "a"));
}

TEST_CASE("texts in place of a name denote no person", "[store][names]") {
    for (const char* name : {"", "?", "? ?", "?, ?", "-", "--", "NN", "N.N.", "N. N.", "nn", "N.N., ?", "Unknown",
                             "UNKNOWN", "Anonymous", "Неизвестный", "مجهول"}) {
        INFO(name);
        CHECK(is_placeholder(name));
    }
    for (const char* name : {"Nn, Tan", "Nunn", "A", "%", "O", "Unknown, Peter", "李", "ديب بلو", "N1"}) {
        INFO(name);
        CHECK_FALSE(is_placeholder(name));
    }
}
