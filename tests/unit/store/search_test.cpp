#include <catch2/catch.hpp>

#include "helpers.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

using Ids = std::vector<std::int64_t>;

HeaderTerm without(HeaderTerm term) {
    term.negated = true;
    return term;
}

/// Eight games in two sources.
class Library {
public:
    Library() {
        GameRecord rejected = game_with({{"White", "Nobody"}});
        rejected.state = GameState::rejected;
        rejected.ply_count = 0;
        GameRecord welsh =
            game_with({{"White", "ŴYN, Siôn"}, {"Black", "Kasparov, Gary"}, {"Result", "0-1"}, {"Date", "1950.06.??"}});
        welsh.notation.code = "cy";
        import_games(store,
                     {game_with({{"White", "Kasparov, Gary"},
                                 {"Black", "Karpov, Anatoly"},
                                 {"Result", "1-0"},
                                 {"Date", "1985.11.09"},
                                 {"Event", "World Championship"},
                                 {"Site", "Moscow"},
                                 {"WhiteElo", "2700"},
                                 {"BlackElo", "2720"},
                                 {"ECO", "B44"}}),
                      game_with({{"White", "Karpov, Anatoly"},
                                 {"Black", "Kasparov, Sergey"},
                                 {"Result", "1/2-1/2"},
                                 {"Date", "1985.??.??"},
                                 {"WhiteElo", "2720"},
                                 {"ECO", "B90"}}),
                      welsh, game_with({{"White", "100% _ \\ ' \" ; -- DROP TABLE game"}, {"Date", "1950.??.??"}})});
        import_games(
            store, {game_with({{"Date", "1950.06.01"}}), game_with({{"Date", "????.06.01"}}), game_with({}), rejected},
            "newyddion.txt");
    }

    Ids find(const HeaderFilter& filter, Page page = {}) {
        Ids ids;
        GameCursor cursor(store, filter, page);
        while (const auto id = cursor.next()) ids.push_back(*id);
        if (page.after == 0 && !page.limit) CHECK(count_games(store, filter) == static_cast<std::int64_t>(ids.size()));
        return ids;
    }

    Ids in_dates(const char* from, const char* to) {
        return find({.terms = {range(F::since, PartialDate::parse(from)->number(), 0),
                               range(F::until, 0, PartialDate::parse(to)->last_number())}});
    }

private:
    Folder folder_;

public:
    Store store = Store::open(folder_.file("games.db"), Access::create);
};

}  // namespace

TEST_CASE("players are found on either side by any part of the name, whatever its case", "[store]") {
    Library library;
    CHECK(library.find({.terms = {term(F::player, "Kasparov, Gary")}}) == Ids{1, 3});
    CHECK(library.find({.terms = {term(F::player, "kasparov")}}) == Ids{1, 2, 3});
    CHECK(library.find({.terms = {term(F::white, "KASPAROV")}}) == Ids{1});
    CHECK(library.find({.terms = {term(F::black, "kasparov")}}) == Ids{2, 3});
    CHECK(library.find({.terms = {term(F::white, "ŵyn")}}) == Ids{3});
    CHECK(library.find({.terms = {term(F::player, "nobody at all")}}).empty());
}

TEST_CASE("what a person types in a filter is text, not SQL and not a wildcard", "[store]") {
    Library library;
    CHECK(library.find({.terms = {term(F::player, "%")}}) == Ids{4});
    CHECK(library.find({.terms = {term(F::player, "_")}}) == Ids{4});
    CHECK(library.find({.terms = {term(F::player, "' \" ; -- drop table GAME")}}) == Ids{4});
    for (const char* text :
         {"'", "\"", "' OR 1=1 --", "\\", "x'; DELETE FROM game; --", "?1", ":player", "%s", "$(id)"}) {
        library.find({.terms = {term(F::event, text), term(F::site, text), term(F::eco, text), term(F::notation, text),
                                term(F::source, text)}});
        library.find({.terms = {term(F::player, text), term(F::white, text), term(F::black, text)}});
    }
    CHECK(library.find({}).size() == 8);
}

TEST_CASE("the other conditions of a header find their games", "[store]") {
    Library library;
    CHECK(library.find({.terms = {term(F::event, "world")}}) == Ids{1});
    CHECK(library.find({.terms = {term(F::site, "mosc")}}) == Ids{1});
    CHECK(library.find({.terms = {term(F::result, Result::draw)}}) == Ids{2});
    CHECK(library.find({.terms = {term(F::eco, "b")}}) == Ids{1, 2});
    CHECK(library.find({.terms = {term(F::eco, "B9")}}) == Ids{2});
    CHECK(library.find({.terms = {range(F::min_elo, 2700, 2700)}}) == Ids{1});
    CHECK(library.find({.terms = {range(F::max_elo, 2719, 2719)}}).empty());
    CHECK(library.find({.terms = {range(F::any_elo, 2700, 2710)}}) == Ids{1});
    CHECK(library.find({.terms = {range(F::any_elo, 2710, 2720)}}) == Ids{1, 2});
    CHECK(library.find({.terms = {without(range(F::any_elo, 2710, 2720))}}).size() == 6);
    CHECK(library.find({.terms = {range(F::max_plies, 0, 0)}}) == Ids{8});
    CHECK(library.find({.terms = {range(F::min_plies, 3, 3)}}).size() == 7);
    CHECK(library.find({.terms = {term(F::state, GameState::rejected)}}) == Ids{8});
    CHECK(library.find({.kind = GameKind::chess}).size() == 8);
    CHECK(library.find({.terms = {term(F::notation, "cy")}}) == Ids{3});
    CHECK(library.find({.terms = {term(F::source, "newydd")}}) == Ids{5, 6, 7, 8});
    CHECK(library.find({.first_id = 3, .last_id = 4}) == Ids{3, 4});
    CHECK(library.find({.terms = {term(F::player, "kasparov"), term(F::result, Result::white_wins)}}) == Ids{1});
}

TEST_CASE("games are found by the comments and variations that they have", "[store]") {
    Library library;
    GameRecord commented = game_with({}), with_sign = game_with({});
    commented.annotations.add(Annotations::Kind::comment, 1, 0, "gwych");
    with_sign.annotations.add(Annotations::Kind::nag, 1, 4);
    GameRecord with_both = commented;
    with_both.annotations.add(Annotations::Kind::begin_variation, 2);
    with_both.annotations.add(Annotations::Kind::unread, 2, 0, "2. Bc4");
    with_both.annotations.add(Annotations::Kind::end_variation, 2);
    import_games(library.store, {commented, with_sign, with_both}, "sylwadau.pgn");  // 9, 10 and 11
    const HeaderTerm comments = range(F::annotation, 0, 0), variations = range(F::annotation, 1, 1);
    CHECK(library.find({.terms = {comments}}) == Ids{9, 11});
    CHECK(library.find({.terms = {variations}}) == Ids{11});
    CHECK(library.find({.terms = {comments, variations}}) == Ids{11});
    CHECK(library.find({.terms = {comments, without(variations)}}) == Ids{9});
    CHECK(library.find({.terms = {without(comments)}}).size() == 9);
    CHECK(library.find({.terms = {without(comments), without(variations)}}).size() == 9);
}

TEST_CASE("the code of an opening is found whatever its case", "[store]") {
    Library library;
    import_games(library.store, {game_with({{"ECO", "b92"}})}, "bychan.pgn");
    CHECK(library.find({.terms = {term(F::eco, "B9")}}) == Ids{2, 9});
    CHECK(library.find({.terms = {term(F::eco, "b92")}}) == Ids{9});
}

TEST_CASE("one of several conditions on a field is enough, both of two players, and none that is excluded", "[store]") {
    Library library;
    const HeaderTerm kasparov = term(F::player, "kasparov"), karpov = term(F::player, "karpov");
    CHECK(library.find({.terms = {term(F::white, "karpov"), term(F::white, "ŵyn")}}) == Ids{2, 3});
    CHECK(library.find({.terms = {kasparov, karpov}}) == Ids{1, 2});
    CHECK(library.find({.terms = {kasparov, without(karpov)}}) == Ids{3});
    CHECK(library.find({.terms = {without(kasparov)}}) == Ids{4, 5, 6, 7, 8});
    CHECK(library.find({.terms = {without(kasparov), without(term(F::source, "newydd"))}}) == Ids{4});
    CHECK(library.find({.terms = {without(range(F::min_elo, 2700, 2700))}}).size() == 7);
    HeaderTerm opponent = term(F::opponent, "karpov");
    opponent.other = "gary";
    CHECK(library.find({.terms = {opponent}}) == Ids{1});
    CHECK(library.find({.terms = {range(F::elo_diff, 20, 30)}}) == Ids{1});
    HeaderTerm listed = term(F::ids, "[2,5]");
    CHECK(library.find({.terms = {listed, range(F::ids, 7, 9)}}) == Ids{2, 5, 7, 8});
    HeaderFilter many;
    for (int i = 0; i < 600; ++i) many.terms.push_back(without(term(F::event, std::to_string(i).c_str())));
    CHECK(library.find(many).size() == 8);
}

TEST_CASE("any tag is found by its value, whole or in part, and comments by their words", "[store]") {
    Library library;
    GameRecord game = game_with({{"White", "A"}, {"Annotator", "Siân Évans"}, {"Board", "12"}});
    game.annotations.add(Annotations::Kind::comment, 1, 0, "Aberth wych, a'r gorau: أَحْمَد");
    import_games(library.store, {game}, "nodiadau.pgn");
    const auto tag = [](const char* name, const char* text, bool whole) {
        HeaderTerm result = term(F::tag, text);
        result.other = name;
        result.low = whole ? 1 : 0;
        return result;
    };
    CHECK(library.find({.terms = {term(F::annotator, "evans")}}) == Ids{9});
    CHECK(library.find({.terms = {tag("board", "12", true)}}) == Ids{9});
    CHECK(library.find({.terms = {tag("Board", "1", true)}}).empty());
    CHECK(library.find({.terms = {tag("Board", "1", false)}}) == Ids{9});
    CHECK(library.find({.terms = {tag("White", "kasparov, gary", true)}}) == Ids{1});
    CHECK(library.find({.terms = {without(tag("White", "a", false))}}) == Ids{3, 5, 6, 7, 8});
    for (const char* words : {"aberth", "ABERTH WYCH", "wych a'r gor", "احمد", "gorau احمد"})
        CHECK(library.find({.terms = {term(F::comment, words)}}) == Ids{9});
    for (const char* words : {"berth", "wych gorau", "a b"})
        CHECK(library.find({.terms = {term(F::comment, words)}}).empty());
    CHECK(library.find({.terms = {without(term(F::comment, "aberth"))}}).size() == 8);
}

TEST_CASE("a partial date is in every range that holds all it may mean", "[store]") {
    Library library;
    CHECK(library.in_dates("1950", "1950") == Ids{3, 4, 5});
    CHECK(library.in_dates("1950.06", "1950.06") == Ids{3, 5});
    CHECK(library.in_dates("1950.06.01", "1950.06.01") == Ids{5});
    CHECK(library.in_dates("1949", "1984") == Ids{3, 4, 5});
    CHECK(library.in_dates("1985", "1985.11.09") == Ids{1, 2});
    CHECK(library.find({.terms = {range(F::until, 0, PartialDate::parse("1984")->last_number())}}) == Ids{3, 4, 5});
}

TEST_CASE("dates sort with the unknown parts first", "[store]") {
    const auto number = [](const char* text) { return PartialDate::parse(text).value().number(); };
    CHECK(number("1949.12.31") < number("1950.??.??"));
    CHECK(number("1950.??.??") < number("1950.06.??"));
    CHECK(number("1950.06.??") < number("1950.06.01"));
    CHECK(PartialDate::parse("19??.1.?")->to_text() == "????.01.??");
    CHECK(PartialDate::parse("1950-6-1")->to_text() == "1950.06.01");
    CHECK_FALSE(PartialDate::parse("1950.13"));
    CHECK_FALSE(PartialDate::parse("soon"));
    CHECK_FALSE(PartialDate::parse("5.11.09"));
    CHECK_FALSE(PartialDate::parse("?.11.09"));
}

TEST_CASE("pages of an answer follow each other without gap or double", "[store]") {
    Library library;
    CHECK(library.find({}, {.after = 0, .limit = 3}) == Ids{1, 2, 3});
    CHECK(library.find({}, {.after = 3, .limit = 3}) == Ids{4, 5, 6});
    CHECK(library.find({}, {.after = 6, .limit = 3}) == Ids{7, 8});
    CHECK(library.find({.terms = {term(F::player, "kasparov")}}, {.after = 1, .limit = 1}) == Ids{2});
}

TEST_CASE("games and headers stream in the order of ids until the caller has enough", "[store]") {
    Library library;
    GameReader reader(library.store);
    Ids ids;
    reader.for_each({.terms = {term(F::player, "Kasparov")}}, {}, [&](std::int64_t id, const GameRecord& game) {
        CHECK(same(game, reader.read(id).value()));
        ids.push_back(id);
        return ids.size() < 2;
    });
    CHECK(ids == Ids{1, 2});
    std::string names;
    reader.for_each_header({.terms = {term(F::source, "archif")}}, {}, [&](const GameHeader& header) {
        names += header.white + " " + header.notation + (header.date ? " " + header.date->to_text() : "") + "; ";
        return header.id < 3;
    });
    CHECK(names == "Kasparov, Gary en 1985.11.09; Karpov, Anatoly en 1985.??.??; ŴYN, Siôn cy 1950.06.??; ");
}
