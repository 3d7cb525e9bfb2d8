#include "search/written_moves.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/characters.hpp"
#include "base/problem.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "games/chess/resolve.hpp"
#include "notation/described_move.hpp"
#include "notation/fold.hpp"
#include "notation/language.hpp"
#include "notation/tag_text.hpp"
#include "notation/written_move.hpp"

namespace cofnod::search {

namespace {

using notation::Language;
using std::string_view;

struct LocatedWord {
    string_view text;
    std::size_t at = 0;  ///< byte offset in the text

    [[nodiscard]] std::size_t end() const { return at + text.size(); }
};

bool is_blank(char32_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
           c == 0x3000;
}

/// Returns the length of the move number at the start of a word: `12.` of `12.e4`, `3...`, all of `4` but nothing of
/// `4هـ`, nor of `5254` in a notation with numeric moves.
std::size_t number_length(string_view word, const Language& language) {
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

    constexpr std::size_t digits_of_a_move = 4;
    const std::size_t digits = take(0, is_digit);
    if (language.has_moves_of_digits() && digits == word.size() && digits >= digits_of_a_move) return 0;
    const std::size_t dots = take(digits, is_dot);
    return dots > digits || dots == word.size() ? dots : 0;
}

/// Splits text into candidate moves, without move numbers and a final result.
std::vector<LocatedWord> words_of(string_view text, const Language& language) {
    std::vector<LocatedWord> words;
    const auto add = [&](std::size_t begin, std::size_t end) {
        const string_view word = text.substr(begin, end - begin);
        if (word.empty()) return;
        const std::size_t number = number_length(word, language);
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

/// A text played in one notation up to the first word that is not a legal move.
class Attempt {
public:
    Attempt(string_view text, const Language& language)
        : text_(text), words_(words_of(text, language)), language_(&language) {
        played_.language = language_;
        for (std::size_t i = 0; i < words_.size() && !fault_;) i += play(i);
    }

    [[nodiscard]] const Language& language() const { return *language_; }
    [[nodiscard]] bool is_whole() const { return !words_.empty() && !fault_; }
    [[nodiscard]] bool is_without_words() const { return words_.empty(); }
    [[nodiscard]] const std::optional<TextFault>& fault() const { return fault_; }
    [[nodiscard]] const WrittenMoves& played() const { return played_; }
    /// Progress measure: moves played, plus half a move if the failing word is a well-formed move.
    [[nodiscard]] std::size_t reached() const { return 2 * played_.moves.size() + (readable_ ? 1 : 0); }

private:
    /// Plays the move at word i; returns the number of words consumed.
    std::size_t play(std::size_t i) {
        if (!played_.moves.empty() && notation::read_suffix(*language_, words_[i].text)) return 1;
        return language_->system() == notation::System::algebraic ? play_readings(i) : play_pattern(i);
    }

    std::size_t play_readings(std::size_t i) {
        std::size_t count = 1;  // words of the longest move, or of the unreadable text
        std::string joined(words_[i].text);
        notation::Readings readings = notation::read_move(*language_, joined);
        for (std::size_t next = i + 1; next < words_.size() && notation::is_unfinished(*language_, joined); ++next) {
            joined += ' ';
            joined += words_[next].text;
            notation::Readings longer = notation::read_move(*language_, joined);
            if (longer.empty() && !readings.empty()) continue;
            readings = std::move(longer);
            count = next + 1 - i;
        }
        const auto resolution = chess::resolve(played_.after, readings);
        if (resolution)
            play(resolution.move);
        else if (readings.empty())
            fail_unread(i, count);
        else
            fail(i, count, sentence(chess::explain(played_.after, readings, resolution)));
        return count;
    }

    /// Plays a descriptive move, which may consist of several words: `P - K 4`.
    std::size_t play_pattern(std::size_t i) {
        const auto read = notation::read_descriptive(*language_, text_.substr(words_[i].at));
        if (!read) return fail_unread(i, 1), 1;
        std::size_t count = 1;
        while (i + count < words_.size() && words_[i + count].at < words_[i].at + read->length) ++count;
        const auto resolution = chess::resolve(played_.after, read->move, wings_);
        if (resolution)
            play(resolution.move);
        else
            fail(i, count, sentence(chess::explain(played_.after, read->move, resolution)));
        return count;
    }

    void play(chess::Move move) {
        played_.moves.push_back(move);
        played_.after.play(move);
        wings_.play(move);
    }

    void fail_unread(std::size_t i, std::size_t count) {
        readable_ = false;
        fail(i, count, tr("not a move in {}", translated(language_->name())));
    }

    void fail(std::size_t i, std::size_t count, const std::string& why) {
        const std::size_t ply = played_.moves.size();
        fault_ = TextFault{words_[i].at,
                           words_[i + count - 1].end(),
                           ply % 2 ? tr("move {}, Black: {}", ply / 2 + 1, why) : tr("move {}: {}", ply / 2 + 1, why),
                           {}};
    }

    string_view text_;
    std::vector<LocatedWord> words_;
    const Language* language_;
    WrittenMoves played_;
    chess::Wings wings_;
    std::optional<TextFault> fault_;
    bool readable_ = true;
};

/// Returns the fault of the first attempt with the most progress.
TextFault best_fault(const std::vector<Attempt>& attempts) {
    const auto best = std::max_element(attempts.begin(), attempts.end(),
                                       [](const Attempt& a, const Attempt& b) { return a.reached() < b.reached(); });
    TextFault fault = *best->fault();
    if (attempts.size() == 1)
        fault.way_out = tr("read as {} ({})", translated(best->language().name()), best->language().code());
    else
        fault.way_out = WayOut(WayOut::Kind::choose_notation, {best->language().name(), best->language().code()});
    return fault;
}

}  // namespace

Expected<WrittenMoves, TextFault> read_written_moves(string_view text, const notation::Languages& languages,
                                                     const Language* given) {
    std::vector<Attempt> attempts;
    for (const Language& language : languages)
        if (!given || given == &language) attempts.emplace_back(text, language);
    if (given && attempts.empty()) attempts.emplace_back(text, *given);
    if (!given && std::ranges::none_of(attempts, &Attempt::is_whole))
        for (const Language* other : languages.others()) attempts.emplace_back(text, *other);
    std::erase_if(attempts, [](const Attempt& attempt) { return attempt.is_without_words(); });
    if (attempts.empty())
        return Unexpected{TextFault{0, text.size(), tr("no moves"), tr("moves are written '1. e4 e5 2. Nf3'")}};

    std::optional<WrittenMoves> result;
    for (const Attempt& attempt : attempts) {
        if (!attempt.is_whole()) continue;
        if (!result)
            result = attempt.played();
        else if (attempt.played().moves != result->moves)
            result->otherwise.push_back(&attempt.language());
    }
    if (!result) return Unexpected{best_fault(attempts)};
    return *result;
}

}  // namespace cofnod::search
