#include <catch2/catch.hpp>

#include <numeric>

#include "base/error.hpp"
#include "helpers.hpp"
#include "store/aliases.hpp"
#include "store/corrections.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/name_match.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

using Ids = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

struct Base {
    Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);

    explicit Base(const std::vector<TagList>& games) {
        std::vector<GameRecord> records;
        for (const TagList& tags : games) records.push_back(game_with(tags));
        import_games(store, records);
    }
};

Base four_spellings() {
    return Base({{{"White", "Tal, Mikhail"}, {"Black", "A"}},
                 {{"White", "Tal, M."}, {"Black", "B"}},
                 {{"White", "C"}, {"Black", "Misha"}},
                 {{"White", "Tal, Other"}, {"Black", "D"}}});
}

}  // namespace

TEST_CASE("a search for one spelling finds the games of all", "[store][alias]") {
    Base base = four_spellings();
    CHECK(count_games(base.store, {.terms = {term(F::player, "misha")}}) == 1);
    add_alias(base.store, "Tal, M.", "Tal, Mikhail");
    add_alias(base.store, "Misha", "Tal, M.");  // resolves to the name that this player is known by
    for (const char* spelling : {"misha", "tal, mikhail", "tal, m."}) {
        INFO(spelling);
        CHECK(count_games(base.store, {.terms = {term(F::player, spelling)}}) == 3);
    }
    CHECK(count_games(base.store, {.terms = {term(F::white, "misha")}}) == 2);
    CHECK(count_games(base.store, {.terms = {term(F::player, "other")}}) == 1);
    CHECK(GameReader(base.store).header(3)->black == "Misha");
    CHECK(rows(base.store, "SELECT count FROM _counts WHERE \"table\" = 'player_alias'") == Texts{"2"});
}

TEST_CASE("who is known by a name comes along when that name becomes an alias", "[store][alias]") {
    Base base = four_spellings();
    add_alias(base.store, "Misha", "Tal, M.");
    add_alias(base.store, "Tal, M.", "Tal, Mikhail");
    CHECK(count_games(base.store, {.terms = {term(F::player, "mikhail")}}) == 3);
    CHECK(remove_alias(base.store, "Misha"));
    CHECK_FALSE(remove_alias(base.store, "Misha"));
    CHECK(count_games(base.store, {.terms = {term(F::player, "mikhail")}}) == 2);
    CHECK(count_games(base.store, {.terms = {term(F::player, "misha")}}) == 1);
}

TEST_CASE("an alias needs two names that are spelt so, and are not one already", "[store][alias]") {
    Base base = four_spellings();
    CHECK_THROWS_AS(add_alias(base.store, "Tal, Mihail", "Tal, Mikhail"), UsageError);
    CHECK_THROWS_AS(add_alias(base.store, "Misha", "Nobody"), UsageError);
    CHECK_THROWS_AS(add_alias(base.store, "Misha", "Misha"), UsageError);
    add_alias(base.store, "Misha", "Tal, M.");
    CHECK_THROWS_AS(add_alias(base.store, "Tal, M.", "Misha"), UsageError);
    CHECK(rows(base.store, "SELECT name, known_as FROM spellings_view WHERE known_as IS NOT NULL") ==
          Texts{"Misha|Tal, M."});
}

TEST_CASE("one id is one person under all names, and two ids of an authority are two", "[store][ids]") {
    const Base base(
        {{{"White", "Jones, David"}, {"WhiteFideId", "1800123"}, {"WhiteICCFId", "470123"}},
         {{"White", "Jones, D."}, {"WhiteFideId", "1800124"}},
         {{"White", "Jones, David"}, {"WhiteFideId", "1800124"}},  // the namesake under this name
         {{"White", "D. A. Jones"}, {"WhiteICCFId", "470123"}},
         {{"White", "Evans, Siân"}, {"WhiteFideId", "1800200"}},
         {{"White", "Evans, Siân"}, {"WhiteFideId", "1800123"}},  // contradicts itself
         {{"White", "NN"}, {"WhiteFideId", "1800300"}},
         {{"White", "Rees, Huw"}, {"Black", "Rees, H"}, {"WhiteFideId", "1800400"}, {"BlackFideId", "1800400"}}});
    const auto games_of = [&](const char* name) {
        return rows(
            base.store,
            "SELECT group_concat(id, ' ') FROM (SELECT g.id FROM game g JOIN spellings_view s ON s.player = g.white "
            "WHERE s.person = (SELECT person FROM spellings_view WHERE name = '" +
                std::string(name) + "') ORDER BY g.id)");
    };
    CHECK(games_of("Jones, David") == Texts{"1 4"});
    CHECK(games_of("D. A. Jones") == Texts{"1 4"});
    CHECK(games_of("Jones, D.") == Texts{"2 3"});
    CHECK(games_of("Evans, Siân") == Texts{"5 6"});
    CHECK(GameReader(base.store).read(3)->tags.find("White") == "Jones, David");
    CHECK(rows(base.store, "SELECT count(*) FROM player_id WHERE id IN ('1800300', '1800400')") == Texts{"0"});
    CHECK(rows(base.store, "SELECT count(*) FROM player_id") == Texts{"4"});
}

TEST_CASE("ids of two authorities that one game gives join their persons", "[store][ids]") {
    const Base base({{{"White", "Karpov"}, {"WhiteFideId", "4100026"}},
                     {{"White", "Karpow"}, {"WhiteICCFId", "141026"}},
                     {{"White", "Karpov, A"}, {"WhiteFideId", "4100026"}, {"WhiteICCFId", "141026"}}});
    CHECK(rows(base.store, "SELECT DISTINCT person FROM spellings_view") == Texts{"1"});
}

TEST_CASE("persons are counted once under all spellings, and placeholders are none", "[store][alias]") {
    Base base({{{"White", "Tal, M."}, {"Black", "N.N."}},
               {{"White", "Tal, Mikhail"}, {"Black", "?"}},
               {{"White", "B"}, {"Black", "-"}}});
    add_alias(base.store, "Tal, M.", "Tal, Mikhail");
    const Summary summary = summary_by_rows(base.store);
    CHECK(summary.totals.games == 3);
    CHECK(summary.totals.players == 2);
    REQUIRE(summary.players.size() == 2);
    CHECK(summary.players.front().name == "Tal, Mikhail");
    CHECK(summary.players.front().games == 2);
}

TEST_CASE("names are found in other alphabets, and noted where no name is as written", "[store][names]") {
    const Base base({{{"White", "كاسباروف, غاري"}, {"Black", "Каспаров, Гарри"}},
                     {{"White", "Κασπάροφ"}, {"Black", "קספרוב"}},
                     {{"White", "კასპაროვი"}, {"Black", "Karpov"}}});
    CHECK(count_games(base.store, {.terms = {term(F::player, "kasparov")}}) == 3);
    CHECK(names_in_other_alphabets(base.store, "kasparov").size() == 5);
    CHECK(names_in_other_alphabets(base.store, "Каспаров").empty());
    CHECK(names_in_other_alphabets(base.store, "Карпов") == Texts{"Karpov"});
}

TEST_CASE("linked records are one work, whose fullest comes first", "[store][works]") {
    Base base = four_spellings();
    CHECK(witnesses_of(base.store, 1).empty());
    CHECK(link_witnesses(base.store, {2, 1}) == 2);
    CHECK(witnesses_of(base.store, 1) == Ids{2, 1});
    CHECK(link_witnesses(base.store, {2, 1}) == 0);
    CHECK(link_witnesses(base.store, {3, 1}) == 3);  // brings its link with 2
    CHECK(witnesses_of(base.store, 2) == Ids{3, 1, 2});
    CHECK(rows(base.store, "SELECT work, game, is_fullest FROM witnesses_view") == Texts{"3|1|0", "3|2|0", "3|3|1"});
}

TEST_CASE("twenty thousand records of one game are linked again as fast as the first time", "[store][works]") {
    Base base = four_spellings();
    Ids games(20'000);
    std::iota(games.begin(), games.end(), 1);
    Transaction transaction(base.store.connection());
    CHECK(link_witnesses(base.store, games) == 20'000);
    CHECK(link_witnesses(base.store, games) == 0);  // once took minutes
    CHECK(witnesses_of(base.store, 20'000) == games);
}

TEST_CASE("a deleted game leaves its tags, and its id is not given again", "[store][works]") {
    Base base = four_spellings();
    link_witnesses(base.store, {1, 4});
    {
        Transaction transaction(base.store.connection());
        Change(base.store, "Nia").remove(4, 1);
        finish_works(base.store);
        transaction.commit();
    }
    CHECK_FALSE(GameReader(base.store).read(4));
    CHECK(witnesses_of(base.store, 1).empty());
    CHECK(rows(base.store, "SELECT game, kept, line, tags FROM deleted_game") ==
          Texts{"4|1|46|{\"White\":\"Tal, Other\",\"Black\":\"D\"}"});
    CHECK(rows(base.store, "SELECT count FROM _counts WHERE \"table\" = 'game'") == Texts{"3"});
    CHECK(rows(base.store, "PRAGMA foreign_key_check").empty());
    import_games(base.store, {paris_game()}, "more.pgn");
    CHECK(GameReader(base.store).read(5));
}

TEST_CASE("a citation belongs to the source, and a known source can be given one", "[store]") {
    Base base = four_spellings();
    CHECK(Citations(base.store).of(1).empty());
    GameWriter writer(base.store);
    for (const char* citation : {"Y Faner, 12.3.1901, t. 4", ""}) {
        SourceInfo info{"archif.pgn", "pgn", "UTF-8", 2404, rows(base.store, "SELECT content_hash FROM source")[0]};
        info.citation = citation;
        writer.begin_batch("0.2.0", "");
        CHECK(writer.begin_source(info).kind == SourceStart::Kind::known);
        writer.end_batch();
        CHECK(Citations(base.store).of(1) == "Y Faner, 12.3.1901, t. 4");
    }
}

TEST_CASE("names stand in the order of the language", "[store][collation]") {
    const Collation root = Collation::of_locale("C.UTF-8"), welsh = Collation::of_locale("cy_GB.UTF-8");
    CHECK(root.key("Élan") < root.key("Ellis"));
    CHECK(root.key("hughes, sian") < root.key("Hughes, Siân B"));
    CHECK(root.key("Llŷr") < root.key("Luned"));
    CHECK(welsh.key("Luned") < welsh.key("Llŷr"));
    CHECK(welsh.key("Cynan") < welsh.key("Charles"));
    CHECK(root.key("أحمد") < root.key("باسم"));
    CHECK(root.key("a") != root.key("A"));
}

TEST_CASE("a Hijri date is found by the day it was, and stays as it was written", "[store]") {
    Base base({{{"Date", "12 محرم 1369 هـ"}, {"White", "أحمد"}}, {{"Date", "1949.??.??"}, {"White", "B"}}});
    const auto year = PartialDate::parse("1949");
    CHECK(count_games(base.store, {.terms = {range(F::date, year->number(), year->last_number())}}) == 2);
    CHECK(GameReader(base.store).header(1)->date->year() == 1949);
    CHECK(GameReader(base.store).read(1)->tags.find("Date") == "12 محرم 1369 هـ");
}
