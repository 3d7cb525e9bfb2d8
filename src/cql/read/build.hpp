#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "cql/syntax.hpp"

/// Node constructors of the parser. They throw TextFault.
namespace cofnod::cql {

[[noreturn]] void fail(Span at, std::string message, std::string remedy = {});

/// Returns "a set of squares", "a number", ….
std::string_view name_of(Type type);

/// Throws unless `tree` has the type: "attacks wants a set of squares here, this is a number".
void want(std::string_view who, const Tree& tree, Type type);

Node node_of(Kind kind, Type type, Span span, std::initializer_list<Tree> operands = {});

/// Makes an immutable tree and sets its height.
Tree made(Node node);

/// Returns a mutable copy.
inline Node changed(const Tree& tree) { return *tree; }

/// Makes one node of `a or b or c`; the first of `parts` may be such a node already.
Tree joined(Kind kind, Type type, const std::vector<Tree>& parts);

Tree compared(Operator op, std::string_view written, Tree left, Tree right);

/// Makes an arithmetic node `left op right`.
Tree calculated(Operator op, std::string_view written, const Tree& left, const Tree& right);

/// Makes a block, a conjunction with the value of the last filter. A single filter is returned as is; none gives
/// `true`.
Tree block_of(std::vector<Tree> filters, Span span);

Tree designator_of(PieceMask pieces, chess::Bitboard squares, Span span);

}  // namespace cofnod::cql
