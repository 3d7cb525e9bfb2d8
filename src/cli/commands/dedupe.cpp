#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "answers/duplicates.hpp"
#include "base/error.hpp"
#include "cli/options/output.hpp"
#include "cli/output_format.hpp"
#include "cli/program.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include "curation/duplicates.hpp"
#include "jobs/upkeep.hpp"
#include "store/found_game.hpp"
#include "store/game_reader.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::cli {

namespace {

struct DedupeOptions {
    std::string database;
    bool same_moves = false, contained = false, readings = false;  ///< none of them: all
    std::uint32_t min_plies = 20;
    bool apply = false;
    bool remove = false;  ///< --delete
    OutputFormat format = OutputFormat::automatic;
};

using curation::Duplicate;
using curation::DuplicateGroup;
using curation::Likeness;

using Listed = answers::ListedDuplicate;
using Deed = Listed::Deed;

class Dedupe {
public:
    Dedupe(const DedupeOptions& options, Streams& io)
        : options_(options),
          io_(io),
          store_(store::Store::open(options.database,
                                    options.apply ? store::Access::read_write : store::Access::read_only)) {}

    int run() {
        const std::vector<DuplicateGroup> groups = options_.apply ? find_and_apply() : find();
        answers::write_all(answers::duplicate_list(), list_, answer_format(options_.format), io_.data());
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
        if (deleted_ > 0) jobs::keep_index(store_);
        return groups;
    }

    void list_all(const std::vector<DuplicateGroup>& groups) {
        store::GameReader reader(store_);
        for (std::size_t i = 0; i < groups.size(); ++i)
            for (const Duplicate& duplicate : groups[i])
                list_.push_back({.group = i + 1,
                                 .is_first = &duplicate == &groups[i].front(),
                                 .duplicate = duplicate,
                                 .header = store::found_game(reader.header(duplicate.game), duplicate.game)});
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

    void print_summary(const std::vector<DuplicateGroup>& groups) {
        if (groups.empty()) {
            io_.err << "no duplicates found\n";
            return;
        }
        io_.err << fmt::format("{} several records, {} besides the fullest",
                               counted(groups.size(), "game has", "games have"),
                               counted(list_.size() - groups.size(), "record"));
        if (!options_.apply) {
            io_.err << fmt::format("; nothing was changed\n  to link them: cofnod dedupe {} --apply\n",
                                   printable(options_.database));
            return;
        }
        io_.err << fmt::format("; {} linked", counted(linked_, "record"));
        if (options_.remove) io_.err << fmt::format(", {} deleted", grouped(deleted_));
        io_.err << '\n';
        if (const auto game = game_with_readings())
            io_.err << fmt::format("  to compare the readings of one: cofnod compare {} {}\n",
                                   printable(options_.database), *game);
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

/// Finds games that are records of one, and links them as witnesses when asked to.
int run_dedupe(const DedupeOptions& options, Streams& io) {
    if (options.remove && !options.apply)
        throw UsageError("--delete needs --apply", "to see the duplicates first, run it without both");
    return Dedupe(options, io).run();
}

}  // namespace

void add_dedupe(Program& program) {
    Command& command = program.add(
        {.name = "dedupe",
         .summary = "find and link duplicate games",
         .examples = "# look: nothing is changed\n"
                     "cofnod dedupe games.db\n"
                     "# only those with the same moves; as data for other programs\n"
                     "cofnod dedupe games.db --same-moves --json\n"
                     "# link them as witnesses of one game\n"
                     "cofnod dedupe games.db --apply",
         .more =
             "Finds three kinds; without an option all three. Players' names must not contradict (aliases count), "
             "nor, for short or contained games, dates. Linking deletes nothing. With --delete a record is deleted "
             "if the fullest has all of its moves and comments; its tags stay in table deleted_game. Other readings "
             "are never deleted."});
    auto options = std::make_shared<DedupeOptions>();
    add_database(command, options->database);
    command.heading("duplicates");
    command.flag("--same-moves", options->same_moves, "games with the same moves");
    command.flag("--contained", options->contained, "games whose moves are the beginning of another");
    command.flag("--readings", options->readings, "games of one day that differ in a few moves");
    command.number(
        "--min-plies", "N", {.least = 0, .most = std::numeric_limits<std::uint32_t>::max()},
        [options](std::int64_t plies) { options->min_plies = static_cast<std::uint32_t>(plies); },
        "shorter games are duplicates only if played on the same day (default: 20)");
    command.heading("changes");
    command.flag(
        "--dry-run", [] {}, "change nothing (the default without --apply)");
    command.flag("--apply", options->apply, "link them as witnesses of one game");
    command.exclude({"--apply", "--dry-run"});
    command.flag("--delete", options->remove, "with --apply: delete records that add nothing");
    using enum OutputFormat;
    add_format(command, options->format, {table, json, ndjson, csv, tsv});
    command.runs(options, run_dedupe);
}

}  // namespace cofnod::cli
