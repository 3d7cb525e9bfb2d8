#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "../games/camelot/playout.hpp"
#include "../search/random_game.hpp"
#include "answers.hpp"
#include "cql/search.hpp"
#include "games/camelot/pack.hpp"
#include "games/chess/movegen.hpp"
#include "games/record/camelot_game.hpp"
#include "games/record/record.hpp"
#include "index/upkeep.hpp"
#include "random_script.hpp"
#include "store/game_writer.hpp"

using namespace cofnod;
using namespace cofnod::search::test;

namespace {

/// A database of special cases for optimisations: Camelot games among chess games, variations, set-ups, mates and
/// stalemates (one followed by a null move), records without moves, tags that columns cannot represent, that are
/// repeated or missing; the last third is in no segment.
class Assorted {
public:
    Assorted()
        : path_(std::filesystem::temp_directory_path() / ("cofnod-assorted-" + std::to_string(getpid()) + ".db")),
          store_(store::Store::open(path_, store::Access::create)) {
        for (int batch = 0; batch < 3; ++batch) {
            add_batch(batch);
            if (batch < 2) index::update(store_, {.threads = 1, .memory = 40 * 2500});
        }
    }
    ~Assorted() {
        for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(path_.string() + end);
    }

    store::Store& store() { return store_; }

private:
    void add_batch(int batch) {
        store::GameWriter writer(store_);
        writer.begin_batch("test", "");
        writer.begin_source({"assorted.pgn", "pgn", "UTF-8", 90, std::to_string(batch)});
        for (std::uint64_t i = 0; i < 90; ++i) {
            GameRecord record = i % 9 == 4 ? camelot_game() : chess_game(i);
            add_tags(record);
            record.result = static_cast<Result>(random_() % 4);
            record.span = {i, i + 1, i + 1};
            writer.add(record);
        }
        writer.end_source();
        writer.end_batch();
    }

    GameRecord camelot_game() {
        GameRecord record;
        record.kind = CamelotGame::kind;
        camelot::Position position = camelot::Position::initial();
        camelot::Packer packer(position);
        for (record.ply_count = 0; record.ply_count < 5; ++record.ply_count) {
            const camelot::Path path = camelot::legal_paths(position)[0];
            packer.push(position, path);
            position.play(camelot::effect_of(position, path));
        }
        record.moves = packer.take();
        record.final_check = final_check_of(position.key());
        return record;
    }

    GameRecord chess_game(std::uint64_t number) {
        const std::string start =
            one_of({"", "", "", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "k7/2Q5/8/1K6/8/8/8/8 w - - 0 1",
                    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "8/P6k/8/8/8/8/7p/K7 w - - 0 1"});
        RandomGame game = random_game(random_, start, static_cast<int>(random_() % (start.empty() ? 50 : 4)));
        const chess::Position& end = game.positions.back();
        if (number % 2 == 0 && chess::outcome(end) == chess::Outcome::checkmate) add_null_move(game);
        GameRecord record;
        record.start = game.start;
        record.moves = game.bytes;
        record.ply_count = static_cast<std::uint32_t>(game.moves.size());
        record.final_check = final_check_of(game.positions.back().key());
        if (number % 3 == 0) add_variations(record, game);
        return record;
    }

    static void add_null_move(RandomGame& game) {
        chess::Packer packer(game.positions.front());
        game.moves.push_back(chess::Move::null());
        for (std::size_t i = 0; i < game.moves.size(); ++i) packer.push(game.positions[i], game.moves[i]);
        game.positions.push_back(game.positions.back());
        game.positions.back().play(chess::Move::null());
        game.bytes = packer.bytes();
    }

    /// Adds variations with alternative moves, each followed by a comment, and numbers in comments before them.
    void add_variations(GameRecord& record, const RandomGame& game) {
        using Kind = Annotations::Kind;
        for (std::uint32_t ply = 1; ply <= game.moves.size(); ply += 1 + static_cast<std::uint32_t>(random_() % 9)) {
            const auto legal = chess::legal_moves(game.positions[ply - 1]);
            if (legal.empty()) continue;
            record.annotations.add(Kind::comment, ply, 0, "[%eval " + std::to_string(ply % 5) + ".5] [%clk 0:01:00]");
            record.annotations.add(Kind::begin_variation, ply);
            record.annotations.add(Kind::move, ply, legal[random_() % legal.size()].raw());
            record.annotations.add(Kind::comment, ply, 0, "instead");
            record.annotations.add(Kind::end_variation, ply);
        }
    }

    void add_tags(GameRecord& record) {
        const auto maybe = [&](const char* name, std::vector<std::string> values) {
            if (random_() % 4 != 0) record.tags.add(name, one_of(std::move(values)));
        };
        maybe("Event", {"Open", "Cup", "", "?", "A Cup"});
        maybe("Site", {"Paris", "Caerdydd", "?"});
        maybe("Date",
              {"1950.06.01", "1950", "1950-06-02", "19??.01.??", "????.??.??", "1.5.1950", "soon", "2001.02.03"});
        maybe("Round", {"1", "2", "1.1", "01", "?", "-"});
        maybe("White", {"Hughes", "Evans", "Evans, A", "?", ""});
        maybe("Black", {"Hughes", "Evans", "Morgan", "?"});
        maybe("WhiteElo", {"2500", "2400", "2500?", "-", "0", "9999", ""});
        maybe("BlackElo", {"2500", "2300", " 2300", "?", "5000"});
        maybe("ECO", {"A00", "B90", "B90/05", "?"});
        maybe("Annotator", {"Rees", "?"});
        if (random_() % 9 == 0) record.tags.add("White", "Another");
    }

    std::string one_of(std::vector<std::string> choices) { return choices[random_() % choices.size()]; }

    std::mt19937 random_{2026};
    std::filesystem::path path_;
    store::Store store_;
};

void check_all_ways(Assorted& games, const std::string& text, unsigned threads) {
    INFO(text);
    const cql::CompiledScript script = query_of(text);
    const Answer answer = found(games.store(), script, true, threads);
    CHECK(answer.matches == matched(games.store(), script));
    CHECK(found(games.store(), script, false, 1) == answer);
    for (const bool with_index : {true, false}) {
        const auto all = counted(games.store(), script, with_index, true);
        CHECK(all.games == answer.games);
        CHECK(all.positions == answer.positions);
        CHECK(counted(games.store(), script, with_index).games == answer.games);
    }
}

}  // namespace

TEST_CASE("headers and material are counted as they are found, however odd the games", "[cql][search]") {
    Assorted games;
    for (unsigned seed = 1; seed <= 300; ++seed)
        check_all_ways(games, RandomScript(seed).of_games(static_cast<int>(seed % 4)), 1 + seed % 3);
}

TEST_CASE("what has no value is not counted as if it had one", "[cql][search]") {
    Assorted games;
    for (const char* text :
         {"#(A==a)>=0", "~{check K}", "power(parent:A)>=0", "#(parent:A)>=0", "A|{check K}", "power {check k}>=0",
          "not {check K}", "not power {check k}>=0", "max(#{check K} 3)>=3", "min(#{check K} #{check k})<=1",
          "abs(#(parent:A))>=0", "-#{check K}<=0", "#{check K}+1>0", "if {check K} then Q else A",
          "function f(x){#x>=0} f({check K})", "up {check K}", "#(up 1 {check K})>=0", "#light {check K}>=0"})
        check_all_ways(games, text, 2);
    for (unsigned seed = 1; seed <= 400; ++seed)
        check_all_ways(games, RandomScript(seed).of_sizes(static_cast<int>(seed % 4)), 1 + seed % 2);
}

TEST_CASE("an argument that a function changes is not what it was called with", "[cql][search]") {
    Assorted games;
    for (const char* text : {"function f(x){x=3 x==3} f(1+1)", "function f(x){x=40 x>=33} f(#A+1)",
                             "function f(x){x=A x} f(r&q)", "function f(x){x=a x} f(Kh8|Kh7)",
                             "function f(x){x=?A x} f(Kh8|Kh7)", "function f(x){if check x=0 x==0} f(#A+1)"})
        check_all_ways(games, text, 2);
}

TEST_CASE("headers, material and the ends of games are no different under the parameters of a script",
          "[cql][search]") {
    Assorted games;
    unsigned seed = 1000;
    for (const char* header : {"cql(variations) ", "cql(matchcount 0 2) ", "cql(matchcount 2 1000) ",
                               "cql(result 1-0) ", "cql(gamenumber 40 120) ", "cql(variations matchcount 1 3) "})
        for (int i = 0; i < 25; ++i, ++seed)
            check_all_ways(games, header + RandomScript(seed).of_games(static_cast<int>(seed % 3)), 2);
}

TEST_CASE("a mate that a null move follows is found like one that ends a game", "[cql][search]") {
    Assorted games;
    const Answer mates = found(games.store(), query_of("mate"), true, 1);
    const Answer not_last = found(games.store(), query_of("mate not terminal"), true, 1);
    CHECK(not_last.games > 0);
    CHECK(mates.games > not_last.games);
    CHECK(found(games.store(), query_of("stalemate"), true, 1).games > 0);
    for (const char* text : {"mate",
                             "find mate",
                             "child:mate",
                             "line --> true --> mate",
                             "puremate",
                             "modelmate",
                             "idealmate",
                             "purestalemate",
                             "not mate",
                             "not stalemate",
                             "mate or stalemate",
                             "flipcolor {mate wtm}",
                             "move legal from . : mate",
                             "--(mate)",
                             "parent:mate",
                             "cql(variations) mate",
                             "cql(variations) stalemate",
                             "terminal mate",
                             "mate result 1-0",
                             "legal --(to)",
                             "find 2 mate",
                             "find all mate"}) {
        INFO(text);
        const auto script = cql::parse(text);
        if (script) check_all_ways(games, text, 2);
    }
}

TEST_CASE("what is only in variations and comments is found where games have some", "[cql][search]") {
    Assorted games;
    for (const char* text :
         {"secondary", "try", "child(1):check", "variation wtm", "originalcomment", "originalcomment \"instead\"",
          "evaluation", "evaluation>=300", "loss>0 or clock==60", "max(evaluation 0)==0", "not loss", "glyph \"??\"",
          "--=Q", "move promote N", "depth==1", "secondary or [Aa]<=5", "not secondary"})
        for (const char* header : {"", "cql(variations) "}) check_all_ways(games, header + std::string(text), 2);
    CHECK(found(games.store(), query_of("cql(variations) secondary"), true, 1).games > 0);
    CHECK(found(games.store(), query_of("secondary"), true, 1).games == 0);
    CHECK(found(games.store(), query_of("--=Q"), true, 1).games > 0);
    CHECK(found(games.store(), query_of("evaluation>=300"), true, 1).games > 0);
}

TEST_CASE("a question besides the script is asked of the same games", "[cql][search]") {
    Assorted games;
    search::Query question;
    question.header.terms = {{.field = store::HeaderField::white, .text = "Evans"}};
    for (const char* text : {"result 1-0", "[Aa]==32", "mate", "year>=1950", "elo>2400 check", "player \"Hughes\""}) {
        INFO(text);
        const cql::CompiledScript script = query_of(text);
        const Answer answer = found(games.store(), script, false, 1, question);
        CHECK(found(games.store(), script, true, 2, question) == answer);
        const auto all = counted(games.store(), script, true, true, question);
        CHECK(all.games == answer.games);
        CHECK(all.positions == answer.positions);
    }
}

TEST_CASE("echo finds the same whether it comments, and so asks in the order of the script, or not", "[cql]") {
    Assorted games;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        RandomScript random(seed);
        const auto one = [&] { return random.filter(static_cast<int>(seed % 2)); };
        for (const char* head : {"echo (x y) ", "echo (x y) in all ", "not echo (x y) "}) {
            const std::string text = head + ("{x:" + one() + " y:" + one() + " " + one() +
                                             " y:ply-x:ply!=" + std::to_string(seed % 3) + "}");
            INFO(text);
            const cql::CompiledScript script = query_of(text);
            CHECK(matched(games.store(), script) == matched(games.store(), script, true));
        }
    }
}

TEST_CASE("pairs of an echo with equal values are those of which each pair is asked", "[cql]") {
    Assorted games;
    std::size_t matching = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
        RandomScript random(seed);
        const auto set = [&] { return "(" + random.set_or_nothing(static_cast<int>(seed % 2)) + ")"; };
        const std::string of_sets = set(), other = seed % 3 == 0 ? set() : of_sets;
        for (const std::string& equality : {"x:" + of_sets + "==y:" + other, "y:#" + of_sets + "==x:#" + other,
                                            "#" + of_sets + "==x:#" + other, "x:k==y:k x:" + of_sets + "==y:" + other})
            for (const char* head : {"cql(variations) echo (x y) ", "echo (x y) in all ", "1<=echo (x y) "}) {
                // As one side of an `or`, the equality is not recognised as one.
                const std::string rest = " y:wtm y:ply!=x:ply+2";
                const std::string joined = head + ("{" + equality + rest + "}");
                const std::string asked = head + ("{(false or {" + equality + "})" + rest + "}");
                if (std::string(head).starts_with('1') && !cql::parse(joined)) continue;
                INFO(joined);
                const std::string answer = matched(games.store(), query_of(asked));
                CHECK(matched(games.store(), query_of(joined)) == answer);
                CHECK(matched(games.store(), query_of(joined), true) == answer);
                matching += answer.size();
            }
    }
    CHECK(matching > 0);
}

TEST_CASE("a loop whose body tells of attacks finds what it finds square by square", "[cql]") {
    Assorted games;
    std::size_t matching = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
        RandomScript random(seed);
        const auto set = [&] { return "(" + random.set_or_nothing(static_cast<int>(seed % 3)) + ")"; };
        const std::string other = set();
        for (const std::string& condition :
             {"x attackedby " + other, "x attacks " + other, other + " attacks x", other + " attackedby x",
              "#(" + other + " attackedby x)>=2", "#(x attacks " + other + ")>=2", "#(" + other + " attacks x)>1",
              "not x attackedby " + other, "not #(" + other + " attackedby x)>1", "not not x attacks " + other})
            for (const char* head : {"piece x in ", "square x in ", "square all x in "}) {
                const std::string begin = head + set();
                const std::string narrowed = begin + " {" + condition + " x attackedby A}";
                const std::string asked = begin + " {(false or {" + condition + "}) (false or x attackedby A)}";
                INFO(narrowed);
                const std::string answer = matched(games.store(), query_of(asked));
                CHECK(matched(games.store(), query_of(narrowed)) == answer);
                matching += answer.size();
            }
    }
    CHECK(matching > 0);
}

TEST_CASE("find counts what it finds one by one, and a variable is not what it was at the position before", "[cql]") {
    Assorted games;
    for (unsigned seed = 1; seed <= 8; ++seed) {
        RandomScript random(seed);
        const std::string filter = "{" + random.filter(static_cast<int>(seed % 3)) + "}";
        for (const char* head : {"", "cql(variations) "})
            for (const char* find : {"find all ", "find 2 4 ", "find <-- all ", "find <-- 1 3 ", "find "}) {
                const std::string pure = find + filter;
                if (!cql::parse(pure)) continue;
                // A filter that reads a variable is evaluated again each time.
                const std::string asked = std::string(head) + "v=0 " + find + "{" + filter + " v==0}";
                INFO(asked);
                CHECK(matched(games.store(), query_of(head + pure)) == matched(games.store(), query_of(asked)));
            }
        for (const std::string& text : {"v=0 while (v<3) v+=1 v==3 " + filter, "v=0 v=ply " + filter + " v>3",
                                        filter + " v=0 loop {v<2 v+=1}", "v=#A " + filter + " w=v w>=3"}) {
            INFO(text);
            CHECK(matched(games.store(), query_of(text)) == matched(games.store(), query_of("message(\"\") " + text)));
        }
    }
    // A count of matches that depends on a variable differs for another value.
    CHECK(matched(games.store(), query_of("v=ply find all {find v 100 wtm}>=3")) ==
          matched(games.store(), query_of("v=ply find all {find v 100 {wtm v>=0}}>=3")));
}

TEST_CASE("what looks at one position alone matches as among the positions of its game", "[cql]") {
    Assorted games;
    // A filter that refers to another position is evaluated with all positions of the game.
    const auto check_alike = [&](const std::string& text) {
        const std::string among_all = text + " currentposition:true";
        if (!cql::parse(among_all)) return std::size_t{0};
        INFO(text);
        const std::string answer = matched(games.store(), query_of(text));
        CHECK(answer == matched(games.store(), query_of(among_all)));
        CHECK(answer == matched(games.store(), query_of(text), true));
        return answer.size();
    };
    for (const char* text : {"initial",
                             "ply==3",
                             "ply<=0",
                             "ply<5 or ply==7",
                             "ply==4 or check",
                             "movenumber<=2 btm",
                             "movenumber==3",
                             "2>=ply",
                             "ply!=3",
                             "ply>40",
                             "Pe2",
                             "pd7 wtm",
                             "Pa-h2 pe7 ply<9",
                             "not Pe2",
                             "Pd4 pd5",
                             "flipcolor Pe2",
                             "fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"",
                             "fen == \"8/P6k/8/8/8/8/7p/K7 w - - 0 1\"",
                             "fen ~~ \" b .* e[36]\"",
                             "check",
                             "mate",
                             "puremate",
                             "castle",
                             "o-o",
                             "enpassant",
                             "nullmove",
                             "from==h7",
                             "to & passedpawns",
                             "mainline",
                             "variation",
                             "depth==0",
                             "primary",
                             "secondary",
                             "positionid==4",
                             "check comment(ply)",
                             "sidetomove==-1",
                             "power A>power a",
                             "[Aa]==31",
                             "type e4==1",
                             "colortype e4==-1",
                             "makesquare(\"e4\")&P",
                             "str(ply)==\"4\"",
                             "piecename e4==\"p\"",
                             "x=ply x>3 x<9",
                             "x=Q attacks k x>=1 ply<30",
                             "x=?Q attacks k",
                             "if check x=ply isbound x",
                             "unbind x x=ply x>2",
                             "v=0 while (v<3) v+=1 v==3 check",
                             "piece x in A {x attackedby a}",
                             "square all x in P {not x attackedby p}",
                             "lastgamenumber>0 check",
                             "sort \"material\" power A ply<3",
                             "settag(\"Round\" \"7\") check",
                             "removecomment check",
                             "result 1-0 ply==2",
                             "terminal wtm",
                             "v=0 v==0 terminal result 1-0",
                             "terminal ply<30",
                             "terminal comment(ply)",
                             "halfmoveclock>3",
                             "pieceid Q==4 ply<6",
                             "terminal",
                             "stalemate"}) {
        check_alike(text);
        check_alike("cql(variations) " + std::string(text));
        check_alike("cql(matchcount 2 1000) " + std::string(text));
    }
    std::size_t matching = 0;
    for (unsigned seed = 1; seed <= 300; ++seed)
        matching += check_alike(RandomScript(seed).filter(static_cast<int>(seed % 3)));
    CHECK(matching > 0);
}

TEST_CASE("a sort and a script that remembers are asked at each position, wherever it may match", "[cql]") {
    Assorted games;
    const auto best = [&](const std::string& text) {
        const cql::CompiledScript script = query_of(text);
        cql::ScriptMatcher matcher(script, {});
        store::GameReader reader(games.store());
        std::vector<std::int64_t> numbers;
        for (std::int64_t id = 1; const auto record = reader.read(id); ++id)
            if (const auto* match = matcher.match(cql::Game::of(*record, id)))
                for (const cql::SortValue& sort : match->sorts) numbers.push_back(sort.number);
        return numbers;
    };
    CHECK_FALSE(best("sort ply ply<3").empty());
    CHECK(best("sort ply ply<3") == best("sort ply ply<3 currentposition:true"));
    CHECK(matched(games.store(), query_of("persistent seen+=1 ply<2 seen>30")) ==
          matched(games.store(), query_of("persistent seen+=1 ply<2 seen>30 currentposition:true")));
}

TEST_CASE("comments stand in the order of the script, whatever is asked first", "[cql]") {
    Assorted games;
    const auto said = [&](const std::string& text) {
        const cql::CompiledScript script = query_of(text);
        cql::ScriptMatcher matcher(script, {.remarks = true});
        store::GameReader reader(games.store());
        std::vector<std::pair<cql::PositionId, std::string>> remarks;
        for (std::int64_t id = 1; const auto record = reader.read(id); ++id)
            if (const auto* match = matcher.match(cql::Game::of(*record, id)))
                for (const cql::Remark& remark : match->remarks)
                    if (!remark.text.empty()) remarks.emplace_back(remark.position, remark.text);
        return remarks;
    };
    for (const std::string text : {"v=line --> wtm --> btm line --> wtm --> btm --> wtm v==2",
                                   "v=find 1 2 check path -- -- v<=2", "v=#A echo (x y) {x:k==y:k x:ply<y:ply} v<40"}) {
        INFO(text);
        CHECK_FALSE(said(text).empty());
        CHECK(said(text) == said("message(\"\") " + text));
    }
}
