#include "operations/salvage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/tr.hpp"
#include "store/corrections.hpp"
#include "store/game_reader.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

namespace {

void count(const GameRecord& record, store::Counts& counts) {
    switch (record.state) {
        case GameState::complete: ++counts.complete; break;
        case GameState::incomplete: ++counts.incomplete; break;
        case GameState::rejected: ++counts.rejected; break;
    }
    counts.game_bytes += record.span.end - record.span.begin;
}

}  // namespace

std::function<void(store::LostRows)> DatabaseCopy::lost_rows(const char* one, const char* several) {
    return [this, one, several](store::LostRows lost) {
        if (lost.first == lost.last)
            lose(fmt::format(fmt::runtime(translated(one)), lost.first));
        else
            lose(fmt::format(fmt::runtime(translated(several)), lost.first, lost.last));
    };
}

std::vector<store::SavedSource> DatabaseCopy::read_sources() {
    std::vector<store::SavedSource> sources;
    from_.for_each_source([&](store::SavedSource source) { sources.push_back(std::move(source)); },
                          lost_rows(phrase("source {} cannot be read"), phrase("sources {} to {} cannot be read")));
    from_.for_each_batch([&](std::int64_t id, store::SavedBatch batch) { batches_.emplace(id, std::move(batch)); },
                         lost_rows(phrase("import {} cannot be read"), phrase("imports {} to {} cannot be read")));
    return sources;
}

void DatabaseCopy::find_deleted_games() {
    from_.for_each_deleted_game([&](store::DeletedGame game) { deleted_.push_back(std::move(game)); },
                                lost_rows(phrase("the tags of deleted game {} cannot be read"),
                                          phrase("the tags of deleted games {} to {} cannot be read")));
}

std::set<std::int64_t> DatabaseCopy::deleted_games_of(std::int64_t source) const {
    std::set<std::int64_t> games;
    for (const store::DeletedGame& game : deleted_)
        if (game.source == source) games.insert(game.game);
    return games;
}

std::int64_t DatabaseCopy::copy_batch(std::int64_t batch, store::GameWriter& writer) {
    auto [now, is_new] = new_batch_.try_emplace(batch);
    const auto was = batches_.find(batch);
    if (is_new && was != batches_.end())
        now->second = writer.copy_batch(was->second);
    else if (is_new)
        lose(tr("when and how import {} was made cannot be read", batch));
    return now->second;
}

bool DatabaseCopy::copy_source(const store::SavedSource& source, store::GameWriter& writer) {
    const store::SourceRow& was = source.row;
    writer.begin_source({.path = was.path,
                         .format = was.format,
                         .charset = was.charset,
                         .bytes = was.bytes,
                         .content_hash = {},
                         .citation = source.citation,
                         .through = was.through,
                         .batch = copy_batch(source.batch, writer)});
    const Copied copied = read_games(was.id, [&](const store::SavedGame& game) {
        writer.add_as(new_id(game.id), game.number, game.record);
        copied_game(game);
    });
    const std::uint64_t found = was.counts.found(), there = copied.games + deleted_games_of(was.id).size();
    if (there < found)
        lose(tr("{}: of {}, {} cannot be found, or not be assigned to it", was.path, counted_games(found),
                grouped(found - there)));
    else if (there > found || !was.adds_up())
        lose(tr("{}: its own row is damaged: {}, but {}", was.path, counted_games(found),
                counted(there, "{} is found", "{} are found")));
    const bool is_whole = copied.is_whole && there == found && was.adds_up() &&
                          (was.content_hash.empty() || hashes_.insert(was.content_hash).second);
    // If the byte counts no longer add up, the hash is dropped, so that a repeated import reads the file again.
    new_source_[was.id] = is_whole ? writer.end_source_as(was.content_hash, was.done, was.bytes_done, was.counts)
                                   : writer.end_source_as("", false, copied.counts.game_bytes, copied.counts);
    return is_whole;
}

DatabaseCopy::Copied DatabaseCopy::read_games(std::optional<std::int64_t> source,
                                              const std::function<void(const store::SavedGame&)>& add) {
    Copied copied;
    from_.for_each_game(
        source,
        [&](store::SavedGame game) {
            host_.cancel.check();
            ++copied.games;
            if (!source) game.number = copied.games;
            for (std::string& what : salvage_record(game.record, game.kind_is_known))
                game.losses.push_back(std::move(what));
            if (!game.losses.empty()) {
                lose(tr("game {}: {} cannot be read", game.id, fmt::join(game.losses, ", ")));
                copied.is_whole = false;
            }
            count(game.record, copied.counts);
            add(game);
        },
        [&](store::LostRows lost) {
            lost_rows(phrase("game {} cannot be read"), phrase("games {} to {} cannot be read"))(lost);
            copied.is_whole = false;
        });
    return copied;
}

void DatabaseCopy::copy_curation() {
    from_.for_each_alias([&](const store::SavedAlias& alias) { link_spellings(alias); },
                         lost_rows(phrase("the alias of player {} cannot be read"),
                                   phrase("the aliases of players {} to {} cannot be read")));
    copy_works();
    copy_collections();
    copy_source_copies();
    copy_deleted_games();
    from_.for_each_correction(
        [&](store::SavedCorrection saved) { copy_correction(std::move(saved)); },
        lost_rows(phrase("correction {} cannot be read"), phrase("corrections {} to {} cannot be read")));
    copy_separators();
}

void DatabaseCopy::copy_works() {
    std::map<std::int64_t, std::vector<std::int64_t>> works;
    store::GameReader reader(to_);
    from_.for_each_witness(
        [&](const store::Witness& witness) {
            const auto game = id_of(witness.game);
            if (!game || !reader.moves(*game)) return;
            auto& games = works[witness.work];
            games.insert(witness.game == witness.work ? games.begin() : games.end(), *game);
        },
        lost_rows(phrase("the work of game {} cannot be read"), phrase("the works of games {} to {} cannot be read")));
    for (const auto& [work, games] : works) {
        const std::vector<std::int64_t> known = store::witnesses_of(to_, games.front());
        const auto is_known = [&](std::int64_t game) { return std::ranges::count(known, game) > 0; };
        if (games.size() > 1 && !std::ranges::all_of(games, is_known)) store::link_witnesses(to_, games);
    }
}

void DatabaseCopy::copy_collections() {
    std::map<std::int64_t, std::string> names;
    store::GameReader reader(to_);
    store::Collections collections(to_);
    from_.for_each_collection(
        [&](store::SavedCollection collection) {
            const bool is_question = !collection.question.empty();
            if (is_question && !store::question_of(to_, collection.name))
                collections.save(collection.name, collection.question);
            if (store::question_of(to_, collection.name).value_or("") != collection.question)
                leave_collection(collection);
            else if (!is_question)
                names.emplace(collection.id, std::move(collection.name));
        },
        lost_rows(phrase("collection {} cannot be read"), phrase("collections {} to {} cannot be read")));
    from_.for_each_collected_game(
        [&](const store::SavedCollectedGame& row) {
            const auto name = names.find(row.collection);
            const auto game = id_of(row.game);
            if (name == names.end() || !game || !reader.moves(*game)) return;
            collections.make(name->second);
            collections.add(name->second, *game);
        },
        lost_rows(phrase("the game of collection entry {} cannot be read"),
                  phrase("the games of collection entries {} to {} cannot be read")));
}

void DatabaseCopy::copy_deleted_games() {
    for (store::DeletedGame& game : deleted_) {
        const auto id = id_of(game.game);
        if (!id || (game.source && left_out_.contains(*game.source))) continue;
        if (game.source) {
            const auto source = new_source_.find(*game.source);
            game.source = source == new_source_.end() ? std::nullopt : std::optional(source->second);
        }
        game.game = *id;
        if (game.kept) game.kept = id_of(*game.kept);
        store::add_deleted_game(to_, game);
    }
}

void DatabaseCopy::copy_source_copies() {
    from_.for_each_source_copy(
        [&](store::SourceCopy copy) {
            const auto source = new_source_.find(copy.source);
            const auto there = source == new_source_.end() ? twin_of(copy.source) : std::optional(source->second);
            if (!there) return lose(tr("{}: the file of the same text cannot be read", copy.path));
            copy.source = *there;
            store::add_source_copy(to_, copy);
        },
        lost_rows(phrase("file {} of the same text as another cannot be read"),
                  phrase("files {} to {} of the same text as others cannot be read")));
}

void DatabaseCopy::copy_separators() {
    from_.for_each_separator(
        [&](store::Separator separator) {
            if (left_out_.contains(separator.source)) return;
            const auto source = new_source_.find(separator.source);
            if (source == new_source_.end()) return lose(tr("the source of a text between games cannot be read"));
            separator.source = source->second;
            store::add_separator(to_, separator);
        },
        lost_rows(phrase("text between games {} cannot be read"),
                  phrase("texts between games {} to {} cannot be read")));
}

}  // namespace cofnod::operations
