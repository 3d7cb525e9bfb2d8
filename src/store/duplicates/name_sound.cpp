#include "store/duplicates/name_sound.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/characters.hpp"
#include "store/duplicates/groups.hpp"
#include "store/full_text.hpp"

namespace cofnod::duplicates {

namespace {

/// Class of consonants that languages and transliterations interchange: its representative, and its letters in Latin,
/// Cyrillic, Arabic, Greek, Hebrew, Georgian and Armenian after store::name_key. Other letters are vowels or almost
/// silent.
struct Sound {
    char sound;
    std::u32string_view letters;
};
constexpr Sound sounds[] = {
    {'b', U"bpбпبپπბპფբպփ"},
    {'f', U"fvwвфفڤβφვվֆ"},
    {'k', U"kcqxкхقكخکκχכקკქხყկքխ"},
    {'g', U"gгغگγגგღգղ"},
    {'s', U"szсзцшщжسزصشذضظثζσזסצשზსშჟცძწզսշժցձծ"},
    {'t', U"tтطتτθטתთტթտ"},
    {'d', U"dдدδדდդ"},
    {'m', U"mмمμמმմ"},
    {'n', U"nнنνנნն"},
    {'l', U"lлلλלლլ"},
    {'r', U"rрرρרრրռ"},
    {'j', U"чجچჩჯჭչջճ"},
};

char sound_of(char32_t letter) {
    for (const Sound& sound : sounds)
        if (sound.letters.find(letter) != std::u32string_view::npos) return sound.sound;
    return 0;
}

/// Letters that are heard together.
struct Heard {
    std::string_view letters, sounds;
};
constexpr Heard heard[] = {
#define ALIKE(spellings)
#define HEARD(letters, sounds) {letters, sounds},
#include "store/duplicates/name_sounds.def"
#undef ALIKE
#undef HEARD
};

/// Returns what is heard of a word. `second`: of letters with two rows, the second counts.
Spoken spoken(std::string_view word, bool second) {
    Spoken result;
    for (std::size_t at = 0; at < word.size();) {
        const std::string_view rest = word.substr(at);
        const auto begins = [&](const Heard& row) { return rest.starts_with(row.letters); };
        auto row = std::ranges::find_if(heard, begins);
        if (second && row != std::end(heard) && std::next(row) != std::end(heard) && begins(*std::next(row)) &&
            std::next(row)->letters == row->letters)
            ++row;
        std::string sounds_here;
        if (row != std::end(heard)) {
            sounds_here = row->sounds;
            at += row->letters.size();
        } else {
            const utf8::Decoded next = utf8::decode(rest);
            at += std::max<std::size_t>(next.length, 1);
            if (const char sound = sound_of(next.code_point)) sounds_here = sound;
        }
        if (result.initial == 0) result.initial = sounds_here.empty() ? 'a' : sounds_here.front();
        for (const char sound : sounds_here)
            if (result.consonants.empty() || result.consonants.back() != sound) result.consonants += sound;
    }
    return result;
}

template <typename Test>
bool any_pair(const NameSound::Word& a, const NameSound::Word& b, Test test) {
    return std::ranges::any_of(a.spoken, [&](const Spoken& one) {
        return std::ranges::any_of(b.spoken, [&](const Spoken& other) { return test(one, other); });
    });
}

}  // namespace

bool NameSound::Word::sounds_like(const Word& other) const {
    return any_pair(*this, other,
                    [](const Spoken& a, const Spoken& b) { return a.has_sound() && a.consonants == b.consonants; });
}

bool NameSound::Word::begins_like(const Word& other) const {
    return any_pair(*this, other, [](const Spoken& a, const Spoken& b) { return a.initial == b.initial; });
}

NameSound NameSound::read(std::string_view name) {
    NameSound result;
    const std::string words = store::folded_words(name);
    for (std::size_t at = words.find(' '); at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at + 1), words.size());
        Word& word = result.words.emplace_back();
        word.text = words.substr(at + 1, end - at - 1);
        word.is_initial = utf8::length(word.text) <= 1;
        word.spoken.push_back(spoken(word.text, false));
        if (Spoken other = spoken(word.text, true); other != word.spoken.front()) word.spoken.push_back(other);
        at = end;
    }
    return result;
}

bool NameSound::is_part_of(const NameSound& other) const {
    bool any_whole = false;
    for (const Word& word : words) {
        bool is_found = false;
        for (const Word& candidate : other.words) {
            const bool is_whole = !word.is_initial && word.sounds_like(candidate);
            const bool by_initial = (word.is_initial || candidate.is_initial) && word.begins_like(candidate);
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

namespace {

const std::vector<std::vector<std::string_view>>& sounds_written() {
    static const std::vector<std::vector<std::string_view>> rows = {
#define ALIKE(spellings) words_of(spellings, " "),
#define HEARD(letters, sounds)
#include "store/duplicates/name_sounds.def"
#undef ALIKE
#undef HEARD
    };
    return rows;
}

constexpr std::size_t shortest_alike = 4, longest_alike = 32;

}  // namespace

bool are_spelled_alike(std::string_view a, std::string_view b) {
    if (a == b) return true;
    const auto may_be_compared = [](std::string_view word) {
        return word.size() >= shortest_alike && word.size() <= longest_alike && is_ascii(word);
    };
    if (!may_be_compared(a) || !may_be_compared(b)) return false;
    // reached[i][j]: the first i letters of a may be the first j of b.
    std::array<std::array<bool, longest_alike + 1>, longest_alike + 1> reached{};
    reached[0][0] = true;
    const auto is_double = [](std::string_view word, std::size_t i) { return i > 0 && word[i] == word[i - 1]; };
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (!reached[i][j]) continue;
            if (i < a.size() && is_double(a, i)) reached[i + 1][j] = true;
            if (j < b.size() && is_double(b, j)) reached[i][j + 1] = true;
            if (i == a.size() || j == b.size()) continue;
            if (a[i] == b[j]) reached[i + 1][j + 1] = true;
            for (const auto& row : sounds_written())
                for (const std::string_view one : row) {
                    if (!a.substr(i).starts_with(one)) continue;
                    for (const std::string_view other : row)
                        if (b.substr(j).starts_with(other)) reached[i + one.size()][j + other.size()] = true;
                }
        }
    // The e of Alekhine is not heard.
    return reached[a.size()][b.size()] || (a.ends_with('e') && reached[a.size() - 1][b.size()]) ||
           (b.ends_with('e') && reached[a.size()][b.size() - 1]);
}

std::optional<std::size_t> number_of_given_name(std::string_view word) {
    static const auto numbers = [] {
        std::unordered_map<std::string_view, std::size_t> known;
        std::size_t number = 0;
        const auto add = [&](std::string_view row) {
            for (const std::string_view name : words_of(row, " ")) known.emplace(name, number);
            ++number;
        };
#define SAME(names) add(names);
#include "store/duplicates/given_names.def"
#undef SAME
        return known;
    }();
    const auto found = numbers.find(word);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::size_t> first_spelled_alike(const std::vector<std::string>& names) {
    static constexpr std::size_t most_compared = 300;  // with one sound
    Groups alike(names.size());
    std::unordered_map<std::string, std::vector<Index>> by_sound;
    for (Index i = 0; i < names.size(); ++i)
        for (const bool second : {false, true}) {
            const Spoken heard_here = spoken(names[i], second);
            if (!heard_here.has_sound()) continue;
            auto& others = by_sound[heard_here.initial + heard_here.consonants];
            if (others.size() >= most_compared || (!others.empty() && others.back() == i)) continue;
            for (const Index other : others)
                if (are_spelled_alike(names[other], names[i])) {
                    const Index a = alike.root(other), b = alike.root(i);
                    alike.join(std::max(a, b), std::min(a, b));
                }
            others.push_back(i);
        }
    std::vector<std::size_t> first(names.size());
    for (Index i = 0; i < names.size(); ++i) first[i] = alike.root(i);
    return first;
}

}  // namespace cofnod::duplicates
