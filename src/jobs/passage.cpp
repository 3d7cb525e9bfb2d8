#include "jobs/passage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/anchor.hpp"
#include "base/ascii.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/problem.hpp"
#include "base/say.hpp"
#include "base/ways_out.hpp"

namespace cofnod::jobs {

namespace {

/// Letters and digits; of other scripts too.
bool is_of_word(char c) { return !is_ascii(c) || is_alphanumeric(c); }

bool is_whole(const std::string& text, PassagePlace place) {
    const bool is_open = place.begin > 0 && is_of_word(text[place.begin - 1]) && is_of_word(text[place.begin]);
    const bool goes_on = place.end < text.size() && is_of_word(text[place.end]) && is_of_word(text[place.end - 1]);
    return !is_open && !goes_on;
}

std::size_t line_of(const std::string& text, std::size_t at) {
    return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

}  // namespace

PassagePlace find_passage(const std::string& text, const Passage& passage, const std::string& where) {
    if (passage.was.empty())
        throw UsageError(say("the passage to replace is empty"), say("name what stands there now"));
    if (passage.at) {
        const auto begin = static_cast<std::size_t>(*passage.at);
        if (*passage.at < 0 || begin > text.size() || text.compare(begin, passage.was.size(), passage.was) != 0)
            throw UsageError(say("{}: '{}' does not stand at byte {} of its text", where, passage.was, begin),
                             WayOutKind::show_text_of_game);
        return {begin, begin + passage.was.size()};
    }
    std::vector<PassagePlace> all, whole;
    for (std::size_t at = 0; (at = text.find(passage.was, at)) != std::string::npos; ++at) {
        all.push_back({at, at + passage.was.size()});
        if (is_whole(text, all.back())) whole.push_back(all.back());
    }
    const std::vector<PassagePlace>& places = whole.empty() ? all : whole;
    if (places.empty())
        throw UsageError(say("{}: '{}' does not stand in its text", where, passage.was), WayOutKind::show_text_of_game);
    if (passage.nth) {
        if (*passage.nth > static_cast<std::int64_t>(places.size()))
            throw UsageError(say("{}: '{}' stands in its text {}", where, passage.was,
                                 counted(places.size(), "{} time", "{} times")),
                             WayOutKind::choose_listed_occurrence);
        return places[static_cast<std::size_t>(*passage.nth - 1)];
    }
    if (places.size() > 1) {
        std::string lines;
        for (std::size_t i = 0; i < places.size() && i < 10; ++i)
            lines += fmt::format("{}{}", i == 0 ? "" : ", ", line_of(text, places[i].begin));
        throw UsageError(say("{}: '{}' stands {} times in its text, in lines {}{}", where, passage.was, places.size(),
                             lines, places.size() > 10 ? ", ..." : ""),
                         WayOutKind::choose_occurrence);
    }
    return places.front();
}

std::string marked_passage(const std::string& text, PassagePlace place) {
    Problem problem;
    locate(problem, text, place.begin, place.end, Anchor{});
    return marked_line(problem);
}

}  // namespace cofnod::jobs
