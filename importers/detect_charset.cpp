#include "importers/detect_charset.hpp"

#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "base/utf8.hpp"

namespace cofnod::importers {

namespace {

/// As much is played under every candidate: some fifty games.
constexpr std::size_t sample_size = std::size_t{48} << 10;

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The part of a source that can tell: the game of its first byte that is not ASCII, and those that follow.
std::string_view sample_of(std::string_view start) {
    const auto found = std::find_if_not(start.begin(), start.end(), is_ascii);
    const auto at = static_cast<std::size_t>(found - start.begin());
    std::size_t begin = start.rfind("[Event \"", at);
    if (begin == start.npos || at - begin > sample_size / 2) begin = at > sample_size / 2 ? at - sample_size / 2 : 0;
    std::string_view sample = start.substr(begin, sample_size);
    if (sample.size() == sample_size)
        if (const std::size_t end = sample.find_last_of("\n\r"); end != sample.npos && begin + end > at)
            sample = sample.substr(0, end + 1);
    return sample;
}

/// Text in UTF-8 that somebody has added to in another character set: more bytes are UTF-8 than are not.
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

/// How little a text looks like one: signs nobody writes, words of two alphabets, letters where none of their kind
/// stand.
std::uint32_t oddity_of(std::string_view text) {
    static constexpr std::u32string_view never_inside = U"ةىςךםןףץ", never_first = U"ъьы";
    std::uint32_t odd = 0, accents = 0;
    UChar32 before = ' ';
    const auto is_mark = [](UChar32 c) { return u_charType(c) == U_NON_SPACING_MARK; };
    const auto script = [](UChar32 c) {
        UErrorCode error = U_ZERO_ERROR;
        return uscript_getScript(c, &error);
    };
    while (!text.empty()) {
        const auto next = utf8::decode(text);
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
        const auto c = static_cast<UChar32>(next.code_point);
        if (c < 0x80 && before < 0x80) {
            accents = 0;
            before = c;
            continue;
        }
        accents = c >= 0x80 && script(c) == USCRIPT_LATIN ? accents + 1 : 0;
        if (accents > 2) odd += 2;  // "Áîòâèííèê" was Russian
        const bool letter = u_isalpha(c), after_letter = u_isalpha(before) || is_mark(before);
        if (c == 0xFFFD || (c >= 0x80 && c < 0xA0)) odd += 20;
        if (c >= 0x2500 && c < 0x25A0) odd += 4;  // lines and boxes of DOS
        const bool is_form_of_mark = c >= 0xFE70 && c < 0xFE80;
        if ((is_mark(c) || is_form_of_mark) && !after_letter) odd += 4;
        if (is_mark(c) && is_mark(before) && script(c) != USCRIPT_HEBREW && c != 0x0651 && before != 0x0651) odd += 2;
        if (letter && !after_letter && never_first.find(next.code_point) != never_first.npos) odd += 4;
        if (letter && u_isalpha(before)) {
            if (script(c) != script(before)) odd += 4;
            if (u_islower(before) && u_isupper(c)) odd += 2;
            if (never_inside.find(static_cast<char32_t>(before)) != never_inside.npos) odd += 4;
        }
        // A sign that is no punctuation stuck to a letter: "Ren¤".
        const auto is_sign = [](UChar32 x) {
            return x >= 0xA0 && !u_isalnum(x) && !u_ispunct(x) && !u_isspace(x) && x != 0xD7;
        };
        if ((letter && is_sign(before) && !is_mark(before)) || (after_letter && is_sign(c) && !is_mark(c))) odd += 1;
        before = c;
    }
    return odd;
}

/// Words that begin with a capital and go on with small letters, all of one of the alphabets that have both and are
/// not Latin: read in the wrong character set, a name seldom looks like one.
std::uint32_t capitalised_words(std::string_view text) {
    std::uint32_t words = 0, small = 0;
    bool begun = false;
    UChar32 before = ' ';
    const auto end_word = [&] {
        words += begun && small > 2;
        begun = false;
        small = 0;
    };
    while (!text.empty()) {
        const auto next = utf8::decode(text);
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
        const auto c = static_cast<UChar32>(next.code_point);
        const bool is_latin = c < 0x370;
        if (is_latin || !u_isalpha(c)) {
            end_word();
        } else if (u_isupper(c)) {
            end_word();
            begun = !u_isalpha(before);
        } else if (u_islower(c)) {
            ++small;
        } else {
            begun = false;
        }
        before = c;
    }
    end_word();
    return words;
}

struct CountingSink : Sink {
    std::uint64_t plies = 0, faults = 0, notes = 0;
    std::map<std::string, std::uint64_t> notations;

    void add_game(GameRecord&& game) override {
        plies += game.ply_count;
        ++notations[game.notation.code];
        for (const Problem& problem : game.problems) ++(problem.severity == Severity::fault ? faults : notes);
    }
    void add_separator(const SourceSpan&) override {}
    void reached(std::uint64_t) override {}

    [[nodiscard]] bool mostly(std::string_view code) const {
        const auto most = std::max_element(notations.begin(), notations.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most != notations.end() && most->first == code;
    }
};

struct Candidate {
    const Charset* charset;
    std::string text;
    std::uint64_t plies = 0, faults = 0, notes = 0;
    std::uint32_t oddity = 0;
    std::uint32_t capitalised = 0;
    bool at_home = false;  ///< made for the language that the games are in
    int detector = 0;      ///< ICU's confidence, asked where nothing else decides

    [[nodiscard]] auto plays() const { return std::tuple(plies, -static_cast<std::int64_t>(faults)); }
    [[nodiscard]] auto rank() const {
        return std::tuple(plies, -static_cast<std::int64_t>(faults), -static_cast<std::int64_t>(oddity), capitalised,
                          -static_cast<std::int64_t>(notes), at_home, detector);
    }
};

Candidate played(const Charset& charset, std::string_view sample, const notation::Languages& languages,
                 const Options& options) {
    Candidate candidate{.charset = &charset, .text = charset.decoded(sample)};
    CountingSink found;
    Source source = Source::of_text("", candidate.text);
    Options how{.format = options.format, .notation = options.notation, .keep_source = false};
    how.columns = options.columns;
    import_source(source, languages, how, found);
    candidate.plies = found.plies;
    candidate.faults = found.faults;
    candidate.notes = found.notes;
    candidate.oddity = oddity_of(candidate.text);
    candidate.capitalised = capitalised_words(candidate.text);
    candidate.at_home = charset.name() == "iso-8859-14" && found.mostly("cy");
    return candidate;
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
    const auto best_of = [&] {
        return *std::max_element(candidates.begin(), candidates.end(),
                                 [](const Candidate& a, const Candidate& b) { return a.rank() < b.rank(); });
    };
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

}  // namespace

CharsetChoice detect_charset(std::string_view start, const notation::Languages& languages, const Options& options) {
    if (const Charset* const utf16 = Charset::utf16_of(start)) return {utf16};
    if (start.size() - utf8::valid_prefix(start) < 4 && (start.size() >= sample_size || utf8::is_valid(start)))
        return {};

    const std::string_view sample = sample_of(start);
    if (is_mostly_utf8(sample)) return {};
    std::vector<Candidate> candidates;
    for (const Charset* charset : Charset::candidates()) {
        std::string text = charset->decoded(sample);
        const bool known = std::any_of(candidates.begin(), candidates.end(),
                                       [&](const Candidate& other) { return other.text == text; });
        if (!known) candidates.push_back(played(*charset, sample, languages, options));
    }
    return decide(std::move(candidates), sample);
}

}  // namespace cofnod::importers
