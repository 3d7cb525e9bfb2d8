#include "columns/parquet_folder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::columns {

void ParquetFolder::begin(const Table& table, std::int64_t chunk, std::string_view part) {
    const std::filesystem::path name =
        std::filesystem::path(table.name) / partition_ / part / fmt::format("{:04}.parquet", chunk);
    std::error_code ignored;
    std::filesystem::create_directories((folder_ / name).parent_path(), ignored);
    files_.push_back({name.generic_string(), 0, 0});
    out_.open(folder_ / name, std::ios::binary | std::ios::trunc);
    writer_.emplace(out_, table, metadata_, program_);
}

void ParquetFolder::write(const Batch& batch) {
    files_.back().rows += static_cast<std::int64_t>(batch.rows());
    writer_->write(batch);
}

void ParquetFolder::end() {
    writer_->finish();
    writer_.reset();
    files_.back().bytes = static_cast<std::uint64_t>(out_.tellp());
    out_.close();
    if (!out_) throw LimitError(say("{}: cannot be written", files_.back().name), say("is the disk full?"));
}

}  // namespace cofnod::columns
