#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "games/chess/pack.hpp"
#include "games/chess/position.hpp"
#include "notation/languages.hpp"
#include "sqlite/host.hpp"
#include "store/interruption.hpp"

/// Conversion of values between SQLite and C++.
namespace cofnod::sqlite {

/// Number of plies played between checks for an interruption by the host.
inline constexpr int plies_between_asking = 4096;

inline std::string_view text_in(sqlite3_value* value) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

inline std::string_view bytes_in(sqlite3_value* value) {
    const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

inline void give(sqlite3_context* context, std::string_view text) {
    sqlite3_result_text64(context, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

inline void give(sqlite3_context* context, std::int64_t number) { sqlite3_result_int64(context, number); }
inline void give(sqlite3_context* context, double number) { sqlite3_result_double(context, number); }

/// Sets 64 bits as a signed integer, the only kind that SQLite stores.
inline void give_bits(sqlite3_context* context, std::uint64_t bits) {
    sqlite3_result_int64(context, static_cast<std::int64_t>(bits));
}

/// Outcome of an operation as SQLite reports it: a result code and an error message.
struct Fault {
    int code = SQLITE_OK;
    std::string text{};
};

/// Returns an error as a single text: place, problem and remedy.
std::string text_of(const Error& error);

/// Runs a function that returns an SQLite result code, and converts exceptions, which must not propagate into C.
template <typename Work>
Fault fault_of(Work&& work) noexcept {
    try {
        try {
            return {work()};
        } catch (const store::Interrupted&) {
            return {SQLITE_INTERRUPT};
        } catch (const std::bad_alloc&) {
            return {SQLITE_NOMEM};
        } catch (const Error& error) {
            return {SQLITE_ERROR, text_of(error)};
        } catch (const std::exception& error) {
            return {SQLITE_ERROR, printable_message(error.what(), false)};
        }
    } catch (...) {  // not enough memory for the message
        return {SQLITE_NOMEM};
    }
}

/// Returns the built-in notations.
const notation::Languages& languages();
/// Returns a notation by code or name; English if the name is empty. Throws UsageError for an unknown one.
const notation::Language& language_named(std::string_view name);
/// Returns the start position of a game: the initial position for an empty text or "startpos". Throws UsageError for an
/// invalid FEN.
chess::Position start_of(std::string_view fen);

/// Throws InputError unless the moves are those of a chess game from their position: they may be damaged, or of
/// Camelot.
void check_undamaged(const chess::Unpacker& game);

/// Adds the functions that need no database. Returns an SQLite result code.
int add_pure_functions(sqlite3* connection);
/// Adds the functions that look up a game. Returns an SQLite result code.
int add_game_functions(sqlite3* connection);

}  // namespace cofnod::sqlite
