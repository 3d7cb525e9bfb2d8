#pragma once

#include <iosfwd>
#include <string>

namespace cofnod::cluster {

/// Answers the function cofnod_cql(script, moves, start, result) of ClickHouse until the input ends. Each chunk of rows
/// begins with their number and a line break; rows and answers, the plies at which a game matches, are RowBinary.
/// Throws InputError if the input breaks off, and what the script is refused with. Source: ClickHouse's documentation
/// of executable user defined functions, with send_chunk_header.
void work(std::istream& in, std::ostream& out);

/// Returns the configuration of the function for the servers; `program`: the path of this program there.
std::string worker_configuration(const std::string& program);

}  // namespace cofnod::cluster
