#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "../search/random_game.hpp"
#include "base/error.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/move_sets.hpp"
#include "cql/run/query.hpp"
#include "cql/syntax.hpp"
#include "games/chess/replayer.hpp"
#include "games/chess/san.hpp"
#include "games/record/annotations.hpp"
#include "games/record/record.hpp"

using namespace cofnod;

namespace {

cql::CompiledScript query_of(const std::string& text) {
    auto script = cql::parse(text);
    INFO(text);
    if (!script) INFO(script.error().message);
    REQUIRE(script);
    return cql::CompiledScript(std::move(*script));
}

/// A game with moves in UCI, variations in round brackets, comments in braces, and NAGs.
class WrittenGame {
public:
    WrittenGame(std::string start, const std::string& text)
        : start_(std::move(start)), lines_{{first_position(), first_position()}}, packer_(first_position()) {
        std::istringstream words(text);
        for (std::string word, more; words >> word; read(word))
            while (word.front() == '{' && word.back() != '}' && words >> more) word += ' ' + more;
        moves_ = packer_.bytes();
    }

    [[nodiscard]] cql::Game game(std::int64_t number = 1) const {
        return {number, start_, moves_, &annotations_, &tags, result};
    }

    Tags tags;
    Result result = Result::unknown;

private:
    struct Line {
        chess::Position now, before;
    };

    [[nodiscard]] chess::Position first_position() const {
        return start_.empty() ? chess::Position::initial() : chess::read_fen(start_)->position;
    }

    void read(std::string word) {
        using Kind = Annotations::Kind;
        if (word.front() == '(') {
            annotations_.add(Kind::begin_variation, plies_);
            const auto before = lines_.back().before;
            lines_.push_back({before, before});
            return read(word.substr(1));
        }
        if (word.front() == '{') return annotations_.add(Kind::comment, plies_, 0, word.substr(1, word.size() - 2));
        if (word.front() == '$')
            return annotations_.add(Kind::nag, plies_, static_cast<std::uint32_t>(std::stoul(word.substr(1))));
        std::size_t closed = 0;
        for (; word.back() == ')'; word.pop_back()) ++closed;
        play(word);
        for (; closed > 0; --closed) {
            annotations_.add(Kind::end_variation, plies_);
            lines_.pop_back();
        }
    }

    void play(const std::string& word) {
        auto& [now, before] = lines_.back();
        const auto move = chess::read_uci(now, word);
        INFO(word);
        REQUIRE(move);
        if (lines_.size() == 1) {
            packer_.push(now, *move);
            ++plies_;
        } else {
            annotations_.add(Annotations::Kind::move, plies_, move->raw());
        }
        before = now;
        now.play(*move);
    }

    std::string start_;
    std::vector<Line> lines_;
    chess::Packer packer_;
    Annotations annotations_;
    std::string moves_;
    std::uint32_t plies_ = 0;
};

std::string positions_of(const std::string& script, const cql::Game& game) {
    const auto query = query_of(script);
    cql::ScriptMatcher matcher(query);
    const auto* match = matcher.match(game);
    if (!match) return "-";
    std::string text;
    for (const auto id : match->positions) text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

std::vector<std::string> remarks_of(const std::string& script, const cql::Game& game) {
    const auto query = query_of(script);
    cql::ScriptMatcher matcher(query, {.remarks = true});
    std::vector<std::string> remarks;
    if (const auto* match = matcher.match(game))
        for (const auto& remark : match->remarks)
            remarks.push_back(std::to_string(remark.position) + " " + remark.text);
    return remarks;
}

const std::string scholars_mate = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7";

}  // namespace

TEST_CASE("scripts match these positions of these games", "[cql]") {
    std::ifstream file(COFNOD_ROOT "/tests/unit/cql/match.cases");
    REQUIRE(file);
    std::optional<WrittenGame> game;
    int cases = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == '@') {
            const auto bar = line.find('|');
            const auto second = line.find('|', bar + 1);
            auto start = line.substr(bar + 1, second - bar - 1);
            start.erase(0, start.find_first_not_of(' '));
            start.erase(start.find_last_not_of(' ') + 1);
            game.emplace(start, line.substr(second + 1));
            continue;
        }
        const auto tab = line.find('\t');
        const std::string script = line.substr(0, tab);
        INFO(script);
        REQUIRE(game);
        CHECK(positions_of(script, game->game()) == line.substr(tab + 1));
        ++cases;
    }
    CHECK(cases > 60);
}

TEST_CASE("variations are seen in preorder, and only where the header asks for them", "[cql]") {
    const WrittenGame game("", "e2e4 (d2d4 d7d5 (g8f6 c2c4) c2c4) e7e5 g1f3");
    CHECK(positions_of("true", game.game()) == "0 1 2 3");
    // 1 e4 2 e5 3 Nf3, 4 d4 5 d5 6 c4, 7 Nf6 8 c4
    CHECK(positions_of("cql(variations) true", game.game()) == "0 1 2 3 4 5 6 7 8");
    CHECK(positions_of("cql(variations) mainline", game.game()) == "0 1 2 3");
    CHECK(positions_of("cql(variations) secondary", game.game()) == "4 7");
    CHECK(positions_of("cql(variations) depth==2", game.game()) == "7 8");
    CHECK(positions_of("cql(variations) terminal", game.game()) == "3 6 8");
    CHECK(positions_of("cql(variations) parent:child(1):_a1", game.game()) == "-");
    CHECK(positions_of("cql(variations) move to c4", game.game()) == "5 7");
    CHECK(positions_of("cql(variations) line --> Pd4 --> .+ --> Pc4 ", game.game()) == "4");
    CHECK(positions_of("cql(variations) distance(currentposition position 3)==5", game.game()) == "5 7");
    CHECK(positions_of("cql(variations) try", game.game()) == "4 5 6 7 8");
    CHECK(positions_of("cql(variations) virtualmainline", game.game()) == "0 1 2 3");
    CHECK(positions_of("cql(variations) parent:virtualmainline", game.game()) == "1 2 3 4");
    CHECK(positions_of("try", game.game()) == "-");
    const WrittenGame passing("", "e2e4 e7e5 (c7c5 0000 d7d5) g1f3");
    CHECK(positions_of("cql(variations) virtualmainline", passing.game()) == "0 1 2 3 4");
    CHECK(positions_of("cql(variations) try", passing.game()) == "-");
}

TEST_CASE("a position that is only imagined follows the one that it is imagined from, on whichever side it is named",
          "[cql]") {
    const WrittenGame game("", "e2e4 (d2d4 d7d5 (g8f6 c2c4) c2c4) e7e5 g1f3");
    const std::string header = GENERATE("", "cql(variations) ");
    const auto where = [&](const std::string& condition) {
        INFO(condition);
        return positions_of(header + "move legal from A to . : {" + condition + "}", game.game());
    };
    const std::string start_and_next = "0";
    CHECK(where("distance(currentposition initialposition)==1") == start_and_next);
    CHECK(where("distance(initialposition currentposition)==1") == start_and_next);
    CHECK(where("lca(currentposition position 2)==position 2") == "2");
    CHECK(where("lca(position 2 currentposition)==position 2") == "2");
    CHECK(where("distance(currentposition currentposition)==0") == where("true"));
    CHECK(where("ancestor(initialposition currentposition)") == where("true"));
    CHECK(where("descendant(currentposition initialposition)") == where("true"));
    CHECK(where("ancestor(currentposition initialposition)") == "-");
    CHECK(where("distance(currentposition position 1)==3") == where("distance(position 1 currentposition)==3"));
    CHECK(where("move legal from a to . : {distance(currentposition initialposition)==3}") ==
          where("move legal from a to . : {distance(initialposition currentposition)==3}"));
}

TEST_CASE("of many variations of one move each knows its place", "[cql]") {
    std::string text = "e2e4";
    for (int i = 0; i < 300; ++i) text += i % 2 == 0 ? " (d2d4)" : " (c2c4 c7c5)";
    const WrittenGame game("", text + " e7e5");
    cql::GameTree tree;
    REQUIRE(tree.read(game.game(), true, false));
    REQUIRE(tree.size() == 1 + 2 + 150 + 300);
    std::int32_t index = 0;
    for (auto child = tree.first_child(0); child != cql::no_position; child = tree.next_sibling(child)) {
        CHECK(tree.index(child) == index++);
        CHECK(tree.parent(child) == 0);
        CHECK(tree.depth(child) == (index > 1 ? 1 : 0));
    }
    CHECK(index == 301);
}

/// Returns moves of knights back and forth.
std::string shuffle(int rounds) {
    std::string text;
    for (int i = 0; i < rounds; ++i) text += "g1f3 g8f6 f3g1 f6g8 ";
    return text;
}

TEST_CASE("a line or path that needs too large a table is told so, and asks on the way to one whether it may go on",
          "[cql]") {
    const auto text = GENERATE(as<std::string>{}, "line --> .{1,1000} --> {Q attacks k}",
                               "line <-- .{1,1000} <-- {Q attacks k}", "path {--}{1,1000} {--(Q attacks k)}");
    INFO(text);
    const cql::CompiledScript query = query_of(text);
    const WrittenGame long_game("", shuffle(5'000)), shorter_game("", shuffle(300));
    int asked = 0;
    cql::ScriptMatcher matcher(query, {.on_work = [&asked] { ++asked; }});
    CHECK_THROWS_AS(matcher.match(long_game.game()), LimitError);
    CHECK(asked < 10);
    CHECK(matcher.match(shorter_game.game()) == nullptr);
    CHECK(asked > 200);  // once per 4,096 of more than a million cells
}

TEST_CASE("a line from a position that is only imagined bans none of those that are played", "[cql]") {
    const WrittenGame game("", shuffle(15) + "e2e4 e7e5 d2d4");  // 64 positions: imagined ones are in the next word
    const std::string header = GENERATE("", "cql(variations) ");
    const std::string line = "move legal from A to . : {line nestban --> btm}", path = "path nestban -- --";
    CHECK(positions_of(header + line, game.game()) == positions_of(header + "move legal from A to .", game.game()));
    CHECK(positions_of(header + path, game.game()).starts_with("0 3 6 9 "));
}

TEST_CASE("of a position that is only imagined nothing is said", "[cql]") {
    const WrittenGame game("", "e2e4 (d2d4 d7d5) e7e5");
    const std::string header = GENERATE("", "cql(variations) ");
    for (const std::string script :
         {"move legal from A to . : {comment(\"x\")}", "move legal from A to . : {x=currentposition x:comment(\"x\")}",
          "move legal from A to . : {removecomment}"}) {
        const auto query = query_of(header + script);
        cql::ScriptMatcher matcher(query, {.remarks = true});
        const auto* match = matcher.match(game.game());
        REQUIRE(match);
        CHECK(match->remarks.empty());
        CHECK(match->comments_removed.empty());
    }
}

TEST_CASE("comments are kept of what holds", "[cql]") {
    const WrittenGame game("", scholars_mate);
    CHECK(remarks_of("mate comment(\"in \" ply)", game.game()) == std::vector<std::string>{"7 in 7"});
    CHECK(remarks_of("comment(\"lost\") false or ply==2 comment(Q)", game.game()) ==
          std::vector<std::string>{"2 lost", "2 [d1]"});
    CHECK(remarks_of("line quiet --> {ply==4 comment(\"a\")} --> {comment(ply)}* --> {mate comment(\"z\")}",
                     game.game()) == std::vector<std::string>{"4 a", "5 5", "6 6", "7 z"});
    CHECK(remarks_of("path quiet Q-- comment(\"x\") -- Q--(mate comment(to))", game.game()) ==
          std::vector<std::string>{"5 x", "7 [f7]"});
    CHECK(remarks_of("cql(silent) mate comment(\"x\")", game.game()).empty());
    CHECK(remarks_of("not {mate comment(\"x\")} ply==1", game.game()).empty());
}

TEST_CASE("filters comment on what they find, once, unless they are quiet", "[cql]") {
    using Remarks = std::vector<std::string>;
    const WrittenGame game("", scholars_mate);
    CHECK(remarks_of("find mate ply<3", game.game()) == Remarks{"7 Found"});
    CHECK(remarks_of("initial find all mate", game.game()) == Remarks{"7 Found 1 of 1"});
    CHECK(remarks_of("initial find <-- 1 3 initial find 3 Q attacks p", game.game()) ==
          Remarks{"0 Found 1 of 1", "5 Found 1 of 3", "6 Found 2 of 3", "7 Found 3 of 3"});
    CHECK(remarks_of("ply==4 line --> wtm --> btm --> .", game.game()) ==
          Remarks{"4 Start line that ends at move 4(wtm)", "6 End line of length 3 that starts at move 3(wtm)"});
    CHECK(remarks_of("ply==4 path title \"attack\" Q-- -- Q--", game.game()) ==
          Remarks{"4 Start attack path that ends at move 4(btm)",
                  "7 End attack path of length 3 that starts at move 3(wtm)"});
    CHECK(remarks_of("initial echo(x y) y:mate", game.game()) == Remarks{"0 x", "7 y"});
    for (const std::string script : {"find quiet mate", "line quiet --> . --> mate", "path quiet -- mate",
                                     "echo quiet(x y) y:mate", "cql(quiet) find mate", "cql(silent) find mate",
                                     "not find {ply==9} and not find stalemate", "{find mate ply==9} or mate"}) {
        INFO(script);
        CHECK(remarks_of(script, game.game()).empty());
    }
}

TEST_CASE("of values that are compared the best one keeps its comments", "[cql]") {
    using Remarks = std::vector<std::string>;
    const WrittenGame game("", scholars_mate);
    CHECK(remarks_of("initial 9==max({comment(\"a\") 7} {comment(\"b\") 9} {comment(\"c\") 8})", game.game()) ==
          Remarks{"0 b"});
    CHECK(remarks_of("sort {comment(\"at \" ply) ply % 5}", game.game()) == Remarks{"4 at 4"});
    CHECK(remarks_of("sort min {comment(\"at \" ply) 9 - ply} ply>2", game.game()) == Remarks{"7 at 7"});
    CHECK(remarks_of("wtm initial flipvertical {comment(file Qa-d1) file Qa-d1} ", game.game()) == Remarks{"0 4"});
}

TEST_CASE("sort keeps the best value of a game, even where a later filter fails", "[cql]") {
    const WrittenGame game("", scholars_mate);
    const auto query = query_of("sort \"power\" power a ply==3");
    cql::ScriptMatcher matcher(query);
    const auto* match = matcher.match(game.game());
    REQUIRE(match);
    CHECK(match->sorts.at(0).number == 39);
    CHECK(query.sort_keys().at(0).title == "power");
}

TEST_CASE("a script that ends itself says in which game and where", "[cql]") {
    const WrittenGame game("", scholars_mate);
    CHECK_THROWS_WITH(positions_of("ply==3 cql_abort", game.game(7)), Catch::Contains("in game 7"));
}

TEST_CASE("texts are sorted as texts", "[cql]") {
    const WrittenGame game("", scholars_mate);
    for (const auto& [script, text] : {std::pair("sort str(\"ply \" ply)", "ply 7"), {"sort min str(9-ply)", "2"}}) {
        const auto query = query_of(script);
        cql::ScriptMatcher matcher(query);
        const auto* match = matcher.match(game.game());
        REQUIRE(match);
        CHECK(match->sorts.at(0).text == text);
    }
}

TEST_CASE("a game matches if as many positions do as matchcount says", "[cql]") {
    const WrittenGame game("", scholars_mate);
    CHECK(positions_of("cql(matchcount 4) wtm", game.game()) == "0 2 4 6");
    CHECK(positions_of("cql(matchcount 3) wtm", game.game()) == "-");
    CHECK(positions_of("cql(sort matchcount 3) wtm", game.game()) == "-");
    CHECK(positions_of("cql(matchcount 3 9) wtm", game.game()) == "0 2 4 6");
    CHECK(positions_of("cql(matchcount 0) stalemate", game.game()) == "");
    CHECK(positions_of("cql(matchcount 5 9) wtm", game.game()) == "-");
    CHECK(positions_of("cql(matchcount 0 0) stalemate", game.game()) == "");
}

TEST_CASE("what the header says of games is looked at first", "[cql]") {
    WrittenGame game("", scholars_mate);
    game.result = Result::white_wins;
    game.tags.add("White", "Rees, Huw");
    game.tags.add("WhiteElo", "2100");
    game.tags.add("Date", "1931.08.??");
    CHECK(positions_of("cql(result 1-0) mate", game.game()) == "7");
    CHECK(positions_of("cql(result 0-1) mate", game.game()) == "-");
    CHECK(positions_of("cql(gamenumber 2 5) mate", game.game(3)) == "7");
    CHECK(positions_of("cql(gamenumber 2 5) mate", game.game(6)) == "-");
    CHECK(positions_of("player white \"Rees\" year==1931 elo>2000 mate", game.game()) == "7");
    CHECK(positions_of("date ~~ \"^19([0-9]+)\" mate \\1==\"31\"", game.game()) == "7");
    CHECK(positions_of("flipcolor {player black \"Rees\" mate}", game.game()) == "7");
    const auto query = query_of("year>1900 player \"x\"");
    CHECK(query.needs_tags());
    CHECK(query.filters_of_positions() == 0);
    CHECK_FALSE(query_of("mate").needs_tags());
}

TEST_CASE("variables are new in each game, unless they are persistent", "[cql]") {
    const WrittenGame game("", scholars_mate);
    const auto counted = query_of("mate persistent games+=1");
    CHECK(counted.is_sequential());
    cql::ScriptMatcher counting(counted);
    for (int i = 1; i < 4; ++i) CHECK(counting.match(game.game(i)));
    CHECK(counting.take_variables().cells.at(0).number == 3);
    const auto assigned = query_of("persistent games=0 games+=1 games==1");
    CHECK(cql::ScriptMatcher(assigned).match(game.game())->positions.size() == 8);
    CHECK_FALSE(query_of("x=1 mate").is_sequential());
    const auto query = query_of("if initial x=0 x+=1 x==8");
    cql::ScriptMatcher matcher(query);
    for (int i = 1; i < 4; ++i) {
        const auto* match = matcher.match(game.game(i));
        REQUIRE(match);
        CHECK(match->positions == std::vector<cql::PositionId>{7});
    }
}

TEST_CASE("what goes wrong in a script says so and ends", "[cql]") {
    const WrittenGame game("", scholars_mate);
    CHECK_THROWS_AS(positions_of("loop true", game.game()), LimitError);
    CHECK_THROWS_AS(positions_of("assert ply<3", game.game()), cql::ScriptFault);
    CHECK_THROWS_AS(positions_of("if ply==3 x=1 x==1", game.game()), UsageError);
    CHECK_THROWS_AS(positions_of("date ~~ \"(\"", game.game()), UsageError);
    CHECK_THROWS_AS(positions_of("line --> (.{1,500}){1,500} --> mate", game.game()), UsageError);
    WrittenGame long_tag("", "");
    long_tag.tags.add("Event", std::string(2000, 'a'));
    CHECK_THROWS_AS(positions_of("event ~~ \"(a*)*b\"", long_tag.game()), LimitError);
}

TEST_CASE("a search that takes long can be ended", "[cql]") {
    const WrittenGame game("", scholars_mate);
    const auto query = query_of("x=0 while (x<100000) x+=1");
    struct Cancelled {};
    cql::ScriptMatcher matcher(query, {.on_work = [] { throw Cancelled{}; }});
    CHECK_THROWS_AS(matcher.match(game.game()), Cancelled);
}

TEST_CASE("repeated wildcards cost what a game is long", "[cql]") {
    std::mt19937 random(7);
    const auto played = search::test::random_game(random, "", 600);
    const cql::Game game{1, "", played.bytes};
    CHECK(positions_of("line --> .* --> .* --> .* --> .* --> .* --> {ply==9999}", game) == "-");
    CHECK(positions_of("path --* --* --* --* false", game) == "-");
}

TEST_CASE("lines and paths go through games of any length", "[cql]") {
    std::string moves;
    for (int i = 0; i < 5000; ++i) moves += "g1f3 g8f6 f3g1 f6g8 ";
    const WrittenGame game("", moves);
    CHECK(positions_of("line --> .* --> {ply==20000}", game.game()).starts_with("0 1 2"));
    CHECK(positions_of("line <-- .* <-- {ply==0} ply==20000", game.game()) == "20000");
    CHECK(positions_of("20000==path --*", game.game()) == "0");
    CHECK(positions_of("10000==path focus Ng1 --*", game.game()) == "0");
    CHECK_THROWS_AS(positions_of("line --> {x=ply}* --> {ply==20000}", game.game()), LimitError);
}

TEST_CASE("damaged moves end a game early, and a start that cannot be read is no game", "[cql]") {
    const auto query = query_of("true");
    cql::ScriptMatcher matcher(query);
    CHECK_FALSE(matcher.match({1, "no position", ""}));
    const auto* match = matcher.match({2, "", std::string_view("\0\0", 2)});
    REQUIRE(match);
    CHECK(match->positions.size() == 1);
    CHECK(matcher.damaged() == 2);
}

/// The initial position, one with castling, promotions and en passant, and one of Chess960.
const std::string starts[] = {"", "r3k2r/P6p/8/3pP3/8/8/p6P/R3K2R w KQkq d6 0 1",
                              "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"};

TEST_CASE("trees hold the positions that the rules make", "[cql]") {
    std::mt19937 random(11);
    cql::GameTree tree;
    for (int i = 0; i < 90; ++i) {
        const auto played = search::test::random_game(random, starts[i % 3], 120);
        REQUIRE(tree.read({1, played.start, played.bytes}, false, false));
        REQUIRE(tree.size() == static_cast<cql::PositionId>(played.positions.size()));
        for (cql::PositionId id = 0; id < tree.size(); ++id) {
            const auto& position = played.positions[static_cast<std::size_t>(id)];
            const auto& shot = tree[id];
            bool same = shot.turn == position.turn() && shot.castling_rooks == position.castling_rooks();
            for (int kind = 0; kind < chess::piece_count; ++kind) {
                const auto piece = chess::Piece::from_index(kind);
                same = same && shot.board.of(piece.color, piece.role) == position.pieces(piece.color, piece.role);
            }
            CHECK(same);
            CHECK(cql::checkers(shot) == position.checkers());
            if (id + 1 == tree.size()) continue;
            const auto after = shot.after(tree[id + 1].move);
            CHECK(after.board.sets == tree[id + 1].board.sets);
            CHECK(after.castling_rooks == tree[id + 1].castling_rooks);
        }
    }
}

TEST_CASE("trees of damaged games hold what searches see in them", "[cql]") {
    std::mt19937 random(12);
    cql::GameTree tree;
    for (int i = 0; i < 3000; ++i) {
        const auto played = search::test::random_game(random, starts[i % 3], 60);
        std::string bytes = played.bytes;
        for (int changes = 1 + i % 4; changes > 0 && !bytes.empty(); --changes)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        REQUIRE(tree.read({1, played.start, bytes}, false, false));
        chess::Replayer replayer(played.positions.front());
        replayer.read(bytes);
        bool same = true;
        for (cql::PositionId id = 0; id < tree.size(); ++id) {
            if (id > 0) REQUIRE(replayer.next());
            const auto& shot = tree[id];
            same = same && shot.turn == replayer.turn() && shot.castling_rooks == replayer.castling_rooks();
            for (int kind = 0; kind < chess::piece_count; ++kind) {
                const auto piece = chess::Piece::from_index(kind);
                same = same && shot.board.of(piece.color, piece.role) == replayer.pieces(piece);
            }
            same = same && shot.board.of(cql::PieceSets::white) == replayer.pieces(chess::Color::white) &&
                   shot.board.of(cql::PieceSets::black) == replayer.pieces(chess::Color::black) &&
                   shot.board.of(cql::PieceSets::occupied) == replayer.occupied() &&
                   shot.board.of(cql::PieceSets::empty) == ~replayer.occupied();
        }
        CHECK(same);
        CHECK_FALSE(replayer.next());
        CHECK(tree.is_damaged() == replayer.is_damaged());
    }
}

TEST_CASE("moves as sets are the legal moves", "[cql]") {
    std::mt19937 random(13);
    cql::GameTree tree;
    for (int i = 0; i < 90; ++i) {
        const auto played = search::test::random_game(random, starts[i % 3], 100);
        REQUIRE(tree.read({1, played.start, played.bytes}, false, false));
        for (cql::PositionId id = 0; id < tree.size(); ++id) {
            std::vector<std::uint16_t> expected;
            for (const auto move : chess::legal_moves(played.positions[static_cast<std::size_t>(id)]))
                expected.push_back(move.raw());
            std::vector<std::uint16_t> found;
            const cql::MoveSets moves(tree[id]);
            const cql::Bitboard all = ~cql::Bitboard{};
            moves.visit(all, all, [&](chess::Move move) {
                found.push_back(move.raw());
                return false;
            });
            std::vector<std::pair<int, int>> pairs;
            for (const auto raw : expected) {
                const auto move = chess::Move::from_raw(raw);
                pairs.emplace_back(move.from().index(), cql::to_square(move).index());
            }
            std::sort(expected.begin(), expected.end());
            std::sort(found.begin(), found.end());
            std::sort(pairs.begin(), pairs.end());
            pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
            CHECK(found == expected);
            CHECK(moves.count() == static_cast<int>(pairs.size()));
            CHECK(moves.any() == !expected.empty());
        }
    }
}

TEST_CASE("what is found at once for all shifts is what each shift finds by itself", "[cql]") {
    std::mt19937 random(17);
    const char* scripts[] = {"{ka1 qb2}", "{Ra1 [Aa]c1 not pb1}", "{Pa2 pa3}", "{[KQ]d4 [pn]d5 not Ae4-5}"};
    int found = 0;
    for (int i = 0; i < 200; ++i) {
        const auto played = search::test::random_game(random, "", 80);
        const cql::Game game{1, "", played.bytes};
        for (const std::string script : scripts)
            for (const std::string shift : {"shift ", "shifthorizontal ", "shiftvertical "}) {
                INFO(shift + script);
                const auto at_once = positions_of(shift + script, game);
                // Counting requires every clone.
                CHECK(at_once == positions_of("x=" + shift + "count " + script + " x>=1", game));
                found += at_once == "-" ? 0 : 1;
            }
    }
    CHECK(found > 100);
}
