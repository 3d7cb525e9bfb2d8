#include "cql/run/budget.hpp"

#include "base/say.hpp"
#include "base/ways_out.hpp"
#include "cql/run/script_fault.hpp"

#include <fmt/format.h>

namespace cofnod::cql {

namespace {

std::string size_text(std::size_t bytes) {
    constexpr std::size_t kilobyte = 1024, megabyte = kilobyte * kilobyte;
    if (bytes >= megabyte) return fmt::format("{} MB", bytes / megabyte);
    if (bytes >= kilobyte) return fmt::format("{} kB", bytes / kilobyte);
    return say("{} bytes", bytes);
}

}  // namespace

bool Account::take_more(std::size_t bytes) {
    if (take_from_budget(bytes)) return true;
    if (!reclaim_) return false;
    remove(reclaim_());
    return bytes <= taken_ - used_ || take_from_budget(bytes);
}

bool Account::take_from_budget(std::size_t bytes) {
    const std::size_t needed = bytes - (taken_ - used_);
    const std::size_t comfortable = (needed + block - 1) / block * block;
    if (!budget_) {
        taken_ += comfortable;
        return true;
    }
    for (const std::size_t size : {comfortable, needed})
        if (budget_->take(size)) {
            taken_ += size;
            return true;
        }
    return false;
}

void Account::throw_exhausted(Span at) const {
    throw ScriptLimit(at, say("the script needs more than {} of memory", size_text(budget_->most())),
                      WayOut::Kind::allow_script_more_memory);
}

}  // namespace cofnod::cql
