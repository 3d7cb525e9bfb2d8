#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "cql/parser.hpp"
#include "cql/transform.hpp"

namespace cofnod::cql {

namespace {

using std::string_view;

constexpr DirectionMask mask(std::initializer_list<Direction> directions) {
    unsigned mask = 0;
    for (const Direction direction : directions) mask |= mask_of(direction);
    return static_cast<DirectionMask>(mask);
}

constexpr DirectionMask vertical = mask({Direction::up, Direction::down});
constexpr DirectionMask horizontal = mask({Direction::left, Direction::right});
constexpr DirectionMask main_diagonal = mask({Direction::northeast, Direction::southwest});
constexpr DirectionMask off_diagonal = mask({Direction::northwest, Direction::southeast});
constexpr DirectionMask orthogonal = vertical | horizontal;
constexpr DirectionMask diagonal = main_diagonal | off_diagonal;
constexpr DirectionMask any_direction = orthogonal | diagonal;

}  // namespace

const Parser::Word* Parser::word_entry(string_view text) {
    using P = Parser;
    using K = Kind;
    using T = Type;
    const auto way = [](Direction direction) { return static_cast<int>(mask_of(direction)); };
    // clang-format off
    static const std::unordered_map<string_view, Word> words = {
        {"true", {&P::read_leaf, K::constant, T::boolean, 1}},
        {"false", {&P::read_leaf, K::constant, T::boolean, 0}},
        {"not", {&P::read_not}},
        {"if", {&P::read_if}},

        {"connectedpawns", {&P::read_leaf, K::connected_pawns, T::set}},
        {"isolatedpawns", {&P::read_leaf, K::isolated_pawns, T::set}},
        {"doubledpawns", {&P::read_leaf, K::doubled_pawns, T::set}},
        {"passedpawns", {&P::read_leaf, K::passed_pawns, T::set}},
        {"light", {&P::read_tight_set_function, K::light, T::set}},
        {"dark", {&P::read_tight_set_function, K::dark, T::set}},
        {"between", {&P::read_between}},
        {"ray", {&P::read_ray}},
        {"xray", {&P::read_ray, K::ray, T::set, 1}},
        {"pin", {&P::read_pin}},
        {"makesquare", {&P::read_make_square}},
        {"up", {&P::read_direction, K::direction, T::set, way(Direction::up)}},
        {"down", {&P::read_direction, K::direction, T::set, way(Direction::down)}},
        {"left", {&P::read_direction, K::direction, T::set, way(Direction::left)}},
        {"right", {&P::read_direction, K::direction, T::set, way(Direction::right)}},
        {"northeast", {&P::read_direction, K::direction, T::set, way(Direction::northeast)}},
        {"northwest", {&P::read_direction, K::direction, T::set, way(Direction::northwest)}},
        {"southeast", {&P::read_direction, K::direction, T::set, way(Direction::southeast)}},
        {"southwest", {&P::read_direction, K::direction, T::set, way(Direction::southwest)}},
        {"vertical", {&P::read_direction, K::direction, T::set, vertical}},
        {"horizontal", {&P::read_direction, K::direction, T::set, horizontal}},
        {"maindiagonal", {&P::read_direction, K::direction, T::set, main_diagonal}},
        {"offdiagonal", {&P::read_direction, K::direction, T::set, off_diagonal}},
        {"orthogonal", {&P::read_direction, K::direction, T::set, orthogonal}},
        {"diagonal", {&P::read_direction, K::direction, T::set, diagonal}},
        {"anydirection", {&P::read_direction, K::direction, T::set, any_direction}},

        {"abs", {&P::read_number_function, K::absolute, T::numeric}},
        {"sqrt", {&P::read_number_function, K::square_root, T::numeric}},
        {"max", {&P::read_extreme, K::maximum}},
        {"min", {&P::read_extreme, K::minimum}},
        {"power", {&P::read_set_function, K::power, T::numeric}},
        {"type", {&P::read_set_function, K::piece_type, T::numeric}},
        {"colortype", {&P::read_set_function, K::color_type, T::numeric}},
        {"rank", {&P::read_set_function, K::rank, T::numeric}},
        {"file", {&P::read_set_function, K::file, T::numeric}},
        {"pieceid", {&P::read_set_function, K::piece_id, T::numeric}},
        {"typename", {&P::read_set_function, K::type_name, T::string}},
        {"piecename", {&P::read_set_function, K::piece_name, T::string}},
        {"ply", {&P::read_leaf, K::ply, T::numeric}},
        {"movenumber", {&P::read_leaf, K::move_number, T::numeric}},
        {"depth", {&P::read_leaf, K::depth, T::numeric}},
        {"positionid", {&P::read_leaf, K::position_id, T::numeric}},
        {"gamenumber", {&P::read_leaf, K::game_number, T::numeric}},
        {"lastgamenumber", {&P::read_leaf, K::last_game_number, T::numeric}},
        {"year", {&P::read_leaf, K::year, T::numeric}},
        {"elo", {&P::read_elo}},
        {"sidetomove", {&P::read_leaf, K::side_to_move, T::numeric}},
        {"white", {&P::read_leaf, K::color_constant, T::numeric, 0, Side::white}},
        {"black", {&P::read_leaf, K::color_constant, T::numeric, 0, Side::black}},

        {"str", {&P::read_to_string}},
        {"int", {&P::read_string_function, K::to_integer, T::numeric}},
        {"ascii", {&P::read_ascii}},
        {"uppercase", {&P::read_string_function, K::uppercase, T::string}},
        {"lowercase", {&P::read_string_function, K::lowercase, T::string}},
        {"indexof", {&P::read_index_of}},
        {"readfile", {&P::read_string_function, K::read_file, T::string}},
        {"writefile", {&P::read_write_file}},

        {"check", {&P::read_leaf, K::check}},
        {"mate", {&P::read_leaf, K::mate}},
        {"stalemate", {&P::read_leaf, K::stalemate}},
        {"wtm", {&P::read_leaf, K::to_move, T::boolean, 0, Side::white}},
        {"btm", {&P::read_leaf, K::to_move, T::boolean, 0, Side::black}},
        {"initial", {&P::read_leaf, K::initial}},
        {"terminal", {&P::read_leaf, K::terminal}},
        {"mainline", {&P::read_leaf, K::mainline}},
        {"variation", {&P::read_leaf, K::variation}},
        {"virtualmainline", {&P::read_leaf, K::virtual_mainline}},
        {"try", {&P::read_leaf, K::try_line}},
        {"primary", {&P::read_leaf, K::primary}},
        {"secondary", {&P::read_leaf, K::secondary}},
        {"castle", {&P::read_leaf, K::castle}},
        {"o-o", {&P::read_leaf, K::kingside_castle}},
        {"o-o-o", {&P::read_leaf, K::queenside_castle}},
        {"enpassant", {&P::read_leaf, K::en_passant}},
        {"nullmove", {&P::read_leaf, K::null_move}},
        {"from", {&P::read_leaf, K::from, T::set}},
        {"to", {&P::read_leaf, K::to, T::set}},
        {"puremate", {&P::read_leaf, K::pure_mate}},
        {"modelmate", {&P::read_leaf, K::model_mate}},
        {"idealmate", {&P::read_leaf, K::ideal_mate}},
        {"purestalemate", {&P::read_leaf, K::pure_stalemate}},
        {"modelstalemate", {&P::read_leaf, K::model_stalemate}},
        {"idealstalemate", {&P::read_leaf, K::ideal_stalemate}},
        {"fen", {&P::read_fen}},

        {"player", {&P::read_player}},
        {"event", {&P::read_metadata, K::event, T::string}},
        {"site", {&P::read_metadata, K::site, T::string}},
        {"date", {&P::read_metadata, K::date, T::string}},
        {"eventdate", {&P::read_metadata, K::event_date, T::string}},
        {"eco", {&P::read_metadata, K::eco, T::string}},
        {"tag", {&P::read_tag}},
        {"result", {&P::read_result}},
        {"originalcomment", {&P::read_original_comment}},
        {"hascomment", {&P::read_original_comment}},

        {"move", {&P::read_move}},
        {"legal", {&P::read_legal, K::dash, T::set, static_cast<int>(Moves::legal)}},
        {"pseudolegal", {&P::read_legal, K::dash, T::set, static_cast<int>(Moves::pseudo_legal)}},
        {"countmoves", {&P::read_count_moves}},
        {"currentmove", {&P::read_current_move}},
        {"previous", {&P::read_current_move}},

        {"currentposition", {&P::read_leaf, K::current_position, T::position}},
        {"curpos", {&P::read_leaf, K::current_position, T::position}},
        {"initialposition", {&P::read_leaf, K::initial_position, T::position}},
        {"parent", {&P::read_leaf, K::parent, T::position}},
        {"child", {&P::read_child}},
        {"position", {&P::read_position}},
        {"find", {&P::read_find}},
        {"line", {&P::read_line}},
        {"path", {&P::read_path}},
        {"pathstart", {&P::read_leaf, K::path_start, T::position}},
        {"pathlastposition", {&P::read_leaf, K::path_last_position, T::position}},
        {"pathcount", {&P::read_leaf, K::path_count, T::numeric}},
        {"pathcountunfocused", {&P::read_leaf, K::path_count_unfocused, T::numeric}},
        {"ancestor", {&P::read_pair_of_positions, K::ancestor}},
        {"descendant", {&P::read_pair_of_positions, K::descendant}},
        {"lca", {&P::read_pair_of_positions, K::lowest_common_ancestor, T::position}},
        {"distance", {&P::read_pair_of_positions, K::distance, T::numeric}},
        {"consecutivemoves", {&P::read_consecutive_moves}},
        {"echo", {&P::read_echo}},

        {"piece", {&P::read_piece}},
        {"square", {&P::read_square}},
        {"while", {&P::read_while}},
        {"loop", {&P::read_loop}},
        {"persistent", {&P::read_persistent}},
        {"atomic", {&P::read_atomic}},
        {"dictionary", {&P::read_dictionary}},
        {"local", {&P::read_local}},
        {"isbound", {&P::read_is_bound, K::is_bound}},
        {"isunbound", {&P::read_is_bound, K::is_unbound}},
        {"unbind", {&P::read_unbind}},
        {"function", {&P::read_function}},

        {"comment", {&P::read_comment}},
        {"message", {&P::read_message}},
        {"sort", {&P::read_sort}},
        {"settag", {&P::read_set_tag}},
        {"removecomment", {&P::read_leaf, K::remove_comment}},
        {"assert", {&P::read_assert}},
        {"cql_abort", {&P::read_leaf, K::abort}},

        {"notransform", {&P::read_no_transform}},
    };
    // clang-format on
    static const Word transform{&P::read_transform};
    const auto found = words.find(text);
    if (found != words.end()) return &found->second;
    return is_transform(text) ? &transform : nullptr;
}

Tree Parser::read_leaf(const Token& word, const Word& entry) {
    Node node = node_of(entry.kind, entry.type, word.span);
    node.number = entry.number;
    node.side = entry.side;
    return made(std::move(node));
}

Tree Parser::read_set_function(const Token& word, const Word& entry) {
    const Tree set = operand(word.text, Type::set, arrow);
    return made(node_of(entry.kind, entry.type, span_from(word), {set}));
}

Tree Parser::read_tight_set_function(const Token& word, const Word& entry) {
    const Tree set = operand(word.text, Type::set, postfix);
    return made(node_of(entry.kind, entry.type, span_from(word), {set}));
}

Tree Parser::read_number_function(const Token& word, const Word& entry) {
    const Tree number = operand(word.text, Type::numeric, sum);
    return made(node_of(entry.kind, entry.type, span_from(word), {number}));
}

Tree Parser::read_string_function(const Token& word, const Word& entry) {
    const Tree text = operand(word.text, Type::string, postfix);
    return made(node_of(entry.kind, entry.type, span_from(word), {text}));
}

Tree Parser::read_pair_of_positions(const Token& word, const Word& entry) {
    const std::vector<Tree> pair = list_of(word.text, 2, 2);
    for (const Tree& position : pair) want(word.text, position, Type::position);
    return made(node_of(entry.kind, entry.type, span_from(word), {pair[0], pair[1]}));
}

Tree Parser::read_extreme(const Token& word, const Word& entry) {
    std::vector<Tree> values = list_of(word.text, 2, tokens_.size());
    const Type type = values.front()->type == Type::string ? Type::string : Type::numeric;
    Node node = node_of(entry.kind, type, span_from(word));
    for (Tree& value : values) {
        want(word.text, value, type);
        node.children.push_back({Part::operand, std::move(value)});
    }
    return made(std::move(node));
}

Tree Parser::read_direction(const Token& word, const Word& entry) {
    const auto range = read_range(true);
    if (!range && (peek().kind == TokenKind::integer || peek().is("-")))
        fail(peek().span, fmt::format("the number of {} stands before a name, a piece or a bracket", word.text),
             "put brackets around the set: up 1 (~P)");
    const Tree set = operand(word.text, Type::set, postfix);
    Node node = node_of(Kind::direction, Type::set, span_from(word), {set});
    node.number = entry.number;
    node.range = range ? *range : Range{Bound{1, no_slot}, Bound{7, no_slot}};
    return made(std::move(node));
}

Tree Parser::read_between(const Token& word, const Word&) {
    const std::vector<Tree> ends = list_of("between", 2, 2);
    for (const Tree& end : ends) want("between", end, Type::set);
    return made(node_of(Kind::between, Type::set, span_from(word), {ends[0], ends[1]}));
}

Tree Parser::read_ray(const Token& word, const Word& entry) {
    Flags flags = entry.number != 0 || accept("attack") ? static_cast<Flags>(Flag::attacking) : 0;
    int directions = 0;
    while (const Word* direction = peek().kind == TokenKind::word ? word_entry(peek().text) : nullptr) {
        if (direction->kind != Kind::direction) break;
        if ((directions & direction->number) != 0) fail(peek().span, "this direction is there twice");
        directions |= direction->number;
        take();
    }
    std::vector<Tree> sets = list_of(word.text, 2, tokens_.size());
    Node node = node_of(Kind::ray, Type::set, span_from(word));
    node.flags = flags;
    node.number = directions == 0 ? any_direction : directions;
    for (Tree& set : sets) {
        want(word.text, set, Type::set);
        node.children.push_back({Part::operand, std::move(set)});
    }
    return made(std::move(node));
}

Tree Parser::read_pin(const Token& word, const Word&) {
    Node node = node_of(Kind::pin, Type::set, word.span);
    for (;;) {
        const Token& name = peek();
        const Part part = name.is("from") ? Part::from : name.is("to") ? Part::to : Part::through;
        if (part == Part::through && !name.is("through")) break;
        if (node.part(part) != nullptr) fail(name.span, fmt::format("pin has {} already", name.text));
        take();
        if (node.children.empty() && part != Part::through) node.selected = part;
        node.children.push_back({part, operand(name.text, Type::set, postfix)});
    }
    node.span = span_from(word);
    return made(std::move(node));
}

Tree Parser::read_make_square(const Token& word, const Word&) {
    if (!peek().is("(")) {
        const Tree text = operand("makesquare", Type::string, sum);
        return made(node_of(Kind::make_square, Type::set, span_from(word), {text}));
    }
    const std::vector<Tree> values = list_of("makesquare", 1, 2);
    for (const Tree& value : values) want("makesquare", value, values.size() == 1 ? Type::string : Type::numeric);
    Node node = node_of(Kind::make_square, Type::set, span_from(word));
    for (const Tree& value : values) node.children.push_back({Part::operand, value});
    return made(std::move(node));
}

Tree Parser::read_not(const Token& word, const Word&) {
    const Tree inner = expression(inclusion);
    return made(node_of(Kind::negation, Type::boolean, span_from(word), {inner}));
}

Tree Parser::read_if(const Token& word, const Word&) {
    const Tree condition = expression(filter);
    accept("then");
    const Tree yes = expression(filter);
    if (!accept("else")) return made(node_of(Kind::conditional, Type::boolean, span_from(word), {condition, yes}));
    const Tree no = expression(filter);
    const Type type = yes->type == no->type ? yes->type : Type::boolean;
    return made(node_of(Kind::conditional, type, span_from(word), {condition, yes, no}));
}

Tree Parser::read_assert(const Token& word, const Word&) {
    const Tree condition = expression(filter);
    return made(node_of(Kind::assertion, Type::boolean, span_from(word), {condition}));
}

Tree Parser::read_transform(const Token& word, const Word&) {
    const bool count = accept("count");
    const auto range = read_range();
    Tree original = expression(filter);
    return transformed(word.text, std::move(original), count, range, span_from(word), rewritten_);
}

Tree Parser::read_no_transform(const Token& word, const Word&) {
    const Tree inner = expression(filter);
    return made(node_of(Kind::no_transform, inner->type, span_from(word), {inner}));
}

}  // namespace cofnod::cql
