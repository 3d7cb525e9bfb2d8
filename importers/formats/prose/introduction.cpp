#include "importers/formats/prose/introduction.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "base/ascii.hpp"
#include "importers/score/comment_text.hpp"
#include "notation/date_text.hpp"
#include "notation/language.hpp"

namespace cofnod::importers::prose {

namespace {

constexpr std::string_view marks = ".,;:!?()[]\"";

/// A word of the text, without the punctuation around it.
struct Word {
    std::size_t begin, end;
    std::size_t end_of_marks;  ///< of the punctuation behind it
};

std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n", at)) < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
        Word word{at, end, end};
        while (word.begin < word.end && marks.find(text[word.begin]) != marks.npos) ++word.begin;
        while (word.end > word.begin && marks.find(text[word.end - 1]) != marks.npos) --word.end;
        if (word.begin < word.end) words.push_back(word);
        at = end;
    }
    return words;
}

/// True for letters alone, with a capital in front where letters have them.
bool is_name(std::string_view word) {
    return !word.empty() && (is_upper(word[0]) || !is_ascii(word[0])) &&
           std::all_of(word.begin(), word.end(), [](char c) { return is_letter(c) || !is_ascii(c) || c == '\''; });
}

class Reader {
public:
    Reader(std::string_view text, const notation::Languages& languages)
        : text_(text), languages_(languages), words_(words_of(text)) {}

    std::optional<Introduction> read() {
        for (std::size_t i = words_.size(); i > 0; --i)
            if (auto found = read_names(i - 1)) return found;
        if (!is_game_named()) return std::nullopt;
        return Introduction{.tags = {}, .begin = static_cast<std::uint32_t>(text_.size())};
    }

private:
    [[nodiscard]] std::string_view at(std::size_t i) const {
        return text_.substr(words_[i].begin, words_[i].end - words_[i].begin);
    }

    /// Reads `Maroczy-Berger (Vienna, 1908)`, `Maroczy-Berger:` or `game Maroczy-Berger`, and `Jones v. Evans`.
    [[nodiscard]] std::optional<Introduction> read_names(std::size_t i) const {
        const std::string_view word = at(i);
        if (languages_.is_cue(notation::Cue::against, word)) {
            if (i == 0 || i + 1 == words_.size() || is_apart(i - 1) || !is_name(at(i - 1)) || !is_name(at(i + 1)))
                return std::nullopt;
            std::size_t last = i + 1;
            while (is_followed_by_name(last) && !is_apart(last)) ++last;
            return introduce(first_of_name(i - 1), words_[i - 1].end, words_[i + 1].begin, last);
        }
        for (const std::string_view dash : {"–", "-"}) {
            const std::size_t middle = word.find(dash);
            if (middle == word.npos) continue;
            static constexpr std::size_t shortest = 3;
            const std::string_view white = word.substr(0, middle), black = word.substr(middle + dash.size());
            std::size_t last = i;
            const auto is_abbreviated = [&] { return last == i && black.size() < shortest && ends_with_period(i); };
            while (is_followed_by_name(last) && (!is_apart(last) || is_abbreviated())) ++last;
            const bool are_names =
                white.size() >= shortest && (black.size() >= shortest || last > i) && is_name(white) && is_name(black);
            const std::size_t first = first_of_name(i);
            if (!are_names || !(has_bracket_or_colon_behind(last) || is_behind_word_for_game(first)))
                return std::nullopt;
            const std::size_t begin = words_[i].begin;
            return introduce(first, begin + middle, begin + middle + dash.size(), last);
        }
        return std::nullopt;
    }

    [[nodiscard]] Introduction introduce(std::size_t first, std::size_t white_end, std::size_t black_begin,
                                         std::size_t last) const {
        const std::size_t begin = words_[first].begin;
        Introduction found{.tags = {}, .begin = static_cast<std::uint32_t>(begin)};
        found.tags.add("White", tag_text(text_.substr(begin, white_end - begin)));
        found.tags.add("Black", tag_text(text_.substr(black_begin, words_[last].end - black_begin)));
        add_event(text_.substr(words_[last].end), found.tags);
        return found;
    }

    /// Adds the event and the year in brackets behind the names.
    void add_event(std::string_view behind, Tags& tags) const {
        behind.remove_prefix(std::min(behind.find_first_not_of(" \t\r\n"), behind.size()));
        const std::size_t close = behind.find(')');
        if (!behind.starts_with('(') || close == behind.npos) return;
        std::string_view event = behind.substr(1, close - 1);
        const std::size_t comma = event.rfind(',');
        const std::string_view last = event.substr(comma == event.npos ? 0 : comma + 1);
        const auto date =
            notation::read_date(languages_, last.substr(std::min(last.find_first_not_of(" \r\n"), last.size())));
        if (date) event = event.substr(0, comma == event.npos ? 0 : comma);
        if (!event.empty()) tags.add("Event", tag_text(event));
        if (date) tags.add("Date", *date);
    }

    /// Returns the first word of a name that ends at word `i`: `Emanuel Lasker-Bauer`.
    [[nodiscard]] std::size_t first_of_name(std::size_t i) const {
        static constexpr std::size_t most = 3;
        std::size_t first = i;
        while (first > 0 && i - first < most && !is_apart(first - 1) && goes_on(first - 1)) --first;
        return first;
    }

    /// True for a word that may be another of a name: in letters without capitals, a name is one word.
    [[nodiscard]] bool goes_on(std::size_t i) const {
        return is_upper(at(i)[0]) && is_name(at(i)) && !languages_.is_cue(notation::Cue::game, at(i));
    }

    /// True if a word that goes on with a name follows word `i`, and no bracket stands before it.
    [[nodiscard]] bool is_followed_by_name(std::size_t i) const {
        return i + 1 < words_.size() && is_blank_or_control(text_[words_[i + 1].begin - 1]) && goes_on(i + 1);
    }

    [[nodiscard]] bool is_behind_word_for_game(std::size_t i) const {
        return i > 0 && languages_.is_cue(notation::Cue::game, at(i - 1));
    }

    [[nodiscard]] bool ends_with_period(std::size_t i) const {
        return text_.substr(words_[i].end, words_[i].end_of_marks - words_[i].end) == ".";
    }

    /// True if there is punctuation behind word `i`, but for the period of an initial.
    [[nodiscard]] bool is_apart(std::size_t i) const {
        const std::string_view behind = text_.substr(words_[i].end, words_[i].end_of_marks - words_[i].end);
        return !behind.empty() && !(behind == "." && at(i).size() == 1);
    }

    [[nodiscard]] bool has_bracket_or_colon_behind(std::size_t i) const {
        const std::size_t next = text_.find_first_not_of(" \t\r\n", words_[i].end);
        return next != text_.npos && (text_[next] == '(' || text_[next] == ':');
    }

    /// True if a colon or bracket ends the text, and its last sentence has a word for a game.
    [[nodiscard]] bool is_game_named() const {
        const std::size_t end = text_.find_last_not_of(" \t\r\n");
        if (end == text_.npos || (text_[end] != ':' && text_[end] != ')')) return false;
        for (std::size_t i = words_.size(); i > 0; --i) {
            if (languages_.is_cue(notation::Cue::game, at(i - 1))) return true;
            const bool ends_sentence = i > 1 && at(i - 2).size() > 1 && text_[words_[i - 2].end_of_marks - 1] == '.';
            if (ends_sentence) return false;
        }
        return false;
    }

    std::string_view text_;
    const notation::Languages& languages_;
    std::vector<Word> words_;
};

}  // namespace

std::optional<Introduction> read_introduction(std::string_view words, const notation::Languages& languages) {
    return Reader(words, languages).read();
}

}  // namespace cofnod::importers::prose
