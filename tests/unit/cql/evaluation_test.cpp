#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "cql/run/query.hpp"
#include "cql/syntax.hpp"
#include "plain/evaluator.hpp"
#include "plain/query_writer.hpp"

using namespace cofnod::cql;

namespace {

/// Formats a value like `comment(F)`.
std::string text_of(const plain::Value& value, Type type, plain::Evaluator& evaluator) {
    if (type == Type::boolean) return value.truth ? "<true>" : "<false>";
    if (!value.known) return "<false>";
    if (type == Type::position) return evaluator.name_of(value.id);
    if (type == Type::numeric) return std::to_string(value.number);
    std::string text = "[";
    for (int square = 0; square < 64; ++square)
        if (value.squares[static_cast<std::size_t>(square)])
            text += (text.size() > 1 ? "," : "") + Square::from_index(square).to_string();
    return text + "]";
}

/// Results of a query at each position of a game: "-" if it is false, otherwise "+" or its value.
using Answers = std::vector<std::string>;

Answers evaluated(const CompiledScript& query, const plain::TreeGame& game) {
    ScriptMatcher matcher(query, {.remarks = true});
    Answers answers(game.places.size(), "-");
    if (const GameMatch* match = matcher.match(game.game())) {
        for (const PositionId id : match->positions) answers[static_cast<std::size_t>(id)] = "+";
        for (const Remark& remark : match->remarks) answers[static_cast<std::size_t>(remark.position)] = remark.text;
    }
    return answers;
}

/// Returns the same results from the plain evaluator; for a comment script, the value of its argument.
Answers plainly(const Script& script, plain::TreeGame& game) {
    plain::Evaluator evaluator(script, game);
    const Node* root = script.root.get();
    while (root->kind == Kind::block && root->children.size() == 1) root = &root->child(0);
    Answers answers;
    for (int id = 0; id < game.size(); ++id) {
        if (root->kind == Kind::comment)
            answers.push_back(text_of(evaluator.value(root->child(0), id), root->child(0).type, evaluator));
        else
            answers.push_back(evaluator.holds(*root, id) ? "+" : "-");
    }
    return answers;
}

/// Returns the first difference: "position 3: [a1], expected [a1,b2]".
std::string difference(const Answers& found, const Answers& expected) {
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != expected[i])
            return "position " + std::to_string(i) + ": " + found[i] + ", expected " + expected[i];
    return {};
}

/// Reads COFNOD_QUERIES (number) or COFNOD_SEED (seed), for long runs.
unsigned from_environment(const char* name, unsigned otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

constexpr unsigned few = 15000;

const std::string starts[] = {"", "", "r3k2r/P6p/8/3pP3/8/8/p6P/R3K2R w KQkq d6 0 1",
                              "4k3/P1q3p1/1b6/3r4/8/2N1B3/1Q4P1/R3K3 b Q - 0 1",
                              "8/2k5/3p4/8/1PB3n1/5K2/6pr/8 w - - 0 1"};

std::string random_script(std::mt19937& random) {
    plain::QueryWriter writer(random);
    const int depth = 1 + static_cast<int>(random() % 4);
    switch (random() % 4) {
        case 0: return "comment((" + writer.set(depth) + "))";
        case 1: return "comment((" + writer.number(depth) + "))";
        default: return writer.boolean(depth);
    }
}

}  // namespace

TEST_CASE("random queries are evaluated as their plain definitions say", "[cql]") {
    std::mt19937 random(from_environment("COFNOD_SEED", 1));
    const unsigned wanted = from_environment("COFNOD_QUERIES", few);
    unsigned compared = 0;
    unsigned refused = 0;
    unsigned mixed = 0;  // queries whose results differ between positions
    plain::TreeGame game;
    for (unsigned i = 0; i < wanted; ++i) {
        if (i % 8 == 0)
            game = plain::random_tree(random, starts[random() % std::size(starts)], 6 + static_cast<int>(random() % 18),
                                      random() % 2 == 0);
        const bool as_line = game.annotations.empty() && random() % 2 == 0;  // a line without variations
        const std::string text = (as_line ? "cql(quiet) " : "cql(quiet variations) ") + random_script(random);
        auto script = parse(text);
        if (!script) {
            ++refused;
            continue;
        }
        const Script plain_script = *script;
        const CompiledScript query(std::move(*script));
        const Answers expected = plainly(plain_script, game);
        ++compared;
        if (std::adjacent_find(expected.begin(), expected.end(), std::not_equal_to<>{}) != expected.end()) ++mixed;
        const std::string wrong = difference(evaluated(query, game), expected);
        if (wrong.empty()) continue;
        INFO(text);
        INFO(game.text());
        CHECK(wrong == "");
    }
    INFO(compared << " compared, " << refused << " refused, " << mixed << " mixed");
    CHECK(compared > wanted * 3 / 4);
    CHECK(mixed > compared / 8);
    if (wanted != few) WARN(compared << " compared, " << refused << " refused, " << mixed << " mixed");
}
