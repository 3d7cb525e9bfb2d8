#pragma once

#include <string>

namespace cofnod::print {

/// Returns the lines of a LaTeX document that draw all pieces into boxes: \newpiece{WK}{\whitepiece}{...}.
std::string latex_pieces();

}  // namespace cofnod::print
