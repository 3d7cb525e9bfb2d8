#include "operations/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "importers/text/archive.hpp"
#include "operations/chosen_games.hpp"
#include "operations/corrections.hpp"
#include "operations/host.hpp"
#include "operations/import_target.hpp"
#include "operations/input_files.hpp"
#include "operations/options/query.hpp"
#include "operations/placed.hpp"
#include "operations/reading.hpp"
#include "operations/tally.hpp"

namespace cofnod::operations {

using Outcome = FileReport::Outcome;

bool ImportReport::is_to_be_listed(const FileReport& file) const {
    constexpr std::size_t most = 1000, most_with_faults = 10'000;
    const bool is_whole = file.tally.faulty() == 0 && file.bytes_unaccounted == 0 && file.outcome != Outcome::failed &&
                          file.outcome != Outcome::interrupted;
    return files.size() < (is_whole ? most : most_with_faults);
}

void ImportReport::add(FileReport&& file) {
    total_ += file.tally;
    seen_[static_cast<std::size_t>(file.outcome)] = true;
    faulty_before_ += file.faulty_before;
    bytes_unaccounted_ += file.bytes_unaccounted;
    if (is_to_be_listed(file)) return files.push_back(std::move(file));
    ++unlisted_.files;
    unlisted_.tally += file.tally;
}

namespace {

/// Returns the options that affect stored data, as recorded with the batch.
std::string batch_text(const ImportOptions& options, const ReadingSetup& reading) {
    return reading.text + (options.keep_source ? "" : " --no-source") + (options.keep_san ? " --san" : "") +
           options::text_of(options.filter) + (options.update ? " --update" : "");
}

}  // namespace

ImportTarget::ImportTarget(const ImportOptions& options, const ReadingSetup& reading, Progress& progress)
    : options_(options), reading_(reading), progress_(progress) {
    if (std::error_code error; std::filesystem::exists(options.database, error))
        options.dry_run ? look_for_known_sources() : open();
}

store::GameWriter& ImportTarget::writer() {
    if (!writer_) open();
    return *writer_;
}

store::Store& ImportTarget::store() {
    writer().commit();
    return *store_;
}

bool ImportTarget::Known::has(const std::string& path) const {
    return store::is_same_path(source.path, path) ||
           std::ranges::find(copies, path, &store::SourceCopy::path) != copies.end();
}

const ImportTarget::Known* ImportTarget::known_source(const std::string& content_hash,
                                                      const std::string& format) const {
    const auto found = known_.find(content_hash);
    if (found == known_.end()) return nullptr;
    const store::SourceRow& source = found->second.source;
    if (!source.adds_up()) store::throw_damaged_source(options_.database, source.path);
    if (source.counts.found() == 0 && source.format != format) return nullptr;  // to be read again
    return &found->second;
}

bool ImportTarget::has_all_of(const std::string& content_hash) {
    return store_ && store::has_source(*store_, content_hash);
}

const std::vector<store::SourceRow>& ImportTarget::sources_of(const std::string& path) {
    const auto key = [](const std::string& name) { return std::filesystem::path(name).lexically_normal().string(); };
    if (!by_path_) {
        by_path_.emplace();
        for (const store::SourceRow& row : store_ ? store::sources(*store_) : std::vector<store::SourceRow>()) {
            (*by_path_)[key(row.path)].push_back(row);
            for (const store::SourceCopy& copy : store::copies_of_source(*store_, row.id))
                (*by_path_)[key(copy.path)].push_back(row);
        }
    }
    return (*by_path_)[key(path)];
}

void ImportTarget::expect(std::uint32_t ply_count) {
    const std::int64_t positions = std::int64_t{ply_count} + 1;
    if (options_.index && positions_ > 0 && positions_ + positions > index::most_positions(options_.resources.memory)) {
        writer().commit();
        update_index();
    }
    positions_ += positions;
}

std::optional<index::Upkeep> ImportTarget::update_index() {
    if (!options_.index || !writer_) return std::nullopt;
    const auto report = [&](std::int64_t done, std::int64_t all) { progress_.update_index(done, all); };
    const auto upkeep = index::update(*store_, options_.resources, report, &played_);
    upkeep_.segments_made += upkeep.segments_made;
    upkeep_.games += upkeep.games;
    upkeep_.segments = upkeep.segments;
    positions_ = 0;
    return upkeep_;
}

void ImportTarget::open() {
    store_.emplace(store::Store::open(options_.database, store::Access::create));
    writer_.emplace(*store_, store::WriterOptions{.keep_source = options_.keep_source,
                                                  .keep_san = options_.keep_san,
                                                  .index_text = options_.text_index});
    writer_->begin_batch(std::string(program_version()), batch_text(options_, reading_));
}

void ImportTarget::look_for_known_sources() {
    store_.emplace(store::Store::open(options_.database, store::Access::read_only));
    for (const store::SourceRow& row : store::sources(*store_))
        if (row.done) known_.emplace(row.content_hash, Known{row, store::copies_of_source(*store_, row.id)});
}

namespace {

/// Writes games from an importer to a database. The writer decides when to commit; games, separators and the progress
/// in their source are committed together.
class ImportSink final : public importers::Sink {
public:
    explicit ImportSink(ImportTarget& target) : target_(target) {}

    void add_line(PlayedLine&& line) override { std::swap(line_, line); }
    void add_game(GameRecord&& game) override {
        if (line_.moves.size() != game.ply_count) line_.clear();
        target_.expect(game.ply_count);
        const std::int64_t id = target_.writer().add(game, line_.keys);
        if (!line_.empty()) target_.keep(id, game, line_);
        line_.clear();
    }
    void add_separator(const importers::Separator& separator) override {
        texts_.clear();
        for (const importers::Passage& passage : separator.passages)
            texts_.push_back({.source = 0,
                              .byte = passage.span.begin,
                              .bytes = passage.span.end - passage.span.begin,
                              .line = passage.span.line,
                              .kind = std::string(passage.kind),
                              .text = passage.text});
        target_.writer().add_separator(separator.span.end - separator.span.begin, texts_);
    }
    void reached(std::uint64_t) override {}

private:
    ImportTarget& target_;
    PlayedLine line_;  ///< line of the next game; empty: not kept
    std::vector<store::Separator> texts_;
};

class Import {
public:
    Import(const ImportOptions& options, const ReadingSetup& reading, const Host& host)
        : options_(options),
          reading_(reading),
          how_(reading.how),
          host_(host),
          report_(options.database, options.dry_run) {
        how_.keep_source = options.keep_source;
        how_.keep_san = options.keep_san;
        how_.keep_lines = !options.dry_run;
        how_.threads = options.resources.threads;
    }

    ImportReport run() {
        const std::vector<std::string> files = files_to_read();
        host_.progress.begin(size_of(files));
        ImportTarget target(options_, reading_, host_.progress);
        for (const std::string& file : files) {
            read_file(file, target);
            if (is_interrupted()) break;
        }
        if (target.is_open() && !is_interrupted()) target.writer().end_batch();
        if (!options_.dry_run && !is_interrupted()) report_unused_citations();
        report_.index = target.update_index();
        return std::move(report_);
    }

private:
    [[nodiscard]] bool is_interrupted() const { return report_.has(Outcome::interrupted); }

    std::vector<std::string> files_to_read() {
        FoundFiles found = input_files(options_.files);
        for (const PassedOver& each : found.passed_over) host_.reporter.note(each.folder, each.text);
        for (const InputFault& fault : found.faults)
            fault.folder.empty() ? host_.reporter.error(fault.error) : fail({.name = fault.folder}, fault.error);
        return std::move(found.files);
    }

    static std::uint64_t size_of(const std::vector<std::string>& files) {
        std::uint64_t bytes = 0;
        for (const std::string& file : files) {
            std::error_code error;
            if (const auto size = std::filesystem::file_size(file, error); !error) bytes += size;
        }
        return bytes;
    }

    void fail(FileReport file, const Error& error) {
        host_.reporter.error(error);
        file.outcome = Outcome::failed;
        file.error = error.what();
        report_.add(std::move(file));
    }

    void read_file(const std::string& path, ImportTarget& target) {
        const std::string name = input_name(path);
        try {
            if (store::is_cofnod_database(path)) return merge_database(path, options_, target, host_, report_);
            importers::Container container = importers::Container::open(path, reading_.how.limits.archive);
            const std::uint64_t files_before = report_.file_count();
            while (auto source = container.next()) {
                read_source(*std::move(source), target);
                if (is_interrupted()) return;
            }
            if (report_.file_count() == files_before)  // archive without text files
                report_.add({.name = name, .outcome = Outcome::empty});
            report_skipped(container, host_.reporter);
        } catch (const InputError& error) {
            fail({.name = name}, error);
        } catch (const importers::ArchiveLimitError& error) {
            fail({.name = name}, error);
        } catch (const Cancelled&) {  // from a database; none of it is stored
            report_.add({.name = name, .outcome = Outcome::interrupted});
        }
    }

    void read_source(importers::Source source, ImportTarget& target) {
        FileReport file{.name = source.name()};
        bool writing = false;
        const auto cut_short = [&](const Error& error) {
            if (writing) target.commit();
            fail(std::move(file), error);
        };
        if (is_slow_) target.commit();  // lets others write meanwhile
        try {
            const auto begin = std::chrono::steady_clock::now();
            Input input = look_into(std::move(source), how_, reading_);
            is_slow_ = std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(100);
            file.format = importers::name_of(input.format);
            file.charset = input.charset.charset->name();
            if (input.empty) {
                file.outcome = Outcome::empty;
            } else {
                const std::string content_hash = hash_of(input.source, target);
                file.bytes = input.source.size();
                if (options_.dry_run)
                    play_out(input, content_hash, target, file);
                else
                    writing = true, store_games(input, content_hash, target, file);
            }
            report_.add(std::move(file));
        } catch (const InputError& error) {
            cut_short(error);
        } catch (const importers::ArchiveLimitError& error) {
            cut_short(error);
        }
    }

    /// Returns the hash by which a source is known. Of a file from which conditions choose games it has the conditions
    /// in it, so that the others can be imported later; but not if all of the file is there.
    std::string hash_of(importers::Source& source, ImportTarget& target) {
        std::string hash = source.content_hash();
        if (store::is_empty(options_.filter) || target.has_all_of(hash)) return hash;
        return hash + options::text_of(options_.filter);
    }

    /// Returns the citation of a file, by its path or its name.
    const std::string& citation_of(const std::string& path) {
        for (const std::string& name : {path, std::filesystem::path(path).filename().string()})
            if (const auto cited = options_.citations.find(name); cited != options_.citations.end()) {
                cited_.insert(name);
                return cited->second;
            }
        return options_.citation;
    }

    /// Reports citations whose files were not read.
    void report_unused_citations() {
        for (const auto& [name, citation] : options_.citations)
            if (!cited_.contains(name)) host_.reporter.note(name, tr("has a citation, but is not among the files"));
    }

    /// Games that earlier imports have of a file.
    struct Former {
        std::optional<EarlierGames> games;
        bool has_content = false;  ///< games of this content, chosen by other conditions
        std::uint64_t bytes = 0;   ///< length of a source whose text is the beginning of the file
    };

    /// Returns the number of blanks and line breaks from a byte on: they belong to the game before it.
    static std::uint64_t blanks_at(importers::Source& source, std::uint64_t byte) {
        static constexpr std::size_t most = 64;
        std::string text;
        source.seek(byte);
        source.read(text, most);
        source.seek(0);
        return std::min(text.find_first_not_of(" \t\r\n"), text.size());
    }

    Former former_of(Input& input, const std::string& content_hash, ImportTarget& target, const FileReport& file) {
        Former former;
        store::Store* const store = target.store_to_compare();
        if (!store) return former;
        const auto chosen = store::sources_chosen_from(*store, content_hash.substr(0, content_hash.find(' ')));
        std::set<std::int64_t> sources(chosen.begin(), chosen.end());
        former.has_content = !sources.empty();
        if (options_.update) {
            const store::SourceRow* longest = nullptr;
            for (const store::SourceRow& row : target.sources_of(file.name)) {
                sources.insert(row.id);
                const bool may_begin =
                    row.done && row.bytes < file.bytes && row.format == file.format && row.charset == file.charset;
                if (may_begin && (!longest || longest->bytes < row.bytes)) longest = &row;
            }
            const std::string conditions = options::text_of(options_.filter);
            if (longest && input.source.hash_of_first(longest->bytes) + conditions == longest->content_hash)
                former.bytes = longest->bytes + blanks_at(input.source, longest->bytes);
        }
        if (sources.empty()) return former;
        target.commit();
        former.games.emplace(*store, std::move(sources), options_.update);
        return former;
    }

    void play_out(Input& input, const std::string& content_hash, ImportTarget& target, FileReport& file) {
        const auto twin = tried_.find(content_hash);  // a real import would know it by the other name
        if (const auto* const known =
                twin != tried_.end() ? &twin->second : target.known_source(content_hash, file.format)) {
            const store::Counts& games = known->source.counts;
            input.source.throw_fault_of_hash();
            file.outcome = Outcome::known;
            file.games_before = games.found();
            file.faulty_before = games.incomplete + games.rejected;
            if (!known->has(file.name)) file.copy_of = known->source.path;
            return;
        }
        host_.progress.begin_file(file.name, file.bytes, 0);
        Former former = former_of(input, content_hash, target, file);
        read_games(input, input.options(how_), nullptr, former, {}, file);
        if (input.source.has_changed()) throw_changed(file);
        const store::Counts counts{file.tally.complete, file.tally.incomplete, file.tally.rejected};
        tried_.emplace(content_hash, ImportTarget::Known{{.path = file.name, .counts = counts}, {}});
        const std::uint64_t accounted = file.tally.game_bytes + file.tally.separator_bytes;
        if (file.outcome == Outcome::imported)
            file.bytes_unaccounted = static_cast<std::int64_t>(file.bytes - accounted);
    }

    void store_games(Input& input, const std::string& content_hash, ImportTarget& target, FileReport& file) {
        store::GameWriter& writer = target.writer();
        Former former = former_of(input, content_hash, target, file);
        const store::SourceStart start = writer.begin_source({.path = file.name,
                                                              .format = file.format,
                                                              .charset = input.charset.charset->name(),
                                                              .bytes = file.bytes,
                                                              .content_hash = content_hash,
                                                              .citation = citation_of(file.name)});
        file.games_before = start.earlier.found();
        file.faulty_before = start.earlier.incomplete + start.earlier.rejected;
        if (start.kind == store::SourceStart::Kind::known) {
            input.source.throw_fault_of_hash();
            file.outcome = Outcome::known;
            file.copy_of = start.copy_of;
            return;
        }
        if (!former.has_content) file.games_of_name = start.games_of_path;
        importers::Options how = input.options(how_);
        if (start.kind == store::SourceStart::Kind::resumed) {
            file.outcome = Outcome::resumed;
            how.begin = start.bytes_done;
        }
        host_.progress.begin_file(file.name, file.bytes, start.bytes_done);
        ImportSink sink(target);
        // 'cofnod undo' brings the former game back.
        const auto replace = [&](std::int64_t id, GameRecord&& game) {
            target.commit();
            const auto replaced =
                replace_grown_game(options_.database, id, std::move(game), *input.charset.charset, file.name, reading_);
            for (const store::Correction& made : replaced.not_made_again)
                host_.reporter.note(file.name,
                                    fmt::format("{}: {}", tr("game {}", id),
                                                tr("not corrected again: '{}' to '{}'", made.was, made.now)));
        };
        read_games(input, how, &sink, former, replace, file);
        if (file.outcome == Outcome::interrupted) {
            writer.commit();
        } else if (input.source.has_changed()) {
            file.bytes_unaccounted = writer.end_changed_source();
            throw_changed(file);
        } else {
            file.bytes_unaccounted = writer.end_source();
        }
    }

    [[noreturn]] static void throw_changed(const FileReport& file) {
        throw InputError(tr("{} changed while it was read", file.name),
                         tr("what was read is stored; import it again when no other program writes to it"));
    }

    /// `replace`: ChosenGames::How::replace.
    void read_games(Input& input, const importers::Options& how, importers::Sink* next, Former& former,
                    std::function<void(std::int64_t, GameRecord&&)> replace, FileReport& file) {
        const Tally before = report_.total();
        ReportingSink problems(file.name, {.games_before = file.games_before}, host_.reporter, next);
        CountingSink counting(file.tally, before, options_.problems ? &problems : next, host_);
        ChosenGames chosen(counting, {.filter = options_.filter,
                                      .earlier = former.games ? &*former.games : nullptr,
                                      .known_bytes = former.bytes,
                                      .replace = std::move(replace)});
        const auto count = [&] {
            file.tally.left_out = chosen.left_out();
            file.tally.separators -= chosen.skipped();
            file.known_games = chosen.known();
            file.grown = chosen.grown();
        };
        const bool is_whole = !former.games && store::is_empty(options_.filter);
        try {
            importers::import_source(input.source, reading_.languages, how,
                                     is_whole ? static_cast<importers::Sink&>(counting) : chosen);
        } catch (const Cancelled&) {
            file.outcome = Outcome::interrupted;
        } catch (const Error&) {
            count();
            throw;
        }
        host_.progress.end_file();
        count();
    }

    const ImportOptions& options_;
    const ReadingSetup& reading_;
    importers::Options how_;
    std::set<std::string> cited_;  ///< keys of options_.citations
    Host host_;
    ImportReport report_;
    bool is_slow_ = false;                              ///< opening the last file took long
    std::map<std::string, ImportTarget::Known> tried_;  ///< files read by a dry run, by hash
};

}  // namespace

ImportReport import_files(const ImportOptions& options, const ReadingSetup& reading, const Host& host) {
    return Import(options, reading, host).run();
}

}  // namespace cofnod::operations
