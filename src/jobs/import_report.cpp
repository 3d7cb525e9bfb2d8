#include "jobs/import_report.hpp"

namespace cofnod::jobs {

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

}  // namespace cofnod::jobs
