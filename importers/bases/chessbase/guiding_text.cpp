#include "importers/bases/chessbase/guiding_text.hpp"

#include "base/ascii.hpp"
#include "importers/bases/bytes.hpp"
#include "importers/formats/page/markup.hpp"
#include "importers/text/derived_text.hpp"

namespace cofnod::importers::bases::chessbase {

std::string guiding_text(std::string_view record, const Texts& texts) {
    const Bytes bytes(record);
    std::string text;
    const auto add = [&](std::string_view part) {
        if (trimmed(part).empty()) return;
        if (!text.empty()) text += '\n';
        text += trimmed(part);
    };
    std::size_t at = 8;
    const auto number = [&](std::size_t count) {
        at += count;
        return static_cast<std::size_t>(bytes.little(at - count, count));
    };
    const auto part = [&](std::size_t length) {
        at += length;
        return bytes.part(at - length, length);
    };
    const std::size_t format = bytes.little(4, 2), titles = bytes.little(6, 2);
    for (std::size_t i = 0; i < titles && at < bytes.size(); ++i) {
        number(2);  // the language
        add(texts.name(part(number(2))));
    }
    number(1);
    const std::size_t contents = number(2), length_size = format == 1 ? 2 : 4;
    for (std::size_t i = 0; i < contents && at < bytes.size(); ++i) {
        number(2);
        const std::string_view content = part(number(length_size));
        add(format == 3 ? page::text_of_page(content).text() : texts.note(content));
        part(number(length_size));  // the layout
    }
    return text;
}

}  // namespace cofnod::importers::bases::chessbase
