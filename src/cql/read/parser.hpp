#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cql/syntax.hpp"
#include "cql/within.hpp"

namespace cofnod::cql {

enum class TokenKind : std::uint8_t {
    end,             ///< end of the script or of a function body
    line_end,        ///< end of the line of a comment filter `///`
    word,            ///< a keyword, or the name of a variable or function
    special,         ///< an operator; text is its ASCII form
    integer,         ///< number
    string,          ///< text without quotes
    group,           ///< `\1`, `\-1`: number
    result,          ///< `1-0`
    designator,      ///< pieces, squares
    piece_variable,  ///< `[Aa]x` before `=` or `[element]`: text is x
    repetition,      ///< `{2,}`: number to last
    file_name,       ///< text; `is_output`
};

struct Token {
    TokenKind kind = TokenKind::end;
    bool blank_before = true;        ///< preceded by white space or a comment
    bool blank_line_before = false;  ///< preceded by an empty line
    bool is_output = false;
    PieceMask pieces = 0;
    Span span;
    int number = 0;
    int last = 0;
    chess::Bitboard squares;
    std::string_view text;

    [[nodiscard]] bool is(std::string_view word) const {
        return (kind == TokenKind::word || kind == TokenKind::special) && text == word;
    }
    [[nodiscard]] bool is_dash() const { return is("--") || is("[x]"); }
};

/// Returns the meaning of a token in a table of words or signs; nullopt if it is not there.
template <typename Meaning, std::size_t count>
std::optional<Meaning> find_in(const std::pair<std::string_view, Meaning> (&table)[count], const Token& token) {
    for (const auto& [written, meaning] : table)
        if (token.is(written)) return meaning;
    return std::nullopt;
}

/// Splits a script into tokens, the last of which is `end`. They refer to `text`. Throws TextFault on invalid input.
std::vector<Token> read_tokens(std::string_view text);

/// Returns the sorted words that cannot be names of variables or functions.
std::span<const std::string_view> reserved_words();
bool is_reserved(std::string_view word);

/// Returns true for CQL or CQLi filters that are not implemented. Those of CQLi are not reserved words.
bool is_unimplemented(std::string_view word);

/// Returns the occupants of a square that a letter of a designator or a FEN names; 0 if it is none.
PieceMask occupants(char letter);

// The parser's node constructors, which throw TextFault.

[[noreturn]] void fail(Span at, std::string message, std::string remedy = {});

/// Returns "a set of squares", "a number", ….
std::string_view name_of(Type type);

/// Throws unless `tree` has the type: "attacks wants a set of squares here, this is a number".
void want(std::string_view who, const Tree& tree, Type type);

Node node_of(Kind kind, Type type, Span span, std::vector<Tree> operands = {});

/// Makes an immutable tree and sets its height.
Tree made(Node node);

/// Returns a mutable copy.
inline Node changed(const Tree& tree) { return *tree; }

/// Makes one node of `a or b or c`. The first of `parts` may already be such a node.
Tree joined(Kind kind, Type type, const std::vector<Tree>& parts);

Tree compared(Operator op, std::string_view written, Tree left, Tree right);

/// Makes an arithmetic node `left op right`.
Tree calculated(Operator op, std::string_view written, const Tree& left, const Tree& right);

/// Makes a block, a conjunction with the value of the last filter. A single filter is returned unchanged; no filters
/// give `true`.
Tree block_of(std::vector<Tree> filters, Span span);

Tree designator_of(PieceMask pieces, chess::Bitboard squares, Span span);

/// Makes a filter on a variable or dictionary.
Tree of_slot(Kind kind, Type type, Span span, Slot slot, std::vector<Child> children = {});

/// Applies the transform `word` to `original` and returns a transform node. The clones are distinct, start with the
/// identity (except for reversecolor), and exclude those in which a designator lost all of its squares. Nested
/// transforms are composed. `steps` counts rewritten nodes, whose number is limited. Throws TextFault.
Tree transformed(std::string_view word, Tree original, bool count, std::optional<Range> range, Span span,
                 std::size_t& steps);

/// Recursive-descent parser for scripts, with precedence climbing for operators. Types are checked during parsing,
/// because they affect it (`-` after a number subtracts, after a set it begins a number). Members throw TextFault.
class Parser {
public:
    Parser(std::vector<Token> tokens, ParseOptions options)
        : options_(options), tokens_(std::move(tokens)), end_(tokens_.size() - 1), end_token_(tokens_.back()) {}

    Script script();

    /// Word in kinds.def with its parsing rule.
    struct WordRule {
        Tree (Parser::*read)(const Token& word, const WordRule& entry);
        Kind kind;
        Type type;
        int number;
    };

private:
    // Operator precedence; an operand of `expression(level)` has no operator of lower precedence outside brackets.
    enum Level : std::uint8_t {
        filter = 1,   // or
        conjunct,     // and
        inclusion,    // in
        comparing,    // < <= == != >= >
        sum,          // + -
        product,      // * / %
        arrow,        // L--R
        chain,        // a->b
        united,       // |
        intersected,  // &
        attacking,    // attacks, attackedby
        postfix,      // s[i], s ~~ "re"
        located,      // position : filter
        tightest,
    };

    // parser.cpp: tokens.
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
    const Token& take();
    bool accept(std::string_view word);
    const Token& expect(std::string_view word, std::string_view why);
    [[nodiscard]] Span span_from(const Token& first) const;
    [[nodiscard]] Tree made_from(const Token& first, Node node) const;
    const Token& take_string(const std::string& expected);
    [[nodiscard]] std::size_t matching(std::size_t open) const;
    void read_header(Header& header);
    Range read_header_range();

    // parse_expression.cpp: operators and brackets.
    Tree expression(Level level);
    Tree operand(std::string_view who, Type type, Level level);
    std::vector<Tree> juxtaposed(std::string_view until);
    std::vector<Tree> list_of(std::string_view who, std::size_t least, std::size_t most, std::optional<Type> type = {});
    std::vector<Tree> one_or_list(const Token& word, Level level);
    Tree primary();
    Tree special(const Token& token);
    Tree word(const Token& token);
    [[nodiscard]] std::optional<Level> infix_level(const Tree& left) const;
    Tree infix(Tree left);
    Tree chained(Tree left, Kind kind, std::optional<Type> type, Level operands);
    Tree arrows(Tree left);
    Tree subscript(const Tree& left);
    Tree line_comment(const Token& slashes);
    [[nodiscard]] bool begins_filter(const Token& token) const;
    [[nodiscard]] bool at_wildcard(std::size_t ahead = 0) const;

    // parse_words.cpp: filters that begin with a keyword.
    static const WordRule* word_entry(std::string_view text);
    [[nodiscard]] Tree filter_of(const Token& word, const WordRule& entry, std::vector<Tree> operands) const;
    Tree read_leaf(const Token& word, const WordRule& entry);
    Tree read_side(const Token& word, const WordRule& entry);
    Tree read_set_function(const Token& word, const WordRule& entry);
    Tree read_tight_set_function(const Token& word, const WordRule& entry);
    Tree read_number_function(const Token& word, const WordRule& entry);
    Tree read_string_function(const Token& word, const WordRule& entry);
    void want_files(const Token& word) const;
    Tree read_pair_of_positions(const Token& word, const WordRule& entry);
    Tree read_pair_of_sets(const Token& word, const WordRule& entry);
    Tree read_pair_of_strings(const Token& word, const WordRule& entry);
    Tree read_same_value(const Token& word, const WordRule& entry);
    Tree read_extreme(const Token& word, const WordRule& entry);
    Tree read_direction(const Token& word, const WordRule& entry);
    Tree read_ray(const Token& word, const WordRule& entry);
    Tree read_pin(const Token& word, const WordRule& entry);
    Tree read_make_square(const Token& word, const WordRule& entry);
    Tree read_negation(const Token& word, const WordRule& entry);
    Tree read_conditional(const Token& word, const WordRule& entry);
    Tree read_assert(const Token& word, const WordRule& entry);
    Tree read_transform(const Token& word, const WordRule& entry);
    Tree read_no_transform(const Token& word, const WordRule& entry);

    // parse_texts.cpp: metadata, strings, comments.
    Tree read_metadata(const Token& word, const WordRule& entry);
    Tree read_player(const Token& word, const WordRule& entry);
    Tree read_elo(const Token& word, const WordRule& entry);
    Tree read_tag(const Token& word, const WordRule& entry);
    Tree read_result(const Token& word, const WordRule& entry);
    Tree read_fen(const Token& word, const WordRule& entry);
    Tree read_original_comment(const Token& word, const WordRule& entry);
    Tree read_glyph(const Token& word, const WordRule& entry);
    Tree glyph(const Token& word, int nag);
    Tree read_evaluation(const Token& word, const WordRule& entry);
    Tree read_to_string(const Token& word, const WordRule& entry);
    Tree read_ascii(const Token& word, const WordRule& entry);
    Tree read_comment(const Token& word, const WordRule& entry);
    Tree read_message(const Token& word, const WordRule& entry);
    Tree read_sort(const Token& word, const WordRule& entry);
    Tree read_set_tag(const Token& word, const WordRule& entry);
    Tree implicit_search(Tree subject);

    // parse_moves.cpp
    Tree read_move(const Token& word, const WordRule& entry);
    Tree read_legal(const Token& word, const WordRule& entry);
    Tree read_count_moves(const Token& word, const WordRule& entry);
    Tree read_current_move(const Token& word, const WordRule& entry);
    bool read_move_part(Node& move);
    Tree dash(Tree from);
    void read_promotion(Node& node);
    Node dash_operand(std::string_view who);

    // parse_ways.cpp: find, line, path, positions.
    Tree read_find(const Token& word, const WordRule& entry);
    Tree read_line(const Token& word, const WordRule& entry);
    Tree read_path(const Token& word, const WordRule& entry);
    Tree read_child(const Token& word, const WordRule& entry);
    Tree read_consecutive_moves(const Token& word, const WordRule& entry);
    Tree line_sequence(std::string_view arrow);
    Tree line_constituent(std::string_view arrow);
    Tree path_sequence(bool in_group);
    bool read_path_part(Node& path);
    Tree repeated(Tree constituent);
    [[nodiscard]] bool at_line_group() const;
    [[nodiscard]] bool at_path_group() const;
    [[nodiscard]] bool at_path_end(bool in_group) const;
    [[nodiscard]] bool at_number(bool before_arrow = false) const;
    Bound read_bound();
    std::optional<Range> read_range(bool before_arrow = false);

    // parse_names.cpp: variables, dictionaries; parse_loops.cpp: loops, functions.
    struct Known {
        bool typed = false, key_typed = false, value_typed = false, in_loop = false, atomic = false;
    };
    /// Meaning of a name: a name in the script, or the slot of an argument.
    struct Meaning {
        std::string name;
        Slot slot = no_slot;
    };
    struct Function {
        std::vector<std::string> parameters;
        std::size_t begin = 0;  ///< first token of the body
        std::size_t end = 0;
        bool active = false;
    };
    Tree read_function(const Token& word, const WordRule& entry);
    Tree read_piece(const Token& word, const WordRule& entry);
    Tree read_square(const Token& word, const WordRule& entry);
    Tree read_while(const Token& word, const WordRule& entry);
    Tree read_loop(const Token& word, const WordRule& entry);
    Tree read_echo(const Token& word, const WordRule& entry);
    Tree read_persistent(const Token& word, const WordRule& entry);
    Tree read_atomic(const Token& word, const WordRule& entry);
    Tree read_dictionary(const Token& word, const WordRule& entry);
    Tree read_is_bound(const Token& word, const WordRule& entry);
    Tree read_unbind(const Token& word, const WordRule& entry);
    Tree name(const Token& word);
    Tree for_all(const Token& token);
    Tree piece_variable(const Token& token, bool all);
    Tree loop(const Token& first, const Token& variable, Kind kind, bool all);
    Tree assignment(const Token& first, const Token& word, Flags flags, bool persistent, bool quiet);
    Tree call(const Token& word, const std::string& name);
    Tree dictionary_item(const Token& word, Slot slot);
    Tree dictionary_key(Slot slot);
    [[nodiscard]] bool is_free_name(const Token& token) const;
    void want_free_name(const Token& token, std::string_view what) const;
    const Token& take_free_name(std::string_view what);
    [[nodiscard]] bool is_argument_by_name() const;
    [[nodiscard]] Meaning meaning_of(std::string_view name) const;
    [[nodiscard]] Slot slot_of(std::string_view name) const;
    [[nodiscard]] Slot whole_dictionary_here() const;
    [[nodiscard]] bool has_type(Slot slot) const { return slot != no_slot && known_of(slot).typed; }
    [[nodiscard]] const Known& known_of(Slot slot) const { return known_[static_cast<std::size_t>(slot)]; }
    Known& known_of(Slot slot) { return known_[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] const Variable& variable_of(Slot slot) const { return variables_[static_cast<std::size_t>(slot)]; }
    Variable& variable_of(Slot slot) { return variables_[static_cast<std::size_t>(slot)]; }
    [[nodiscard]] bool at_unknown_name() const;
    Slot declared(const Token& word, std::optional<Type> type);
    Slot new_slot(std::string name, Type type);
    void fail_if_nearly_designator(const Token& word) const;
    [[noreturn]] void fail_unknown(const Token& word) const;

    ParseOptions options_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t end_;  ///< end of the script or of the function body being parsed
    Token end_token_;  ///< the `end` token
    int depth_ = 0;
    bool in_path_ = false;        ///< at the top level of a path, where `*` and `+` before an arrow are wildcards
    std::size_t read_count_ = 0;  ///< tokens consumed, including those of each expansion of a function body
    std::size_t rewritten_ = 0;   ///< nodes rewritten by transforms
    std::vector<Variable> variables_;
    std::vector<Known> known_;
    std::map<std::string, Slot, std::less<>> slots_;
    std::map<std::string, Function, std::less<>> functions_;
    std::vector<std::map<std::string, Meaning, std::less<>>> scopes_;
};

}  // namespace cofnod::cql
