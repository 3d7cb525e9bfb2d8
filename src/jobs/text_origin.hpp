#pragma once

#include <string>

namespace cofnod::jobs {

/// Origin of a text to be parsed: a file, or an option, named as in Error::about.
struct TextOrigin {
    std::string option;
    std::string file = {};  ///< if not empty, the text is from this file
};

}  // namespace cofnod::jobs
