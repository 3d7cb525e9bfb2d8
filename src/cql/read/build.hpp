#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "cql/syntax.hpp"

/// Functions that make nodes for the parser. They throw TextFault.
namespace cofnod::cql {

[[noreturn]] void fail(Span at, std::string message, std::string remedy = {});

/// "a set of squares", "a number", …
std::string_view name_of(Type type);

/// Wants `tree` to be of that type: "attacks wants a set of squares here, this is a number".
void want(std::string_view who, const Tree& tree, Type type);

Node node_of(Kind kind, Type type, Span span, std::initializer_list<Tree> operands = {});

/// The node as it stays, with its height.
Tree made(Node node);

/// A copy that can still be changed.
inline Node changed(const Tree& tree) { return *tree; }

/// `a or b or c` is one node with three children; the first of `parts` may be such a node.
Tree joined(Kind kind, Type type, const std::vector<Tree>& parts);

Tree compared(Operator op, std::string_view written, Tree left, Tree right);

/// `left op right`, numbers.
Tree calculated(Operator op, std::string_view written, const Tree& left, const Tree& right);

/// All of them must hold; the value of the last. One filter alone stays as it is; none is `true`.
Tree block_of(std::vector<Tree> filters, Span span);

/// A designator.
Tree designator_of(PieceMask pieces, chess::Bitboard squares, Span span);

}  // namespace cofnod::cql
