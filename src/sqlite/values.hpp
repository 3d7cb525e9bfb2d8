#pragma once

#include <string>
#include <string_view>

#include "sqlite/host.hpp"

/// Values of SQLite, to and from those of C++.
namespace cofnod::sqlite {

/// Number of plies played between two checks whether the host has interrupted the statement.
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

/// 64 bits, as SQLite stores them: signed.
inline void give_bits(sqlite3_context* context, std::uint64_t bits) {
    sqlite3_result_int64(context, static_cast<std::int64_t>(bits));
}

}  // namespace cofnod::sqlite
