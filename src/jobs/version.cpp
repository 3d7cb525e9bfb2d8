#include "jobs/host.hpp"

namespace cofnod::jobs {

std::string_view program_version() { return COFNOD_VERSION; }

}  // namespace cofnod::jobs
