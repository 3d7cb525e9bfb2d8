#include "importers/decoder/running/words.hpp"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/characters.hpp"
#include "notation/language.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::running {

std::vector<std::string> in_both_cases(std::string_view word) {
    const utf8::Decoded first = utf8::decode(word);
    const std::string_view rest = word.substr(first.length);
    std::vector<std::string> both;
    for (const UChar32 letter :
         {u_tolower(static_cast<UChar32>(first.code_point)), u_toupper(static_cast<UChar32>(first.code_point))}) {
        std::string one;
        utf8::append(one, static_cast<char32_t>(letter));
        one += rest;
        if (both.empty() || both.front() != one) both.push_back(std::move(one));
    }
    return both;
}

CueWords::CueWords(const notation::Languages& languages) {
    const auto add = [&](std::string_view word) {
        while (word.ends_with('.')) word.remove_suffix(1);
        for (const std::string& each : in_both_cases(word)) words_.insert(comparable(each));
    };
#define CUE(language, word) add(word);
#define SIGN(meaning, text, bits)
#include "importers/decoder/running/words.def"
#undef CUE
#undef SIGN
    for (const notation::Language& language : languages)
        for (const notation::Cue cue : {notation::Cue::supposed, notation::Cue::instance})
            for (const std::string& word : language.data().cues[static_cast<std::size_t>(cue)]) {
                add(word);
                if (cue == notation::Cue::supposed)
                    for (const std::string& each : in_both_cases(word)) supposing_.insert(comparable(each));
            }
}

EndWords::EndWords(const notation::Languages& languages) {
    for (const std::string_view sign : {"1-0", "0-1", "1/2-1/2", "½-½"}) words_.add(sign, Found::strong);
    for (const notation::Language& language : languages) {
        const auto& results = language.data().results;
        for (const auto& [result, phrase] : results) {
            if (result == SaidResult::unknown) continue;
            const bool is_resignation = std::ranges::any_of(results, [&](const auto& other) {
                return other.first == SaidResult::resigned && phrase.find(other.second) != phrase.npos;
            });
            words_.add_in_both_cases(phrase, is_resignation ? Found::strong : Found::weak);
        }
        for (const std::string& phrase : language.data().cues[static_cast<std::size_t>(notation::Cue::mates)])
            words_.add_in_both_cases(phrase, Found::weak);
        for (const std::string& mark : language.data().mates)
            if (mark.size() > 1) words_.add_in_both_cases(mark, Found::weak);
    }
}

EndWords::Found EndWords::at(const RunningText& text, PlaceInText at) const {
    Found best = Found::none;
    if (!text.is_apart(at)) return best;
    words_.for_each_at(text, at, [&](const auto& word, PlaceInText end) {
        if (!text.goes_on(end) && word.meaning > best) best = word.meaning;
    });
    return best;
}

}  // namespace cofnod::importers::running
