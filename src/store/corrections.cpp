#include "store/corrections.hpp"

#include <array>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "store/connection.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/game_writer.hpp"
#include "store/record_bytes.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"
#include "store/works.hpp"

namespace cofnod::store {

namespace {

constexpr std::array<std::string_view, 4> kind_names = {phrase("correct"), phrase("set"), phrase("replace"),
                                                        phrase("delete")};

Correction correction_in(const Statement& row) {
    return {.id = row.integer(0),
            .change = row.integer(1),
            .game = row.integer(2),
            .kind = correction_kind(row.text(3)),
            .made_at = std::string(row.text(4)),
            .made_by = std::string(row.text(5)),
            .was = std::string(row.long_text(6)),
            .now = std::string(row.long_text(7))};
}

void count(Store& store, std::string_view table, std::int64_t rows) {
    Statement(store.connection(), Sql::add_to_count).with(table, rows).run();
}

/// Links those of the witnesses that exist.
void link_again(Store& store, std::vector<std::int64_t> witnesses) {
    std::erase_if(witnesses, [&](std::int64_t witness) {
        return !Statement(store.connection(), Sql::game_exists).with(witness).step();
    });
    if (witnesses.size() > 1) link_witnesses(store, witnesses);
}

}  // namespace

std::string_view name_of(CorrectionKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

CorrectionKind correction_kind(std::string_view name) {
    for (std::size_t i = 0; i < kind_names.size(); ++i)
        if (kind_names[i] == name) return static_cast<CorrectionKind>(i);
    throw StoreError(tr("a correction of unknown kind"));
}

std::vector<Correction> corrections(const Store& store, std::optional<std::int64_t> game, Page page) {
    Statement row(store.connection(), game ? Sql::list_corrections_of_game : Sql::list_corrections);
    const std::int64_t limit = page.limit.value_or(-1);
    if (game)
        row.with(*game, page.after, limit);
    else
        row.with(page.after, limit);
    return all_rows_by_id(row, correction_in);
}

std::optional<Correction> last_correction(const Store& store, std::int64_t game) {
    Statement row(store.connection(), Sql::last_correction_of_game);
    return row.with(game).step() ? std::optional(correction_in(row)) : std::nullopt;
}

std::vector<Correction> last_change(const Store& store) {
    return all_rows(Statement(store.connection(), Sql::corrections_of_last_change).with(), correction_in);
}

FormerGame game_before(const Store& store, std::int64_t correction) {
    Statement row(store.connection(), Sql::record_before);
    if (!row.with(correction).step()) throw StoreError(tr("a correction is gone"));
    ContentPacker packer;
    return former_game_from(packer.unpack(row.blob(0)));
}

std::string source_charset(const Store& store, std::int64_t game) {
    Statement row(store.connection(), Sql::read_source_of_game);
    return row.with(game).step() ? std::string(row.text(2)) : std::string();
}

void add_correction(Store& store, const Correction& correction, std::string_view packed_record) {
    std::array<std::string, 3> buffers;
    Statement(store.connection(), Sql::copy_correction)
        .with(correction.id, correction.change, correction.game, name_of(correction.kind),
              std::string_view(correction.made_at), clean(correction.made_by, buffers[0]),
              clean(correction.was, buffers[1]), clean(correction.now, buffers[2]), Blob{packed_record})
        .run();
}

void Change::add(std::int64_t game, CorrectionKind kind, const FormerGame& before, std::string_view was,
                 std::string_view now) {
    ContentPacker packer;
    std::array<std::string, 3> buffers;
    Statement(store_.connection(), Sql::insert_correction)
        .with(number_, game, name_of(kind), clean(made_by_, buffers[0]), clean(was, buffers[1]), clean(now, buffers[2]),
              Blob{packer.pack(to_bytes(before))})
        .run();
    if (!number_) number_ = store_.connection().last_insert_id();
}

void Change::remove(std::int64_t game, std::optional<std::int64_t> kept) {
    GameReader reader(store_);
    const FormerGame before{.record = found_game(reader.read(game), game),
                            .witnesses = witnesses_of(store_, game),
                            .collections = collections_of(store_, game)};
    add(game, CorrectionKind::remove, before, "", "");
    Statement(store_.connection(), Sql::bury_game).with(game, kept).run();
    part_witness(store_, game);
    Statement(store_.connection(), Sql::leave_collections).with(game).run();
    delete_rows_of_game(store_.connection(), game,
                        [&](std::string_view table, std::int64_t rows) { count(store_, table, -rows); });
    Statement(store_.connection(), Sql::delete_game).with(game).run();
    if (store_.connection().changed_rows() > 0) count(store_, "game", -1);
}

void take_back(Store& store, GameWriter& writer, const Correction& correction) {
    const FormerGame before = game_before(store, correction.id);
    if (correction.kind == CorrectionKind::remove) {
        writer.add_again(correction.game, before.record);
        Statement(store.connection(), Sql::unbury_game).with(correction.game).run();
        link_again(store, before.witnesses);
        Collections collections(store);
        for (const std::string& name : before.collections) {
            collections.make(name);  // may have been removed with its last game
            collections.add(name, correction.game);
        }
    } else {
        GameReader reader(store);
        writer.change(correction.game, found_game(reader.read(correction.game), correction.game).state, before.record);
    }
    Statement(store.connection(), Sql::delete_correction).with(correction.id).run();
}

}  // namespace cofnod::store
