#include "export/parquet/chunk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "export/parquet/parquet.hpp"
#include "games/pgn/writer.hpp"
#include "index/game_facts.hpp"
#include "store/aliases.hpp"
#include "store/name_match.hpp"
#include "store/record_bytes.hpp"

namespace cofnod::parquet {

namespace {

constexpr std::size_t piece_count = 12, squares = 64;

std::uint64_t squares_of(const chess::Replayer& now, std::size_t piece) {
    return now.pieces(chess::Piece::from_index(static_cast<int>(piece))).bits();
}

template <typename Each>
void for_each_bit(std::uint64_t bits, Each each) {
    for (; bits != 0; bits &= bits - 1) each(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

void add_stays(chess::Replayer now, std::string_view moves, std::uint32_t game, Intervals& stays) {
    std::array<std::uint64_t, piece_count> before{};
    std::array<std::uint32_t, piece_square_count> since;  // first ply of each piece now on the board
    const auto note = [&](std::uint32_t ply) {
        for (std::size_t piece = 0; piece < piece_count; ++piece) {
            const std::uint64_t here = squares_of(now, piece);
            if (here == before[piece]) continue;
            for_each_bit(before[piece] & ~here, [&](std::size_t square) {
                const std::size_t ps = piece * squares + square;
                stays[ps].push_back({game, since[ps], ply - 1});
            });
            for_each_bit(here & ~before[piece], [&](std::size_t square) { since[piece * squares + square] = ply; });
            before[piece] = here;
        }
    };
    std::uint32_t ply = 0;
    note(ply);
    for (now.read(moves); now.next();) note(++ply);
    for (std::size_t piece = 0; piece < piece_count; ++piece)
        for_each_bit(before[piece], [&](std::size_t square) {
            const std::size_t ps = piece * squares + square;
            stays[ps].push_back({game, since[ps], ply});
        });
}

namespace {

// Limits on a chunk; the first one reached applies.
constexpr std::size_t most_games = 1 << 17, most_positions = std::size_t{8} << 20, most_text = std::size_t{128} << 20;

/// Writes rows in groups.
class Rows {
public:
    Rows(TableId table, std::int64_t chunk, std::string_view part, Sink& sink)
        : sink_(sink), batch_(parquet::table(table)) {
        sink_.begin(batch_.table(), chunk, part);
    }
    template <typename... Cells>
    void add(const Cells&... cells) {
        batch_.add(cells...);
        ++count_;
        if (batch_.is_full()) flush();
    }
    std::int64_t finish() {
        flush();
        sink_.end();
        return count_;
    }

private:
    void flush() {
        if (batch_.rows() > 0) sink_.write(batch_);
        batch_.clear();
    }

    Sink& sink_;
    Batch batch_;
    std::int64_t count_ = 0;
};

std::int64_t rating(const std::optional<std::int64_t>& elo) {
    const std::int64_t number = elo.value_or(0);
    return number > 0 && number <= std::numeric_limits<std::int32_t>::max() ? number : 0;
}

/// Returns the search keys of a source and of its citation, one per line.
std::string source_keys(const std::string& source, const std::string& citation) {
    std::string keys = store::name_key(source);
    if (!citation.empty()) keys.append(1, '\n').append(store::name_key(citation));
    return keys;
}

}  // namespace

bool Choice::has(TableId table) const { return std::find(tables.begin(), tables.end(), table) != tables.end(); }

bool Choice::has_positions() const { return has(TableId::pos) || has(TableId::stay) || has(TableId::material); }

bool Chunk::is_full() const {
    return games_.size() >= most_games || position_count_ >= most_positions || text_bytes_ >= most_text;
}

void Chunk::add(const SourceGame& game) {
    const auto ordinal = static_cast<std::uint32_t>(games_.size());
    games_.push_back({game.header, std::string(game.moves.start), std::string(game.moves.moves),
                      std::string(game.white_person), std::string(game.black_person), std::string(game.white_keys),
                      std::string(game.black_keys), std::string(game.opening_eco), std::string(game.opening),
                      game.extras});
    text_bytes_ += game.extras.pgn.size() + game.extras.record.size() + game.moves.moves.size();
    if (!choice_.has_positions()) return;

    extract_.clear();
    index::Traits unused;
    extractor_.add({ordinal, game.moves.kind, game.moves.start, game.moves.moves}, extract_, unused);
    position_count_ += extract_.positions.size();
    if (choice_.has(TableId::pos))
        for (const index::Entry& entry : extract_.positions) positions_[entry.key >> 56].push_back(entry);
    if (choice_.has(TableId::material))
        materials_.insert(materials_.end(), extract_.materials.begin(), extract_.materials.end());
    if (choice_.has(TableId::stay) && game.moves.kind == GameKind::chess && !extract_.positions.empty())
        if (const chess::Replayer* const start = starts_.from(game.moves.start))
            add_stays(*start, game.moves.moves, ordinal, stays_);
}

void Chunk::add_position(std::int64_t game, const PositionRow& row) {
    if (position_texts_.empty() || position_texts_.back().rows() == rows_a_group)
        position_texts_.emplace_back(table(TableId::position));
    position_texts_.back().add(game, row.ply, row.move, row.uci, row.position, row.key, row.clock, row.elapsed,
                               row.evaluation, row.mate);
    text_bytes_ += row.move.size() + row.uci.size() + row.position.size();
}

void Chunk::write(std::int64_t number, const Origin& origin, Sink& sink, Batch& row) {
    std::int64_t positions = 0, stays = 0, materials = 0, wholes = 0;
    if (choice_.has(TableId::game)) write_games(number, sink);
    if (choice_.has(TableId::pos)) positions = write_positions(number, sink);
    if (choice_.has(TableId::stay)) stays = write_stays(number, sink);
    if (choice_.has(TableId::material)) materials = write_materials(number, sink);
    if (choice_.has(TableId::board)) write_boards(number, sink);
    if (choice_.has(TableId::position)) write_position_texts(number, sink);
    if (choice_.has(TableId::record)) write_records(number, sink);
    if (choice_.has(TableId::whole)) wholes = write_wholes(number, sink);
    row.add(number, games_.front().header.id, games_.back().header.id, static_cast<std::int64_t>(games_.size()),
            positions, stays, materials, wholes, std::int64_t{0}, origin.program, origin.keys, origin.packing,
            schema_version, "", "", kinds(), std::int64_t{0});

    games_.clear();
    for (auto& part : positions_) part.clear();
    for (auto& stays_here : stays_) stays_here.clear();
    materials_.clear();
    position_texts_.clear();
    position_count_ = text_bytes_ = 0;
}

std::string Chunk::kinds() const {
    std::string names;
    each_game([&](auto game) {
        const auto is_one = [](const Game& each) { return each.header.kind == decltype(game)::kind; };
        if (std::any_of(games_.begin(), games_.end(), is_one))
            names.append(names.empty() ? "" : ", ").append(decltype(game)::name);
    });
    return names;
}

void Chunk::write_games(std::int64_t number, Sink& sink) const {
    Rows rows(TableId::game, number, "", sink);
    for (const Game& game : games_) {
        const store::GameHeader& header = game.header;
        rows.add(header.id, number, static_cast<std::int64_t>(header.kind), static_cast<std::int64_t>(header.state),
                 header.white, header.black, game.white_person, game.black_person, game.white_keys, game.black_keys,
                 header.event, store::name_key(header.event), header.site, store::name_key(header.site),
                 header.date ? header.date->number() : -1, header.round, static_cast<std::int64_t>(header.result),
                 rating(header.white_elo), rating(header.black_elo), header.eco, game.opening_eco, game.opening,
                 static_cast<std::int64_t>(header.ply_count), header.notation, header.source,
                 source_keys(header.source, game.extras.citation), game.extras.citation,
                 static_cast<std::int64_t>(header.number), static_cast<std::int64_t>(header.line), game.extras.work,
                 game.start, game.moves);
    }
    rows.finish();
}

std::int64_t Chunk::write_positions(std::int64_t number, Sink& sink) {
    index::SortingSpace space;
    std::int64_t count = 0;
    std::optional<Rows> rows;
    std::size_t partition = 0;
    std::vector<std::uint32_t> moves;  // moves played from a position in a game
    for (std::size_t i = 0; i < key_parts; ++i) {
        const std::size_t part = i ^ key_parts / 2;  // signed keys: the negative ones come first
        const std::size_t partition_here = part >> (8 - choice_.key_bits);
        if (rows && partition_here != partition) {
            count += rows->finish();
            rows.reset();
        }
        if (!rows) {
            partition = partition_here;
            rows.emplace(TableId::pos, number,
                         choice_.key_bits > 0 ? fmt::format("bucket={:02x}", partition) : std::string(), sink);
        }
        const std::span<const index::Entry> unsorted = positions_[part];
        const auto entries = index::sorted_by_key(std::span(&unsorted, 1), space, 8);
        for (std::size_t first = 0; first < entries.size();) {
            std::size_t end = first;  // end of the entries for the same position in the same game
            while (end < entries.size() && entries[end].key == entries[first].key &&
                   entries[end].game == entries[first].game)
                ++end;
            const std::int64_t game = id(entries[first].game);
            const auto result = static_cast<std::int64_t>(games_[entries[first].game].header.result);
            moves.clear();
            for (std::size_t at = first; at < end; ++at) {
                const std::uint32_t move = entries[at].move & ~index::Entry::black_to_move;
                const bool is_known = std::find(moves.begin(), moves.end(), move) != moves.end();
                const std::int64_t again = at == first ? 0 : is_known ? 1 : 2;
                if (!is_known) moves.push_back(move);
                rows->add(static_cast<std::int64_t>(entries[first].key), game, std::int64_t{move}, again, result);
            }
            first = end;
        }
    }
    return count + rows->finish();
}

std::int64_t Chunk::write_stays(std::int64_t number, Sink& sink) const {
    Rows rows(TableId::stay, number, "", sink);
    for (std::size_t ps = 0; ps < stays_.size(); ++ps)
        for (const Interval& stay : stays_[ps])
            rows.add(static_cast<std::int64_t>(ps), id(stay.game), std::int64_t{stay.first}, std::int64_t{stay.last});
    return rows.finish();
}

std::int64_t Chunk::write_materials(std::int64_t number, Sink& sink) {
    const auto order = [](const index::Material& material) { return std::pair(material.signature, material.game); };
    std::sort(materials_.begin(), materials_.end(),
              [&](const index::Material& a, const index::Material& b) { return order(a) < order(b); });
    Rows rows(TableId::material, number, "", sink);
    for (std::size_t first = 0; first < materials_.size();) {
        std::int64_t positions = 0;
        std::size_t end = first;
        for (; end < materials_.size() && order(materials_[end]) == order(materials_[first]); ++end)
            positions += materials_[end].positions;
        rows.add(static_cast<std::int64_t>(materials_[first].signature), id(materials_[first].game), positions);
        first = end;
    }
    return rows.finish();
}

void Chunk::write_boards(std::int64_t number, Sink& sink) const {
    Rows rows(TableId::board, number, "", sink);
    ReplayStart<ChessGame> starts;
    for (const Game& game : games_) {
        if (game.header.kind != GameKind::chess || (game.moves.empty() && game.start.empty())) continue;
        const chess::Replayer* const start = starts.from(game.start);
        if (!start) continue;
        chess::Replayer now = *start;
        now.read(game.moves);
        std::int64_t ply = 0;
        do {
            const auto squares = [&](int piece) {
                return static_cast<std::int64_t>(now.pieces(chess::Piece::from_index(piece)).bits());
            };
            rows.add(game.header.id, ply++, squares(0), squares(1), squares(2), squares(3), squares(4), squares(5),
                     squares(6), squares(7), squares(8), squares(9), squares(10), squares(11));
        } while (now.next());
    }
    rows.finish();
}

void Chunk::write_position_texts(std::int64_t number, Sink& sink) const {
    sink.begin(table(TableId::position), number, "");
    for (const Batch& rows : position_texts_) sink.write(rows);
    sink.end();
}

void Chunk::write_records(std::int64_t number, Sink& sink) const {
    Rows rows(TableId::record, number, "", sink);
    for (const Game& game : games_) rows.add(game.header.id, game.extras.pgn);
    rows.finish();
}

std::int64_t Chunk::write_wholes(std::int64_t number, Sink& sink) const {
    Rows rows(TableId::whole, number, "", sink);
    for (const Game& game : games_)
        rows.add(game.header.id, std::int64_t{game.extras.is_annotated}, game.header.charset, game.extras.databases,
                 game.extras.record);
    return rows.finish();
}

namespace {

/// Maximum number of cached spellings. Names recur within a few games.
constexpr std::size_t most_spellings = 1 << 16;

}  // namespace

SourceReader::SourceReader(store::Store& store, const Choice& choice, std::int64_t base)
    : choice_(choice), base_(base), reader_(store), citations_(store) {
    for (const store::Spelling& spelling : store::aliases(store)) {
        known_as_[spelling.name] = spelling.known_as;
        aliases_[spelling.known_as].push_back(spelling.name);
    }
    for (store::OpeningRow& opening : store::openings(store)) openings_[opening.id] = std::move(opening);
    for (const std::int64_t copy : store::copies(store)) {
        const auto witnesses = store::witnesses_of(store, copy);
        if (!witnesses.empty()) works_[copy] = works_[witnesses.front()] = witnesses.front();
    }
}

const SourceReader::Person& SourceReader::person(const std::string& name) {
    const auto [place, is_new] = persons_.try_emplace(name);
    Person& person = place->second;
    if (!is_new) return person;
    const auto alias = known_as_.find(name);
    person.name = alias == known_as_.end() ? name : alias->second;
    person.keys = store::name_key(person.name);
    if (const auto others = aliases_.find(person.name); others != aliases_.end())
        for (const std::string& other : others->second) person.keys.append(1, '\n').append(store::name_key(other));
    return person;
}

void SourceReader::read_record(std::int64_t id) {
    extras_.pgn.clear();
    const auto record = reader_.read(id);
    if (!record) return;
    if (take_record_) take_record_(id, *record);
    if (choice_.has(TableId::record)) pgn::write(*record, {.language = &languages_.english()}, extras_.pgn);
    if (!choice_.has(TableId::whole)) return;
    extras_.is_annotated = !record->annotations.empty();
    extras_.databases = citations_.databases_of(id);
    extras_.record = store::to_bytes({.record = *record});
}

std::optional<SourceGame> SourceReader::read(std::int64_t id) {
    auto header = reader_.header(id);
    if (!header) return std::nullopt;  // deleted meanwhile
    header_ = *std::move(header);
    if (take_record_ || choice_.has(TableId::record) || choice_.has(TableId::whole)) read_record(id);
    const auto moves = reader_.moves(id);
    if (!moves) return std::nullopt;
    if (persons_.size() > most_spellings) persons_.clear();
    const Person& white = person(header_.white);
    const Person& black = person(header_.black);
    const auto work = works_.find(id);
    extras_.work = work == works_.end() ? 0 : work->second + base_;
    extras_.citation = citations_.of(id);
    header_.id += base_;
    const store::OpeningRow& opening = openings_[header_.opening.value_or(0)];
    return SourceGame{header_,    *moves,      white.name,   black.name, white.keys,
                      black.keys, opening.eco, opening.name, extras_};
}

}  // namespace cofnod::parquet
