#include "search/written_moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/utf8.hpp"
#include "chess/resolve.hpp"
#include "notation/fold.hpp"
#include "notation/read_move.hpp"
#include "notation/result_text.hpp"

namespace cofnod::search {

namespace {

using notation::Language;
using std::string_view;

struct Word {
    string_view text;
    std::size_t at = 0;  ///< byte in the text

    [[nodiscard]] std::size_t end() const { return at + text.size(); }
};

bool is_blank(char32_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
           c == 0x3000;
}

/// The length of the move number in front of a word: `12.` of `12.e4`, `3...`, all of `4` but nothing of `4هـ`.
std::size_t number_length(string_view word) {
    const auto take = [&](std::size_t from, auto is_wanted) {
        while (from < word.size()) {
            const auto [c, length] = utf8::decode(word.substr(from));
            if (length == 0 || !is_wanted(notation::folded(c))) break;
            from += length;
        }
        return from;
    };
    const auto is_digit = [](char32_t c) { return c == 0 || (c >= '0' && c <= '9'); };
    const auto is_dot = [](char32_t c) { return c == 0 || c == '.' || c == U'…'; };

    const std::size_t digits = take(0, is_digit);
    const std::size_t dots = take(digits, is_dot);
    return dots > digits || dots == word.size() ? dots : 0;
}

/// The words that could be moves: without numbers, dots and a result at the end.
std::vector<Word> words_of(string_view text) {
    std::vector<Word> words;
    const auto add = [&](std::size_t begin, std::size_t end) {
        const string_view word = text.substr(begin, end - begin);
        if (word.empty()) return;
        const std::size_t number = number_length(word);
        if (number < word.size()) words.push_back({word.substr(number), begin + number});
    };
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const auto [c, length] = utf8::decode(text.substr(at));
        const std::size_t next = at + std::max<std::size_t>(length, 1);
        if (length > 0 && is_blank(c)) {
            add(begin, at);
            begin = next;
        }
        at = next;
    }
    add(begin, text.size());
    if (!words.empty() && notation::read_result(words.back().text)) words.pop_back();
    return words;
}

/// The words played in one language, until one of them is no legal move.
class Attempt {
public:
    Attempt(const std::vector<Word>& words, const Language& language) : language_(&language) {
        played_.language = language_;
        for (std::size_t i = 0; i < words.size() && !fault_;) i += play(words, i);
    }

    [[nodiscard]] const Language& language() const { return *language_; }
    [[nodiscard]] const std::optional<TextFault>& fault() const { return fault_; }
    [[nodiscard]] const WrittenMoves& played() const { return played_; }
    /// How near to the end it came; a word that is at least a move of the language is nearer than one that is none.
    [[nodiscard]] std::size_t reached() const { return 2 * played_.moves.size() + (readable_ ? 1 : 0); }

private:
    /// How many words it took.
    std::size_t play(const std::vector<Word>& words, std::size_t i) {
        if (!played_.moves.empty() && notation::read_suffix(*language_, words[i].text)) return 1;
        std::size_t count = 1;
        std::string joined(words[i].text);
        if (i + 1 < words.size() && notation::is_unfinished(*language_, words[i].text)) {
            joined += ' ';
            joined += words[i + 1].text;
            count = 2;
        }
        const auto readings = notation::read_move(*language_, joined);
        const auto resolution = chess::resolve(played_.after, readings);
        if (resolution) {
            played_.moves.push_back(resolution.move);
            played_.after.play(resolution.move);
        } else {
            fail(words[i].at, words[i + count - 1].end(), readings, resolution);
        }
        return count;
    }

    void fail(std::size_t begin, std::size_t end, const notation::Readings& readings,
              const chess::Resolution& resolution) {
        readable_ = !readings.empty();
        const std::size_t ply = played_.moves.size();
        const std::string why = readable_ ? chess::explain(played_.after, readings, resolution)
                                          : fmt::format("this is no move in {}", language_->name());
        fault_ = TextFault{begin, end, fmt::format("move {}{}: {}", ply / 2 + 1, ply % 2 ? ", Black" : "", why), {}};
    }

    const Language* language_;
    WrittenMoves played_;
    std::optional<TextFault> fault_;
    bool readable_ = true;
};

/// The fault of the attempt that came furthest; of several, the first's.
TextFault best_fault(const std::vector<Attempt>& attempts) {
    const auto best = std::max_element(attempts.begin(), attempts.end(),
                                       [](const Attempt& a, const Attempt& b) { return a.reached() < b.reached(); });
    TextFault fault = *best->fault();
    if (attempts.size() == 1)
        fault.remedy = fmt::format("read as {} ({})", best->language().name(), best->language().code());
    else
        fault.remedy = fmt::format("read as {} ({}), which comes furthest; another notation: --from-notation",
                                   best->language().name(), best->language().code());
    return fault;
}

}  // namespace

Expected<WrittenMoves, TextFault> read_written_moves(string_view text, const notation::Languages& languages,
                                                     const Language* given) {
    const auto words = words_of(text);
    if (words.empty()) return Unexpected{TextFault{0, text.size(), "no moves", "moves are written '1. e4 e5 2. Nf3'"}};

    std::vector<Attempt> attempts;
    for (const Language& language : languages)
        if (!given || given == &language) attempts.emplace_back(words, language);
    if (given && attempts.empty()) attempts.emplace_back(words, *given);

    std::optional<WrittenMoves> result;
    for (const Attempt& attempt : attempts) {
        if (attempt.fault()) continue;
        if (!result)
            result = attempt.played();
        else if (attempt.played().moves != result->moves)
            result->otherwise.push_back(&attempt.language());
    }
    if (!result) return Unexpected{best_fault(attempts)};
    return *result;
}

}  // namespace cofnod::search
