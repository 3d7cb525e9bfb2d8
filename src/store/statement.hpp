#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "store/connection.hpp"
#include "store/queries.hpp"

struct sqlite3_stmt;

namespace cofnod::store {

/// Of what Statement::text gives; importers::Limits::most_tag is the same.
inline constexpr std::size_t longest_text = std::size_t{1} << 20;

/// Bytes, as opposed to text.
struct Blob {
    std::string_view bytes;
};

/// A prepared statement: prepared once, then bound, stepped and reset as often as you like. Parameters and columns
/// count as in SQL: the first parameter is 1, the first column 0.
class Statement {
public:
    /// A query of schema/queries.
    Statement(const Connection& connection, Sql query);
    /// The same of text put together from such queries; values are bound, never part of it.
    static Statement of_text(const Connection& connection, std::string_view sql);

    /// Runs one after the other, whatever rows they give.
    static void run_all(const Connection& connection, std::string_view sql);

    /// Texts and blobs are not copied: they must live until the reset.
    void bind(int parameter, std::int64_t value);
    void bind(int parameter, std::string_view text);
    void bind(int parameter, Blob blob);
    void bind(int parameter, std::nullptr_t null);
    template <typename T>
    void bind(int parameter, const std::optional<T>& value) {
        value ? bind(parameter, *value) : bind(parameter, nullptr);
    }
    template <typename... Ts>
    void bind(int parameter, const std::variant<Ts...>& value) {
        std::visit([&](const auto& held) { bind(parameter, held); }, value);
    }
    void bind(int parameter, std::unsigned_integral auto value) { bind(parameter, static_cast<std::int64_t>(value)); }
    void bind(int parameter, int value) { bind(parameter, std::int64_t{value}); }
    void bind(int parameter, const char* text) { bind(parameter, std::string_view(text)); }

    /// Same, for texts that do not live so long.
    void bind_copy(int parameter, std::string_view text);
    void bind_copy(int parameter, std::int64_t value) { bind(parameter, value); }

    /// The number of a parameter written `:name`.
    [[nodiscard]] int parameter(const char* name) const;

    /// Binds all parameters in the order of their numbers.
    template <typename... Values>
    Statement& with(const Values&... values) {
        reset();
        int parameter = 0;
        (bind(++parameter, values), ...);
        return *this;
    }

    /// On to the next row; false after the last.
    bool step();
    /// Steps to the end and resets.
    void run();
    /// Ready to be stepped from the start; the bound values stay.
    void reset();

    /// Texts and blobs stay valid until the next step or reset. NULL reads as 0 or empty.
    [[nodiscard]] std::int64_t integer(int column) const;
    /// A name, a tag, a word: StoreError if it is longer than any that an import stores, so that lists of them take no
    /// memory without bound.
    [[nodiscard]] std::string_view text(int column) const;
    /// Part of a game's text, as long as Connection lets any value be.
    [[nodiscard]] std::string_view long_text(int column) const;
    [[nodiscard]] std::string_view blob(int column) const;
    [[nodiscard]] bool is_null(int column) const;
    /// The path of the database.
    [[nodiscard]] std::string file() const;
    [[nodiscard]] int column_count() const;
    [[nodiscard]] std::string_view column_name(int column) const;
    [[nodiscard]] std::optional<std::int64_t> optional_integer(int column) const;

private:
    Statement() = default;
    /// The first statement of it, none where only a comment is left; what stands behind.
    std::string_view prepare(const Connection& connection, std::string_view sql);
    void check(int code) const;

    struct Finalize {
        void operator()(sqlite3_stmt* handle) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
    WorkLimit* work_limit_ = nullptr;  ///< of its connection
};

/// Resets a statement when the scope ends, however it ends: an unfinished reader would keep the file from
/// being checkpointed.
class ResetAtEnd {
public:
    explicit ResetAtEnd(Statement& statement) : statement_(statement) {}
    ~ResetAtEnd() { statement_.reset(); }
    ResetAtEnd(const ResetAtEnd&) = delete;
    ResetAtEnd& operator=(const ResetAtEnd&) = delete;

private:
    Statement& statement_;
};

}  // namespace cofnod::store
