#include "print/booklet.hpp"

#include "print/forms.hpp"

namespace cofnod::print {

std::unique_ptr<Printer> printer(BookletFormat form, std::ostream& out, const Booklet& booklet) {
    return form == BookletFormat::html ? html_printer(out, booklet) : latex_printer(out, booklet);
}

}  // namespace cofnod::print
