#pragma once

#include <functional>
#include <string_view>

#include "answers/field.hpp"
#include "options/arguments.hpp"
#include "web/lanes.hpp"
#include "web/parameters.hpp"
#include "web/site.hpp"

namespace cofnod::web {

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
    std::function<answers::Shapes()> shape;

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
///         jobs::QueryOptions query;
///         void declare(options::Arguments& table) { options::add_position(table, query); }
///         Response answer(const Question& question) const;
///         static answers::Shapes shape() { return answers::tree_shape(); }  // of the answer, if it is JSON
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
                        return answers::Shapes();
                }};
}

}  // namespace cofnod::web
