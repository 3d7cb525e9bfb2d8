// A character set, by the first byte, and any bytes in it: what they become is UTF-8 whose places are known, and every
// byte of a text in it is accounted for.

#include "account.hpp"
#include "base/error.hpp"
#include "importers/text/detect_charset.hpp"

using namespace cofnod;
using namespace cofnod::fuzz;
using importers::Charset;
using importers::Format;

namespace {

const Charset& charset_of(std::uint8_t number) {
    static const std::vector<const Charset*> all = [] {
        std::vector<const Charset*> found = Charset::candidates();
        found.insert(found.end(), {Charset::find("utf-16le"), Charset::find("utf-16be"), &Charset::utf8()});
        return found;
    }();
    return *all[number % all.size()];
}

void require_decoded(const Charset& charset, std::string_view bytes) {
    const std::string text = charset.decoded(bytes);
    require(charset.is_utf8() || utf8::is_valid(text), "what is decoded is UTF-8");
    require(charset.bytes_for(0, bytes) == 0 && charset.bytes_for(text.size(), bytes) == bytes.size(),
            "a whole text comes from all of its bytes");
    std::size_t before = 0;
    for (std::size_t at = 0; at <= text.size(); at += 1 + at / 8) {
        const std::size_t count = charset.bytes_for(at, bytes);
        require(before <= count && count <= bytes.size(), "places go forward in the bytes");
        before = count;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Cutter input(text_of(data, size));
    const Charset& charset = charset_of(input.byte());
    const std::string text(input.rest());
    require_decoded(charset, text);
    for (const Format format : {Format::pgn, Format::prose}) {
        auto options = in_english(format);
        options.charset = &charset;
        games_of(text, options);
    }
    try {
        const auto choice = importers::detect_charset(std::string_view(text).substr(0, 256), languages());
        auto options = in_english(Format::pgn);
        options.charset = choice.charset;
        options.rivals = choice.rivals;
        games_of(text, options);
    } catch (const InputError&) {  // it is not text at all
    }
    return 0;
}
