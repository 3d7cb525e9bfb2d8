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

/// Threads that answer questions: those of bounded work in one lane, those that may take a minute in another, so that
/// none of the first waits behind one of the second. What changes the database has a lane of its own, one at a time.
class Lanes {
public:
    enum class Lane : std::uint8_t { quick, slow, writing };
    using Clock = std::chrono::steady_clock;

    Lanes();
    ~Lanes();
    Lanes(const Lanes&) = delete;
    Lanes& operator=(const Lanes&) = delete;

    using Work = std::function<void()>;
    /// Runs the work on a thread of the lane; `give_up` instead, if none has become free in time. False: the lane is
    /// full.
    [[nodiscard]] bool add(Lane lane, Work work, Work give_up);
    /// Gives up what has waited too long; to be called now and then, on any thread.
    void give_up_late();

private:
    struct Waiting {
        Work work, give_up;
        Clock::time_point until;
    };
    struct Queue {
        std::deque<Waiting> waiting;  ///< in the order of their time
        std::condition_variable arrived;
    };
    void run(Queue& queue);

    std::mutex mutex_;
    Queue queues_[3];
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

/// Hands the parameters of an address to a table of options: `min_elo=2600` to `--min-elo`. A parameter that the table
/// lacks, one given twice that may be given once, and whatever names a file are UsageErrors.
void take_parameters(const options::Arguments& table, const Target& target);

/// Returns the parameter of an option: "min_elo" of "--min-elo".
std::string parameter_name(std::string_view option);

struct RouteText {
    std::string_view pattern;  ///< "api/v1/games/{id}": a segment in braces stands for any text
    std::string_view summary;  ///< one sentence without a full stop
    std::string_view example;  ///< an address that any database answers
    std::string_view type = "application/json";
};

/// An address that is answered: one row of the documentation, /api/v1/openapi.json.
struct Route {
    RouteText text;
    Lanes::Lane lane = Lanes::Lane::quick;
    /// Calls the function with the table of the parameters.
    std::function<void(const std::function<void(const options::Arguments&)>&)> describe;
    std::function<Response(const Question&)> answer;
    /// Members of the answer, or of each line of it; none: it is no JSON.
    std::function<reports::Shapes()> shape;

    bool opens_session = false;

    /// Returns true if it changes the database.
    [[nodiscard]] bool writes() const { return lane == Lanes::Lane::writing; }
    /// Returns true if it is asked by POST: its parameters are members of an object of JSON.
    [[nodiscard]] bool is_posted() const { return writes() || opens_session; }
};

/// The parameters of a question and their table, which each thread keeps: to make a table of seventy options takes as
/// long as most answers.
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

/// Makes the route of a class whose members are the parameters:
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
