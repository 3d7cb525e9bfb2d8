#include "importers/databases/chessbase/pieces.hpp"

#include <algorithm>
#include <string_view>

namespace cofnod::importers::databases::chessbase {

namespace {

constexpr std::uint8_t digit(char c) { return static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'A' + 10); }

consteval MoveCodes codes(std::string_view text) {
    MoveCodes codes{};
    for (std::size_t i = 0; i < codes.size(); ++i)
        codes[i] = static_cast<std::uint8_t>(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
    return codes;
}

struct NumberedCodes {
    int mode;
    MoveCodes codes;
};

constexpr NumberedCodes all_codes[] = {
#define MOVE_CODES(mode, bytes) {mode, codes(bytes)},
#include "importers/databases/chessbase/move_codes.def"
#undef MOVE_CODES
};

constexpr const MoveCodes* codes_of(int mode) {
    return &std::ranges::find(all_codes, mode, &NumberedCodes::mode)->codes;
}

struct NumberedCoding {
    int mode;
    Coding coding;
};

constexpr NumberedCoding codings[] = {
    //         table         subtracts  two bytes  reversed  Chess960
    {0, {codes_of(0), true, false, false, false}},          {1, {codes_of(1), true, true, false, false}},
    {2, {codes_of(2), true, false, true, false}},           {3, {codes_of(3), true, true, true, false}},
    {4, {codes_of(4), false, false, false, false}},         {5, {codes_of(5), false, true, false, false}},
    {6, {codes_of(6), false, false, true, false}},          {7, {codes_of(7), false, true, true, false}},
    {10, {codes_of(10), false, false, false, true}},        {11, {codes_of(11), false, false, true, true}},
    {quoted, {codes_of(quoted), true, true, false, false}},
};

}  // namespace

const Coding* coding_of(int mode) {
    const auto* const found = std::ranges::find(codings, mode, &NumberedCoding::mode);
    return found == std::end(codings) ? nullptr : &found->coding;
}

}  // namespace cofnod::importers::databases::chessbase
