#include "jobs/placed.hpp"

#include <fmt/format.h>

#include "base/anchor.hpp"
#include "base/error.hpp"
#include "base/problem.hpp"

namespace cofnod::jobs {

std::string placed(const std::string& name, const std::string& text, const TextFault& fault) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) return fmt::format("{}: {}", name, fault.message);
    Problem problem;
    locate(problem, text, fault.begin, fault.end, Anchor{});
    const bool one_line = name.starts_with("--") && text.find('\n') == std::string::npos;
    const std::string place = one_line ? name : fmt::format("{}:{}:{}", name, problem.place.line, problem.place.column);
    return fmt::format("{}: {}\n{}", place, fault.message, marked_line(problem));
}

void throw_fault(const std::string& name, const std::string& text, const TextFault& fault) {
    throw UsageError(placed(name, text, fault), fault.remedy);
}

}  // namespace cofnod::jobs
