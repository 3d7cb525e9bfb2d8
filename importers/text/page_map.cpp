#include "importers/text/page_map.hpp"

#include <fmt/format.h>
#include <cassert>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/tr.hpp"

namespace cofnod::importers {

namespace declared {
const std::string_view brackets = phrase("{} of {} closing brackets");
const std::string_view bytes = phrase("{} of {} bytes");
const std::string_view bytes_of_records = phrase("records for {} of {} bytes");
const std::string_view end_marks = phrase("{} of {} end marks");
const std::string_view entities = phrase("{} of {} entities");
const std::string_view fields = phrase("{} of {} fields in the last row");
const std::string_view members = phrase("{} of {} members");
const std::string_view names = phrase("{} of {} names");
const std::string_view pages = phrase("{} of {} pages");
const std::string_view records = phrase("{} of {} records");
}  // namespace declared

namespace {

/// Returns true for words on the same line.
bool are_level(const PageBox& a, const PageBox& b) {
    return a.page == b.page && a.y < b.y + b.height && b.y < a.y + a.height;
}

PageBox around(const PageBox& a, const PageBox& b) {
    PageBox all{.page = a.page, .x = std::min(a.x, b.x), .y = std::min(a.y, b.y)};
    all.width = std::max(a.x + a.width, b.x + b.width) - all.x;
    all.height = std::max(a.y + a.height, b.y + b.height) - all.y;
    return all;
}

}  // namespace

std::exception_ptr fault_of_missing(const std::string& container, const std::vector<Declared>& parts) {
    std::string missing;
    for (const Declared& part : parts) {
        if (part.is_whole()) continue;
        const std::string found = grouped(part.found), all = grouped(part.declared);
        missing += fmt::format("{}{}{}{}", missing.empty() ? "" : "; ", part.part, part.part.empty() ? "" : ": ",
                               fmt::vformat(translated(part.counts), fmt::make_format_args(found, all)));
    }
    if (missing.empty()) return nullptr;
    return std::make_exception_ptr(
        InputError(tr("{}: is incomplete: {}", container, missing), tr("copy it again from where it came from")));
}

void PageMap::add(std::size_t begin, std::size_t end, const PageBox& box) {
    assert(words_.empty() || words_.back().end <= begin);
    words_.push_back({begin, end, box});
}

PageBox PageMap::box_of(std::size_t begin, std::size_t end) const {
    if (words_.empty()) return {};
    auto word = std::ranges::upper_bound(words_, begin, {}, &Word::end);
    if (word == words_.end()) return words_.back().box;
    PageBox box = word->box;
    while (++word != words_.end() && word->begin < end && are_level(box, word->box)) box = around(box, word->box);
    return box;
}

}  // namespace cofnod::importers
