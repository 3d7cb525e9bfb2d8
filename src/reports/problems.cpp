#include "reports/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"
#include "games/record/record.hpp"
#include "notation/fold.hpp"
#include "reports/games.hpp"
#include "store/game_cursor.hpp"
#include "store/rows.hpp"

namespace cofnod::reports {

namespace {

const store::GameHeader& header_of(const FaultyGame& game) { return game.header; }
const FaultyGame& game_of(const FaultyGameText& text) { return text.game; }
const Problem& problem_of(const FileProblem& row) { return row.problem; }

/// Returns the place of the first problem, or that of its game if the problem has none.
std::string place_of(const FaultyGame& game) {
    const Place& place = game.problems.front().place;
    if (place.line == 0) return place_text(game.header);
    const std::uint32_t page = game.problems.front().box.page;
    return fmt::format("{}:{}:{}{}", game.header.source, place.line, place.column,
                       page > 0 ? tr(", page {}", page) : "");
}

std::string reason(const FaultyGame& game) {
    const std::size_t more = game.problems.size() - 1;
    return more > 0 ? tr("{} (and {} more)", sentence(game.problems.front().reason), more)
                    : sentence(game.problems.front().reason);
}

Value values(const Arguments& arguments) {
    Value::List list;
    for (const Argument& argument : arguments) {
        if (const auto* const items = std::get_if<Argument::List>(&argument.value()))
            list.push_back(list_of(*items));
        else if (const auto* const text = std::get_if<std::string>(&argument.value()))
            list.emplace_back(std::string_view(*text));
        else
            list.emplace_back(std::get<std::int64_t>(argument.value()));
    }
    return list;
}

/// Returns x, y, width and height.
Value box_of(const Problem& problem) {
    const PageBox& box = problem.box;
    if (!box.is_known()) return {};
    return Value::List{Value(box.x), Value(box.y), Value(box.width), Value(box.height)};
}

/// Tests games against the filter; ids must be passed in ascending order.
class Chosen {
public:
    Chosen(const store::Store& store, const ProblemsAsked& asked) {
        if (store::is_empty(asked.filter)) return;
        games_.emplace(store, asked.filter, store::Page{.after = asked.page_after});
        next_ = games_->next();
    }
    bool has(std::int64_t id) {
        while (next_ && *next_ < id) next_ = games_->next();
        return !games_ || next_ == id;
    }

private:
    std::optional<store::GameCursor> games_;
    std::optional<std::int64_t> next_;
};

using store::FoundSeparator;

/// Returns the start of a text in one line: tables are buffered.
std::string in_a_line(std::string text) {
    static constexpr std::size_t longest = 400;
    if (text.size() > longest) {
        text.resize(utf8::valid_prefix(std::string_view(text).substr(0, longest)));
        text += "…";
    }
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return text;
}

}  // namespace

const Fields<Problem>& problem_fields() {
    // clang-format off
    static const Fields<Problem> fields = {
        {"line",     Type::integer, [](const Problem& problem) { return unless_zero(problem.place.line); }},
        {"column",   Type::integer, [](const Problem& problem) { return unless_zero(problem.place.column); }},
        {"byte",     Type::integer, [](const Problem& problem) -> Value { return problem.place.byte; }},
        {"ply",      Type::integer, [](const Problem& problem) -> Value { return problem.ply; }},
        {"severity", Type::text,    [](const Problem& problem) -> Value { return problem.severity == Severity::fault ? "fault" : "note"; }},
        {"group",    Type::text,    [](const Problem& problem) -> Value { return name_of(problem.group()); }},
        {"kind",     Type::text,    [](const Problem& problem) -> Value { return name_of(problem.reason.kind); }},
        {"frame",    Type::text,    [](const Problem& problem) { return problem.reason.frame == Frame::none ? Value() : Value(name_of(problem.reason.frame)); }},
        {"arguments", Type::list,   [](const Problem& problem) { return values(problem.reason.arguments); }},
        {"message",  Type::text,    [](const Problem& problem) -> Value { return printable(sentence(problem.reason)); }},
        {"text",     Type::text,    [](const Problem& problem) -> Value { return problem.line; }},
        {"caret",    Type::integer, [](const Problem& problem) -> Value { return problem.caret; }},
        {"width",    Type::integer, [](const Problem& problem) -> Value { return problem.width; }},
        {"page",     Type::integer, [](const Problem& problem) { return unless_zero(problem.box.page); }},
        {"box",      Type::list,    [](const Problem& problem) { return box_of(problem); }},
        {"remedy_kind", Type::text, [](const Problem& problem) -> Value { return problem.advice.remedy == Remedy::none ? Value() : Value(name_of(problem.advice.remedy)); }},
        {"remedy",   Type::text,    [](const Problem& problem) -> Value { return problem.advice.remedy == Remedy::none ? Value() : printable(sentence(problem.advice)); }},
    };
    // clang-format on
    return fields;
}

Answer<FileProblem> file_problems() {
    Answer<FileProblem> answer{.list = "problems", .fields = {}};
    answer.fields = {{"source", Type::text, [](const FileProblem& row) -> Value { return row.source; }},
                     {"number", Type::integer, [](const FileProblem& row) -> Value { return row.number; }}};
    add_fields(answer.fields, problem_fields(), problem_of);
    return answer;
}

Answer<FaultyGame> faulty_games() {
    using Shown = Field<FaultyGame>;
    Answer<FaultyGame> answer{.list = "games", .fields = {}};
    auto& fields = answer.fields;
    add_fields(fields, header_fields(), {"id", "state"}, header_of);
    show_last(fields, Table::Column{phrase("state")});
    fields.back().shown = +[](const FaultyGame& game) { return in_words(name_of(game.header.state)); };
    add_fields(fields, header_fields(), {"source", "number", "line"}, header_of);
    fields.push_back(Shown::shown_as({phrase("place"), Table::left, Table::path}, place_of));
    add_fields(fields, header_fields(), {"white", "black", "plies"}, header_of);
    show_last(fields, Table::Column{phrase("plies"), Table::right});
    add_fields(fields, header_fields(), {"notation"}, header_of);
    fields.push_back(Shown::shown_as({phrase("reason"), Table::left, Table::flexible}, reason));
    fields.push_back(unfolded<FaultyGame>("problems", "problem_", problem_fields(), [](const FaultyGame& game) {
        return objects(game.problems, problem_fields());
    }));
    return answer;
}

Answer<FaultyGameText> faulty_game_text() {
    Answer<FaultyGameText> answer{.list = {}, .fields = {}};
    add_fields(answer.fields, faulty_games().fields, game_of);
    answer.fields.push_back({"text", Type::text, [](const FaultyGameText& row) -> Value { return row.text; }});
    return answer;
}

Answer<ReadFurther> games_read_further() {
    Answer<ReadFurther> answer{.list = "games", .fields = {}};
    auto& fields = answer.fields;
    const auto before = +[](const ReadFurther& row) -> const store::GameHeader& { return row.before; };
    add_fields(fields, header_fields(), {"id"}, before);
    show_last(fields, Table::Column{phrase("id"), Table::right});
    fields.push_back(Field<ReadFurther>::shown_as({phrase("place"), Table::left, Table::path},
                                                  [](const ReadFurther& row) { return place_text(row.before); }));
    add_fields(fields, header_fields(), {"source", "line", "white", "black"}, before);
    fields.push_back(
        {"state_before", Type::text, [](const ReadFurther& row) -> Value { return name_of(row.before.state); },
         Table::Column{phrase("was")}, [](const ReadFurther& row) { return in_words(name_of(row.before.state)); }});
    fields.push_back({"plies_before", Type::integer,
                      [](const ReadFurther& row) -> Value { return row.before.ply_count; },
                      Table::Column{phrase("plies"), Table::right}});
    fields.push_back({"state", Type::text, [](const ReadFurther& row) -> Value { return name_of(row.now.state); },
                      Table::Column{phrase("is")},
                      [](const ReadFurther& row) { return in_words(name_of(row.now.state)); }});
    fields.push_back({"plies", Type::integer, [](const ReadFurther& row) -> Value { return row.now.ply_count; },
                      Table::Column{phrase("plies"), Table::right}});
    fields.push_back({"notation", Type::text, [](const ReadFurther& row) { return known(row.now.notation.code); },
                      Table::Column{phrase("notation")},
                      [](const ReadFurther& row) { return std::string(translated(row.notation_title)); }});
    return answer;
}

void check_problem_kind(std::string_view word) {
    std::vector<std::string_view> names;
    for (const ProblemTemplate& row : problem_templates()) {
        if (row.group == "frame" || row.group == "remedy") continue;
        names.push_back(row.name);
        if (std::ranges::find(names, row.group) == names.end()) names.push_back(row.group);
    }
    if (std::ranges::find(names, word) != names.end()) return;
    const std::string nearest = notation::nearest_word(word, names);
    throw UsageError(
        tr("no problem is named '{}'", word),
        nearest.empty() ? tr("JSON gives each problem its kind and group") : tr("did you mean '{}'?", nearest), "kind");
}

void for_each_faulty_game(store::Store& store, const ProblemsAsked& asked,
                          const std::function<bool(const FaultyGame&)>& each) {
    const auto is_listed = [&](const store::ProblemRow& row) {
        if (!asked.kind.empty())
            return asked.kind == name_of(row.problem.reason.kind) || asked.kind == name_of(row.problem.group());
        return asked.all || (row.state != GameState::complete && row.problem.severity != Severity::note);
    };
    store::GameReader reader(store);
    Chosen chosen(store, asked);
    std::int64_t id = 0;
    FaultyGame pending;
    const auto finish_game = [&] {
        if (pending.problems.empty()) return true;
        auto header = chosen.has(id) ? reader.header(id) : std::nullopt;
        bool goes_on = true;
        if (header) {
            pending.header = *std::move(header);
            goes_on = each(pending);
        }
        pending.problems.clear();
        return goes_on;
    };
    bool goes_on = true;
    store::for_each_problem(store, asked.page_after, [&](const store::ProblemRow& row) {
        if (!is_listed(row)) return true;
        if (id != row.game) goes_on = finish_game();
        id = row.game;
        if (goes_on) pending.problems.push_back(row.problem);
        return goes_on;
    });
    if (goes_on) finish_game();
}

Answer<FoundSeparator> passage_list() {
    return {.list = "passages",
            .fields = {{"source", Type::text, [](const FoundSeparator& row) -> Value { return row.source; },
                        Table::Column{phrase("source"), Table::left, Table::flexible}},
                       {"line", Type::integer, [](const FoundSeparator& row) -> Value { return row.text.line; },
                        Table::Column{phrase("line"), Table::right}},
                       {"byte", Type::integer, [](const FoundSeparator& row) -> Value { return row.text.byte; }},
                       {"bytes", Type::integer, [](const FoundSeparator& row) -> Value { return row.text.bytes; }},
                       {"kind", Type::text, [](const FoundSeparator& row) -> Value { return row.text.kind; },
                        Table::Column{phrase("kind"), Table::left},
                        [](const FoundSeparator& row) { return in_words(row.text.kind); }},
                       {"text", Type::text, [](const FoundSeparator& row) -> Value { return row.text.text; },
                        Table::Column{phrase("text"), Table::left, Table::flexible},
                        [](const FoundSeparator& row) { return in_a_line(row.text.text); }}}};
}

}  // namespace cofnod::reports
