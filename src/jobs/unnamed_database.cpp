#include "jobs/unnamed_database.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "jobs/salvage.hpp"

namespace cofnod::jobs {

UnnamedDatabase::UnnamedDatabase(std::string wanted)
    : wanted_(std::move(wanted)), name_(fmt::format("{}.merge-{:08x}", wanted_, std::random_device()())) {}

UnnamedDatabase::~UnnamedDatabase() {
    std::error_code ignored;
    for (const std::string& file : database_files(name_)) std::filesystem::remove(file, ignored);
}

bool UnnamedDatabase::publish() const {
    std::error_code error;
    std::filesystem::create_hard_link(name_, wanted_, error);
    if (!error) return true;
    if (std::filesystem::exists(wanted_, error)) return false;
    std::filesystem::rename(name_, wanted_, error);  // where a file cannot have two names
    return !error;
}

}  // namespace cofnod::jobs
