#pragma once

#include <iosfwd>
#include <memory>

#include "print/booklet.hpp"

namespace cofnod::print {

std::unique_ptr<Printer> html_printer(std::ostream& out, const Booklet& booklet);
std::unique_ptr<Printer> latex_printer(std::ostream& out, const Booklet& booklet);

}  // namespace cofnod::print
