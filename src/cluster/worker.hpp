#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace cofnod::cluster {

/// Functions of ClickHouse that this program answers.
enum class Function : std::uint8_t {
    cql,       ///< cofnod_cql(script, moves, start, result): the plies at which a game matches
    first_ply  ///< cofnod_first_ply(script, moves, start): the first of them; -1: there is none
};
std::string_view name_of(Function function);

/// Answers a function until the input ends. Each chunk of rows begins with their number and a line break; rows and
/// answers are RowBinary. Throws InputError if the input breaks off, and what the script is refused with. Source:
/// ClickHouse's documentation of executable user defined functions, with send_chunk_header.
void work(Function function, std::istream& in, std::ostream& out);

/// Returns the configuration of the functions for the servers; `program`: the path of this program there.
std::string worker_configuration(const std::string& program);

}  // namespace cofnod::cluster
