#include "cql/run/finder.hpp"

#include <catch2/catch.hpp>

#include "cql/syntax.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using Kind = Annotations::Kind;

namespace {

chess::Move move_of(const chess::Position& position, const char* from, const char* to) {
    for (const chess::Move move : chess::legal_moves(position))
        if (move.from() == *chess::Square::parse(from) && move.to() == *chess::Square::parse(to)) return move;
    throw std::logic_error("no such move");
}

/// 1. e4 {best} (1. d4 {solid} d5) e5
GameRecord game() {
    GameRecord record;
    chess::Position position = chess::Position::initial();
    chess::Packer packer(position);
    for (const auto& [from, to] : {std::pair("e2", "e4"), {"e7", "e5"}}) {
        const auto move = move_of(position, from, to);
        packer.push(position, move);
        position.play(move);
    }
    record.moves = packer.bytes();
    record.ply_count = 2;
    record.tags.add("Event", "Test");

    chess::Position side = chess::Position::initial();
    auto& items = record.annotations;
    items.add(Kind::comment, 1, 0, "best");
    items.add(Kind::begin_variation, 1);
    const auto first = move_of(side, "d2", "d4");
    items.add(Kind::move, 1, first.raw());
    items.add(Kind::comment, 1, 0, "solid");
    side.play(first);
    items.add(Kind::move, 1, move_of(side, "d7", "d5").raw());
    items.add(Kind::end_variation, 1);
    return record;
}

/// Returns "1{best} (d4 {solid} ...)": items as text, with the ply before those of the main line.
std::string text_of(const Annotations& annotations) {
    std::string text;
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const auto item = annotations[i];
        switch (item.kind) {
            case Kind::comment: text += std::to_string(item.ply) + "{" + std::string(item.text) + "} "; break;
            case Kind::begin_variation: text += "( "; break;
            case Kind::end_variation: text += ") "; break;
            case Kind::move: text += "m "; break;
            default: text += "? "; break;
        }
    }
    return text;
}

GameRecord annotated(const std::string& text) {
    INFO(text);
    auto script = cql::parse(text);
    REQUIRE(script);
    const cql::CompiledScript query(*std::move(script));
    cql::Finder finder(query, {.remarks = true});
    const GameRecord record = game();
    finder.look_at(cql::Game::of(record, 7));
    const auto findings = finder.take();
    REQUIRE(findings.found.size() == 1);
    return cql::annotated(record, findings.found[0], query);
}

std::string comments(const std::string& text) { return text_of(annotated(text).annotations); }

}  // namespace

TEST_CASE("a match is written behind the move that leads to it, and behind what stands there", "[cql][annotate]") {
    CHECK(comments("true") == "0{Game number 7} 0{CQL} 1{best} 1{CQL} ( m 1{solid} m ) 2{CQL} ");
    CHECK(comments("btm") == "0{Game number 7} 1{best} 1{CQL} ( m 1{solid} m ) ");
    CHECK(comments("cql(matchstring \"here\") ply==2") == "0{Game number 7} 1{best} ( m 1{solid} m ) 2{here} ");
}

TEST_CASE("matches in variations are written there", "[cql][annotate]") {
    CHECK(comments("cql(variations) Pd4 btm") == "0{Game number 7} 1{best} ( m 1{solid} 1{CQL} m ) ");
    CHECK(comments("cql(variations) pd5") == "0{Game number 7} 1{best} ( m 1{solid} m 1{CQL} ) ");
}

TEST_CASE("what a script says stands where it says it, unless it is to be quiet", "[cql][annotate]") {
    CHECK(comments("ply==1 comment(\"yes\")") == "0{Game number 7} 1{best} 1{yes} 1{CQL} ( m 1{solid} m ) ");
    CHECK(comments("cql(quiet) ply==1 comment(\"yes\")") == "0{Game number 7} 1{best} 1{yes} ( m 1{solid} m ) ");
    CHECK(comments("cql(silent) ply==1 comment(\"yes\")") == "1{best} ( m 1{solid} m ) ");
    CHECK(comments("cql(quiet) sort \"men\" #[Aa]") == "0{Game number 7; men: 32} 1{best} ( m 1{solid} m ) ");
    CHECK(comments("cql(quiet) ply==1 removecomment") == "0{Game number 7} ( m 1{solid} m ) ");
}

TEST_CASE("tags that a script sets replace those of that name", "[cql][annotate]") {
    const GameRecord record = annotated("initial settag(\"Event\" \"Other\") settag(\"Theme\" \"pawns\")");
    CHECK(record.tags.find("Event") == "Other");
    CHECK(record.tags.find("Theme") == "pawns");
    CHECK(record.tags.size() == 2);
}
