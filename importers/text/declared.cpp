#include "importers/text/declared.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::importers {

namespace declared {
const std::string_view bytes = phrase("{} of {} bytes");
const std::string_view bytes_of_records = phrase("records for {} of {} bytes");
const std::string_view end_marks = phrase("{} of {} end marks");
const std::string_view members = phrase("{} of {} members");
const std::string_view names = phrase("{} of {} names");
const std::string_view pages = phrase("{} of {} pages");
const std::string_view records = phrase("{} of {} records");
}  // namespace declared

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
        InputError(say("{}: is incomplete: {}", container, missing), say("copy it again from where it came from")));
}

}  // namespace cofnod::importers
