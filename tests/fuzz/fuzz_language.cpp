// Any bytes: a language file, and words for the moves of every language.

#include "notation/language_check.hpp"
#include "notation/language_file.hpp"
#include "notation/languages.hpp"
#include "notation/read_move.hpp"
#include "notation/result_text.hpp"

using namespace cofnod::notation;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Languages languages = Languages::built_in();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Language& language : languages) {
        read_move(language, text);
        is_unfinished(language, text);
        read_suffix(language, text);
    }
    read_result(text);
    read_result_words(languages, text);
    if (const auto language = read_language(text)) check_language(*language, languages.english());
    return 0;
}
