#pragma once

#include <string>
#include <string_view>

#include "base/reason.hpp"

namespace cofnod::store {

/// Arguments as the database keeps them: ["Mf3","Welsh"], ["knight",["d2","g1"],"f3"], [3,2].
std::string to_json(const Arguments& arguments);

/// Throws StoreError where the text is none that to_json() writes.
Arguments arguments_in(std::string_view json);

}  // namespace cofnod::store
