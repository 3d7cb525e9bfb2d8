#include "charset_text.hpp"

#include <unicode/ucnv.h>
#include <unicode/unistr.h>
#include <unicode/ushape.h>

#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "base/characters.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/san.hpp"
#include "importers/text/charset.hpp"
#include "notation/written_move.hpp"

namespace cofnod::importers {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

/// Encodes a text with ICU, or for MacArabic, which ICU lacks, by inverting our decoder.
std::string encoded(const std::string& text, const std::string& charset) {
    if (charset == "MacArabic") {
        std::map<char32_t, char> bytes;
        for (int byte = 0xFF; byte >= 0x80; --byte)
            bytes[utf8::decode(Charset::find(charset)->decoded(std::string(1, static_cast<char>(byte)))).code_point] =
                static_cast<char>(byte);
        std::string result;
        for (std::string_view rest = text; !rest.empty();) {
            const auto next = utf8::decode(rest);
            rest.remove_prefix(next.length);
            result += next.code_point < 0x80 ? static_cast<char>(next.code_point) : bytes.at(next.code_point);
        }
        return result;
    }
    icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(text);
    UErrorCode error = U_ZERO_ERROR;
    if (charset == "ibm-864") {
        std::vector<char16_t> shaped(static_cast<std::size_t>(unicode.length()) * 2 + 16);
        const auto size = u_shapeArabic(
            unicode.getBuffer(), unicode.length(), shaped.data(), static_cast<std::int32_t>(shaped.size()),
            U_SHAPE_LETTERS_SHAPE | U_SHAPE_TEXT_DIRECTION_LOGICAL | U_SHAPE_LENGTH_GROW_SHRINK, &error);
        REQUIRE(U_SUCCESS(error));
        unicode = icu::UnicodeString(shaped.data(), size);
    }
    UConverter* converter = ucnv_open(charset.c_str(), &error);
    REQUIRE(U_SUCCESS(error));
    ucnv_setFallback(converter, true);
    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    std::string bytes(static_cast<std::size_t>(unicode.length()) * 4 + 4, '\0');
    const auto size = ucnv_fromUChars(converter, bytes.data(), static_cast<std::int32_t>(bytes.size()),
                                      unicode.getBuffer(), unicode.length(), &error);
    ucnv_close(converter);
    INFO(charset << ": " << u_errorName(error));
    REQUIRE(U_SUCCESS(error));
    bytes.resize(static_cast<std::size_t>(size));
    return bytes;
}

/// Replaces characters that one of the old Arabic character sets lacks by what people wrote instead.
std::string in_old_arabic(std::string text) {
    return replaced(replaced(replaced(std::move(text), "×", ":"), "،", ","), "إ", "ا");
}

std::string random_moves(const notation::Language& language, int plies, std::mt19937& random) {
    chess::Position position = chess::Position::initial();
    std::string text;
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = chess::legal_moves(position);
        if (moves.empty()) break;
        const chess::Move move = moves[random() % moves.size()];
        const notation::Reading san = chess::san_reading(position, move);
        if (ply % 2 == 0) text += std::to_string(ply / 2 + 1) + ". ";
        position.play(move);
        notation::write_move(language, san, chess::check_mark(position), text);
        text += ' ';
    }
    return text + "*\n";
}

}  // namespace cofnod::importers
