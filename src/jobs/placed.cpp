#include "jobs/placed.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/anchor.hpp"
#include "base/problem.hpp"

namespace cofnod::jobs {

namespace {

UsageError error_of(PlacedFault fault, const WayOut& way_out) {
    UsageError error(fault.what, way_out, std::move(fault.about));
    error.set_spot(fault.spot);
    return error;
}

}  // namespace

PlacedFault placed(const TextOrigin& origin, const std::string& text, const TextFault& fault) {
    const bool is_file = !origin.file.empty();
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        return is_file ? PlacedFault{fmt::format("{}: {}", origin.file, fault.message), ""}
                       : PlacedFault{fault.message, origin.option};
    Problem problem;
    locate(problem, text, fault.begin, fault.end, Anchor{});
    const std::string place = fmt::format(":{}:{}", problem.place.line, problem.place.column);
    const Error::Spot spot{problem.place.line, problem.place.column, problem.width};
    const std::string what = fmt::format("{}\n{}", fault.message, marked_line(problem));
    if (is_file) return {fmt::format("{}{}: {}", origin.file, place, what), "", spot};
    return {what, text.find('\n') == std::string::npos ? origin.option : origin.option + place, spot};
}

void throw_fault(const TextOrigin& origin, const std::string& text, const TextFault& fault) {
    throw error_of(placed(origin, text, fault), fault.way_out);
}

}  // namespace cofnod::jobs
