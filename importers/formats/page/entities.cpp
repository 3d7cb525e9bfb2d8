#include "importers/formats/page/entities.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace cofnod::importers::page {

namespace {

/// Names of U+00A0 to U+00FF, in order.
constexpr std::array<std::string_view, 96> latin = {
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",    "copy",   "ordf",
    "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn", "sup2",   "sup3",   "acute",  "micro",
    "para",   "middot", "cedil",  "sup1",   "ordm",   "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave",
    "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",
    "Igrave", "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",
    "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",  "agrave", "aacute",
    "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil", "egrave", "eacute", "ecirc",  "euml",   "igrave",
    "iacute", "icirc",  "iuml",   "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide",
    "oslash", "ugrave", "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

constexpr std::array<std::pair<std::string_view, char32_t>, 44> others = {{
    {"quot", '"'},      {"amp", '&'},      {"apos", '\''},     {"lt", '<'},        {"gt", '>'},
    {"OElig", 0x152},   {"oelig", 0x153},  {"Scaron", 0x160},  {"scaron", 0x161},  {"Yuml", 0x178},
    {"half", 0xBD},     {"ensp", 0x2002},  {"emsp", 0x2003},   {"thinsp", 0x2009}, {"zwnj", 0x200C},
    {"zwj", 0x200D},    {"lrm", 0x200E},   {"rlm", 0x200F},    {"hyphen", 0x2010}, {"ndash", 0x2013},
    {"mdash", 0x2014},  {"lsquo", 0x2018}, {"rsquo", 0x2019},  {"sbquo", 0x201A},  {"ldquo", 0x201C},
    {"rdquo", 0x201D},  {"bdquo", 0x201E}, {"dagger", 0x2020}, {"Dagger", 0x2021}, {"bull", 0x2022},
    {"hellip", 0x2026}, {"minus", 0x2212}, {"infin", 0x221E},  {"plusmn", 0xB1},   {"ne", 0x2260},
    {"le", 0x2264},     {"ge", 0x2265},    {"wcirc", 0x175},   {"Wcirc", 0x174},   {"ycirc", 0x177},
    {"Ycirc", 0x176},   {"dash", 0x2010},  {"euro", 0x20AC},   {"trade", 0x2122},
}};

char32_t numeric(std::string_view digits) {
    const bool hexadecimal = digits.starts_with('x') || digits.starts_with('X');
    if (hexadecimal) digits.remove_prefix(1);
    std::uint32_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value, hexadecimal ? 16 : 10);
    const bool is_surrogate = value >= 0xD800 && value < 0xE000;
    return value < ' ' || value > 0x10FFFF || is_surrogate ? 0 : static_cast<char32_t>(value);
}

}  // namespace

char32_t entity(std::string_view name) {
    if (name.starts_with('#')) return numeric(name.substr(1));
    if (const auto found = std::find(latin.begin(), latin.end(), name); found != latin.end())
        return static_cast<char32_t>(0xA0 + (found - latin.begin()));
    for (const auto& [known, sign] : others)
        if (known == name) return sign;
    return 0;
}

}  // namespace cofnod::importers::page
