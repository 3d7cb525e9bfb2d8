#include "notation/result_text.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/utf8.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"

namespace cofnod::notation {

namespace {

struct Written {
    std::string_view text;  ///< folded: digits are ASCII, dashes `-`
    Result result;
};

constexpr Written spellings[] = {
    {"1-0", Result::white_wins},
    {"1:0", Result::white_wins},
    {"+-", Result::white_wins},
    {"+--", Result::white_wins},
    {"+:-", Result::white_wins},
    {"1-O", Result::white_wins},
    {"0-1", Result::black_wins},
    {"0:1", Result::black_wins},
    {"-+", Result::black_wins},
    {"--+", Result::black_wins},
    {"-:+", Result::black_wins},
    {"O-1", Result::black_wins},
    {"1/2-1/2", Result::draw},
    {"1/2:1/2", Result::draw},
    {"1/2", Result::draw},
    {"½-½", Result::draw},
    {"½:½", Result::draw},
    {"½", Result::draw},
    {"0.5-0.5", Result::draw},
    {"0,5-0,5", Result::draw},
    {".5-.5", Result::draw},
    {"1⁄2-1⁄2", Result::draw},
    {"1⁄2", Result::draw},
    {"1/2-½", Result::draw},
    {"½-1/2", Result::draw},
    {"*", Result::unknown},
    // misread by a machine
    {"l-0", Result::white_wins},
    {"I-0", Result::white_wins},
    {"l-O", Result::white_wins},
    {"I-O", Result::white_wins},
    {"0-l", Result::black_wins},
    {"0-I", Result::black_wins},
    {"O-l", Result::black_wins},
    {"O-I", Result::black_wins},
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Returns the end of the word that begins at `at`.
std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (at < text.size() && !is_blank(text[at])) ++at;
    return at;
}

/// Returns the end of [begin, end) without trailing punctuation.
std::size_t without_punctuation(std::string_view text, std::size_t begin, std::size_t end) {
    static constexpr std::string_view marks[] = {".", ",", ";", ":", "!", ")", "]", "}", "\"", "،", "؛", "»", "”"};
    for (bool again = true; again && end > begin;) {
        again = false;
        for (const auto mark : marks)
            if (text.substr(begin, end - begin).ends_with(mark)) end -= mark.size(), again = true;
    }
    return end;
}

}  // namespace

std::optional<Result> read_result(std::string_view word) {
    const FoldedWord folded(word);
    for (const Written& spelling : spellings)
        if (spelling.text == folded.view()) return spelling.result;
    return std::nullopt;
}

std::optional<Result> read_framed_result(std::string_view text) {
    static constexpr std::size_t longest = 40;  // bytes
    static constexpr std::string_view frames[] = {"(", ")", "[", "]", "*", "_", "'", "\"", "«",  "»", "‹",
                                                  "›", "“", "”", "„", "‘", "’", " ", "\t", "\r", "\n"};
    if (text.size() > longest) return std::nullopt;
    if (const auto result = read_result(text)) return result;
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view frame : frames) {
            if (text.starts_with(frame)) text.remove_prefix(frame.size()), again = true;
            if (text.ends_with(frame)) text.remove_suffix(frame.size()), again = true;
        }
    }
    std::string joined(text);
    std::erase_if(joined, is_blank);
    return read_result(joined);
}

bool is_doubtful_result(std::string_view word) {
    static constexpr std::string_view doubtful[] = {"+-", "+--", "-+", "--+", "1/2", "1⁄2", "½"};
    const FoldedWord folded(word);
    return std::find(std::begin(doubtful), std::end(doubtful), folded.view()) != std::end(doubtful);
}

std::optional<ResultWords> read_result_words(const Languages& languages, std::string_view text) {
    constexpr int most_words = 8;
    constexpr std::size_t longest_phrase = 200;  // bytes: bounds the cost on very long lines, where every word is tried
    text = text.substr(0, longest_phrase + 1);
    std::optional<ResultWords> longest;
    std::size_t end = 0;
    for (int word = 0; word < most_words && end < text.size(); ++word) {
        std::size_t begin = end;
        while (begin < text.size() && is_blank(text[begin])) ++begin;
        if (word == 0 && begin != 0) return std::nullopt;
        end = end_of_word(text, begin);
        if (end > longest_phrase) break;
        const std::size_t bare_end = without_punctuation(text, begin, end);
        const bool begins = languages.begins_result_phrase(text.substr(0, end)) ||
                            (bare_end != end && languages.begins_result_phrase(text.substr(0, bare_end)));
        if (!begins) break;
        for (const std::size_t stop : {bare_end, end})
            if (const auto result = languages.find_result_phrase(text.substr(0, stop))) {
                longest = {*result, stop};
                break;
            }
    }
    return longest;
}

}  // namespace cofnod::notation
