#include "cluster/schema.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <span>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "base/result.hpp"
#include "base/tr.hpp"
#include "cluster/row_binary.hpp"
#include "cql/run/finder.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cluster {

namespace {

constexpr std::uint64_t most_text = std::uint64_t{1} << 28, most_rows = std::uint64_t{1} << 24;

[[noreturn]] void break_off() {
    throw InputError(tr("the rows break off"),
                     tr("this command answers ClickHouse: send_chunk_header, format RowBinary"));
}

/// Reads rows from a stream.
class RowInput {
public:
    explicit RowInput(std::istream& in) : in_(in) {}

    /// Returns the number of rows in the next chunk; nullopt at the end.
    std::optional<std::uint64_t> chunk() {
        std::string line;
        if (!std::getline(in_, line)) return std::nullopt;
        std::uint64_t rows = 0;
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), rows);
        if (error != std::errc{} || end != line.data() + line.size() || rows > most_rows) break_off();
        return rows;
    }
    void text(std::string& text) {
        std::uint64_t size = 0;
        for (unsigned shift = 0;; shift += 7) {
            const int byte = in_.get();
            if (byte < 0 || shift > 28) break_off();
            size |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80) break;
        }
        if (size > most_text) break_off();
        text.resize(size);
        if (!in_.read(text.data(), static_cast<std::streamsize>(size))) break_off();
    }
    int byte() {
        const int byte = in_.get();
        if (byte < 0) break_off();
        return byte;
    }

private:
    std::istream& in_;
};

/// Compiled script and the finder that matches games against it.
struct Compiled {
    std::string text;
    cql::CompiledScript script;
    cql::Finder finder;

    Compiled(std::string source, cql::Script parsed, Function function)
        : text(std::move(source)), script(std::move(parsed)), finder(script, options(function)) {}

    static cql::FindOptions options(Function function) {
        cql::FindOptions how;
        how.positions = function == Function::cql;
        how.budget = std::make_shared<cql::Budget>(cql::Budget::usual);
        return how;
    }
};

std::unique_ptr<Compiled> compile(const std::string& text, Function function) {
    auto script = cql::parse(text, {.files = false});
    if (!script) throw UsageError(script.error().message);
    auto compiled = std::make_unique<Compiled>(text, *std::move(script), function);
    const cql::CompiledScript& query = compiled->script;
    if (query.needs_tags() || query.needs_annotations() || query.is_sequential() || query.needs_last_game_number())
        throw UsageError(tr("this script asks for more than the moves of one game"), tr("run it with 'cofnod cql'"));
    return compiled;
}

class Worker {
public:
    Worker(Function function, std::istream& in, std::ostream& out) : function_(function), in_(in), out_(out) {}

    void run() {
        while (const auto rows = in_.chunk()) {
            std::string script, moves, start;
            for (std::uint64_t row = 0; row < *rows; ++row) {
                in_.text(script);
                in_.text(moves);
                in_.text(start);
                const int result = function_ == Function::cql ? in_.byte() : static_cast<int>(Result::unknown);
                if (result > static_cast<int>(Result::both_lose)) break_off();
                if (!compiled_ || compiled_->text != script) {
                    answer(row);
                    compiled_ = compile(script, function_);
                }
                compiled_->finder.look_at({static_cast<std::int64_t>(row), start, moves, nullptr, nullptr,
                                           static_cast<Result>(result), false});
            }
            answer(*rows);
            answered_ = 0;
            out_ << answer_ << std::flush;
            answer_.clear();
        }
    }

private:
    /// Appends the results for the rows before `end`.
    void answer(std::uint64_t end) {
        if (compiled_ && answered_ < end) {
            const cql::ChunkMatches found = compiled_->finder.take();
            for (const cql::FoundGame& game : found.found) {
                for (; answered_ < static_cast<std::uint64_t>(game.game); ++answered_) put({});
                put(game.plies);
                ++answered_;
            }
        }
        for (; answered_ < end; ++answered_) put({});
    }

    /// Appends the result for a row: the plies at which its game matches.
    void put(std::span<const std::int32_t> plies) {
        if (function_ == Function::first_ply)
            return put_number(answer_, plies.empty() ? -1 : plies.front(), parquet::Type::int32);
        varint::put(answer_, plies.size());
        for (const std::int32_t ply : plies) put_number(answer_, ply, parquet::Type::int16);
    }

    Function function_;
    RowInput in_;
    std::ostream& out_;
    std::unique_ptr<Compiled> compiled_;
    std::uint64_t answered_ = 0;  ///< number of the chunk's rows with results
    std::string answer_;
};

}  // namespace

std::string_view name_of(Function function) { return function == Function::cql ? "cofnod_cql" : "cofnod_first_ply"; }

void work(Function function, std::istream& in, std::ostream& out) { Worker(function, in, out).run(); }

std::string worker_configuration(const std::string& program) {
    std::string functions;
    for (const Function function : {Function::cql, Function::first_ply}) {
        const bool is_cql = function == Function::cql;
        std::string arguments;
        for (const auto& [name, type] : {std::pair("script", "String"), std::pair("moves", "String"),
                                         std::pair("start", "String"), std::pair("result", "Int8")})
            if (is_cql || std::string_view(name) != "result")
                arguments += fmt::format("        <argument><name>{}</name><type>{}</type></argument>\n", name, type);
        functions += fmt::format(
            "    <function>\n        <type>executable_pool</type>\n        <name>{}</name>\n"
            "        <return_type>{}</return_type>\n{}        <format>RowBinary</format>\n"
            "        <command>{} worker{}</command>\n        <execute_direct>0</execute_direct>\n"
            "        <send_chunk_header>1</send_chunk_header>\n        <deterministic>1</deterministic>\n"
            "    </function>\n",
            name_of(function), is_cql ? "Array(UInt16)" : "Int32", arguments, program, is_cql ? "" : " --first-ply");
    }
    return fmt::format("<functions>\n{}</functions>\n", functions);
}

}  // namespace cofnod::cluster
