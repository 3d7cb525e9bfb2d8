#include "operations/host.hpp"

namespace cofnod::operations {

std::string_view program_version() { return COFNOD_VERSION; }

}  // namespace cofnod::operations
