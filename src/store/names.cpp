#include "store/names.hpp"

#include "base/error.hpp"
#include "base/problem.hpp"
#include "base/say.hpp"
#include "game/with_game.hpp"

namespace cofnod::store {

namespace {

[[noreturn]] void throw_unknown(std::string_view what) {
    throw StoreError(say("the database says \"{}\", which this cofnod does not know", what),
                     say("it is damaged or was changed by another program; restore it from a copy"));
}

template <typename Enum>
Enum enumerator_of(std::string_view name, Enum last) {
    for (unsigned i = 0; i <= static_cast<unsigned>(last); ++i)
        if (name_of(static_cast<Enum>(i)) == name) return static_cast<Enum>(i);
    throw_unknown(name);
}

template <typename Enum>
Enum enumerator_of(std::int64_t number, Enum last) {
    if (number < 0 || number > static_cast<std::int64_t>(last)) throw_unknown(std::to_string(number));
    return static_cast<Enum>(number);
}

template <typename Enum>
Enum known(std::optional<Enum> enumerator, std::string_view name) {
    if (!enumerator) throw_unknown(name);
    return *enumerator;
}

}  // namespace

std::string_view name_of(Severity severity) { return severity == Severity::note ? "note" : "fault"; }

ProblemKind known_problem_kind(std::string_view name) { return known(problem_kind_of(name), name); }
Frame known_frame(std::string_view name) { return known(frame_of(name), name); }
Remedy known_remedy(std::string_view name) { return known(remedy_of(name), name); }
Severity severity_of(std::string_view name) { return enumerator_of(name, Severity::fault); }
Decision decision_of(std::string_view name) { return enumerator_of(name, Decision::preferred); }
GameState state_of(std::int64_t number) { return enumerator_of(number, GameState::rejected); }
Result result_of(std::int64_t number) { return enumerator_of(number, Result::draw); }
GameKind kind_of(std::int64_t number) {
    if (const auto kind = kind_with_number(number)) return *kind;
    throw_unknown(std::to_string(number));
}

}  // namespace cofnod::store
