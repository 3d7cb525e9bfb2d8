#include "helpers.hpp"
#include "base/problem_kinds.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <limits>

#include "base/bytes.hpp"

namespace cofnod::store::test {

Folder::Folder() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("cofnod-store-" + std::to_string(getpid()) + "-" + std::to_string(++number));
    std::filesystem::create_directories(path_);
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

GameRecord game_with(const TagList& tags) {
    GameRecord game;
    for (const auto& [name, value] : tags) game.tags.add(name, value);
    game.result = result_from(game.tags.find("Result").value_or("*")).value_or(Result::unknown);
    game.moves = std::string("\x1c\x00\x9d", 3);
    game.ply_count = 3;
    game.final_check = 0xFEDC;
    game.san = "1.e4 e5 2.Nf3";
    game.notation = {"en", Decision::only, {}};
    return game;
}

GameRecord paris_game() {
    return game_with({{"Event", "Paris"},
                      {"Site", "Paris FRA"},
                      {"Date", "1858.12.27"},
                      {"Round", "9"},
                      {"White", "Morphy, Paul"},
                      {"Black", "Anderssen, Adolf"},
                      {"Result", "1-0"}});
}

GameRecord full_game() {
    GameRecord game = paris_game();
    game.state = GameState::incomplete;
    game.start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    game.tags.add("SetUp", "1");
    game.tags.add("FEN", game.start);
    game.tags.add("Annotator", "\"Dienw\" \\ ab");
    game.unread = "3.Qxz9 مات 1-0";
    game.notation = {"cy", Decision::tied, {"en", "ca"}};
    game.annotations.add(Annotations::Kind::comment, 0, 0, "Ym Mharis");
    game.annotations.add(Annotations::Kind::nag, 2, 14);
    game.annotations.add(Annotations::Kind::begin_variation, 2);
    game.annotations.add(Annotations::Kind::move, 2, 0x1234);
    game.annotations.add(Annotations::Kind::unread, 2, 0, "Zz9");
    game.annotations.add(Annotations::Kind::end_variation, 2);
    game.annotations.add(Annotations::Kind::comment, 3, 0, std::string(500, 'x'));
    game.problems.push_back({.reason = {ProblemKind::not_a_move, {"Qxz9 \"مات\"\n", "Welsh"}, Frame::in_variation},
                             .severity = Severity::fault,
                             .place = {71, 12, 3456},
                             .ply = 3,
                             .line = "3.Qxz9 مات 1-0",
                             .caret = 2,
                             .width = 4,
                             .advice = {Remedy::write_which, {Argument::List{"Nge5", "Nde5"}}},
                             .box = {.page = 2, .x = 512, .y = 1180, .width = 96, .height = 31}});
    game.problems.push_back(
        {.reason = {ProblemKind::wrong_number, {3, 2}}, .severity = Severity::note, .place = {}, .ply = 3});
    game.charset = "windows-1252";
    game.source_text = std::string("[White \"Morphy\"]\n\xff\0 1.e4", 24) + std::string(300, ' ');
    return game;
}

void import_games(Store& store, std::vector<GameRecord> games, const std::string& path) {
    std::uint64_t byte = 0, line = 1;
    for (GameRecord& game : games) {
        game.span = {byte, byte + 600, line};
        byte += 601;
        line += 15;
    }
    ContentHasher hasher;
    hasher.add(path);
    GameWriter writer(store);
    writer.begin_batch("0.2.0", "");
    writer.begin_source({path, "pgn", "UTF-8", byte, hasher.hex()});
    for (const GameRecord& game : games) {
        writer.add(game);
        writer.add_separator(1);
    }
    writer.end_source();
    writer.end_batch();
}

std::vector<std::string> rows(const Store& store, std::string_view sql) {
    Statement statement = Statement::of_text(store.connection(), sql);
    std::vector<std::string> result;
    while (statement.step()) {
        std::string row;
        for (int column = 0; column < statement.column_count(); ++column) {
            if (column > 0) row += '|';
            row += statement.text(column);
        }
        result.push_back(row);
    }
    return result;
}

void write_file(const std::filesystem::path& path, std::string_view content) {
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Summary summary_by_rows(Store& store) {
    using Ids = std::numeric_limits<std::int64_t>;
    return summary(store, [&](const EachGameNumbers& each) { for_each_numbers(store, Ids::min(), Ids::max(), each); });
}

}  // namespace cofnod::store::test

namespace cofnod {

bool same(const GameRecord& a, const GameRecord& b) {
    return a.kind == b.kind && a.state == b.state && a.tags == b.tags && a.result == b.result && a.start == b.start &&
           a.moves == b.moves && a.ply_count == b.ply_count && a.final_check == b.final_check && a.san == b.san &&
           a.annotations == b.annotations && a.unread == b.unread && a.notation == b.notation &&
           a.problems == b.problems && a.source_text == b.source_text && a.charset == b.charset;
}

}  // namespace cofnod
