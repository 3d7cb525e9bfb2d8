#include "store/damaged_store.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <variant>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "store/connection.hpp"
#include "store/damaged_rows.hpp"
#include "store/record_bytes.hpp"
#include "store/rows.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"
#include "store/stored_values.hpp"
#include "store/transaction.hpp"

namespace cofnod::store {

namespace {

/// A row of source_run: the games from first_game up to the next run.
struct Run {
    std::int64_t first_game = 0;
    std::int64_t source = 0, number = 0, byte = 0, line = 0;
};

std::optional<PartialDate> date_of(std::int64_t number) {
    const bool sound = number >= 0 && number <= 99991231 && number / 100 % 100 <= 12 && number % 100 <= 31;
    return sound ? std::optional(PartialDate::from_number(static_cast<std::int32_t>(number))) : std::nullopt;
}

/// Assembles game records from the rows of all tables.
class RecordAssembler {
public:
    explicit RecordAssembler(const Connection& connection) : connection_(connection), forms_(connection) {}

    SavedGame game(const NamedRow& row) {
        saved_ = {};
        saved_.id = row.integer("row_id");
        GameRecord& record = saved_.record;
        attempt(phrase("its state"), [&] { record.state = state_of(row.integer("state")); });
        attempt(phrase("its result"), [&] { record.result = result_of(row.integer("result")); });
        record.start = row.text("start");
        record.moves = row.bytes("moves");
        record.ply_count = static_cast<std::uint32_t>(row.natural("ply_count"));
        record.final_check = static_cast<std::uint16_t>(row.integer("final_check"));
        const Form* form = form_of(row.integer("form"));
        saved_.kind_is_known = form != nullptr;
        if (form) {
            record.kind = form->kind;
            record.notation = form->notation;
        }
        add_tags(row, form);
        add_texts();
        add_problems();
        return std::move(saved_);
    }

    std::optional<std::string> name(Sql query, std::int64_t id) {
        try {
            Statement row(connection_, query);
            if (row.with(id).step()) return NamedRow(row).text("name");
        } catch (const Error&) {
        }
        return std::nullopt;
    }

private:
    /// Runs `read`; records `what` as a loss if it throws.
    template <typename Read>
    void attempt(std::string_view what, Read read) {
        try {
            read();
        } catch (const Error&) {
            saved_.losses.emplace_back(translated(what));
        }
    }

    const Form* form_of(std::int64_t id) {
        const Form* form = nullptr;
        attempt(phrase("its notation, and the names and order of its tags"), [&] {
            form = forms_.find(id);
            if (!form) throw StoreError(tr("no such row"));
        });
        return form;
    }

    void add_tags(const NamedRow& row, const Form* form) {
        std::unordered_map<std::int64_t, std::string> others;
        bool all_others = true;
        attempt(phrase("some of its tags"), [&] {
            all_others = false;
            Statement tag(connection_, Sql::saved_tags);
            std::string buffer;
            for_each_row(tag.with(saved_.id), 0, [&] { others.emplace(tag.integer(0), clean(tag.text(1), buffer)); });
            all_others = true;
        });
        if (!form) return add_tags_of_columns(row);
        for (std::size_t i = 0; i < form->columns.size(); ++i) {
            const auto other = others.find(static_cast<std::int64_t>(i));
            if (other != others.end())
                saved_.record.tags.add(form->tag_names[i], other->second);
            else if (all_others || form->columns[i] != TagColumn::none)
                saved_.record.tags.add(form->tag_names[i], value_in(row, form->columns[i]));
        }
    }

    /// Adds the tags of the columns, for a game whose tag names are lost.
    void add_tags_of_columns(const NamedRow& row) {
        for (const auto& [name, column] : tag_columns) {
            if (column == TagColumn::set_up || column == TagColumn::ply_count) continue;  // they follow from the game
            if (const std::string value = value_in(row, column); !value.empty()) saved_.record.tags.add(name, value);
        }
    }

    std::string value_in(const NamedRow& row, TagColumn column) {
        switch (column) {
            case TagColumn::none: return {};
            case TagColumn::event: return interned(row, "event", Sql::name_of_event, phrase("the name of its event"));
            case TagColumn::site: return interned(row, "site", Sql::name_of_site, phrase("the name of its site"));
            case TagColumn::white: return interned(row, "white", Sql::name_of_player, phrase("the name of White"));
            case TagColumn::black: return interned(row, "black", Sql::name_of_player, phrase("the name of Black"));
            case TagColumn::date: return date_in(row);
            case TagColumn::round: return row.text("round");
            case TagColumn::result: return std::string(to_text(saved_.record.result));
            case TagColumn::white_elo: return row.text("white_elo");
            case TagColumn::black_elo: return row.text("black_elo");
            case TagColumn::eco: return row.text("eco");
            case TagColumn::start: return row.text("start");
            case TagColumn::set_up: return "1";
            case TagColumn::ply_count: return row.text("ply_count");
        }
        return {};
    }

    std::string interned(const NamedRow& row, std::string_view column, Sql query, std::string_view what) {
        const auto id = row.optional_integer(column);
        if (!id) return {};
        const auto found = name(query, *id);
        if (!found) saved_.losses.emplace_back(translated(what));
        return found.value_or("?");
    }

    std::string date_in(const NamedRow& row) {
        const auto number = row.optional_integer("date");
        if (!number) return {};
        const auto date = date_of(*number);
        if (!date) saved_.losses.emplace_back(tr("its date"));
        return date ? date->to_text() : "????.??.??";
    }

    void add_texts() {
        GameRecord& record = saved_.record;
        const auto read = [&](std::string_view what, Sql query, auto take) {
            attempt(what, [&] {
                Statement row(connection_, query);
                if (row.with(saved_.id).step()) take(row);
            });
        };
        const auto text = [](const Statement& row) {
            std::string buffer;
            return std::string(clean(row.long_text(0), buffer));
        };
        read(phrase("its moves as text"), Sql::saved_movetext, [&](const Statement& row) { record.san = text(row); });
        read(phrase("the text behind its last move"), Sql::saved_unread,
             [&](const Statement& row) { record.unread = text(row); });
        read(phrase("its comments and variations"), Sql::saved_annotation, [&](const Statement& row) {
            auto annotations = Annotations::from_bytes(packer_.unpack(row.blob(0)));
            if (!annotations) throw StoreError("damaged");
            record.annotations = std::move(*annotations);
        });
        read(phrase("its text as the source has it"), Sql::saved_source,
             [&](const Statement& row) { record.source_text = packer_.unpack(row.blob(0)); });
        if (can_ask(has_charsets_, Sql::saved_charset))
            read(phrase("the character set of its text"), Sql::saved_charset,
                 [&](const Statement& row) { record.charset = text(row); });
    }

    void add_problems() {
        attempt(phrase("what was wrong with it"), [&] {
            Statement row(connection_, can_ask(has_pages_, Sql::saved_problems) ? Sql::saved_problems
                                                                                : Sql::saved_problems_of_schema_7);
            for_each_row(row.with(saved_.id), problem_columns,
                         [&] { saved_.record.problems.push_back(problem_in(row, 0)); });
        });
    }

    /// Returns true if the tables and columns of a query exist; `known` caches the result.
    bool can_ask(std::optional<bool>& known, Sql query) {
        if (!known) try {
                const Statement prepared(connection_, query);
                known = true;
            } catch (const Error&) {
                known = false;
            }
        return *known;
    }

    const Connection& connection_;
    SavedGame saved_;
    ContentPacker packer_;
    Forms forms_;
    std::optional<bool> has_charsets_, has_pages_;
};

}  // namespace

struct DamagedStore::State {
    State(const std::filesystem::path& path, Condition condition)
        : opened(open(path, condition)), rows(connection, path), assembler(connection) {}

    using Opened = std::variant<Connection, Store>;
    static Opened open(const std::filesystem::path& path, Condition condition) {
        if (condition == Condition::damaged) return open_damaged(path);
        return Store::open(path, Access::read_older);
    }

    void read_runs() {
        rows.walk(
            {Sql::walk_runs, Sql::last_run}, {}, [&](LostRows lost) { lost_runs.push_back(lost); },
            [&](const NamedRow& row) {
                runs.push_back({row.integer("row_id"), row.integer("source"), row.integer("first_number"),
                                row.integer("byte"), row.integer("line")});
            });
    }

    /// Consecutive ids known to belong to one run; none if a lost run may begin among them.
    struct Stretch {
        std::optional<Run> run;
        std::int64_t first, last;
    };
    using Stretches = std::vector<Stretch>;
    void find_stretches();

    [[nodiscard]] Stretches stretches_of(std::int64_t source) const {
        const auto found = stretches.find(source);
        return found == stretches.end() || !sources.contains(source) ? Stretches() : found->second;
    }

    /// Returns the stretches whose source is lost or unknown, ordered by id.
    [[nodiscard]] Stretches stretches_without_source() const {
        Stretches result;
        for (const auto& [source, its] : stretches)
            if (!source || !sources.contains(*source)) result.insert(result.end(), its.begin(), its.end());
        std::ranges::sort(result, {}, &Stretch::first);
        return result;
    }

    void read_stretch(const Stretch& stretch, const std::function<void(SavedGame)>& each, const Lost& lost) {
        rows.walk({Sql::walk_games, Sql::last_game_of_all}, {stretch.first, stretch.last}, lost,
                  [&](const NamedRow& row) {
                      SavedGame game = assembler.game(row);
                      place(game, row, stretch.run);
                      each(std::move(game));
                  });
    }

    static void place(SavedGame& game, const NamedRow& row, const std::optional<Run>& run) {
        if (!run) return;
        const auto natural = [](std::int64_t value) {
            return static_cast<std::uint64_t>(std::clamp<std::int64_t>(value, 0, std::int64_t{1} << 60));
        };
        game.source = run->source;
        game.number = natural(run->number + (game.id - run->first_game));
        game.record.span.begin = natural(natural(run->byte) + row.natural("byte"));
        game.record.span.end = game.record.span.begin + std::min(row.natural("bytes"), std::uint64_t{1} << 40);
        game.record.span.line = natural(natural(run->line) + row.natural("line"));
    }

    [[nodiscard]] std::optional<Run> run_of(std::int64_t game) const {
        const auto next = std::ranges::upper_bound(runs, game, {}, &Run::first_game);
        return next == runs.begin() ? std::nullopt : std::optional(*std::prev(next));
    }

    Opened opened;
    Connection& connection = opened.index() == 0 ? std::get<Connection>(opened) : std::get<Store>(opened).connection();
    std::optional<Snapshot> snapshot;  ///< for a sound database only
    DamagedRows rows;
    RecordAssembler assembler;
    std::vector<Run> runs;
    std::vector<LostRows> lost_runs;                             ///< ascending
    std::map<std::optional<std::int64_t>, Stretches> stretches;  ///< by source
    std::set<std::int64_t> sources;                              ///< sources with a row
};

void DamagedStore::State::find_stretches() {
    constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
    std::int64_t next = 1;
    const auto add = [&](const std::optional<Run>& run, std::int64_t last) {
        if (next > last) return;
        stretches[run ? std::optional(run->source) : std::nullopt].push_back({run, next, last});
        next = last == end ? end : last + 1;
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::int64_t last = i + 1 < runs.size() ? runs[i + 1].first_game - 1 : end;
        add(std::nullopt, runs[i].first_game - 1);
        const auto lost = std::ranges::upper_bound(lost_runs, runs[i].first_game, {}, &LostRows::first);
        if (lost != lost_runs.end() && lost->first <= last) {
            add(runs[i], lost->first - 1);
            add(std::nullopt, last);
        }
        add(runs[i], last);
    }
    if (runs.empty()) add(std::nullopt, end);
}

DamagedStore::DamagedStore(const std::filesystem::path& path, Condition condition)
    : state_(std::make_unique<State>(path, condition)) {
    if (condition == Condition::sound) state_->snapshot.emplace(state_->connection);
    state_->read_runs();
    state_->find_stretches();
}
DamagedStore::~DamagedStore() = default;

std::optional<std::string> DamagedStore::first_fault() const {
    Statement fault(state_->connection, Sql::integrity_check);
    return fault.step() && fault.text(0) != "ok" ? std::optional<std::string>(fault.text(0)) : std::nullopt;
}

std::int64_t DamagedStore::expected_games() const { return state_->rows.expected("game", Sql::games_found); }

void DamagedStore::for_each_source(const std::function<void(SavedSource)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_sources, Sql::last_source}, {}, lost, [&](const NamedRow& row) {
        state_->sources.insert(row.integer("row_id"));
        const auto natural = [&](std::string_view name) { return std::min(row.natural(name), std::uint64_t{1} << 60); };
        each({{.id = row.integer("row_id"),
               .path = row.text("path"),
               .format = row.text("format"),
               .charset = row.text("charset"),
               .content_hash = row.text("content_hash"),
               .through = row.text("through"),
               .done = row.text("state") == "done",
               .bytes = natural("bytes"),
               .bytes_done = natural("bytes_done"),
               .counts = {.complete = natural("complete"),
                          .incomplete = natural("incomplete"),
                          .rejected = natural("rejected"),
                          .game_bytes = natural("game_bytes"),
                          .separators = natural("separators"),
                          .separator_bytes = natural("separator_bytes")}},
              row.text("citation"),
              row.integer("batch")});
    });
}

void DamagedStore::for_each_game(std::optional<std::int64_t> source, const std::function<void(SavedGame)>& each,
                                 const Lost& lost) {
    const auto stretches = source ? state_->stretches_of(*source) : state_->stretches_without_source();
    for (const State::Stretch& stretch : stretches) state_->read_stretch(stretch, each, lost);
}

std::optional<SavedPlace> DamagedStore::place_of(std::int64_t game) {
    const auto run = state_->run_of(game);
    std::optional<SavedPlace> place;
    if (run)
        state_->rows.walk(
            {Sql::walk_games, Sql::last_game_of_all}, {game, game}, [](LostRows) {},
            [&](const NamedRow& row) {
                SavedGame found;
                State::place(found, row, run);
                place = {run->source, found.record.span.begin};
            });
    return place;
}

void DamagedStore::for_each_alias(const std::function<void(SavedAlias)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_aliases, Sql::last_alias}, {}, lost, [&](const NamedRow& row) {
        const std::int64_t player = row.integer("row_id");
        const auto name = state_->assembler.name(Sql::name_of_player, player);
        const auto known_as = state_->assembler.name(Sql::name_of_player, row.integer("canonical"));
        if (name && known_as)
            each({*name, *known_as});
        else
            lost({player, player});
    });
}

void DamagedStore::for_each_witness(const std::function<void(Witness)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_witnesses, Sql::last_witness}, {}, lost, [&](const NamedRow& row) {
        each({row.integer("game"), row.integer("work")});
    });
}

void DamagedStore::for_each_deleted_game(const std::function<void(DeletedGame)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_deleted_games, Sql::last_deleted_game}, {}, lost, [&](const NamedRow& row) {
        each({row.integer("row_id"), row.optional_integer("kept"), row.optional_integer("source"),
              row.optional_integer("line"), row.integer("ply_count"), row.long_text("tags"), row.text("deleted_at")});
    });
}

void DamagedStore::for_each_correction(const std::function<void(SavedCorrection)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_corrections, Sql::last_correction}, {}, lost, [&](const NamedRow& row) {
        const std::int64_t id = row.integer("row_id");
        ContentPacker packer;
        try {
            SavedCorrection saved{.correction = {.id = id,
                                                 .change = row.integer("change"),
                                                 .game = row.integer("game"),
                                                 .kind = correction_kind(row.text("kind")),
                                                 .made_at = row.text("made_at"),
                                                 .made_by = row.text("made_by"),
                                                 .was = row.long_text("was"),
                                                 .now = row.long_text("now")},
                                  .packed_record = row.bytes("record")};
            (void)former_game_from(packer.unpack(saved.packed_record));
            each(std::move(saved));
        } catch (const StoreError&) {
            lost({id, id});
        }
    });
}

void DamagedStore::for_each_batch(const std::function<void(std::int64_t, SavedBatch)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_batches, Sql::last_batch}, {}, lost, [&](const NamedRow& row) {
        each(row.integer("row_id"),
             {row.text("started_at"), row.text("finished_at"), row.text("program_version"), row.text("options")});
    });
}

void DamagedStore::for_each_source_copy(const std::function<void(SourceCopy)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_source_copies, Sql::last_source_copy}, {}, lost, [&](const NamedRow& row) {
        each({row.integer("source"), row.text("path"), row.text("citation")});
    });
}

void DamagedStore::for_each_collection(const std::function<void(SavedCollection)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_collections, Sql::last_collection}, {}, lost, [&](const NamedRow& row) {
        each({row.integer("row_id"), row.text("name"), row.text("question")});
    });
}

void DamagedStore::for_each_collected_game(const std::function<void(SavedCollectedGame)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_collected_games, Sql::last_collected_game}, {}, lost, [&](const NamedRow& row) {
        each({row.integer("collection"), row.integer("game")});
    });
}

void DamagedStore::for_each_separator(const std::function<void(Separator)>& each, const Lost& lost) {
    state_->rows.walk({Sql::walk_separators, Sql::last_separator}, {}, lost, [&](const NamedRow& row) {
        each({.source = row.integer("source"),
              .byte = row.natural("byte"),
              .bytes = row.natural("bytes"),
              .line = row.natural("line"),
              .kind = row.text("kind"),
              .text = row.long_text("text")});
    });
}

}  // namespace cofnod::store
