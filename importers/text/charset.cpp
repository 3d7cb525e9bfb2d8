#include "importers/text/charset.hpp"

#include <unicode/normalizer2.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include "base/characters.hpp"

namespace cofnod::importers {

namespace {

constexpr char32_t unknown = 0xFFFD;

/// The upper half of MacArabic, which ICU lacks; its right-to-left copies of ASCII signs are ASCII here.
constexpr std::u32string_view mac_arabic_letters =
    U"\u00C4\u00A0\u00C7\u00C9\u00D1\u00D6\u00DC\u00E1\u00E0\u00E2\u00E4\u06BA\u00AB\u00E7\u00E9\u00E8"
    U"\u00EA\u00EB\u00ED\u2026\u00EE\u00EF\u00F1\u00F3\u00BB\u00F4\u00F6\u00F7\u00FA\u00F9\u00FB\u00FC"
    U" !\"#$\u066A&'()*+\u060C-./"
    U"\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669:\u061B<=>\u061F"
    U"\u274A\u0621\u0622\u0623\u0624\u0625\u0626\u0627\u0628\u0629\u062A\u062B\u062C\u062D\u062E\u062F"
    U"\u0630\u0631\u0632\u0633\u0634\u0635\u0636\u0637\u0638\u0639\u063A[\\]^_"
    U"\u0640\u0641\u0642\u0643\u0644\u0645\u0646\u0647\u0648\u0649\u064A\u064B\u064C\u064D\u064E\u064F"
    U"\u0650\u0651\u0652\u067E\u0679\u0686\u06D5\u06A4\u06AF\u0688\u0691{|}\u0698\u06D2";
static_assert(mac_arabic_letters.size() == 128);

/// Converts presentation forms to the letters they represent (ibm-864 has no others); a lam-alef becomes two.
std::string letters_of(char32_t code_point) {
    std::string text;
    utf8::append(text, code_point);
    if (code_point < 0xFB50 || code_point > 0xFEFC) return text;
    UErrorCode error = U_ZERO_ERROR;
    const icu::Normalizer2* const nfkc = icu::Normalizer2::getNFKCInstance(error);
    if (U_FAILURE(error)) return text;
    const icu::UnicodeString letters = nfkc->normalize(icu::UnicodeString(static_cast<UChar32>(code_point)), error);
    const bool is_ligature = code_point >= 0xFEF5;
    if (U_FAILURE(error) || letters.length() != (is_ligature ? 2 : 1)) return text;
    text.clear();
    return letters.toUTF8String(text);
}

struct CloseConverter {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
};

}  // namespace

Charset::Letter::Letter(std::string_view of) : size(static_cast<std::uint8_t>(std::min(of.size(), text.size()))) {
    std::copy_n(of.begin(), size, text.begin());
}

Charset::Charset(std::string name, Width width) : name_(std::move(name)), width_(width) {
    for (unsigned char ascii = 0; ascii < 128; ++ascii) {
        const auto sign = static_cast<char>(ascii);
        table_[ascii] = Letter({&sign, 1});
    }
}

const Charset& Charset::utf8() {
    static const Charset charset("UTF-8", Width::utf8);
    return charset;
}

const Charset& Charset::utf16(bool is_big) {
    static const Charset little("UTF-16LE", Width::utf16_le), big("UTF-16BE", Width::utf16_be);
    return is_big ? big : little;
}

const Charset* Charset::utf16_of(std::string_view start) {
    if (start.starts_with("\xFF\xFE")) return &utf16(false);
    if (start.starts_with("\xFE\xFF")) return &utf16(true);
    start = start.substr(0, 4096);
    std::size_t low[2] = {};
    for (std::size_t i = 0; i < start.size(); ++i) low[i % 2] += static_cast<unsigned char>(start[i]) < 9;
    const std::size_t pairs = start.size() / 2;
    const auto is_mostly = [&](int high) { return low[high] * 4 > pairs * 3 && low[1 - high] * 4 < pairs; };
    return is_mostly(1) ? &utf16(false) : is_mostly(0) ? &utf16(true) : nullptr;
}

const Charset& Charset::mac_arabic() {
    static const Charset charset = [] {
        Charset made("MacArabic", Width::one_byte);
        std::transform(mac_arabic_letters.begin(), mac_arabic_letters.end(), made.table_.begin() + 128,
                       [](char32_t letter) { return Letter(letters_of(letter)); });
        return made;
    }();
    return charset;
}

const std::vector<const Charset*>& Charset::candidates() {
    // If two sets decode to the same text, the name of the first is used.
    static const std::vector<const Charset*> all = [] {
        std::vector<const Charset*> found;
        for (const char* name :
             {"windows-1252", "iso-8859-1",     "iso-8859-15",  "iso-8859-14",  "ibm-850",      "windows-1250",
              "iso-8859-2",   "ibm-852",        "windows-1257", "windows-1254", "windows-1256", "iso-8859-6",
              "MacArabic",    "ibm-720",        "ibm-864",      "windows-1251", "koi8-r",       "ibm-866",
              "iso-8859-5",   "x-mac-cyrillic", "windows-1255", "windows-1253"})
            if (const Charset* charset = find(name)) found.push_back(charset);
        return found;
    }();
    return all;
}

const Charset* Charset::find(std::string_view name) {
    const std::string wanted(name);
    const auto is = [&](const char* other) { return ucnv_compareNames(wanted.c_str(), other) == 0; };
    if (is("UTF-8")) return &utf8();
    if (is("UTF-16LE") || is("UTF-16BE")) return &utf16(is("UTF-16BE"));
    if (is("MacArabic") || is("x-mac-arabic")) return &mac_arabic();
    return of_icu(wanted);
}

const Charset* Charset::of_icu(const std::string& name) {
    static std::map<std::string, std::unique_ptr<Charset>> known;
    if (const auto found = known.find(name); found != known.end()) return found->second.get();

    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<UConverter, CloseConverter> converter(name.empty() ? nullptr
                                                                             : ucnv_open(name.c_str(), &error));
    if (!converter || U_FAILURE(error) || ucnv_getMinCharSize(converter.get()) != 1) return nullptr;
    const UConverterType type = ucnv_getType(converter.get());
    if (type != UCNV_SBCS && type != UCNV_LATIN_1) return nullptr;

    std::unique_ptr<Charset> charset(new Charset(name, Width::one_byte));
    for (std::size_t i = 128; i < charset->table_.size(); ++i) {
        const char byte = static_cast<char>(i);
        const char* from = &byte;
        error = U_ZERO_ERROR;
        const UChar32 code_point = ucnv_getNextUChar(converter.get(), &from, &byte + 1, &error);
        charset->table_[i] =
            Letter(letters_of(U_SUCCESS(error) && code_point > 0 ? static_cast<char32_t>(code_point) : unknown));
        ucnv_reset(converter.get());
    }
    return known.emplace(name, std::move(charset)).first->second.get();
}

std::size_t Charset::decode(std::string_view bytes, std::string& text) const {
    switch (width_) {
        case Width::utf8: text += bytes; break;
        case Width::one_byte: decode_bytes(bytes, text); break;
        default:
            text.reserve(text.size() + bytes.size() + bytes.size() / 2);
            return decode_utf16(bytes, text, std::string::npos);
    }
    return bytes.size();
}

void Charset::decode_bytes(std::string_view bytes, std::string& text) const {
    if (is_ascii(bytes)) {
        text += bytes;
        return;
    }
    const auto letter = [&](char byte) -> const Letter& { return table_[static_cast<unsigned char>(byte)]; };
    std::size_t size = 0;
    for (const char byte : bytes) size += letter(byte).size;
    const std::size_t end = text.size() + size;
    text.resize(end + sizeof(Letter));
    char* to = text.data() + end - size;
    for (const char byte : bytes) {
        const Letter& next = letter(byte);
        std::memcpy(to, &next, sizeof(Letter));  // in one copy, including its size
        to += next.size;
    }
    text.resize(end);
}

std::size_t Charset::decode_utf16(std::string_view bytes, std::string& text, std::size_t text_size) const {
    const std::size_t high = width_ == Width::utf16_be ? 0 : 1;
    const auto unit = [&](std::size_t at) {
        return static_cast<char32_t>(static_cast<unsigned char>(bytes[at + high]) << 8 |
                                     static_cast<unsigned char>(bytes[at + 1 - high]));
    };
    std::size_t at = 0;
    while (at + 2 <= bytes.size() && text.size() < text_size) {
        const char32_t first = unit(at);
        if (first < 0xD800 || first > 0xDFFF) {
            utf8::append(text, first);
        } else if (first > 0xDBFF) {
            utf8::append(text, unknown);
        } else if (at + 4 > bytes.size()) {
            break;
        } else if (const char32_t second = unit(at + 2); second >= 0xDC00 && second <= 0xDFFF) {
            utf8::append(text, 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00));
            at += 2;
        } else {
            utf8::append(text, unknown);
        }
        at += 2;
    }
    return at;
}

std::string Charset::decoded(std::string_view bytes) const {
    std::string text;
    if (decode(bytes, text) < bytes.size()) utf8::append(text, unknown);
    return text;
}

std::size_t Charset::bytes_for(std::size_t text_size, std::string_view bytes) const {
    if (is_utf8()) return std::min(text_size, bytes.size());
    if (width_ != Width::one_byte) {
        std::string text;
        const std::size_t count = decode_utf16(bytes, text, text_size);
        return text.size() < text_size ? bytes.size() : count;
    }
    std::size_t count = 0;
    for (std::size_t size = 0; size < text_size && count < bytes.size(); ++count)
        size += table_[static_cast<unsigned char>(bytes[count])].size;
    return count;
}

}  // namespace cofnod::importers
