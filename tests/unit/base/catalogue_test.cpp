#include "base/tr.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/printable.hpp"

namespace {

using namespace cofnod;
using namespace std::string_literals;

using Messages = std::vector<std::pair<std::string, std::string>>;  // sorted

/// Writes a catalogue in the format described in the gettext manual ("The Format of GNU MO Files").
std::string catalogue_of(const Messages& messages) {
    const auto count = static_cast<std::uint32_t>(messages.size());
    std::vector<std::uint32_t> head = {0x950412de, 0, count, 28, 28 + 8 * count, 0, 0};
    std::string strings;
    const std::uint32_t begin = 28 + 16 * count;
    const auto add = [&](const std::string& text) {
        head.push_back(static_cast<std::uint32_t>(text.size()));
        head.push_back(begin + static_cast<std::uint32_t>(strings.size()));
        strings += text + '\0';
    };
    for (const auto& message : messages) add(message.first);
    for (const auto& message : messages) add(message.second);
    std::string bytes(head.size() * 4, '\0');
    std::memcpy(bytes.data(), head.data(), bytes.size());
    return bytes + strings;
}

const std::string welsh_bytes = catalogue_of({{"", "Language: cy"},
                                              {"no piece stands on {}", "nid oes darn ar {}"},
                                              {"{} cat\0{} cats"s, "dim cŵn\0{} ci\0{} gi\0{} chi\0{} chi\0{} ci"s},
                                              {"{} of {}", "{1}: {0}"}});

}  // namespace

TEST_CASE("a number takes the form that CLDR gives it", "[base][catalogue]") {
    const auto forms = [](std::string_view language, const std::vector<std::uint64_t>& numbers) {
        std::string text;
        for (const std::uint64_t number : numbers) text += std::to_string(plural_form(language, number));
        return text;
    };
    CHECK(forms("cy", {0, 1, 2, 3, 6}) == "01234");
    CHECK(forms("cy", {4, 5, 7, 8, 13, 16, 100, 1000}) == "55555555");
    CHECK(forms("ar", {0, 1, 2}) == "012");
    CHECK(forms("ar", {3, 10, 103, 110, 1003}) == "33333");
    CHECK(forms("ar", {11, 26, 99, 111, 1011}) == "44444");
    CHECK(forms("ar", {100, 101, 102, 200, 1000, 1000000}) == "555555");
    CHECK(forms("en", {1, 0, 2}) == "155");
}

TEST_CASE("a catalogue has the translations that were compiled into it", "[base][catalogue]") {
    const Catalogue welsh("cy", welsh_bytes);
    CHECK(welsh.text("no piece stands on {}") == "nid oes darn ar {}");
    CHECK(welsh.text("something else") == "something else");
    CHECK(welsh.text("").empty());
    CHECK(welsh.form("{} cat", "{} cats", 2) == "{} gi");
    CHECK(welsh.form("{} dog", "{} dogs", 2).empty());
    CHECK_THROWS_AS(Catalogue("cy", "no catalogue, but long enough to be one"), std::logic_error);
    CHECK_THROWS_AS(Catalogue("cy", welsh_bytes.substr(0, 10)), std::logic_error);
}

TEST_CASE("what is said is in the language in force, in this thread and for this while", "[base][catalogue]") {
    const Catalogue welsh("cy", welsh_bytes);
    CHECK(tr("no piece stands on {}", "e4") == "no piece stands on e4");
    {
        const Speaking here(&welsh);
        CHECK(tr("no piece stands on {}", "e4") == "nid oes darn ar e4");
        CHECK(tr("{} of {}", 1, 2) == "2: 1");
        CHECK(counted(3, "{} cat", "{} cats") == "3 chi");
        CHECK(counted(0, "{} cat", "{} cats") == "dim cŵn");
        CHECK(counted(2000, "{} dog", "{} dogs") == "2,000 dogs");
        const Speaking english(nullptr);
        CHECK(tr("no piece stands on {}", "e4") == "no piece stands on e4");
    }
    CHECK(counted(1, "{} cat", "{} cats") == "1 cat");
}

TEST_CASE("marks of direction are for terminals that take them", "[base][catalogue]") {
    const std::string arabic = "لا قطعة على \u2068{}\u2069";
    CHECK(as_spoken(arabic) == "لا قطعة على {}");
    keep_isolates(true);
    CHECK(as_spoken(arabic) == "\u2067" + arabic + "\u2069");
    CHECK(as_spoken("e4") == "e4");
    keep_isolates(false);
    CHECK(without_isolates("\u2067a\u2068b\u2069\u2069c\u2070") == "abc\u2070");
}
