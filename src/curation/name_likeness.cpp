#include "curation/name_likeness.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "store/comment_match.hpp"

namespace cofnod::curation {

namespace {

/// Sounds: a letter for each class of consonants that languages and transliterations exchange, and the letters written
/// for it in Latin, Cyrillic and Arabic, after store::name_key. Other letters are vowels or as good as silent.
struct Sound {
    char sound;
    std::u32string_view letters;
};
constexpr Sound sounds[] = {
    {'b', U"bpбпبپ"}, {'f', U"fvwвфفڤ"}, {'k', U"kcqxкхقكخک"}, {'g', U"gгغگ"}, {'s', U"szсзцшщжسزصشذضظث"},
    {'t', U"tтطت"},   {'d', U"dдد"},     {'m', U"mмم"},        {'n', U"nнن"},  {'l', U"lлل"},
    {'r', U"rрر"},    {'j', U"чجچ"},
};

char sound_of(char32_t letter) {
    for (const Sound& sound : sounds)
        if (sound.letters.find(letter) != std::u32string_view::npos) return sound.sound;
    return 0;
}

}  // namespace

NameSound NameSound::read(std::string_view name) {
    NameSound result;
    const std::string words = store::folded_words(name);
    for (std::size_t at = 0; at < words.size();) {
        const utf8::Decoded next = utf8::decode(std::string_view(words).substr(at));
        const std::size_t length = std::max<std::size_t>(next.length, 1);
        at += length;
        if (next.code_point == U' ') {
            result.words_.emplace_back().is_initial = true;
            continue;
        }
        if (result.words_.empty()) continue;
        Word& word = result.words_.back();
        word.text.append(words, at - length, length);
        const char sound = sound_of(next.code_point);
        const bool is_first = word.initial == 0;
        if (is_first) word.initial = sound ? sound : 'a';
        if (!is_first) word.is_initial = false;
        if (sound && (word.consonants.empty() || word.consonants.back() != sound)) word.consonants += sound;
    }
    return result;
}

bool NameSound::is_part_of(const NameSound& other) const {
    bool any_whole = false;
    for (const Word& word : words_) {
        bool is_found = false;
        for (const Word& candidate : other.words_) {
            const bool is_whole =
                !word.is_initial && word.consonants.size() >= 2 && word.consonants == candidate.consonants;
            const bool by_initial = (word.is_initial || candidate.is_initial) && word.initial == candidate.initial;
            any_whole |= is_whole;
            is_found |= is_whole || by_initial;
        }
        if (!is_found) return false;
    }
    return any_whole;
}

std::vector<std::string_view> names_alike(std::string_view name, const std::vector<std::string>& names,
                                          std::size_t most) {
    const NameSound wanted = NameSound::read(name);
    std::vector<std::string_view> found;
    for (const std::string& candidate : names)
        if (found.size() < most && wanted.is_part_of(NameSound::read(candidate))) found.push_back(candidate);
    return found;
}

}  // namespace cofnod::curation
