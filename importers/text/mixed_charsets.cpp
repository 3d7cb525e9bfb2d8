#include "importers/text/mixed_charsets.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "game/record.hpp"
#include "importers/score/attempts.hpp"
#include "importers/text/oddity.hpp"

namespace cofnod::importers {

namespace {

/// Oddity from which on other sets are tried: a word of two alphabets, and more.
constexpr std::uint32_t too_odd = 4;

/// Returns the text behind the last tag.
std::string_view movetext(std::string_view game) {
    std::size_t last = 0;
    for (std::size_t at = 0; at < game.size();) {
        const std::size_t end = std::min(game.find_first_of("\n\r", at), game.size());
        if (game[at] == '[') last = end;
        at = end + 1;
    }
    return game.substr(last);
}

/// Returns the words of the text that are not ASCII.
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

/// Returns true if another character set gives words that are clearly less odd.
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

/// Chooses the set of a game whose moves are the same in every set. Names recur in other games.
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
    if (utf8_characters(bytes) > 1) return {};
    if (is_ascii(bytes)) return as_source();
    const bool may_play_further = game.state != GameState::complete && !is_ascii(movetext(bytes));
    return may_play_further ? detected(bytes) : choose_by_words(bytes);
}

std::optional<Findings> MixedCharsets::read_again(const GameRecord& game, std::string_view bytes) {
    const CharsetChoice choice = choose(game, bytes);
    // Stray bytes in UTF-8 are read as Windows-1252 already.
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
