#include "base/bidi.hpp"

#include <unicode/ubidi.h>
#include <unicode/unistr.h>

#include <memory>

#include "base/utf8.hpp"

namespace cofnod {

std::string in_visual_order(std::string_view text) {
    if (!utf8::has_right_to_left(text)) return std::string(text);
    const auto logical =
        icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
    const std::unique_ptr<UBiDi, decltype(&ubidi_close)> bidi(ubidi_open(), ubidi_close);
    UErrorCode status = U_ZERO_ERROR;
    ubidi_setPara(bidi.get(), logical.getBuffer(), logical.length(), UBIDI_DEFAULT_LTR, nullptr, &status);
    icu::UnicodeString visual;
    const std::int32_t capacity = logical.length() + 1;
    const std::int32_t length = ubidi_writeReordered(bidi.get(), visual.getBuffer(capacity), capacity,
                                                     UBIDI_DO_MIRRORING | UBIDI_KEEP_BASE_COMBINING, &status);
    visual.releaseBuffer(U_SUCCESS(status) ? length : 0);
    if (U_FAILURE(status)) return std::string(text);
    std::string result;
    visual.toUTF8String(result);
    return result;
}

}  // namespace cofnod
