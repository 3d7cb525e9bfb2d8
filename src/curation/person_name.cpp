#include "curation/person_name.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "store/name_match.hpp"

namespace cofnod::curation {

namespace {

constexpr std::array<std::string_view, 8> unknown_names = {"",          "nn",      "n n",     "anon",
                                                           "anonymous", "unknown", "amateur", "x"};

/// Collapses runs of blanks, dots and question marks into single blanks.
std::string tidy(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '.' || c == '?' || c == '\t';
        if (!blank)
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    if (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

}  // namespace

PersonName PersonName::read(std::string_view name) {
    const std::string key = store::name_key(name);
    PersonName result;
    if (std::ranges::find(unknown_names, tidy(key)) != unknown_names.end()) return result;
    if (const auto comma = key.find(','); comma != std::string::npos) {
        result.family_ = tidy(std::string_view(key).substr(0, comma));
        result.given_ = tidy(std::string_view(key).substr(comma + 1));
    } else {
        result.family_ = tidy(key);
        const auto blank = result.family_.rfind(' ');
        const std::string last = result.family_.substr(blank + 1);
        if (blank != std::string::npos && utf8::length(last) == 1) {  // Kasparov G
            result.given_ = last;
            result.family_.resize(blank);
        } else if (blank != std::string::npos) {  // Garry Kasparov
            result.given_ = result.family_.substr(0, blank);
            result.family_ = last;
        }
    }
    return result;
}

char32_t PersonName::initial() const { return given_.empty() ? 0 : utf8::decode(given_).code_point; }

bool PersonName::may_be(const PersonName& other) const {
    if (!is_known() || !other.is_known()) return true;
    if (family_ != other.family_) return false;
    return initial() == 0 || other.initial() == 0 || initial() == other.initial();
}

}  // namespace cofnod::curation
