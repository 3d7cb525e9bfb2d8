#include "operations/saved_question.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "folder.hpp"
#include "notation/languages.hpp"
#include "operations/import.hpp"
#include "operations/options/typed_words.hpp"
#include "operations/reading.hpp"
#include "plain_host.hpp"
#include "search/local_answers.hpp"
#include "search/selection.hpp"
#include "store/works.hpp"

using namespace cofnod;
using namespace cofnod::operations;
using cofnod::operations::test::Folder;
using cofnod::operations::test::PlainHost;
using options::TypedWord;

namespace {

const notation::Languages& languages() {
    static const notation::Languages all = notation::Languages::built_in();
    return all;
}

constexpr const char* games = R"([White "Ann"]
[Black "Bob"]
[Result "0-1"]

1. e4 { [%eval 0.2] } e5 { [%eval 0.2] } 2. Qh5 { [%eval -4.0] } Nc6 { [%eval -4.0] } 3. Qxe5+ { [%eval -9.0] } 0-1

[White "Bob"]
[Black "Ann"]
[Result "1-0"]

1. d4 { [%eval 0.1] } g5 { [%eval 5.0] } 2. Bxg5 { [%eval 5.0] } 1-0

[White "Cai"]
[Black "Bob"]
[Result "1-0"]

1. d4 { [%eval 0.1] } f6 { [%eval 7.0] } 1-0

[White "Ann"]
[Black "Cai"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2

)";

class Base {
public:
    Base() {
        std::ofstream(folder_.file("games.pgn")) << games;
        PlainHost face;
        import_files(
            {.database = folder_.file("games.db"), .files = {folder_.file("games.pgn")}, .resources = {.threads = 1}},
            ReadingSetup({}), face.host());
    }

    [[nodiscard]] store::Store open() const {
        return store::Store::open(folder_.file("games.db"), store::Access::read_write);
    }

private:
    Folder folder_;
};

using Hits = std::vector<std::pair<std::int64_t, std::int64_t>>;  ///< games and plies; -1: none

/// Returns all hits for words of a command line, in which collections are expanded.
Hits hits_of(store::Store& store, const std::string& words) {
    search::LocalAnswers answers(store);
    QueryOptions options = read_question(words);
    options.found = search::Found::all;
    const search::Query query = make_query(
        options, languages(), [](const Remark&) {}, answers);
    Hits hits;
    search::select(answers, query, {}, {}, [&](const search::Hit& hit) {
        hits.emplace_back(hit.game, hit.ply ? std::int64_t{*hit.ply} : -1);
        return true;
    });
    return hits;
}

std::string refusal(store::Store& store, const std::string& question) {
    try {
        check_question(store, question, languages(), [](const Remark&) {});
    } catch (const UsageError& error) {
        return "--" + error.about() + ": " + error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("words of a question are split as a shell splits them", "[saved]") {
    using Found = std::vector<TypedWord>;
    const auto split = [](const char* text) { return options::split_words({"query"}, text); };
    CHECK(split("") == Found{});
    CHECK(split(" --a\tb \n") == Found{{"--a", 1, 4}, {"b", 5, 6}});
    CHECK(split("--a 'b  c' \"d'e\" f' 'g\"\" ''") ==
          Found{{"--a", 0, 3}, {"b  c", 4, 10}, {"d'e", 11, 16}, {"f g", 17, 24}, {"", 25, 27}});
    CHECK(split("a\\'b'") == Found{{"a\\b", 0, 5}});
    CHECK_THROWS_AS(split("--a 'b"), UsageError);
    CHECK_THROWS_AS(split("--a \"b'"), UsageError);
}

TEST_CASE("a question is read as the options of a search", "[saved]") {
    const QueryOptions read =
        read_question("--player 'Ann Lee' --not-event open --player=Bob --loss 3.. --by player --flip");
    REQUIRE(read.filter.terms.size() == 3);
    CHECK(read.filter.terms[0].text == "Ann Lee");
    CHECK(read.filter.terms[1].text == "Bob");
    CHECK(read.filter.terms[2].negated);
    CHECK(read.ply.loss->low == 3);
    CHECK(read.or_flipped);
    for (const char* text : {"Ann", "--players Ann", "--limit 5", "--cql mate", "--notation-file x", "--player",
                             "--flip=1", "--by player --by white", "--ids @games.txt", "--ids -", "--player ''",
                             "--loss x", "--fen startpos --after '1. e4'"}) {
        INFO(text);
        CHECK_THROWS_AS(read_question(text), UsageError);
    }
}

TEST_CASE("a collection that holds a question means its games and positions", "[saved]") {
    const Base base;
    store::Store store = base.open();
    REQUIRE(store::save_question(store, "lost", "--loss 3.."));
    REQUIRE(store::save_question(store, "of ann", "--player ann --by player --loss 3.."));
    REQUIRE(store::save_question(store, "white wins", "--result 1-0"));
    REQUIRE(store::save_question(store, "e4", "--moves '1. e4'"));
    store::add_to_collection(store, "some", {.terms = {{.field = store::HeaderField::ids, .text = "[1, 4]"}}});

    CHECK(hits_of(store, "--collection lost") == hits_of(store, "--loss 3.."));
    CHECK(hits_of(store, "--collection lost") == Hits{{1, 3}, {1, 5}, {2, 2}, {3, 2}});
    CHECK(hits_of(store, "--collection 'of ann'") == Hits{{1, 3}, {1, 5}, {2, 2}});
    CHECK(hits_of(store, "--collection 'white wins'") == Hits{{2, -1}, {3, -1}});
    CHECK(hits_of(store, "--collection nothing").empty());

    // With further conditions: all must hold, at one place.
    CHECK(hits_of(store, "--collection lost --result 1-0") == Hits{{2, 2}, {3, 2}});
    CHECK(hits_of(store, "--collection 'white wins' --result 0-1").empty());
    CHECK(hits_of(store, "--collection lost --ids 1,3") == Hits{{1, 3}, {1, 5}, {3, 2}});
    CHECK(hits_of(store, "--collection lost --pieces Qh5") == Hits{{1, 3}});
    CHECK(hits_of(store, "--collection lost --pieces pg5") == Hits{{2, 2}});
    CHECK(hits_of(store, "--collection lost --loss 4.5..") == Hits{{1, 5}, {2, 2}, {3, 2}});
    CHECK(hits_of(store, "--collection lost --by black") == Hits{{2, 2}, {3, 2}});
    CHECK(hits_of(store, "--collection lost --moves '1. d4'") == Hits{{2, 2}, {3, 2}});
    CHECK(hits_of(store, "--collection e4 --loss 4.5..") == Hits{{1, 5}});
    CHECK(hits_of(store, "--collection e4 --pieces pe5 --result 1/2-1/2") == Hits{{4, 2}});

    // Without it, or several: games alone.
    CHECK(hits_of(store, "--not-collection lost") == Hits{{4, -1}});
    CHECK(hits_of(store, "--collection 'of ann' --not-collection some") == Hits{{2, 2}});
    CHECK(hits_of(store, "--collection some --collection 'white wins'") == Hits{{1, -1}, {2, -1}, {3, -1}, {4, -1}});
    CHECK(hits_of(store, "--collection some --collection lost --not-collection 'of ann'") == Hits{{3, -1}, {4, -1}});

    search::LocalAnswers answers(store);
    const auto filter = header_filter(read_question("--collection 'of ann'"), languages(), answers);
    std::vector<std::int64_t> found;
    answers.for_each_record(filter, {}, [&](std::int64_t id, const GameRecord&) {
        found.push_back(id);
        return true;
    });
    CHECK(found == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("a question is asked again each time", "[saved]") {
    const Base base;
    store::Store store = base.open();
    REQUIRE(store::save_question(store, "question", "--collection some"));
    CHECK(hits_of(store, "--collection question").empty());
    store::add_to_collection(store, "some", {.terms = {{.field = store::HeaderField::ids, .text = "[2]"}}});
    CHECK(hits_of(store, "--collection question") == Hits{{2, -1}});
    REQUIRE(store::save_question(store, "question", "--player cai"));
    CHECK(hits_of(store, "--collection question") == Hits{{3, -1}, {4, -1}});
    CHECK(store::remove_question(store, "question"));
    CHECK(!store::remove_question(store, "question"));
    CHECK(hits_of(store, "--collection question").empty());
}

TEST_CASE("collections hold games or a question, and no question another", "[saved]") {
    const Base base;
    store::Store store = base.open();
    store::add_to_collection(store, "some", {.terms = {{.field = store::HeaderField::ids, .text = "[1]"}}});
    CHECK(!store::save_question(store, "some", "--player ann"));
    CHECK(!store::remove_question(store, "some"));
    REQUIRE(store::save_question(store, "question", "--player ann"));
    CHECK(store::add_to_collection(store, "question", {}) == 0);
    CHECK(store::question_of(store, "question") == "--player ann");
    CHECK(!store::question_of(store, "some"));

    CHECK(refusal(store, "--collection some").empty());
    CHECK(refusal(store, "--collection question").starts_with("--collection: "));
    CHECK(refusal(store, "--not-collection question").starts_with("--collection: "));
    CHECK(refusal(store, "--flip").starts_with("--query: "));
    CHECK(refusal(store, "--pieces 'Pd4 Xz9'").starts_with("--pieces: "));
    CHECK(refusal(store, std::string(200'000, ' ')).starts_with("--query: "));

    // One that has become a question since.
    REQUIRE(store::save_question(store, "itself", "--collection itself"));
    CHECK_THROWS_AS(hits_of(store, "--collection itself"), UsageError);
    REQUIRE(store::save_question(store, "old", "--no-such-condition"));
    CHECK_THROWS_AS(hits_of(store, "--not-collection old"), UsageError);
}
