#include "sqlite/functions.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/ways_out.hpp"
#include "games/chess/replayer.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/diagram.hpp"
#include "games/record/move_text.hpp"
#include "games/record/openings.hpp"
#include "games/record/record.hpp"
#include "games/record/with_game.hpp"
#include "operations/host.hpp"
#include "operations/notation_choice.hpp"
#include "operations/placed.hpp"
#include "operations/query.hpp"
#include "search/endgames.hpp"
#include "search/written_moves.hpp"
#include "sqlite/virtual_table.hpp"
#include "store/game_reader.hpp"
#include "store/interruption.hpp"
#include "store/name_match.hpp"
#include "store/partial_date.hpp"
#include "store/store.hpp"

namespace cofnod::sqlite {

namespace {

/// Returns an error's remedy in terms of SQL; empty if it is a command that changes files.
const char* template_of(WayOutKind kind) {
    using enum WayOutKind;
    switch (kind) {
        case choose_notation: return "read as {} ({}), the best match; name another notation if that is wrong";
        case read_otherwise: return "name its notation";
        case list_notations: return "'cofnod languages' lists them all";
        case did_you_mean_notation: return "did you mean {1} ({0})? 'cofnod languages' lists them all";
        case leave_out_notation: return "without a notation, moves are written in English";
        case name_database:
        case create_database: return "open a database that 'cofnod import' has made";
        case run_import_again: return "if its import was interrupted, run it again: cofnod import {} GAMES.pgn";
        case import_first: return "import into it first: cofnod import {} GAMES.pgn";
        case upgrade_by_import: return "the next import brings it up to date: cofnod import {} GAMES.pgn";
        case export_by_its_maker: return "use the extension of the cofnod that wrote it";
        case undo_change_of_schema: return "undo that, or save its games: cofnod recover {} NEW.db";
        case check_database:
        case restore_database:
        case check_all_bytes: return "see 'cofnod check --deep' on the database";
        case check_and_recover: return "see 'cofnod check' on it, and 'cofnod recover'";
        case recover_database: return "restore it from a copy, or save what can be read: cofnod recover {} NEW.db";
        case rebuild_index: return "'cofnod optimize' rebuilds it";
        case name_one_player: return "add player = 'morphy'";
        case choose_game: return "leave kind out, or write kind = '{}'";
        case let_script_read: return "scripts read no files here";
        case allow_script_more_memory:
        case repeat_less:
        case allow_more_time: return "'cofnod cql' runs it with more memory and time";
        default: return "";
    }
}

std::string sentence(const WayOut& way_out) {
    if (way_out.kind() == WayOutKind::sentence) return way_out.sentence();
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& argument : way_out.arguments()) arguments.push_back(argument);
    return fmt::vformat(template_of(way_out.kind()), arguments);
}

/// Removes a prefix such as "--since: " from a text and returns the option's name.
std::string take_option(std::string& text) {
    const std::size_t colon = text.find(": ");
    if (!text.starts_with("--") || colon == text.npos || text.find(' ') < colon) return {};
    std::string option = text.substr(2, colon - 2);
    text.erase(0, colon + 2);
    return option;
}

}  // namespace

std::string text_of(const Error& error) {
    std::string text = error.what();
    const std::string option = take_option(text);
    std::string about = option.empty() ? error.about() : option;
    std::replace(about.begin(), about.end(), '-', '_');
    const std::string remedy = sentence(error.way_out());
    return printable_message(
        fmt::format("{}{}{}{}{}", about, about.empty() ? "" : ": ", text, remedy.empty() ? "" : "; ", remedy), false);
}

namespace {

/// Arguments of a call; missing ones read as NULL.
class Call {
public:
    Call(sqlite3_context* context, int count, sqlite3_value** values)
        : context_(context), count_(static_cast<std::size_t>(count)), values_(values) {}

    [[nodiscard]] sqlite3_context* context() const { return context_; }
    [[nodiscard]] std::string_view text(std::size_t i) const { return i < count_ ? text_in(values_[i]) : ""; }
    [[nodiscard]] std::string_view bytes(std::size_t i) const { return i < count_ ? bytes_in(values_[i]) : ""; }
    [[nodiscard]] std::int64_t integer(std::size_t i) const { return sqlite3_value_int64(values_[i]); }
    [[nodiscard]] bool is_null(std::size_t i) const {
        return i >= count_ || sqlite3_value_type(values_[i]) == SQLITE_NULL;
    }

private:
    sqlite3_context* context_;
    std::size_t count_;
    sqlite3_value** values_;
};

/// Returns the game given by the arguments `moves, start`, played up to a ply; nullopt if it is shorter.
std::optional<chess::Unpacker> played(const Call& call, std::int64_t ply) {
    chess::Unpacker game(start_of(call.text(1)), call.bytes(0));
    for (std::int64_t played = 0; played < ply; ++played) {
        if (!game.next()) {
            check_undamaged(game);
            return std::nullopt;
        }
        if (played % plies_between_asking == 0) store::check_interruption();
    }
    if (ply < 0) return std::nullopt;
    return game;
}

void fen(const Call& call) {
    if (call.is_null(2)) return;
    if (const auto game = played(call, call.integer(2)))
        give(call.context(), ChessGame::write_position(game->position()));
}

/// Writes the move that leads to a ply; ply 0 has none.
template <typename Write>
void write_move_to(const Call& call, Write&& write) {
    const std::int64_t ply = call.integer(2);
    if (ply < 1) return;
    auto game = played(call, ply - 1);
    if (!game) return;
    const chess::Position position = game->position();
    const auto move = game->next();
    if (move) return give(call.context(), write(position, *move));
    check_undamaged(*game);
}

void san(const Call& call) {
    const notation::Language& language = language_named(call.text(3));
    write_move_to(
        call, [&](const chess::Position& position, chess::Move move) { return move_text(position, move, language); });
}

void uci(const Call& call) {
    write_move_to(call, [](const chess::Position& position, chess::Move move) { return uci_text(position, move); });
}

void moves(const Call& call) {
    const notation::Language& language = language_named(call.text(2));
    const chess::Position start = start_of(call.text(1));
    chess::Unpacker game(start, call.bytes(0));
    std::string text;
    for (std::uint32_t ply = 0;; ++ply) {
        const chess::Position before = game.position();
        const auto move = game.next();
        if (!move) break;
        if (ply % plies_between_asking == 0) store::check_interruption();
        if (!text.empty()) text += ' ';
        if (ply == 0 || before.turn() == chess::Color::white) text += move_number(before) + ' ';
        append_move(text, before, game.position(), *move, language);
    }
    check_undamaged(game);
    give(call.context(), text);
}

void key(const Call& call) { give_bits(call.context(), start_of(call.text(0)).key()); }

void material(const Call& call) {
    const chess::Replayer position(start_of(call.text(0)));
    give(call.context(), search::endgame_text({.signature = chess::material_of(position)}));
}

/// Writes eight lines, as drawn by `cofnod show` without colours.
void board(const Call& call) {
    static constexpr std::array<std::string_view, 12> figures = {"♙", "♘", "♗", "♖", "♕", "♔",
                                                                 "♟", "♞", "♝", "♜", "♛", "♚"};
    const chess::Position position = start_of(call.text(0));
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const auto piece = position.piece_at(chess::Square::from_index(8 * rank + file));
            const auto role = piece ? static_cast<std::size_t>(piece->role) : 0;
            const std::size_t side = piece && piece->color == chess::Color::black ? 6 : 0;
            (text += file == 0 ? "" : " ") += piece ? figures[side + role] : std::string_view("·");
        }
        text += '\n';
    }
    give(call.context(), text);
}

void svg(const Call& call) {
    const notation::Language& language = language_named(call.text(1));
    const Diagram diagram = diagram_of<ChessGame>(start_of(call.text(0)), language, nullptr);
    give(call.context(), svg_of(diagram, {}));
}

void opening(const Call& call) {
    const Opening* const found = opening_of(start_of(call.text(1)), call.bytes(0));
    if (found) give(call.context(), std::string(found->eco) + ' ' + std::string(found->name(call.text(2))));
}

void read(const Call& call) {
    const auto written = search::read_written_moves(call.text(0), languages(),
                                                    call.text(1).empty() ? nullptr : &language_named(call.text(1)));
    if (!written) operations::throw_fault({}, std::string(call.text(0)), written.error());
    std::string text;
    for (const chess::Move move : written->moves)
        text += (text.empty() ? "" : " ") + uci_text(chess::Position::initial(), move);
    give(call.context(), text);
}

void date(const Call& call) {
    if (!call.is_null(0))
        give(call.context(), store::PartialDate::from_number(static_cast<std::int32_t>(call.integer(0))).to_text());
}

void name_key(const Call& call) { give(call.context(), store::name_key(call.text(0))); }

void version(const Call& call) { give(call.context(), operations::program_version()); }

void fen_at(const Call& call) {
    store::Store store = store::Store::over(sqlite3_context_db_handle(call.context()));
    store::GameReader reader(store);
    const auto game = reader.moves(call.integer(0));  // owns the texts of the game
    if (!game || call.is_null(1) || call.integer(1) < 0) return;
    with_game(game->kind, [&](auto rules) {
        using G = decltype(rules);
        auto start = G::read_start(game->start);
        if (!start) throw UsageError(start.error());
        typename G::Unpacker unpacker(*start, game->moves);
        typename G::Position position = *std::move(start);
        for (std::int64_t ply = call.integer(1); ply > 0; --ply) {
            const auto next = unpacker.next();
            if (!next) return;
            position.play(G::effect_of(position, *next));
        }
        give(call.context(), G::write_position(position));
    });
}

void pgn(const Call& call) {
    store::Store store = store::Store::over(sqlite3_context_db_handle(call.context()));
    store::GameReader reader(store);
    const auto record = reader.read(call.integer(0));
    if (!record) return;
    std::string text;
    pgn::write(*record, {.language = &language_named(call.text(1))}, text);
    give(call.context(), text);
}

struct Function {
    const char* name;
    void (*work)(const Call&);
    int least, most;  ///< number of arguments
};

constexpr Function pure_functions[] = {
    {"cofnod_fen", fen, 3, 3},           {"cofnod_san", san, 3, 4},         {"cofnod_uci", uci, 3, 3},
    {"cofnod_moves", moves, 2, 3},       {"cofnod_opening", opening, 2, 3}, {"cofnod_key", key, 1, 1},
    {"cofnod_material", material, 1, 1}, {"cofnod_board", board, 1, 1},     {"cofnod_svg", svg, 1, 2},
    {"cofnod_read", read, 1, 2},         {"cofnod_date", date, 1, 1},       {"cofnod_name_key", name_key, 1, 1},
    {"cofnod_version", version, 0, 0},
};

constexpr Function game_functions[] = {
    {"cofnod_fen_at", fen_at, 2, 2},
    {"cofnod_pgn", pgn, 1, 2},
};

/// Returns true for arguments longer than those of any real game; work on them can be interrupted.
bool is_long(int count, sqlite3_value** values) {
    static constexpr int longest_usual = 100'000;
    return count > 0 && sqlite3_value_type(values[0]) == SQLITE_BLOB && sqlite3_value_bytes(values[0]) > longest_usual;
}

void run(sqlite3_context* context, int count, sqlite3_value** values) {
    const auto& function = *static_cast<const Function*>(sqlite3_user_data(context));
    const Fault fault = fault_of([&] {
        const Call call(context, count, values);
        if (function.least > 0 && call.is_null(0)) return SQLITE_OK;  // NULL gives NULL
        if (!is_long(count, values)) {
            function.work(call);
            return SQLITE_OK;
        }
        const store::Connection host(sqlite3_context_db_handle(context));
        HostWatch watch(host);
        const store::StopWhen stop([&] { return watch.is_stopped(); });
        function.work(call);
        return SQLITE_OK;
    });
    if (fault.code == SQLITE_OK) return;
    const std::string text = std::string(function.name) + ": " + fault.text;
    if (!fault.text.empty()) sqlite3_result_error(context, text.c_str(), static_cast<int>(text.size()));
    sqlite3_result_error_code(context, fault.code);
}

template <std::size_t count>
int add(sqlite3* connection, const Function (&functions)[count], int flags) {
    for (const Function& function : functions)
        for (int arguments = function.least; arguments <= function.most; ++arguments) {
            const int code =
                sqlite3_create_function_v2(connection, function.name, arguments, SQLITE_UTF8 | flags,
                                           const_cast<Function*>(&function), run, nullptr, nullptr, nullptr);
            if (code != SQLITE_OK) return code;
        }
    return SQLITE_OK;
}

}  // namespace

const notation::Languages& languages() {
    static const notation::Languages all = notation::Languages::built_in();
    return all;
}

const notation::Language& language_named(std::string_view name) {
    return name.empty() ? languages().english() : operations::language_to_write(languages(), name);
}

chess::Position start_of(std::string_view fen) {
    auto start = ChessGame::read_start(fen == operations::start_word ? std::string_view() : fen);
    if (!start) throw UsageError(start.error());
    return *std::move(start);
}

void check_undamaged(const chess::Unpacker& game) {
    if (game.is_damaged())
        throw InputError(
            "these are not the moves of a game of chess from this position",
            "a game of Camelot is read by cofnod_fen_at and cofnod_pgn; a damaged one is found by cofnod check");
}

int add_pure_functions(sqlite3* connection) {
    return add(connection, pure_functions, SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS);
}

int add_game_functions(sqlite3* connection) { return add(connection, game_functions, SQLITE_DIRECTONLY); }

}  // namespace cofnod::sqlite
