#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "cli/markdown.hpp"

/// Topics of the manual: `cofnod help TOPIC`, and section 7 of the man pages.
namespace cofnod::cli {

struct Topic {
    std::string_view name;     ///< "sql": `cofnod help sql`, cofnod-sql(7)
    std::string_view summary;  ///< one line, in English; translated where it is printed
};

/// Returns the topics, in the order of the help.
std::span<const Topic> topics();
/// Returns the topic of this name; nullptr if there is none.
const Topic* find_topic(std::string_view name);

/// Returns the manual of a topic. It is in English.
std::vector<Block> blocks_of(const Topic& topic);

/// Returns the manual of a topic as text for a terminal. `with_styles`: headings and code are marked by control
/// sequences; otherwise code keeps its backquotes.
std::string topic_text(const Topic& topic, bool with_styles);

}  // namespace cofnod::cli
