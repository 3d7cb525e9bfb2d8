#include "importers/mixed_sink.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "importers/oddity.hpp"
#include "importers/recorded_sink.hpp"

namespace cofnod::importers {

namespace {

std::uint64_t count_plies(const RecordedSink& found) {
    std::uint64_t count = 0;
    for (const auto& event : found.events)
        if (const auto* const game = std::get_if<GameRecord>(&event)) count += game->ply_count;
    return count;
}

/// A word of two alphabets, and more.
constexpr std::uint32_t too_odd = 4;

/// The text behind the last tag.
std::string_view movetext(std::string_view game) {
    std::size_t last = 0;
    for (std::size_t at = 0; at < game.size();) {
        const std::size_t end = std::min(game.find_first_of("\n\r", at), game.size());
        if (game[at] == '[') last = end;
        at = end + 1;
    }
    return game.substr(last);
}

/// Its words that are not ASCII.
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

/// Whether another character set gives words that are clearly less odd.
bool MixedSink::may_be_less_odd(std::string_view words) const {
    const std::uint32_t odd = oddity_of(options_.charset->decoded(words));
    const auto& all = Charset::candidates();
    return odd >= too_odd && std::any_of(all.begin(), all.end(), [&](const Charset* charset) {
               return oddity_of(charset->decoded(words)) + too_odd <= odd;
           });
}

CharsetChoice MixedSink::detected(std::string_view bytes) {
    if (attempts_.effort().is_exhausted()) return as_source();
    Options how = options_;
    how.attempts = &attempts_;
    return detect_charset(bytes, languages_, how);
}

/// Of a game whose moves are the same in every set. Names come back in other games.
CharsetChoice MixedSink::choose_by_words(std::string_view bytes) {
    constexpr std::size_t most_known = 4096;
    const std::string words = telling_words(bytes);
    attempts_.effort().spend(words.size());
    if (chosen_.size() >= most_known) chosen_.clear();
    const auto [found, is_new] = chosen_.try_emplace(words);
    if (is_new) found->second = may_be_less_odd(words) ? detected(bytes) : as_source();
    return found->second;
}

CharsetChoice MixedSink::choose(const GameRecord& game, std::string_view bytes) {
    if (options_.charset->is_utf8()) return utf8::is_valid(bytes) ? as_source() : detected(bytes);
    if (utf8_characters(bytes) > 1) return {};
    if (is_ascii(bytes)) return as_source();
    const bool may_play_further = game.state != GameState::complete && !is_ascii(movetext(bytes));
    return may_play_further ? detected(bytes) : choose_by_words(bytes);
}

void MixedSink::add_game(GameRecord&& game) {
    const std::string_view bytes = bytes_.substr(game.span.begin - begin_, game.span.end - game.span.begin);
    const CharsetChoice choice = choose(game, bytes);
    // Stray bytes in UTF-8 are read as Windows-1252 already.
    const bool is_read_so =
        choice.charset == options_.charset || (options_.charset->is_utf8() && choice.charset->name() == "windows-1252");
    if (is_read_so || !read_again(game, bytes, choice)) next_.add_game(std::move(game));
}

/// A game that was read again from the bytes of `before`.
void MixedSink::put_in_place(GameRecord& game, const GameRecord& before, std::string_view bytes,
                             const CharsetChoice& choice) const {
    game.problems.push_back(
        {.reason = {ProblemKind::charset_differs, {choice.charset->name(), options_.charset->name()}},
         .severity = Severity::note,
         .place = {game.span.line, 1, game.span.begin},
         .advice = {Remedy::read_in_one_charset}});
    for (Problem& problem : game.problems) problem.place.byte += before.span.begin;
    game.charset = choice.charset->name();
    if (options_.keep_source) game.source_text = bytes.substr(game.span.begin, game.span.end - game.span.begin);
    game.span.begin += before.span.begin;
    game.span.end += before.span.begin;
}

bool MixedSink::read_again(const GameRecord& game, std::string_view bytes, const CharsetChoice& choice) {
    Options how = options_;
    how.charset = choice.charset;
    how.rivals = choice.rivals;
    how.mixed = false;
    how.attempts = &attempts_;
    how.begin = 0;
    how.first_line = game.span.line;
    how.threads = 1;
    how.block_size = block_size_for(bytes.size());
    RecordedSink found;
    Source source = Source::of_text("", std::string(bytes));
    import_source(source, languages_, how, found);
    const std::uint64_t plies = count_plies(found);
    if (plies < game.ply_count) return false;
    if (!options_.charset->is_utf8() && !choice.charset->is_utf8() && plies == game.ply_count &&
        oddity_of(choice.charset->decoded(bytes)) + too_odd > oddity_of(options_.charset->decoded(bytes)))
        return false;

    for (RecordedSink::Event& event : found.events) {
        if (auto* const span = std::get_if<SourceSpan>(&event)) {
            span->begin += game.span.begin;
            span->end += game.span.begin;
        } else {
            put_in_place(std::get<GameRecord>(event), game, bytes, choice);
        }
        pass_on(std::move(event), next_);
    }
    return true;
}

}  // namespace cofnod::importers
