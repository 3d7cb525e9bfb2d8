#include "operations/trace.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/characters.hpp"
#include "base/problem_kinds.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/record.hpp"
#include "importers/find_moves.hpp"
#include "importers/import.hpp"
#include "importers/text/charset.hpp"
#include "operations/notation_choice.hpp"

namespace cofnod::operations {

std::string kept_text(const GameRecord& game, const std::string& charset) {
    const importers::Charset* const known = importers::Charset::find(charset);
    if (!game.source_text.empty()) return known ? known->decoded(game.source_text) : game.source_text;
    const notation::Languages languages = notation::Languages::built_in();
    std::string text;
    pgn::write(game, {.language = &language_to_show(languages, game.notation.code)}, text);
    return text;
}

namespace {

/// A part of the text without moves.
struct Zone {
    std::size_t begin, end;
};

bool is_of_word(char c) { return is_alphanumeric(c) || (static_cast<unsigned char>(c) & 0x80) != 0; }

/// Returns the position of a value as whole words; npos if there is none. One or two letters count only after a
/// punctuation mark, as in `White: A`.
std::size_t find_words(std::string_view text, std::string_view value, Zone zone) {
    static constexpr std::size_t shortest = 3;
    for (std::size_t at = text.find(value, zone.begin); at != text.npos && at + value.size() <= zone.end;
         at = text.find(value, at + 1)) {
        const std::size_t end = at + value.size();
        const bool is_apart = (at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]));
        const std::size_t sign = at == 0 ? text.npos : text.find_last_not_of(' ', at - 1);
        const bool has_sign = sign != text.npos && std::string_view(":\",;|\t").find(text[sign]) != text.npos;
        if (is_apart && (value.size() >= shortest || has_sign)) return at;
    }
    return text.npos;
}

/// Returns the position of the value in `[White "A. Jones"]`; npos if there is no such tag.
std::size_t find_tag(std::string_view text, const Tags::Tag& tag, Zone zone) {
    const std::string written = std::string("[") + std::string(tag.name) + " \"" + std::string(tag.value) + '"';
    const std::size_t at = text.substr(0, zone.end).find(written, zone.begin);
    return at == text.npos ? at : at + tag.name.size() + 3;
}

}  // namespace

/// Finds the values of a game's tags in its text, before its first move and after its last: `[White "A. Jones"]`, `A.
/// Jones – B. Evans`. `moves`: positions of moves and comments. Values that the text spells differently, as it does
/// most dates, are skipped.
std::vector<Trace::Item> find_headers(std::string_view text, const GameRecord& game,
                                      const std::vector<Trace::Item>& moves) {
    std::size_t first = text.size(), last = text.size();
    if (!moves.empty()) {
        first = std::ranges::min_element(moves, {}, &Trace::Item::begin)->begin;
        last = std::ranges::max_element(moves, {}, &Trace::Item::end)->end;
    }
    std::vector<Trace::Item> found;
    for (std::size_t i = 0; i < game.tags.size(); ++i) {
        const Tags::Tag tag = game.tags[i];
        if (tag.value.empty() || tag.value == "?") continue;
        std::size_t at = find_tag(text, tag, {0, first});
        if (at == text.npos) at = find_words(text, tag.value, {0, first});
        if (at == text.npos) at = find_words(text, tag.value, {last, text.size()});
        if (at != text.npos)
            found.push_back({Trace::Kind::header, static_cast<std::uint32_t>(i), at, at + tag.value.size()});
    }
    return found;
}

namespace {

/// Finds the game with the moves of the stored one among those in its text.
class Reread : public importers::Sink {
public:
    explicit Reread(const GameRecord& stored) : stored_(stored) {}

    void add_game(GameRecord&& game) override {
        if (game.moves == stored_.moves && items_.empty()) items_ = std::move(game.trace.items());
    }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}

    [[nodiscard]] std::vector<Trace::Item>& items() { return items_; }

private:
    const GameRecord& stored_;
    std::vector<Trace::Item> items_;
};

/// Returns true if problems of the game mark characters as misrecognised in printed text.
bool is_recognised(const GameRecord& game) {
    return std::ranges::any_of(game.problems, [](const Problem& problem) {
        const ProblemKind kind = problem.reason.kind;
        return kind == ProblemKind::misrecognised || kind == ProblemKind::misrecognised_unrated;
    });
}

}  // namespace

TracedGame trace(const store::GameHeader& header, const GameRecord& game, const notation::Languages& languages) {
    TracedGame traced{.text = kept_text(game, header.charset), .is_regenerated = game.source_text.empty(), .items = {}};
    // First with the game's notation, which neighbouring games may have decided; then with the notation detected from
    // the game alone.
    const notation::Language* const found = languages.find(game.notation.code);
    for (const notation::Language* const given : {found, static_cast<const notation::Language*>(nullptr)}) {
        Reread reread(game);
        const importers::Options how{.notation = given, .keep_source = false, .keep_san = true, .mixed = false};
        importers::Source source = is_recognised(game)
                                       ? importers::Source::of_recognised_text(header.source, traced.text)
                                       : importers::Source::of_text(header.source, traced.text);
        importers::import_source(source, languages, how, reread);
        traced.items = std::move(reread.items());
        if (!traced.items.empty()) break;
    }
    if (traced.items.empty() && found) traced.items = importers::find_moves(traced.text, game, *found);
    std::erase_if(traced.items, [&](const Trace::Item& item) {
        return item.kind == Trace::Kind::ply && item.index >= game.ply_count;
    });
    const auto headers = find_headers(traced.text, game, traced.items);
    traced.items.insert(traced.items.end(), headers.begin(), headers.end());
    return traced;
}

}  // namespace cofnod::operations
