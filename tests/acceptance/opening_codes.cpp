// opening_codes DATABASE LETTER TWO ALL: in how many games of a hundred the code of our opening has the first letter,
// the first two signs, all of the ECO tag; fails below these floors. Prints the most frequent differences. A tag is the
// archive's word, and its table may be another one: no share will be a hundred.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "games/record/openings.hpp"
#include "games/record/record.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/store.hpp"

namespace {

using namespace cofnod;

struct Tally {
    std::size_t games = 0;
    std::array<std::size_t, 3> agreeing{};  ///< by the number of signs that agree, less one
    std::map<std::string, std::size_t> differences;

    void add(std::string_view ours, std::string_view tag) {
        ++games;
        std::size_t same = 0;
        while (same < 3 && ours.substr(0, same + 1) == tag.substr(0, same + 1)) agreeing[same++]++;
        if (same < 3) ++differences[fmt::format("{} ours, {} tagged", ours, tag)];
    }
    [[nodiscard]] double share(std::size_t signs) const {
        return games ? 100.0 * static_cast<double>(agreeing[signs - 1]) / static_cast<double>(games) : 0;
    }
};

Tally tally_of(const std::string& database) {
    store::Store store = store::Store::open(database, store::Access::read_only);
    store::GameReader reader(store);
    Tally tally;
    reader.for_each({}, {}, [&](std::int64_t, const GameRecord& game) {
        const auto tag = game.tags.find("ECO");
        if (!tag || tag->size() < 3 || !game.start.empty() || game.ply_count == 0) return true;
        const Opening* opening = opening_of(chess::Position::initial(), game.moves);
        tally.add(opening ? opening->eco : "none", tag->substr(0, 3));
        return true;
    });
    return tally;
}

void print_differences(const Tally& tally, std::size_t most) {
    std::vector<std::pair<std::size_t, std::string>> list;
    for (const auto& [text, count] : tally.differences) list.emplace_back(count, text);
    std::sort(list.rbegin(), list.rend());
    for (std::size_t i = 0; i < std::min(most, list.size()); ++i)
        fmt::print("    {:5} {}\n", list[i].first, list[i].second);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return fmt::print(stderr, "usage: opening_codes DATABASE LETTER TWO ALL\n"), 2;
    const Tally tally = tally_of(argv[1]);
    bool well = tally.games > 0;
    for (std::size_t signs = 1; signs <= 3; ++signs) {
        const double floor = std::strtod(argv[signs + 1], nullptr);
        fmt::print("    {:.2f} % of {} games agree in {} (floor {})\n", tally.share(signs), tally.games,
                   signs == 1   ? "the letter"
                   : signs == 2 ? "two signs"
                                : "the code",
                   argv[signs + 1]);
        well = well && tally.share(signs) >= floor;
    }
    print_differences(tally, well ? 5 : 30);
    return well ? 0 : 1;
}
