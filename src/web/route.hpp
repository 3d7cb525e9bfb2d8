#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "operations/options/arguments.hpp"
#include "reports/writer.hpp"
#include "web/http.hpp"
#include "web/site.hpp"

namespace cofnod::web {

/// Threads that answer questions: quick ones in one lane and those that may take a minute in another, so that quick
/// ones never wait for slow ones. Changes to the database have a lane of their own with one thread.
class Lanes {
public:
    enum class Lane : std::uint8_t { quick, slow, writing };
    using Clock = std::chrono::steady_clock;

    Lanes();
    ~Lanes();
    Lanes(const Lanes&) = delete;
    Lanes& operator=(const Lanes&) = delete;

    using Work = std::function<void()>;
    /// Runs the work on a thread of the lane, or `give_up` if none becomes free in time. Returns false if the lane is
    /// full.
    [[nodiscard]] bool add(Lane lane, Work work, Work give_up);
    /// Gives up work that has waited too long; call it from time to time on any thread.
    void give_up_late();

private:
    struct Waiting {
        Work work, give_up;
        Clock::time_point until;
    };
    struct Queue {
        std::deque<Waiting> waiting;  ///< ordered by deadline
        std::condition_variable arrived;
    };
    void run(Queue& queue);

    std::mutex mutex_;
    Queue queues_[3];
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

/// Passes the parameters of a question to a table of options: `min_elo=2600` to `--min-elo`. Throws UsageError for
/// unknown parameters, for a repeated parameter whose option does not repeat, and for anything that names a file.
void take_parameters(const options::Arguments& table, const Target& target);

/// Returns the parameter for an option: "min_elo" for "--min-elo".
std::string parameter_name(std::string_view option);

struct RouteText {
    std::string_view pattern;  ///< "api/v1/games/{id}": a segment in braces matches any text
    std::string_view summary;  ///< one sentence without a full stop
    std::string_view example;  ///< example that works with any database
    std::string_view type = "application/json";
};

/// An address of the API: one row of the documentation, /api/v1/openapi.json.
struct Route {
    RouteText text;
    Lanes::Lane lane = Lanes::Lane::quick;
    /// Calls its argument with the table of the parameters.
    std::function<void(const std::function<void(const options::Arguments&)>&)> describe;
    std::function<Response(const Question&)> answer;
    /// Returns the members of the answer or of each of its lines; empty if it is not JSON.
    std::function<reports::Shapes()> shape;

    bool opens_session = false;

    /// Returns true if the route changes the database.
    [[nodiscard]] bool writes() const { return lane == Lanes::Lane::writing; }
    /// Returns true for a POST route: its parameters are members of a JSON object.
    [[nodiscard]] bool is_posted() const { return writes() || opens_session; }
};

/// The parameters of a question with their table, kept per thread: building a table of seventy options takes as long as
/// most answers.
template <typename Asked>
class Form {
public:
    Form() {
        asked_.declare(table_);
        empty_ = asked_;
    }
    Form(const Form&) = delete;
    Form& operator=(const Form&) = delete;

    [[nodiscard]] const options::Arguments& table() const { return table_; }

    Response answer(const Question& question) {
        asked_ = empty_;
        take_parameters(table_, question.target);
        return asked_.answer(question);
    }

private:
    Asked asked_, empty_;
    options::Arguments table_;
};

/// Returns the route for a class whose members are the parameters:
///
///     struct Tree {
///         operations::QueryOptions query;
///         void declare(options::Arguments& table) { options::add_position(table, query); }
///         Response answer(const Question& question) const;
///         static reports::Shapes shape() { return reports::tree_shape(); }  // of the answer, if it is JSON
///     };
template <typename Asked>
Route route_of(const RouteText& text, Lanes::Lane lane = Lanes::Lane::quick) {
    return {.text = text,
            .lane = lane,
            .describe = [](const auto& read) { read(Form<Asked>().table()); },
            .answer =
                [](const Question& question) {
                    thread_local Form<Asked> form;
                    return form.answer(question);
                },
            .shape =
                [] {
                    if constexpr (requires { Asked::shape(); })
                        return Asked::shape();
                    else
                        return reports::Shapes();
                }};
}

/// Returns all routes of the API.
const std::vector<Route>& routes();

struct Match {
    const Route* route = nullptr;  ///< nullptr: none
    std::vector<std::string> captures;
};
Match find_route(const std::vector<std::string>& path);

}  // namespace cofnod::web
