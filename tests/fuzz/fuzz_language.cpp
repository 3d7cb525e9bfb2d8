// Any bytes: a language file, and words for the moves of every language. A fault names a place in the text; examples
// are tried.

#include "account.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

using namespace cofnod::fuzz;
using namespace cofnod::notation;

namespace {

void require_told(const LanguageFault& fault, std::string_view text) {
    require(!fault.message.empty() && fault.place.byte <= text.size(), "a fault names a place in the text");
    require(!format_fault(fault, "fuzz.notation").empty(), "a fault can be told");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    for (const Language& language : languages()) {
        read_move(language, text);
        is_unfinished(language, text);
        read_suffix(language, text);
    }
    read_result(text);
    if (const auto words = read_result_words(languages(), text))
        require(words->length > 0 && words->length <= size, "words of a result stand in the text");
    if (const auto language = read_language(text))
        for (const LanguageFault& fault : check_language(*language, languages().english())) require_told(fault, text);
    else
        require_told(language.error(), text);
    return 0;
}
