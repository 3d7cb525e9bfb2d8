#include <memory>
#include <optional>
#include <string>

#include "games/record/chess_game.hpp"
#include "games/record/move_text.hpp"
#include "sqlite/functions.hpp"
#include "sqlite/virtual_table.hpp"
#include "store/interruption.hpp"

namespace cofnod::sqlite {

namespace {

enum Number : std::size_t { ply, move, uci, fen, key, moves, start, notation };

/// Positions of a game, beginning with the start position.
class Plies : public Rows {
public:
    Plies(std::string packed, const chess::Position& from, const notation::Language& language, bool needs_before)
        : packed_(std::move(packed)),
          unpacker_(from, packed_),
          before_(from),
          language_(language),
          needs_before_(needs_before) {}

    bool next() override {
        if (needs_before_) before_ = unpacker_.position();
        if (is_first_) {
            is_first_ = false;
            return true;
        }
        ++ply_;
        move_ = unpacker_.next();
        if (!move_) check_undamaged(unpacker_);
        if (ply_ % plies_between_asking == 0) store::check_interruption();
        return move_.has_value();
    }

    void write(std::size_t column, sqlite3_context* context) const override {
        switch (column) {
            case Number::ply: return give(context, ply_);
            case Number::fen: return give(context, ChessGame::write_position(unpacker_.position()));
            case Number::key: return give_bits(context, unpacker_.position().key());
            case Number::move:
                if (move_) give(context, move_text(before_, *move_, language_));
                return;
            case Number::uci:
                if (move_) give(context, uci_text(before_, *move_));
                return;
            default: return;
        }
    }

private:
    std::string packed_;
    chess::Unpacker unpacker_;
    chess::Position before_;
    const notation::Language& language_;
    bool needs_before_;
    bool is_first_ = true;
    std::int64_t ply_ = 0;
    std::optional<chess::Move> move_;
};

class PliesTable : public Table {
public:
    std::unique_ptr<Rows> ask(const Asked& asked) override {
        std::string packed;
        std::string_view position, language;
        for (const auto& [column, value] : asked.values) {
            if (column == Number::moves) packed = bytes_in(value);
            if (column == Number::start) position = text_in(value);
            if (column == Number::notation) language = text_in(value);
        }
        return std::make_unique<Plies>(std::move(packed), start_of(position), language_named(language),
                                       asked.uses(Number::move) || asked.uses(Number::uci));
    }
};

}  // namespace

TableKind plies_table() {
    return {.name = "cofnod_plies",
            .columns = {{"ply", "INTEGER"},
                        {"move", "TEXT"},
                        {"uci", "TEXT"},
                        {"fen", "TEXT"},
                        {"key", "INTEGER"},
                        {"moves", "BLOB", true},
                        {"start", "TEXT", true, true},
                        {"notation", "TEXT", true, true}},
            .required = {"moves"},
            .is_direct = false,
            .connect = [](sqlite3*) { return std::make_unique<PliesTable>(); }};
}

}  // namespace cofnod::sqlite
