// trace_games DB: reads the text of every game of a database once more, and counts the plies, annotations and headers
// that are found in it. Lists the games in which something is not; exit code 1 if a ply is not.
#include <fmt/format.h>

#include <cstdint>

#include "notation/languages.hpp"
#include "operations/trace.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

using namespace cofnod;

int main(int, char** arguments) {
    const auto languages = notation::Languages::built_in();
    store::Store store = store::Store::open(arguments[1], store::Access::read_only);
    store::GameReader reader(store);
    std::uint64_t plies = 0, traced_plies = 0, words = 0, traced_words = 0, games = 0, whole = 0, headers = 0,
                  traced_headers = 0;
    for (std::int64_t id = 1; const auto header = reader.header(id); ++id) {
        const auto game = reader.read(id);
        const auto traced = operations::trace(*header, *game, languages);
        std::uint64_t here = 0, here_words = 0, all_words = 0;
        for (const Trace::Item& item : traced.items) {
            if (item.kind == Trace::Kind::ply) ++here;
            if (item.kind == Trace::Kind::annotation) ++here_words;
            if (item.kind == Trace::Kind::header) ++traced_headers;
        }
        for (std::size_t i = 0; i < game->tags.size(); ++i)
            headers += !game->tags[i].value.empty() && game->tags[i].value != "?";
        for (std::size_t i = 0; i < game->annotations.size(); ++i) {
            const auto kind = game->annotations[i].kind;
            all_words += kind == Annotations::Kind::comment || kind == Annotations::Kind::move;
        }
        ++games;
        plies += game->ply_count;
        traced_plies += here;
        words += all_words;
        traced_words += here_words;
        if (here == game->ply_count && here_words == all_words)
            ++whole;
        else
            fmt::print("game {} ({}:{}, {}): plies {} of {}, annotations {} of {}\n", id, header->source,
                       header->number, game->notation.code, here, game->ply_count, here_words, all_words);
    }
    fmt::print("{} of {} games, {} of {} plies, {} of {} comments and moves of variations, {} of {} headers\n", whole,
               games, traced_plies, plies, traced_words, words, traced_headers, headers);
    return plies == traced_plies ? 0 : 1;
}
