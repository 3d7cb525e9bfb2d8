#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "importers/decoder/running/running_text.hpp"

namespace cofnod::notation {

class Languages;

}  // namespace cofnod::notation

namespace cofnod::importers::running {

/// A set of notations: a bit for each in the order of Languages, those that are not algebraic last.
using LanguageSet = std::uint64_t;
inline constexpr LanguageSet every_language = std::numeric_limits<LanguageSet>::max();

/// Returns a word with its first letter small, and with it as a capital.
std::vector<std::string> in_both_cases(std::string_view word);

/// Words that may stand at a place of a text, each with its meaning.
template <typename Meaning>
class WordTable {
public:
    struct Word {
        std::u32string text;
        Meaning meaning;
        LanguageSet languages;
    };

    /// Adds a word, without its blanks. The same word with the same meaning in another language is one entry.
    void add(std::string_view word, const Meaning& meaning, LanguageSet languages = every_language) {
        std::u32string text = comparable(word);
        if (text.empty()) return;
        std::vector<Word>& words = by_first_[text.front()];
        for (Word& each : words)
            if (each.text == text && each.meaning == meaning) {
                each.languages |= languages;
                return;
            }
        words.push_back({std::move(text), meaning, languages});
    }
    void add_in_both_cases(std::string_view word, const Meaning& meaning, LanguageSet languages = every_language) {
        for (const std::string& each : in_both_cases(word)) add(each, meaning, languages);
    }

    /// Calls `take(word, end)` for each word that the text has at a place.
    template <typename Take>
    void for_each_at(const RunningText& text, PlaceInText at, Take take) const {
        const auto words = by_first_.find(text[at]);
        if (words == by_first_.end()) return;
        const std::u32string_view rest = text.from(at);
        for (const Word& word : words->second)
            if (rest.starts_with(word.text)) take(word, at + static_cast<PlaceInText>(word.text.size()));
    }

private:
    std::unordered_map<char32_t, std::vector<Word>> by_first_;
};

/// The words before moves that were not played, in any language.
class CueWords {
public:
    explicit CueWords(const notation::Languages& languages);
    /// `word`: without its full stop.
    [[nodiscard]] bool contains(const std::u32string& word) const { return words_.contains(word); }
    /// Returns true for one that makes a sentence tell what might have been: "would", "better".
    [[nodiscard]] bool supposes(const std::u32string& word) const { return supposing_.contains(word); }

private:
    std::unordered_set<std::u32string> words_, supposing_;
};

/// The words and signs that end a game, in any language.
class EndWords {
public:
    enum class Found : std::uint8_t {
        none,
        weak,    ///< "mate", "drawn": what a sentence about other moves may say too
        strong,  ///< a result in signs, a resignation
    };

    explicit EndWords(const notation::Languages& languages);
    [[nodiscard]] Found at(const RunningText& text, PlaceInText at) const;

private:
    WordTable<Found> words_;
};

/// The words by which a text is understood, whatever its notation. Made once for all texts.
struct WordsOfText {
    explicit WordsOfText(const notation::Languages& languages) : cues(languages), ends(languages) {}

    CueWords cues;
    EndWords ends;
};

}  // namespace cofnod::importers::running
