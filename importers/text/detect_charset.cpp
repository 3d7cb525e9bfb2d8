#include "importers/text/detect_charset.hpp"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "base/characters.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/attempts.hpp"
#include "importers/text/plausibility.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

namespace {

/// Size of the sample played under every candidate: some fifty games.
constexpr std::size_t sample_size = std::size_t{48} << 10;

/// Returns the significant part of a source: the game with its first non-ASCII byte, and those that follow.
std::string_view sample_of(std::string_view start) {
    const auto found = std::find_if_not(start.begin(), start.end(), [](char c) { return is_ascii(c); });
    const auto at = static_cast<std::size_t>(found - start.begin());
    std::size_t begin = start.rfind("[Event \"", at);
    if (begin == std::string_view::npos || at - begin > sample_size / 2)
        begin = at > sample_size / 2 ? at - sample_size / 2 : 0;
    std::string_view sample = start.substr(begin, sample_size);
    if (sample.size() == sample_size)
        if (const std::size_t end = sample.find_last_of("\n\r"); end != std::string_view::npos && begin + end > at)
            sample = sample.substr(0, end + 1);
    return sample;
}

/// Returns the text without its UTF-8 lines, which give no evidence about the character set of the others.
std::string without_utf8_lines(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        if (utf8_characters(line) == 0) kept += line;
        text.remove_prefix(line.size());
    }
    return kept;
}

/// Returns true for UTF-8 text with additions in another set: it has more UTF-8 sequences than other bytes.
bool is_mostly_utf8(std::string_view text) {
    std::size_t sequences = 0, others = 0;
    while (!text.empty()) {
        const auto next = utf8::decode(text);
        sequences += next.length > 1;
        others += next.length == 0;
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
    return sequences > others;
}

struct CountingSink : Sink {
    std::uint64_t plies = 0, faults = 0, notes = 0;
    std::map<std::string, std::uint64_t> notations;

    void add_game(GameRecord&& game) override {
        plies += game.ply_count;
        ++notations[game.notation.code];
        for (const Problem& problem : game.problems) ++(problem.severity == Severity::fault ? faults : notes);
    }
    void add_separator(const Separator&) override {}
    void reached(std::uint64_t) override {}

    [[nodiscard]] std::string language() const {
        const auto most = std::ranges::max_element(notations, {}, [](const auto& each) { return each.second; });
        return most != notations.end() ? most->first : "";
    }
};

struct Candidate {
    const Charset* charset;
    std::string text;
    std::uint64_t plies = 0, faults = 0, notes = 0;
    std::uint32_t oddity = 0;
    std::uint32_t spelling = 0;  ///< bits
    std::uint32_t capitalised = 0;
    int detector = 0;  ///< ICU's confidence, used if nothing else decides

    [[nodiscard]] auto plays() const { return std::tuple(plies, -static_cast<std::int64_t>(faults)); }
    [[nodiscard]] auto rank() const {
        return std::tuple(plies, -static_cast<std::int64_t>(faults), -static_cast<std::int64_t>(oddity),
                          -static_cast<std::int64_t>(spelling), capitalised, -static_cast<std::int64_t>(notes),
                          detector);
    }
};

/// Size of the sample read in all candidates before most of them are dropped: the first few games.
constexpr std::size_t screening_size = std::size_t{4} << 10;
/// Fixed units per candidate, and the maximum that it may spend on playing.
constexpr std::size_t candidate_cost = 100, most_candidate_effort = 70'000;
/// Approximate limit on the units spent on all candidates.
constexpr std::size_t most_units = 400'000;

/// Bits of a set other than the first of the candidates, in which most files are.
constexpr std::uint32_t less_common = 4;

/// Returns at most `size` bytes of a text, in whole lines if these are at least half of that.
std::string_view up_to_line(std::string_view text, std::size_t size) {
    if (text.size() <= size) return text;
    const std::size_t end = text.find_last_of("\n\r", size);
    return text.substr(0, end == std::string_view::npos || end < size / 2 ? size : end);
}

bool is_arabic(const Charset& charset) {
    static constexpr std::array<std::string_view, 5> names = {"windows-1256", "iso-8859-6", "MacArabic", "ibm-720",
                                                              "ibm-864"};
    return std::ranges::find(names, charset.name()) != names.end();
}

Candidate played(const Charset& charset, std::string_view sample, const notation::Languages& languages,
                 const Options& options, Attempts& attempts) {
    Candidate candidate{.charset = &charset, .text = charset.decoded(sample)};
    CountingSink found;
    Source source = Source::of_text("", candidate.text);
    Options how;
    how.format = options.format;
    how.notation = options.notation;
    how.keep_source = false;
    how.columns = options.columns;
    how.repairs = false;
    how.block_size = block_size_for(candidate.text.size());
    how.attempts = &attempts;
    import_source(source, languages, how, found);
    candidate.plies = found.plies;
    candidate.faults = found.plies > 0 ? found.faults : 0;  // reading a heading speaks for a set, not against it
    candidate.notes = found.notes;
    candidate.oddity = oddity_of(candidate.text);
    candidate.spelling =
        spelling_bits(candidate.text, found.language()) + (&charset == Charset::candidates().front() ? 0 : less_common);
    // Arabic sets also have some French letters.
    if (is_arabic(charset) && !utf8::has_right_to_left(candidate.text)) ++candidate.oddity;
    candidate.capitalised = capitalised_words(candidate.text);
    return candidate;
}

/// Plays a sample under each character set; sets that give the same text count once, as the first of them.
std::vector<Candidate> played_in_all(const std::vector<const Charset*>& charsets, std::string_view sample,
                                     const notation::Languages& languages, const Options& options, Effort& effort) {
    std::vector<Candidate> candidates;
    const std::size_t share = std::min(effort.left() / charsets.size(), most_candidate_effort);
    for (const Charset* charset : charsets) {
        const std::string text = charset->decoded(sample);
        if (std::ranges::find(candidates, text, &Candidate::text) != candidates.end()) continue;
        Attempts part(share);
        candidates.push_back(played(*charset, sample, languages, options, part));
        const std::size_t spent = share - part.effort().left();
        effort.spend(candidate_cost + spent);
        effort.count(part.effort().total() - std::min(spent, part.effort().total()));
    }
    return candidates;
}

/// Returns true if clearly less of the first lines of a sample is playable under this character set than under another.
bool is_hopeless(const Charset& charset, const std::vector<Candidate>& screened, std::string_view lines) {
    const auto best = std::ranges::max_element(screened, {}, &Candidate::plies);
    const auto found = std::ranges::find(screened, charset.decoded(lines), &Candidate::text);
    return found != screened.end() && found->plies * 4 < best->plies * 3;
}

struct CloseDetector {
    void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};

void ask_detector(std::string_view sample, std::vector<Candidate>& candidates) {
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<UCharsetDetector, CloseDetector> detector(ucsdet_open(&error));
    ucsdet_setText(detector.get(), sample.data(), static_cast<std::int32_t>(sample.size()), &error);
    std::int32_t count = 0;
    const UCharsetMatch** matches = ucsdet_detectAll(detector.get(), &count, &error);
    if (U_FAILURE(error)) return;
    for (std::int32_t i = 0; i < count; ++i)
        for (Candidate& candidate : candidates)
            if (ucnv_compareNames(ucsdet_getName(matches[i], &error), candidate.charset->name().c_str()) == 0)
                candidate.detector = std::max(candidate.detector, ucsdet_getConfidence(matches[i], &error));
}

CharsetChoice decide(std::vector<Candidate> candidates, std::string_view sample) {
    const auto best_of = [&] { return *std::ranges::max_element(candidates, {}, &Candidate::rank); };
    const auto rivals_of = [&](const Candidate& best) {
        std::vector<const Charset*> rivals;
        for (const Candidate& other : candidates)
            if (other.text != best.text && other.plays() == best.plays() &&
                other.oddity <= best.oddity + best.oddity / 4)
                rivals.push_back(other.charset);
        return rivals;
    };
    Candidate best = best_of();
    if (!rivals_of(best).empty()) {
        ask_detector(sample, candidates);
        best = best_of();
    }
    return {best.charset, rivals_of(best)};
}

/// Oddity from which other sets are tried: a word in two alphabets, and more.
constexpr std::uint32_t too_odd = 4;

/// Returns the text after the last tag.
std::string_view movetext(std::string_view game) {
    std::size_t last = 0;
    for (std::size_t at = 0; at < game.size();) {
        const std::size_t end = std::min(game.find_first_of("\n\r", at), game.size());
        if (game[at] == '[') last = end;
        at = end + 1;
    }
    return game.substr(last);
}

/// Returns the non-ASCII words of the text.
std::string telling_words(std::string_view text) {
    std::string words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \t\n\r", at), text.size());
        if (!is_ascii(text.substr(at, end - at))) words.append(text, at, end - at) += ' ';
        at = end + 1;
    }
    return words;
}

}  // namespace

std::size_t utf8_characters(std::string_view text) {
    if (!utf8::is_valid(text)) return 0;
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0xC0; }));
}

CharsetChoice detect_charset(std::string_view start, const notation::Languages& languages, const Options& options) {
    if (const Charset* const utf16 = Charset::utf16_of(start)) return {utf16};
    if (start.size() - utf8::valid_prefix(start) < 4 && (start.size() >= sample_size || utf8::is_valid(start)))
        return {};

    const std::string_view first = sample_of(start);
    if (is_mostly_utf8(first)) return {};
    const std::string others = without_utf8_lines(first);
    std::string_view sample = others;
    Effort own;
    Effort& effort = options.attempts ? options.attempts->effort() : own;
    std::vector<const Charset*> charsets = Charset::candidates();
    if (sample.size() > 2 * screening_size) {
        const std::string_view lines = up_to_line(sample, screening_size);
        const std::size_t before = effort.total();
        std::vector<Candidate> screened = played_in_all(charsets, lines, languages, options, effort);
        // A text that is hard to read gets a smaller sample, or only these lines.
        const std::size_t units = effort.total() - before;
        const std::size_t size = lines.size() * most_units / std::max<std::size_t>(units, 1);
        if (size <= lines.size()) return decide(std::move(screened), lines);
        std::erase_if(charsets, [&](const Charset* charset) { return is_hopeless(*charset, screened, lines); });
        sample = up_to_line(sample, size);
    }
    return decide(played_in_all(charsets, sample, languages, options, effort), sample);
}

/// Returns true if the words are clearly less odd in another character set.
bool MixedCharsets::may_be_less_odd(std::string_view words) const {
    const std::uint32_t odd = oddity_of(options_.charset->decoded(words));
    const auto& all = Charset::candidates();
    return odd >= too_odd && std::any_of(all.begin(), all.end(), [&](const Charset* charset) {
               return oddity_of(charset->decoded(words)) + too_odd <= odd;
           });
}

CharsetChoice MixedCharsets::detected(std::string_view bytes) {
    if (attempts_.effort().is_exhausted()) return as_source();
    Options how = options_;
    how.attempts = &attempts_;
    return detect_charset(bytes, languages_, how);
}

/// Chooses the set of a game whose moves are the same in every set. Choices are cached because names recur in other
/// games.
CharsetChoice MixedCharsets::choose_by_words(std::string_view bytes) {
    constexpr std::size_t most_known = 4096;
    const std::string words = telling_words(bytes);
    attempts_.effort().spend(words.size());
    if (chosen_.size() >= most_known) chosen_.clear();
    const auto [found, is_new] = chosen_.try_emplace(words);
    if (is_new) found->second = may_be_less_odd(words) ? detected(bytes) : as_source();
    return found->second;
}

CharsetChoice MixedCharsets::choose(const GameRecord& game, std::string_view bytes) {
    if (options_.charset->is_utf8()) return utf8::is_valid(bytes) ? as_source() : detected(bytes);
    if (is_ascii(bytes)) return as_source();
    // Stray bytes in UTF-8 are read as Windows-1252: the lines of a game may be in either.
    const bool may_have_both = options_.charset->name() == "windows-1252";
    if (utf8_characters(bytes) > 0 || (may_have_both && without_utf8_lines(bytes).size() < bytes.size())) return {};
    const bool may_play_further = game.state != GameState::complete && !is_ascii(movetext(bytes));
    return may_play_further ? detected(bytes) : choose_by_words(bytes);
}

std::optional<Findings> MixedCharsets::read_again(const GameRecord& game, std::string_view bytes) {
    const CharsetChoice choice = choose(game, bytes);
    // Stray bytes in UTF-8 are already read as Windows-1252.
    const bool is_read_so =
        choice.charset == options_.charset || (options_.charset->is_utf8() && choice.charset->name() == "windows-1252");
    if (is_read_so) return std::nullopt;
    Options how = options_;
    how.charset = choice.charset;
    how.rivals = choice.rivals;
    how.mixed = false;
    how.charset_of_others = options_.charset;
    how.attempts = &attempts_;
    how.begin = 0;
    how.first_byte = game.span.begin;
    how.first_line = game.span.line;
    how.threads = 1;
    how.block_size = block_size_for(bytes.size());
    Findings found;
    Source source = Source::of_text("", std::string(bytes));
    import_source(source, languages_, how, found);
    if (found.plies() < game.ply_count) return std::nullopt;
    if (!options_.charset->is_utf8() && !choice.charset->is_utf8() && found.plies() == game.ply_count &&
        oddity_of(choice.charset->decoded(bytes)) + too_odd > oddity_of(options_.charset->decoded(bytes)))
        return std::nullopt;
    return found;
}

}  // namespace cofnod::importers
