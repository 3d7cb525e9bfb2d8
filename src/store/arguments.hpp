#pragma once

#include <string>
#include <string_view>

#include "base/reason.hpp"

namespace cofnod::store {

/// Arguments as stored in the database: ["Mf3","Welsh"], ["knight",["d2","g1"],"f3"], [3,2].
std::string to_json(const Arguments& arguments);

/// Throws StoreError if the text is not an output of to_json().
Arguments arguments_in(std::string_view json);

}  // namespace cofnod::store
