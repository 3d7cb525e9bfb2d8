#include "cql/run/pattern.hpp"

#include <unicode/regex.h>
#include <unicode/utext.h>

#include <exception>

#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::cql {

namespace {

/// Time limit in units of ICU, some milliseconds each.
constexpr std::int32_t most_time = 200;
/// Maximum size in bytes of all groups of a match.
constexpr std::size_t most_bytes = std::size_t{64} << 20;
/// Maximum number of bytes searched between calls of on_work.
constexpr std::size_t bytes_at_once = std::size_t{4} << 20;

/// Callback state of ICU. Exceptions must not propagate through ICU.
struct Watch {
    const std::function<void()>& on_work;
    std::size_t places_at_once;  ///< start positions tried between calls of on_work
    std::size_t places = 0;
    std::exception_ptr thrown;

    UBool ask() {
        try {
            on_work();
            return true;
        } catch (...) {
            thrown = std::current_exception();
            return false;
        }
    }
    static UBool on_steps(const void* watch, std::int32_t) {
        return static_cast<Watch*>(const_cast<void*>(watch))->ask();
    }
    static UBool on_place(const void* watch, std::int64_t) {
        Watch& self = *static_cast<Watch*>(const_cast<void*>(watch));
        if (++self.places < self.places_at_once) return true;
        self.places = 0;
        return self.ask();
    }
};

}  // namespace

struct Pattern::Compiled {
    std::unique_ptr<const icu::RegexPattern> pattern;
};

Pattern::Pattern(const std::string& expression) : expression_(expression) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError place{};  // not set where data of ICU are missing
    std::unique_ptr<const icu::RegexPattern> pattern(
        icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(expression), 0, place, status));
    if (U_FAILURE(status))
        throw UsageError(say("\"{}\" is no regular expression (character {})", expression, place.offset));
    compiled_ = std::make_unique<const Compiled>(Compiled{std::move(pattern)});
}

Pattern::Pattern(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

std::optional<Pattern::Match> Pattern::find(std::string_view text, std::size_t from,
                                            const std::function<void()>& on_work) const {
    if (from > text.size()) return std::nullopt;
    UErrorCode status = U_ZERO_ERROR;
    UText input = UTEXT_INITIALIZER;
    utext_openUTF8(&input, text.data(), static_cast<std::int64_t>(text.size()), &status);
    std::optional<Match> result;
    Watch watch{on_work, bytes_at_once / (text.size() + 1) + 1, 0, {}};
    {
        const std::unique_ptr<icu::RegexMatcher> matcher(compiled_->pattern->matcher(status));
        if (U_SUCCESS(status)) {
            matcher->setTimeLimit(most_time, status);
            if (on_work) {
                matcher->setMatchCallback(Watch::on_steps, &watch, status);
                matcher->setFindProgressCallback(Watch::on_place, &watch, status);
            }
            matcher->reset(&input);
            if (matcher->find(static_cast<std::int64_t>(from), status)) {
                Match match;
                std::size_t bytes = 0;
                for (std::int32_t group = 0; group <= matcher->groupCount(); ++group) {
                    const auto begin = matcher->start64(group, status);
                    const auto end = matcher->end64(group, status);
                    match.positions.push_back(static_cast<int>(begin));
                    bytes += static_cast<std::size_t>(end - begin);
                    if (bytes > most_bytes) status = U_REGEX_STACK_OVERFLOW;
                    if (U_FAILURE(status)) break;
                    match.groups.emplace_back(begin < 0 ? std::string_view{}
                                                        : text.substr(static_cast<std::size_t>(begin),
                                                                      static_cast<std::size_t>(end - begin)));
                }
                match.end = static_cast<std::size_t>(matcher->end64(0, status));
                result = std::move(match);
            }
        }
    }
    utext_close(&input);
    if (watch.thrown) std::rethrow_exception(watch.thrown);
    if (U_FAILURE(status))
        throw LimitError(
            say("the regular expression \"{}\" takes too long on a text of {} bytes", expression_, text.size()),
            say("repetitions inside of repetitions, as in (a*)*, take so long"));
    return result;
}

}  // namespace cofnod::cql
