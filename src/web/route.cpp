#include "web/route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "notation/fold.hpp"
#include "operations/options/query.hpp"
#include "web/api/api.hpp"

namespace cofnod::web {

namespace {

using options::Arguments;
using options::Option;

std::string option_name(std::string_view parameter) {
    std::string name = "--" + std::string(parameter);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

[[noreturn]] void refuse_unknown(const Arguments& table, const std::string& name) {
    std::vector<std::string> known;
    for (const Option& option : table.options())
        if (option.name().starts_with("--")) known.push_back(parameter_name(option.name()));
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string nearest = notation::nearest_word(name, candidates);
    throw UsageError(tr("there is no parameter '{}' here", name),
                     nearest.empty() ? tr("/api/v1/openapi.json lists them") : tr("did you mean '{}'?", nearest), name);
}

void refuse_combinations(const Arguments& table, const Target& target) {
    const auto both =
        table.contradiction([&](const std::string& name) { return target.find(parameter_name(name)) != nullptr; });
    if (!both) return;
    const std::string second = parameter_name(both->second);
    throw UsageError(tr("{} and {} cannot be combined", parameter_name(both->first), second), tr("remove one of them"),
                     second);
}

/// An option with the values given for it.
struct Given {
    const Option* option;
    options::Words values;
};

/// Sets a flag, given without a value or with `true` or `false`.
void take_flag(const Option& option, const std::string& name, const std::string& value) {
    if (value.empty() || value == "1" || value == "true")
        option.give({});
    else if (value != "0" && value != "false")
        throw UsageError(tr("'{}' is neither true nor false", value), tr("write {}, or leave it out", "true"), name);
}

}  // namespace

std::string parameter_name(std::string_view option) {
    std::string name(option.substr(option.find_first_not_of('-')));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

void take_parameters(const Arguments& table, const Target& target) {
    std::vector<Given> all;
    for (const auto& [name, value] : target.parameters) {
        const Option* const option = table.find(option_name(name));
        if (!option || option->names_file()) refuse_unknown(table, name);
        auto given = std::ranges::find(all, option, &Given::option);
        if (given != all.end() && !option->repeats)
            throw UsageError(tr("{} may be given only once", name), tr("remove the others"), name);
        if (option->is_id_list() && options::is_in_file(value))
            throw UsageError(tr("'{}' is not a list of ids", value), tr("write {}", "1,5,9-12"), name);
        if (given == all.end()) given = all.insert(all.end(), {option, {}});
        given->values.push_back(value);
        if (option->is_flag())
            take_flag(*option, name, value);
        else if (!option->repeats)
            option->give({value});
    }
    // Repeating options are set in table order, as on the command line.
    for (const Option& option : table.options()) {
        const auto given = std::ranges::find(all, &option, &Given::option);
        if (given == all.end()) {
            if (option.required)
                throw UsageError(tr("{} is missing", parameter_name(option.name())),
                                 fmt::format("{}={}", parameter_name(option.name()), option.example),
                                 parameter_name(option.name()));
        } else if (option.repeats && !option.is_flag()) {
            option.give(given->values);
        }
    }
    refuse_combinations(table, target);
}

namespace {

/// Returns the text in a segment that matches "{id}" or "{id}.pgn".
std::optional<std::string> capture(std::string_view wanted, std::string_view segment) {
    const std::string_view end = wanted.substr(wanted.find('}') + 1);
    if (!segment.ends_with(end) || segment.size() == end.size()) return std::nullopt;
    return std::string(segment.substr(0, segment.size() - end.size()));
}

std::optional<std::vector<std::string>> captures_of(std::string_view pattern, const std::vector<std::string>& path) {
    std::vector<std::string> captures;
    for (const std::string& segment : path) {
        const std::string_view wanted = pattern.substr(0, pattern.find('/'));
        if (wanted.starts_with('{')) {
            auto captured = capture(wanted, segment);
            if (!captured) return std::nullopt;
            captures.push_back(*std::move(captured));
        } else if (wanted != segment) {
            return std::nullopt;
        }
        pattern.remove_prefix(wanted.size() + (wanted.size() < pattern.size() ? 1 : 0));
    }
    return pattern.empty() ? std::optional(std::move(captures)) : std::nullopt;
}

}  // namespace

const std::vector<Route>& routes() {
    static const std::vector<Route> all = [] {
        std::vector<Route> routes = api::database_routes();
        for (auto* more : {api::session_routes, api::game_routes, api::opening_routes, api::list_routes,
                           api::pattern_routes, api::correction_routes})
            for (Route& route : more()) routes.push_back(std::move(route));
        return routes;
    }();
    return all;
}

Match find_route(const std::vector<std::string>& path) {
    for (const Route& route : routes())
        if (auto captures = captures_of(route.text.pattern, path)) return {&route, *std::move(captures)};
    return {};
}

namespace {
constexpr std::size_t threads_of_lane[] = {2, 2, 1};
/// Maximum number of waiting questions by lane. The first exceeds the number of a browser's connections, since
/// cancelled questions remain queued.
constexpr std::size_t longest_queue[] = {64, 4, 8};
constexpr std::chrono::seconds longest_wait[] = {std::chrono::seconds(5), std::chrono::seconds(2),
                                                 std::chrono::seconds(30)};
}  // namespace

Lanes::Lanes() {
    for (std::size_t lane = 0; lane < std::size(queues_); ++lane)
        for (std::size_t i = 0; i < threads_of_lane[lane]; ++i)
            threads_.emplace_back([this, &queue = queues_[lane]] { run(queue); });
}

Lanes::~Lanes() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    for (Queue& queue : queues_) queue.arrived.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

bool Lanes::add(Lane lane, Work work, Work give_up) {
    const auto index = static_cast<std::size_t>(lane);
    {
        const std::lock_guard lock(mutex_);
        if (queues_[index].waiting.size() >= longest_queue[index]) return false;
        queues_[index].waiting.push_back({std::move(work), std::move(give_up), Clock::now() + longest_wait[index]});
    }
    queues_[index].arrived.notify_one();
    return true;
}

void Lanes::give_up_late() {
    std::vector<Waiting> late;  // given up without holding the lock
    {
        const std::lock_guard lock(mutex_);
        for (Queue& queue : queues_)
            while (!queue.waiting.empty() && queue.waiting.front().until < Clock::now()) {
                late.push_back(std::move(queue.waiting.front()));
                queue.waiting.pop_front();
            }
    }
    for (const Waiting& each : late) each.give_up();
}

void Lanes::run(Queue& queue) {
    std::unique_lock lock(mutex_);
    while (true) {
        queue.arrived.wait(lock, [&] { return ends_ || !queue.waiting.empty(); });
        if (ends_) return;
        const Work work = std::move(queue.waiting.front().work);
        queue.waiting.pop_front();
        lock.unlock();
        work();
        lock.lock();
    }
}

}  // namespace cofnod::web
