#include "base/reason.hpp"

#include <algorithm>
#include <array>

#include "base/problem_kinds.hpp"

namespace cofnod {

namespace {

constexpr std::array kind_names = {
#define PROBLEM(name, template) std::string_view(#name),
#include "base/problems.def"
};

constexpr std::array group_names = {
#define GROUP(name) std::string_view(#name),
#include "base/problems.def"
};

constexpr std::array frame_names = {
#define FRAME(name, template) std::string_view(#name),
#include "base/problems.def"
};

constexpr std::array remedy_names = {
#define REMEDY(name, template) std::string_view(#name),
#include "base/problems.def"
};

constexpr auto groups = [] {
    std::array<ProblemGroup, kind_names.size()> of_kinds{};
    ProblemGroup group{};
    std::size_t kind = 0;
#define GROUP(name) group = ProblemGroup::name;
#define PROBLEM(name, template) of_kinds[kind++] = group;
#include "base/problems.def"
    return of_kinds;
}();

static_assert(Reason{}.frame == Frame::none && Advice{}.remedy == Remedy::none);

template <typename Enum, std::size_t count>
std::optional<Enum> enumerator_of(const std::array<std::string_view, count>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view name_of(ProblemKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
std::string_view name_of(ProblemGroup group) { return group_names[static_cast<std::size_t>(group)]; }
std::string_view name_of(Frame frame) { return frame_names[static_cast<std::size_t>(frame)]; }
std::string_view name_of(Remedy remedy) { return remedy_names[static_cast<std::size_t>(remedy)]; }

std::optional<ProblemKind> problem_kind_of(std::string_view name) {
    return enumerator_of<ProblemKind>(kind_names, name);
}
std::optional<Frame> frame_of(std::string_view name) { return enumerator_of<Frame>(frame_names, name); }
std::optional<Remedy> remedy_of(std::string_view name) { return enumerator_of<Remedy>(remedy_names, name); }

ProblemGroup group_of(ProblemKind kind) { return groups[static_cast<std::size_t>(kind)]; }

std::size_t memory_of(const Arguments& arguments) {
    std::size_t bytes = arguments.capacity() * sizeof(Argument);
    for (const Argument& argument : arguments) {
        if (const auto* const text = std::get_if<std::string>(&argument.value())) bytes += text->capacity();
        if (const auto* const items = std::get_if<Argument::List>(&argument.value())) {
            bytes += items->capacity() * sizeof(std::string);
            for (const std::string& item : *items) bytes += item.capacity();
        }
    }
    return bytes;
}

}  // namespace cofnod
