#include "cli/dedupe.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "answers/csv.hpp"
#include "answers/json.hpp"
#include "base/error.hpp"
#include "cli/report.hpp"
#include "cli/upkeep.hpp"
#include "curation/duplicates.hpp"
#include "store/found_game.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

using answers::CsvWriter;
using answers::JsonWriter;

using curation::Duplicate;
using curation::DuplicateGroup;
using curation::Likeness;

enum class Deed : std::uint8_t { none, linked, deleted };

std::string_view name_of(Deed deed) {
    switch (deed) {
        case Deed::none: return "";
        case Deed::linked: return "linked";
        case Deed::deleted: return "deleted";
    }
    return {};
}

/// A record as it is listed; its header is read before anything is deleted.
struct Listed {
    std::size_t group = 0;  ///< from 1
    Duplicate duplicate;
    store::GameHeader header;
    Deed deed = Deed::none;
};

std::string date_text(const store::GameHeader& header) { return header.date ? header.date->to_text() : std::string(); }

std::string likeness_text(const Listed& listed) {
    const Duplicate& duplicate = listed.duplicate;
    std::string text(curation::name_of(duplicate.likeness));
    if (duplicate.likeness == Likeness::reading) text = counted(duplicate.readings, "other reading");
    if (duplicate.likeness != Likeness::fullest && duplicate.fewer_plies > 0)
        text += fmt::format(", {} fewer", counted(duplicate.fewer_plies, "ply", "plies"));
    if (duplicate.adds_annotations) text += ", has comments of its own";
    if (listed.deed == Deed::deleted) text += "; deleted";
    return text;
}

void print_table(const std::vector<Listed>& list, Streams& io) {
    Table table({{"group", Table::right, Table::fixed, Style::dim},
                 {"id", Table::right},
                 {"White", Table::left, Table::flexible},
                 {"Black", Table::left, Table::flexible},
                 {"date"},
                 {"plies", Table::right},
                 {"from", Table::left, Table::flexible},
                 {"what it is", Table::left, Table::fixed, Style::bold}});
    std::size_t group = 0;
    for (const Listed& listed : list) {
        const store::GameHeader& header = listed.header;
        const std::string number = listed.group != group ? std::to_string(listed.group) : std::string();
        group = listed.group;
        table.add({number, std::to_string(header.id), header.white, header.black, date_text(header),
                   std::to_string(header.ply_count), fmt::format("{}:{}", header.source, header.line),
                   likeness_text(listed)});
    }
    if (!table.empty()) table.print(io.out, io.out_terminal);
}

void print_csv(const std::vector<Listed>& list, CsvWriter::Separator separator, Streams& io) {
    CsvWriter csv(io.out, separator);
    csv.row({"group", "id", "likeness", "fewer_plies", "readings", "adds_annotations", "done", "white", "black", "date",
             "plies", "file", "line"});
    for (const auto& [group, duplicate, header, deed] : list)
        csv.row({std::to_string(group), std::to_string(header.id), std::string(curation::name_of(duplicate.likeness)),
                 std::to_string(duplicate.fewer_plies), std::to_string(duplicate.readings),
                 duplicate.adds_annotations ? "yes" : "no", std::string(name_of(deed)), header.white, header.black,
                 date_text(header), std::to_string(header.ply_count), header.source, std::to_string(header.line)});
}

void write_members(JsonWriter& json, const Listed& listed) {
    const auto& [group, duplicate, header, deed] = listed;
    json.member("group", group)
        .member("id", header.id)
        .member("likeness", curation::name_of(duplicate.likeness))
        .member("fewer_plies", duplicate.fewer_plies)
        .member("readings", duplicate.readings)
        .member("adds_annotations", duplicate.adds_annotations)
        .member("done", deed == Deed::none ? std::nullopt : std::optional(name_of(deed)))
        .member("white", header.white)
        .member("black", header.black)
        .member("date", date_text(header))
        .member("plies", header.ply_count)
        .member("file", header.source)
        .member("line", header.line);
}

void print_json(const std::vector<Listed>& list, Streams& io) {
    JsonWriter json(io.out, JsonWriter::indented);
    json.begin_document().key("games").begin_array();
    for (const Listed& listed : list) {
        write_members(json.begin_object(), listed);
        json.end_object();
    }
    json.end_array().end_object();
}

void print_ndjson(const std::vector<Listed>& list, Streams& io) {
    JsonWriter json(io.out, JsonWriter::line);
    for (const Listed& listed : list) {
        write_members(json.begin_document(), listed);
        json.end_object();
    }
}

class Dedupe {
public:
    Dedupe(const DedupeOptions& options, Streams& io)
        : options_(options),
          io_(io),
          store_(store::Store::open(options.database,
                                    options.apply ? store::Access::read_write : store::Access::read_only)) {}

    int run() {
        const std::vector<DuplicateGroup> groups = options_.apply ? find_and_apply() : find();
        print();
        if (!io_.quiet) print_summary(groups);
        return static_cast<int>(groups.empty() ? ExitCode::nothing_found : ExitCode::ok);
    }

private:
    [[nodiscard]] curation::DuplicateOptions what_to_find() const {
        const bool all = !options_.same_moves && !options_.contained && !options_.readings;
        return {.same_moves = all || options_.same_moves,
                .contained = all || options_.contained,
                .readings = all || options_.readings,
                .min_plies = options_.min_plies};
    }

    std::vector<DuplicateGroup> find() {
        const store::Snapshot snapshot(store_.connection());
        std::vector<DuplicateGroup> groups = curation::find_duplicates(store_, what_to_find());
        list_all(groups);
        return groups;
    }

    /// Nobody else may write from the first look on: a fuller record that goes meanwhile would be the last one.
    std::vector<DuplicateGroup> find_and_apply() {
        store::Transaction transaction(store_.connection());
        std::vector<DuplicateGroup> groups = find();
        apply(groups);
        transaction.commit();
        if (deleted_ > 0) keep_index(store_);
        return groups;
    }

    void list_all(const std::vector<DuplicateGroup>& groups) {
        store::GameReader reader(store_);
        for (std::size_t i = 0; i < groups.size(); ++i)
            for (const Duplicate& duplicate : groups[i])
                list_.push_back(
                    {i + 1, duplicate, store::found_game(reader.header(duplicate.game), duplicate.game), Deed::none});
    }

    /// A record goes only if the fullest has all its moves and all its comments, and none of its text was left unread;
    /// other readings stay, always.
    [[nodiscard]] bool may_go(const Listed& listed) const {
        const Likeness likeness = listed.duplicate.likeness;
        const bool has_no_more = likeness == Likeness::same_moves || likeness == Likeness::contained;
        return options_.remove && has_no_more && !listed.duplicate.adds_annotations &&
               listed.header.state == GameState::complete;
    }

    void apply(const std::vector<DuplicateGroup>& groups) {
        auto listed = list_.begin();
        for (const DuplicateGroup& group : groups) {
            std::vector<std::int64_t> games;
            for (const Duplicate& duplicate : group) games.push_back(duplicate.game);
            linked_ += static_cast<std::uint64_t>(store::link_witnesses(store_, games));
            for (const Duplicate& duplicate : group) {
                listed->deed = may_go(*listed) ? Deed::deleted : Deed::linked;
                if (listed->deed == Deed::deleted)
                    store::delete_game(store_, duplicate.game, group.front().game), ++deleted_;
                ++listed;
            }
        }
        store::finish_works(store_);
    }

    void print() {
        switch (options_.format) {
            case OutputFormat::json: return print_json(list_, io_);
            case OutputFormat::ndjson: return print_ndjson(list_, io_);
            case OutputFormat::csv: return print_csv(list_, CsvWriter::comma, io_);
            case OutputFormat::tsv: return print_csv(list_, CsvWriter::tab, io_);
            default: return print_table(list_, io_);
        }
    }

    void print_summary(const std::vector<DuplicateGroup>& groups) {
        if (groups.empty()) {
            io_.err << "no two games are records of one\n";
            return;
        }
        io_.err << fmt::format("{} several records, {} besides the fullest",
                               counted(groups.size(), "game has", "games have"),
                               counted(list_.size() - groups.size(), "record"));
        if (!options_.apply) {
            io_.err << fmt::format("; nothing was changed\n  link them: cofnod dedupe {} --apply\n",
                                   printable(options_.database));
            return;
        }
        io_.err << fmt::format("; {} linked", counted(linked_, "record"));
        if (options_.remove) io_.err << fmt::format(", {} deleted", grouped(deleted_));
        io_.err << '\n';
        if (const auto game = game_with_readings())
            io_.err << fmt::format("  the readings of one: cofnod compare {} {}\n", printable(options_.database),
                                   *game);
    }

    /// The fullest record of a game that has others left.
    [[nodiscard]] std::optional<std::int64_t> game_with_readings() const {
        std::int64_t fullest = 0;
        for (const Listed& listed : list_) {
            if (listed.duplicate.likeness == Likeness::fullest)
                fullest = listed.header.id;
            else if (listed.deed == Deed::linked)
                return fullest;
        }
        return std::nullopt;
    }

    const DedupeOptions& options_;
    Streams& io_;
    store::Store store_;
    std::vector<Listed> list_;
    std::uint64_t linked_ = 0, deleted_ = 0;
};

}  // namespace

int run_dedupe(const DedupeOptions& options, Streams& io) {
    if (options.remove && !options.apply)
        throw UsageError("--delete deletes only together with --apply", "look first: without both nothing is changed");
    return Dedupe(options, io).run();
}

}  // namespace cofnod::cli
