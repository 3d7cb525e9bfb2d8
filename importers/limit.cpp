#include "importers/limit.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/problem_kinds.hpp"
#include "base/utf8.hpp"

namespace cofnod::importers {

namespace {

/// Returns the start of the text, in whole characters.
std::string_view shortened(std::string_view text, std::size_t longest) {
    return text.size() <= longest ? text : text.substr(0, utf8::valid_prefix(text.substr(0, longest)));
}

bool has_long_value(const Tags& tags, std::size_t longest) {
    for (std::size_t i = 0; i < tags.size(); ++i)
        if (tags[i].value.size() > longest) return true;
    return false;
}

/// Tags that are not counted, the first of each: those that decide under which rules and from which position the moves
/// are read, and the seven that every export has.
constexpr std::array<std::string_view, 11> essential = {"FEN",  "SetUp", "Variant", "GameType", "Event", "Site",
                                                        "Date", "Round", "White",   "Black",    "Result"};
constexpr std::size_t start_count = 4;  ///< the first of them, which decide the start: they are not cut either

struct LimitedTags {
    Tags tags;
    bool any_left_out = false, any_cut = false;
};

LimitedTags limited(const Tags& all, const Limits& limits) {
    LimitedTags result;
    std::array<bool, essential.size()> seen{};
    std::size_t others = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Tags::Tag tag = all[i];
        const auto name =
            static_cast<std::size_t>(std::find(essential.begin(), essential.end(), tag.name) - essential.begin());
        const bool is_first = name < essential.size() && !tag.value.empty() && !std::exchange(seen[name], true);
        if (is_first && name < start_count) {
            result.tags.add(tag.name, tag.value);
        } else if (!is_first && others++ >= limits.tags) {
            result.any_left_out = true;
        } else {
            result.tags.add(tag.name, shortened(tag.value, limits.tag));
            result.any_cut = result.any_cut || tag.value.size() > limits.tag;
        }
    }
    return result;
}

bool has_long_text(const Annotations& annotations, std::size_t longest) {
    if (annotations.text_size() <= longest) return false;
    for (std::size_t i = 0; i < annotations.size(); ++i)
        if (annotations[i].text.size() > longest) return true;
    return false;
}

}  // namespace

bool limit(GameRecord& game, const Limits& limits) {
    bool is_over = false;
    const auto note = [&](ProblemKind kind, std::string_view limit, std::size_t most) {
        is_over = true;
        game.problems.push_back(
            {.reason = {kind, {most}}, .severity = Severity::note, .advice = {Remedy::raise_limit, {limit}}});
    };
    if (game.tags.size() > limits.tags || has_long_value(game.tags, limits.tag)) {
        LimitedTags kept = limited(game.tags, limits);
        if (kept.any_left_out) note(ProblemKind::too_many_tags, "tags", limits.tags);
        if (kept.any_cut) note(ProblemKind::tag_too_long, "tag", limits.tag);
        game.tags = std::move(kept.tags);
    }
    if (has_long_text(game.annotations, limits.comment)) {
        note(ProblemKind::comment_too_long, "comment", limits.comment);
        Annotations annotations;
        for (std::size_t i = 0; i < game.annotations.size(); ++i) {
            const Annotations::Item item = game.annotations[i];
            annotations.add(item.kind, item.ply, item.value, shortened(item.text, limits.comment));
        }
        game.annotations = std::move(annotations);
    }
    return is_over;
}

}  // namespace cofnod::importers
