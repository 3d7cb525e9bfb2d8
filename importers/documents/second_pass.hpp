#pragma once

#include <vector>

#include "importers/layout/page.hpp"

/// Text that a recogniser makes of a page when it is given each column alone.
namespace cofnod::importers::documents {

/// A rectangle of a picture, in pixels from its upper left corner.
struct Zone {
    long left, top, width, height;
};

/// True if so many words with digits were read without certainty that a page is worth a second look.
bool leaves_doubt(const layout::Page& page);

/// Returns the zones of a page that hold some lines, without another column beside them, in reading order.
std::vector<Zone> zones_of(layout::Page page);

/// Gives words the readings of `other`, the same page read again, as alternatives.
void add_alternatives(layout::Page& page, const layout::Page& other);

}  // namespace cofnod::importers::documents
