#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/text/page_map.hpp"

/// METS (Library of Congress): the articles of an issue, whose pages are files of ALTO beside it.
namespace cofnod::importers::documents {

/// Returns the bytes of a file that stands beside a document, or below: "alto/0001.xml"; nullopt if there is none.
using Beside = std::function<std::optional<std::string>(const std::string& path)>;

/// True for a file that starts as METS.
bool is_mets(std::string_view start);

/// Returns the pages of ALTO that a file names, as paths from its folder; empty if it is not METS, or damaged. Those
/// that are not there are left out.
std::vector<std::string> pages_of_issue(const std::string& path);

/// Returns the articles in their order, each with its blocks in the order of the article, and behind them what stands
/// in none, page by page; rules stand between. Boxes are in the units of the pages. Throws InputError if `mets` is
/// damaged, or none of its pages is there.
PagedText read_mets(const std::string& mets, const std::string& name, const Beside& beside);

}  // namespace cofnod::importers::documents
