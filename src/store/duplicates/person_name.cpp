#include "store/duplicates/person_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/characters.hpp"
#include "notation/fold.hpp"
#include "store/duplicates/name_sound.hpp"
#include "store/name_match.hpp"

namespace cofnod::duplicates {

namespace {

/// Collapses runs of spaces, tabs, dots and question marks into single spaces.
std::string tidy(std::string_view text) { return fmt::format("{}", fmt::join(cofnod::words_of(text, " \t.?"), " ")); }

}  // namespace

PersonName PersonName::read(std::string_view name) {
    PersonName result;
    if (store::is_placeholder(name)) return result;
    const std::string key = store::name_key(name);
    if (const auto comma = key.find(','); comma != std::string::npos) {
        result.family = tidy(std::string_view(key).substr(0, comma));
        result.given = tidy(std::string_view(key).substr(comma + 1));
    } else {
        result.family = tidy(key);
        const auto blank = result.family.rfind(' ');
        const std::string last = result.family.substr(blank + 1);
        if (blank != std::string::npos && utf8::length(last) == 1) {  // Kasparov G
            result.given = last;
            result.family.resize(blank);
        } else if (blank != std::string::npos) {  // Garry Kasparov
            result.given = result.family.substr(0, blank);
            result.family = last;
        }
    }
    return result;
}

char32_t PersonName::initial() const { return given.empty() ? 0 : utf8::decode(given).code_point; }

namespace {

/// Maximum number of names with a surname for which that surname alone is compared.
constexpr std::size_t most_of_surname = 30;
/// Size limits; anything longer is not a name.
constexpr std::size_t most_words = 8, most_bytes = 200;

/// Words that distinguish persons with the same name.
constexpr std::array<std::string_view, 7> generations = {"jr", "sr", "jnr", "snr", "ii", "iii", "iv"};

struct Word : NameSound::Word {
    bool may_be_surname = false;

    [[nodiscard]] bool is_number() const { return has_digit(text); }  ///< or has a number: "bernd2"
    [[nodiscard]] bool parts_persons() const {
        return is_number() || std::ranges::find(generations, text) != generations.end();
    }
    /// Returns a key that is equal for words that may be alike, in one of the ways in which this one is spoken.
    [[nodiscard]] std::string key(const Spoken& way) const {
        return way.has_sound() ? way.initial + way.consonants : '=' + text;
    }
    [[nodiscard]] char32_t letter() const { return utf8::decode(text).code_point; }
};

using Words = std::vector<Word>;

/// Returns the words of a name; none for a placeholder or an overlong name.
Words words_of(const std::string& name) {
    Words words;
    if (name.size() > most_bytes || !PersonName::read(name).is_known()) return words;
    const std::size_t comma = name.find(',');
    const std::size_t surnames = comma == name.npos ? 0 : NameSound::read(name.substr(0, comma)).words.size();
    const NameSound sound = NameSound::read(name);
    for (const NameSound::Word& word : sound.words)
        if (!word.text.empty()) words.push_back({word});
    if (words.size() > most_words) words.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool stands_as_one = surnames > 0 ? i < surnames : i == 0 || i + 1 == words.size();
        words[i].may_be_surname = stands_as_one && !words[i].is_initial && !words[i].parts_persons();
    }
    return words;
}

/// Returns true if both letters are of one alphabet, that is, of the same 256 code points; folded Latin is one
/// alphabet.
bool same_alphabet(char32_t a, char32_t b) { return a / 0x100 == b / 0x100; }

bool same_initial(const Word& a, const Word& b) {
    return same_alphabet(a.letter(), b.letter()) ? a.letter() == b.letter() : a.begins_like(b);
}

/// Returns true for the given names of one person in two languages.
bool are_one_given_name(const Word& a, const Word& b) {
    const auto number = number_of_given_name(a.text);
    return number && a.text != b.text && number == number_of_given_name(b.text);
}

NameLikeness likeness_of(const Word& a, const Word& b) {
    using enum NameLikeness;
    if (a.text == b.text) return words;
    if (a.is_number() || b.is_number()) return none;
    if (are_one_given_name(a, b) || are_spelled_alike(a.text, b.text)) return sound;
    if (!same_initial(a, b)) return none;
    if (a.is_initial || b.is_initial) return initials;
    if (!a.sounds_like(b)) return none;
    if (!same_alphabet(a.letter(), b.letter())) return sound;
    const std::size_t most_changed = std::max<std::size_t>(1, std::min(a.text.size(), b.text.size()) / 4);
    return notation::letters_changed(a.text, b.text) <= most_changed ? sound : none;
}

NameLikeness likeness_of(const Words& a, const Words& b) {
    using enum NameLikeness;
    if (a.size() > b.size()) return likeness_of(b, a);
    if (a.empty()) return none;
    std::array<bool, most_words> is_taken{};
    NameLikeness weakest = words;
    bool has_surname = false, has_initial = false, has_sound = false, has_other_name = false;
    for (const Word& word : a) {
        NameLikeness best = none;
        std::size_t at = 0;
        for (std::size_t i = 0; i < b.size(); ++i)
            if (const NameLikeness like = is_taken[i] ? none : likeness_of(word, b[i]); like > best)
                best = like, at = i;
        if (best == none) return none;
        is_taken[at] = true;
        weakest = std::min(weakest, best);
        has_initial |= word.is_initial || b[at].is_initial;
        has_sound |= best == sound && !are_one_given_name(word, b[at]);
        has_other_name |= are_one_given_name(word, b[at]);
        const bool is_surname =
            a.size() == 1 ? word.may_be_surname && b[at].may_be_surname : word.may_be_surname || b[at].may_be_surname;
        has_surname |= best >= sound && is_surname && !are_one_given_name(word, b[at]);
    }
    for (std::size_t i = 0; i < b.size(); ++i)
        if (!is_taken[i] && b[i].parts_persons()) return none;
    if (!has_surname) return none;
    if (a.size() == 1 && b.size() > 1) return surname;
    return has_sound && (has_initial || has_other_name) ? sound_initials : weakest;
}

class Pairs {
public:
    explicit Pairs(const std::vector<std::vector<std::string>>& persons) {
        for (std::size_t person = 0; person < persons.size(); ++person)
            for (const std::string& name : persons[person])
                if (Words words = words_of(name); !words.empty()) names_.push_back({person, std::move(words)});
        for (std::size_t i = 0; i < names_.size(); ++i) add_to_blocks(i);
        for (const auto& [key, block] : blocks_) compare(block, most_alike, false);
        for (const auto& [key, block] : surnames_) compare(block, most_of_surname, true);
    }

    [[nodiscard]] SpellingPairs take() const {
        SpellingPairs result{.pairs = {}, .names_left_out = names_left_out()};
        for (const auto& [persons, likeness] : found_)
            result.pairs.push_back({persons.first, persons.second, likeness});
        return result;
    }

private:
    struct Name {
        std::size_t person;
        Words words;
    };
    using Block = std::vector<std::size_t>;  ///< indices of names, ascending
    using Blocks = std::unordered_map<std::string, Block>;

    static void add(Blocks& blocks, const std::string& key, std::size_t name) {
        Block& block = blocks[key];
        if (block.empty() || block.back() != name) block.push_back(name);
    }

    [[nodiscard]] std::size_t names_left_out() const {
        std::unordered_set<std::size_t> names;
        for (const auto& [key, block] : blocks_)
            if (block.size() > most_alike) names.insert(block.begin(), block.end());
        return names.size();
    }

    void add_to_blocks(std::size_t i) {
        const Words& words = names_[i].words;
        for (const Word& word : words) {
            if (!word.may_be_surname) continue;
            for (const Spoken& way : word.spoken) {
                const std::string key = word.key(way);
                add(surnames_, key, i);
                for (const Word& other : words) {
                    if (&other == &word) continue;
                    for (const Spoken& each : other.spoken) add(blocks_, key + '/' + each.initial, i);
                    if (const auto number = number_of_given_name(other.text))
                        add(blocks_, key + '#' + std::to_string(*number), i);
                }
            }
        }
        for (const bool last : {false, true}) {
            std::vector<std::string> keys;
            for (const Word& word : words) keys.push_back(word.key(last ? word.spoken.back() : word.spoken.front()));
            std::ranges::sort(keys);
            std::string whole;
            for (const std::string& sound : keys) whole += ' ' + sound;
            add(blocks_, whole, i);
        }
    }

    /// Compares the names of a block with each other; if `single_words`, only pairs with a name of a single word.
    void compare(const Block& block, std::size_t most, bool single_words) {
        if (block.size() > most) return;
        for (std::size_t i = 0; i < block.size(); ++i)
            for (std::size_t j = i + 1; j < block.size(); ++j) {
                const Name &a = names_[block[i]], &b = names_[block[j]];
                if (a.person == b.person) continue;
                if (single_words && a.words.size() > 1 && b.words.size() > 1) continue;
                const NameLikeness like = likeness_of(a.words, b.words);
                if (like == NameLikeness::none) continue;
                NameLikeness& best = found_[std::minmax(a.person, b.person)];
                best = std::max(best, like);
            }
    }

    std::vector<Name> names_;
    Blocks blocks_, surnames_;
    std::map<std::pair<std::size_t, std::size_t>, NameLikeness> found_;
};

}  // namespace

NameLikeness likeness(const std::string& a, const std::string& b) { return likeness_of(words_of(a), words_of(b)); }

SpellingPairs spelling_pairs(const std::vector<std::vector<std::string>>& persons) { return Pairs(persons).take(); }

}  // namespace cofnod::duplicates
