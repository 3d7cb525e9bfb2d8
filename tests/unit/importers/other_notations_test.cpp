#include <catch2/catch.hpp>

#include <filesystem>
#include <functional>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/chess/resolve.hpp"
#include "games/chess/san.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/replay.hpp"
#include "importers/decoder/written_move.hpp"
#include "importers/text/container.hpp"
#include "notation/described_move.hpp"
#include "notation/language.hpp"

using namespace cofnod;
using namespace cofnod::importers;
using notation::Language;
using notation::Role;

namespace {

/// Writes moves like books in descriptive notation: as short as is unambiguous.
class DescriptiveWriter {
public:
    explicit DescriptiveWriter(const Language& language) : language_(language) {}

    [[nodiscard]] std::string write(const Situation& situation, chess::Move move) const {
        const chess::Position& position = situation.position;
        if (move.kind() == chess::Move::Kind::castling) return move.to() > move.from() ? "O-O" : "O-O-O";
        std::string end;
        if (move.kind() == chess::Move::Kind::promotion) end = "(" + letter(move.promotion_role()) + ")";
        for (const std::string& subject : subjects(situation, move))
            for (const std::string& object : objects(position, move)) {
                const std::string text = subject + object + end;
                const auto read = notation::read_descriptive(language_, text);
                if (!read || read->length != text.size()) continue;
                const auto resolution = chess::resolve(position, read->move, situation.wings);
                if (resolution && resolution.move == move) return text;
            }
        return "?";
    }

private:
    [[nodiscard]] std::string letter(Role role) const { return std::string(language_.piece_letter(role)); }

    [[nodiscard]] std::string on_wing(Role role, bool king_side) const {
        const std::string wing = letter(king_side ? Role::king : Role::queen);
        return language_.data().wing_last ? letter(role) + wing : wing + letter(role);
    }

    [[nodiscard]] std::string file(notation::File file, bool in_full) const {
        static constexpr std::array<Role, 8> homes = {Role::rook, Role::knight, Role::bishop, Role::queen,
                                                      Role::king, Role::bishop, Role::knight, Role::rook};
        const Role role = homes[static_cast<std::size_t>(file)];
        const bool is_royal = role == Role::king || role == Role::queen;
        return is_royal || !in_full ? letter(role) : on_wing(role, file >= notation::File::e);
    }

    [[nodiscard]] std::string square(const chess::Position& position, chess::Square at, bool in_full) const {
        const int rank = static_cast<int>(at.rank());
        const std::string digit = std::to_string(1 + (position.turn() == chess::Color::white ? rank : 7 - rank));
        const std::string name = file(at.file(), in_full);
        return language_.rank_first() ? digit + name : name + digit;
    }

    [[nodiscard]] std::vector<std::string> subjects(const Situation& situation, chess::Move move) const {
        const Role role = situation.position.piece_at(move.from())->role;
        const std::string origin = "(" + square(situation.position, move.from(), true) + ")";
        if (role == Role::pawn) {
            const std::string at = file(move.from().file(), true);
            return {letter(role), language_.data().wing_last ? letter(role) + at : at + letter(role),
                    letter(role) + origin};
        }
        return {letter(role), on_wing(role, situation.wings.is_of_king_side(move.from())), letter(role) + origin};
    }

    [[nodiscard]] std::vector<std::string> objects(const chess::Position& position, chess::Move move) const {
        const std::string dash = language_.rank_first() ? "" : "-";
        if (move.kind() == chess::Move::Kind::en_passant) return {"x" + letter(Role::pawn) + " e.p."};
        const auto captured = position.piece_at(move.to());
        if (!captured) return {dash + square(position, move.to(), false), dash + square(position, move.to(), true)};
        const std::string taken = "x" + letter(captured->role);
        return {taken, taken + "(" + square(position, move.to(), true) + ")"};
    }

    const Language& language_;
};

std::string digits(chess::Move move, const std::string& uci) {
    std::string text;
    for (std::size_t i = 0; i < 4; ++i) text += i % 2 ? uci[i] : static_cast<char>(uci[i] - 'a' + '1');
    if (move.kind() == chess::Move::Kind::promotion) text += std::to_string(1 + std::string_view("qrbn").find(uci[4]));
    return text;
}

/// Returns all sample games that begin in the initial position.
const std::vector<GameRecord>& samples() {
    static const std::vector<GameRecord> games = [] {
        std::vector<GameRecord> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(COFNOD_ROOT "/sample-data/chess")) {
            if (entry.path().extension() != ".pgn") continue;
            Source source = *Container::open(entry.path()).next();
            Collected found;
            import_source(source, languages(), {}, found);
            for (GameRecord& game : found.games)
                if (game.ply_count > 0 && !game.tags.find("FEN")) all.push_back(std::move(game));
        }
        return all;
    }();
    return games;
}

using WriteMove = std::function<std::string(const Situation&, chess::Move)>;

std::string written(const GameRecord& game, const WriteMove& write) {
    std::string text = "[Event \"x\"]\n\n";
    Situation situation{chess::Position::initial()};
    for (const chess::Move move : main_line<ChessGame>(game)) {
        if (situation.position.turn() == chess::Color::white)
            text += std::to_string(situation.position.fullmove_number()) + ". ";
        text += write(situation, move) + ' ';
        situation.play(move);
    }
    return text + "*\n";
}

/// Returns the number of sample games that are read back with different moves.
int lost(const std::string& code, const WriteMove& write) {
    int count = 0;
    for (const GameRecord& game : samples()) {
        const std::string text = written(game, write);
        const GameRecord back = read_game(text);
        const bool same = back.san == game.san && back.state == GameState::complete &&
                          (back.notation.code == code || back.notation.how == Decision::tied);
        if (!same && ++count < 4)
            FAIL_CHECK(code << " " << back.notation.code << ": " << text << "\nreads as\n" << back.san);
    }
    return count;
}

std::string spaced(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (!result.empty() && (c == '-' || c == 'x' || (c >= '1' && c <= '8'))) result += ' ';
        result += c;
        if (c == '-' || c == 'x') result += ' ';
    }
    return result;
}

}  // namespace

TEST_CASE("the sample games written in descriptive notations come back", "[importers][pattern]") {
    INFO(samples().size());
    CHECK(samples().size() > 20);
    for (const Language* language : languages().others()) {
        if (language->system() != notation::System::descriptive) continue;
        const DescriptiveWriter writer(*language);
        CHECK(lost(language->code(),
                   [&](const Situation& situation, chess::Move move) { return writer.write(situation, move); }) == 0);
    }
}

TEST_CASE("blanks inside the moves do not matter", "[importers][pattern]") {
    const DescriptiveWriter writer(*languages().find("en-d"));
    CHECK(lost("en-d", [&](const Situation& situation, chess::Move move) {
              return spaced(writer.write(situation, move));
          }) == 0);
}

TEST_CASE("the sample games written from square to square come back", "[importers][pattern]") {
    CHECK(lost("uci", [](const Situation&, chess::Move move) { return chess::write_uci(move); }) == 0);
    CHECK(lost("uci", [](const Situation&, chess::Move move) {
              std::string text = chess::write_uci(move);
              for (char& c : text) c = static_cast<char>(std::toupper(c));
              return text;
          }) == 0);
    CHECK(lost("iccf", [](const Situation&, chess::Move move) { return digits(move, chess::write_uci(move)); }) == 0);
}

TEST_CASE("the moves after an ambiguous one say which was meant", "[importers][pattern]") {
    const GameRecord game = read_game("1. P-K4 P-K4 2. Kt-B3 Kt-QB3 3. Kt-B3 Kt-B3 4. KtxP *");
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Nc3 Nf6 4.Nxe5");
    CHECK(game.state == GameState::incomplete);  // the knights could also have moved the other way round
    const GameRecord english = read_game("1. d4 d5 2. Nf3 Nf6 3. e3 e6 4. Nd2 Be7 5. Ne5 *");
    CHECK(english.san == "1.d4 d5 2.Nf3 Nf6 3.e3 e6 4.Nbd2 Be7 5.Ne5");
    REQUIRE(english.problems.size() == 1);
    CHECK(english.problems[0].group() == ProblemGroup::ambiguous_move);
    CHECK(english.problems[0].severity == Severity::note);
}

TEST_CASE("a move that stays ambiguous to the end of the game is a problem", "[importers][pattern]") {
    const GameRecord game = read_game("1. P-K4 P-K4 2. Kt-B3 P-Q3 *");
    CHECK(game.notation.code == "en-d");
    CHECK(game.san == "1.e4 e5");
    CHECK(game.state == GameState::incomplete);
    CHECK(game.unread == "Kt-B3 P-Q3");
    REQUIRE_FALSE(game.problems.empty());
    CHECK(game.problems[0].group() == ProblemGroup::ambiguous_move);
    CHECK(sentence(game.problems[0].reason) == "it fits b1-c3 and g1-f3");
}

TEST_CASE("a year is no move of digits", "[importers][pattern]") {
    CHECK(read_game("1. e4 e5 1858 2. Nf3 *").notation.code == "en");
    CHECK(read_text("Caerdydd\n\n1858\n", Format::prose).games.empty());
}

TEST_CASE("a column of an old newspaper is read", "[importers][prose][pattern]") {
    const GameRecord game = read_game(
        "THE CHESS COLUMN. Cardiff, May 1858.\n\nWhite: Mr. Anderssen\nBlack: Mr. Dufresne\n\n"
        " 1 P to K 4       P to K 4\n 2 Kt to K B 3    Kt to Q B 3\n 3 B to B 4       B to B 4\n 4 P to Q Kt 4    B x "
        "P\n"
        " 5 P to B 3       B to R 4\n 6 P to Q 4       P x P\n 7 Castles        P to Q 6\n 8 Q to Kt 3      Q to B 3\n"
        " 9 P to K 5       Q to Kt 3\n10 R to K sq      K Kt to K 2\n11 B to R 3       P to Kt 4\n12 Q x P          R "
        "to Q Kt sq\n"
        "13 Q to R 4       B to Kt 3\n14 Q Kt to Q 2    B to Kt 2\n15 Kt to K 4      Q to B 4\n16 B x Q P        Q to "
        "R 4\n"
        "17 Kt to B 6 (ch) P x Kt\n18 P x P          R to Kt sq\n19 Q R to Q sq    Q x Kt\n20 R x Kt (ch)    Kt x R\n"
        "21 Q x P (ch)     K x Q\n22 B to B 5 (dbl ch) K to K sq\n23 B to Q 7 (ch)  K to B sq\n24 B x Kt, mate.\n",
        Format::prose);
    CHECK(game.ply_count == 47);
    CHECK(game.san.ends_with("23.Bd7+ Kf8 24.Bxe7#"));
    CHECK(game.state == GameState::complete);
    CHECK(game.notation.code == "en-d");
}
