#include "store/duplicates/record.hpp"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/parallel.hpp"
#include "games/record/with_game.hpp"
#include "store/aliases.hpp"
#include "store/duplicates/name_sound.hpp"
#include "store/duplicates/person_name.hpp"
#include "store/player_ids.hpp"
#include "store/segments.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::duplicates {

People::People(const store::Store& store) {
    families_.emplace_back();  // 0: unknown
    std::unordered_map<std::string, std::uint32_t> numbers = {{"", 0}};
    const std::vector<store::Spelling> spellings = store::people(store);
    for (const store::Spelling& spelling : spellings) {
        const PersonName name = PersonName::read(spelling.name);
        const auto number = static_cast<std::uint32_t>(families_.size());
        const auto [family, is_new] = numbers.try_emplace(name.family, number);
        if (is_new) families_.push_back(name.family);
        people_[spelling.player] = {family->second, name.initial()};
    }
    const std::vector<std::size_t> alike = first_spelled_alike(families_);
    for (auto& [player, person] : people_) person.family = static_cast<std::uint32_t>(alike[person.family]);
    std::map<std::string, std::uint32_t> authorities;
    for (const auto& [player, authority] : store::persons_with_ids(store.connection())) {
        Person& person = people_[player];
        person.with_id = static_cast<std::uint32_t>(player);
        const auto number = authorities.try_emplace(authority, authorities.size()).first->second;
        person.authorities |= std::uint32_t{1} << number % 32;
    }
    std::vector<std::pair<std::int64_t, Person>> known_as;
    for (const store::Spelling& spelling : spellings)
        if (spelling.person != spelling.player) known_as.emplace_back(spelling.player, people_[spelling.person]);
    for (const auto& [player, person] : known_as) people_[player] = person;
}

Person People::of(std::int64_t player) const {
    const auto found = people_.find(player);
    return found == people_.end() ? Person{} : found->second;
}

std::vector<std::uint32_t> People::ranks_of_families() const {
    std::vector<std::uint32_t> order(families_.size()), ranks(families_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t family) -> const std::string& { return families_[family]; });
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = rank;
    return ranks;
}

struct Readers::Own {
    explicit Own(const store::Store& like)
        : store(store::Store::open(like.path(), store::Access::read_only)),
          one_state(store.connection()),
          games(store) {}

    store::Store store;
    store::Snapshot one_state;
    store::GameReader games;
};

Readers::Readers(store::Store& store) : store_(store), games_(store) {}

Readers::~Readers() = default;

void Readers::with(const std::function<void(store::Store& store, store::GameReader& games)>& use) {
    if (std::this_thread::get_id() == owner_) return use(store_, games_);
    std::unique_ptr<Own> own;
    if (const std::lock_guard held(lock_); !idle_.empty()) {
        own = std::move(idle_.back());
        idle_.pop_back();
    }
    if (!own) own = std::make_unique<Own>(store_);
    use(own->store, own->games);
    const std::lock_guard held(lock_);
    idle_.push_back(std::move(own));
}

namespace {

/// Returns true if packed moves record the effect of moves only, not how they were written.
bool is_packed_by_effect(GameKind kind) {
    return with_game(kind, [](auto game) {
        using Game = decltype(game);
        return std::same_as<typename Game::Ply, typename Game::Move>;
    });
}

Record record_of(const store::GameFacts& facts, const People& people) {
    const std::hash<std::string_view> hash;
    std::string numbers;
    if (!is_packed_by_effect(facts.kind)) numbers = moves_to_compare(facts.kind, facts.start, facts.moves);
    const std::string_view moves = is_packed_by_effect(facts.kind) ? facts.moves : std::string_view(numbers);
    Record record;
    record.id = facts.id;
    record.kind = facts.kind;
    record.start_hash = hash(facts.start) + static_cast<std::uint64_t>(facts.kind);
    record.moves_hash = hash(moves) ^ (record.start_hash * 0x9E3779B97F4A7C15);
    record.is_beginning_alone = moves.size() < sizeof record.beginning;
    std::memcpy(&record.beginning, moves.data(), std::min(moves.size(), sizeof record.beginning));
    record.annotation_bytes = facts.annotation_bytes;
    record.ply_count = facts.ply_count;
    record.tag_count = static_cast<std::uint32_t>(facts.tag_count);
    record.facts = {people.of(facts.white), people.of(facts.black), facts.date, facts.result};
    return record;
}

}  // namespace

std::vector<Record> read_records(Readers& readers, const People& people, unsigned threads) {
    std::optional<store::GameIds> ids;
    readers.with([&](store::Store& store, store::GameReader&) { ids = store::game_ids(store); });
    if (!ids) return {};
    constexpr std::uint64_t least_games = 4096, parts_a_thread = 8;  // a thread opens the database before it reads
    const auto lowest = static_cast<std::uint64_t>(ids->first), spread = static_cast<std::uint64_t>(ids->last) - lowest;
    const std::size_t count =
        std::clamp<std::uint64_t>(spread / least_games, 1, threads > 1 ? parts_a_thread * threads : 1);
    const auto first_of = [&](std::size_t part) { return static_cast<std::int64_t>(lowest + spread / count * part); };
    std::vector<std::vector<Record>> parts(count);
    parallel_for(parts.size(), threads, [&](std::size_t i) {
        const std::int64_t last = i + 1 == parts.size() ? ids->last : first_of(i + 1) - 1;
        readers.with([&](store::Store& store, store::GameReader&) {
            store::for_each_facts(store, first_of(i), last,
                                  [&](const store::GameFacts& facts) { parts[i].push_back(record_of(facts, people)); });
        });
    });
    std::vector<Record> all = std::move(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
        all.insert(all.end(), parts[i].begin(), parts[i].end());
        parts[i] = {};
    }
    return all;
}

std::string moves_to_compare(GameKind kind, std::string_view start, std::string_view packed) {
    if (is_packed_by_effect(kind)) return std::string(packed);
    std::string bytes;
    for (const std::uint32_t number : line_of(kind, start, packed))
        for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift);
    return bytes;
}

Moves moves_of(store::GameReader& games, std::int64_t id) {
    const auto game = games.moves(id);
    if (!game) return {};
    return {game->kind, std::string(game->start), std::string(game->moves),
            moves_to_compare(game->kind, game->start, game->moves)};
}

Line line_of(const Moves& game) { return line_of(game.kind, game.start, game.packed); }

}  // namespace cofnod::duplicates
