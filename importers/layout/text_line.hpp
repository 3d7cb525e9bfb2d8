#pragma once

#include <string>
#include <vector>

#include "importers/layout/page.hpp"

namespace cofnod::importers::layout {

/// A line of text as people read it, and the word that each of its bytes is from; nullptr: it stands between words.
struct TextLine {
    std::string text;
    std::vector<const Word*> words;  ///< as many as bytes

    void add(std::string_view added, const Word* word) {
        text += added;
        words.insert(words.end(), added.size(), word);
    }
    void resize(std::size_t size) {
        text.resize(size);
        words.resize(size);
    }
    /// Moves the first bytes of another line to the end of this one, and removes as many more as `dropped`.
    void take(TextLine& from, std::size_t size, std::size_t dropped) {
        const auto of = [](auto& sequence, std::size_t at) {
            return sequence.begin() + static_cast<std::ptrdiff_t>(at);
        };
        text.append(from.text, 0, size);
        words.insert(words.end(), from.words.begin(), of(from.words, size));
        from.text.erase(0, size + dropped);
        from.words.erase(from.words.begin(), of(from.words, size + dropped));
    }
};

}  // namespace cofnod::importers::layout
