#include "importers/score/named_player.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t least = 3;  // bytes of a name

bool is_edge(std::string_view name, std::size_t at) {
    return at >= name.size() || std::string_view(" ,.;-()").find(name[at]) != std::string_view::npos;
}

bool has_name(const Tags& tags, std::string_view player, std::string_view word) {
    const auto name = tags.find(player);
    const std::size_t at = name && word.size() >= least ? name->find(word) : std::string_view::npos;
    return at != std::string_view::npos && (at == 0 || is_edge(*name, at - 1)) && is_edge(*name, at + word.size());
}

}  // namespace

std::string_view stem(std::string_view word) {
    for (const std::string_view apostrophe : {"'", "’"})
        if (const std::size_t at = word.find(apostrophe); at != word.npos && at > 0) word = word.substr(0, at);
    return word;
}

char player_named(const notation::Languages& languages, const Tags& tags, std::string_view word) {
    word = stem(word);
    const auto tag = languages.find_header(word);
    if (tag == "White") return 'w';
    if (tag == "Black") return 'b';
    const bool white = has_name(tags, "White", word), black = has_name(tags, "Black", word);
    return white == black ? '\0' : white ? 'w' : 'b';
}

}  // namespace cofnod::importers
