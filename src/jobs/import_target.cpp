#include "jobs/import_target.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "jobs/reading.hpp"
#include "jobs/version.hpp"

namespace cofnod::jobs {

namespace {

/// Returns the options that affect what is stored, recorded with the batch.
std::string batch_text(const ImportOptions& options, const ReadingSetup& reading) {
    return reading.text + (options.keep_source ? "" : " --no-source") + (options.keep_san ? " --san" : "");
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
    if (source.counts.found() == 0 && source.format != format) return nullptr;  // it is read again
    return &found->second;
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
    if (!options_.index || !store_) return std::nullopt;
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
    const store::Store store = store::Store::open(options_.database, store::Access::read_only);
    for (const store::SourceRow& row : store::sources(store))
        if (row.done) known_.emplace(row.content_hash, Known{row, store::copies_of_source(store, row.id)});
}

}  // namespace cofnod::jobs
