// Any bytes as the target of a request: it is refused, or its parts are clean text, which escaped is read as the same.

#include <algorithm>

#include "base/characters.hpp"
#include "fuzz.hpp"
#include "web/http.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;

namespace {

std::string escaped(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        result += {'%', digits[byte / 16], digits[byte % 16]};
    }
    return result;
}

bool is_clean(std::string_view text) {
    return utf8::is_valid(text) && std::none_of(text.begin(), text.end(), [](char c) {
               return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7F;
           });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto target = web::read_target(text_of(data, size));
    if (!target) {
        require(!target.error().empty(), "a refusal is a sentence");
        return 0;
    }
    std::string text;
    for (const std::string& segment : target->path) {
        require(is_clean(segment) && !segment.empty() && segment != "." && segment != ".." &&
                    segment.find('/') == segment.npos,
                "a segment is a name");
        text += '/' + escaped(segment);
    }
    if (text.empty()) text = "/";
    for (const auto& [name, value] : target->parameters) {
        require(is_clean(name) && is_clean(value), "a parameter is clean text");
        text += (&name == &target->parameters.front().first ? '?' : '&') + escaped(name) + '=' + escaped(value);
    }
    const auto again = web::read_target(text);
    require(again && again->path == target->path && again->parameters == target->parameters,
            "what is read is escaped and read as the same");
    return 0;
}
