#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/texts.hpp"

namespace cofnod::cql {

std::string describe(const Context&, SetValue value) {
    if (!value.known) return "<false>";
    std::string text = "[";
    for (const Square square : value.squares) {
        if (text.size() > 1) text += ',';
        text += square.to_string();
    }
    return text + "]";
}

std::string describe(const Context&, Number value) { return value ? std::to_string(*value) : "<false>"; }

std::string describe(const Context&, const Text& value) { return value.value_or("<false>"); }

std::string describe(const Context& context, Position value) {
    if (!holds(value)) return "<false>";
    return "move " + std::to_string(context.tree.move_number(value.id)) +
           (context.tree[value.id].turn == Color::white ? "(wtm)" : "(btm)");
}

std::string describe(const Context&, bool value) { return value ? "<true>" : "<false>"; }

namespace {

std::string placement(const PieceSets& board) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const int kind = board.kind_at(Square::from_index(rank * 8 + file));
            if (kind == PieceSets::empty) {
                ++empty;
                continue;
            }
            flush();
            text += chess::Piece::from_index(kind).fen_letter();
        }
        flush();
        if (rank > 0) text += '/';
    }
    return text;
}

/// Returns castling rights as in X-FEN: KQkq for the outermost rook, otherwise the letter of its file.
std::string castling(const Snapshot& now) {
    std::string text;
    for (const Color color : {Color::white, Color::black}) {
        const Square king = now.board.king(color);
        const Bitboard home = Bitboard::of(king.rank()) & now.board.of(color, Role::rook);
        const Bitboard rooks = now.castling_rooks & now.board.of(color);
        for (const bool king_side : {true, false})
            for (const Square rook : rooks) {
                if ((rook > king) != king_side) continue;
                const bool outermost = rook == (king_side ? home.last() : home.first());
                char letter = king_side ? 'K' : 'Q';
                if (!outermost) letter = static_cast<char>('A' + static_cast<int>(rook.file()));
                text += color == Color::white ? letter : static_cast<char>(letter - 'A' + 'a');
            }
    }
    return text.empty() ? "-" : text;
}

std::string en_passant(const Snapshot& now) {
    const Bitboard passed = now.passed_square();
    return passed.empty() ? "-" : passed.first().to_string();
}

}  // namespace

std::string fen_of(const Context& context) {
    const Snapshot& now = *context.now;
    return placement(now.board) + (now.turn == Color::white ? " w " : " b ") + castling(now) + " " + en_passant(now) +
           " 0 1";
}

namespace {

void add_remark(Context& context, PositionId where, std::string text) {
    if (context.tree.is_imagined(where)) return;
    context.add_remark(where, std::move(text));
}

}  // namespace

void say_found(Context& context, PositionId where) {
    if (context.says_by_itself) add_remark(context, where, "Found");
}

void say_found(Context& context, const std::vector<PositionId>& where) {
    if (!context.says_by_itself) return;
    const std::string count = " of " + std::to_string(where.size());
    for (std::size_t i = 0; i < where.size(); ++i)
        add_remark(context, where[i], "Found " + std::to_string(i + 1) + count);
}

void say_way(Context& context, const std::string& word, const Ending& way) {
    if (!context.says_by_itself || way.length < 1) return;
    add_remark(context, context.at, "Start " + word + " that ends at " + describe(context, Position{way.end}));
    add_remark(context, way.end,
               "End " + word + " of length " + std::to_string(way.length) + " that starts at " +
                   describe(context, Position{context.at}));
}

void say_echo(Context& context, const std::string& here, const std::string& there, PositionId other) {
    if (!context.says_by_itself) return;
    add_remark(context, context.at, here);
    add_remark(context, other, there);
}

// Output filters: comments, messages, files, tags and sorts.

namespace {

template <typename Value>
bool is_better(const Value& value, const Value& best, bool smallest) {
    return smallest ? value < best : value > best;
}

/// Keeps only the comments of the best value of a sort.
void keep_best(Context& context, std::size_t index, std::size_t first, bool is_best) {
    if (!is_best) {
        context.drop_remarks(first);
        return;
    }
    const int sort = static_cast<int>(index);
    constexpr std::size_t many = 256;
    if (context.remarks.size() > many) context.tick(context.remarks.size());
    for (Remark& remark : context.remarks)
        if (remark.sort == sort) remark.position = no_position;  // indexes of other remarks stay valid
    for (std::size_t i = first; i < context.remarks.size(); ++i) context.remarks[i].sort = sort;
}

}  // namespace

FilterPtr make_comment(Compiler& compiler, const Node& node) {
    return computed<bool>([at = node.span, parts = describers(compiler, node)](Context& context) {
        std::string text = described(parts, context, at);
        // Imagined positions have no place in the game.
        if (!context.wants_remarks || context.tree.is_imagined(context.at)) return true;
        context.add_remark(context.at, std::move(text), at);
        return true;
    });
}

FilterPtr make_message(Compiler& compiler, const Node& node) {
    return computed<bool>(
        [at = node.span, quiet = node.has(Flag::quiet), parts = describers(compiler, node)](Context& context) {
            if (!context.options.message) return true;
            const std::string text = described(parts, context, at);
            const std::string place =
                "Game: " + std::to_string(context.game->number) + " " + describe(context, Position{context.at}) + ": ";
            context.options.message(quiet ? text : place + text);
            return true;
        });
}

FilterPtr make_sort(Compiler& compiler, const Node& node) {
    const std::size_t index = compiler.new_sort(node.text, node.has(Flag::minimum));
    const bool smallest = node.has(Flag::minimum);
    if (node.type == Type::string)
        return computed<Text>(
            [index, smallest, at = node.span, filter = compiler.text(node.child(0))](Context& context) {
                const auto remarks = context.remarks.size();
                Text value = filter->value(context);
                SortValue& best = context.sorts[index];
                const bool is_best = value && (!best.found || is_better(*value, best.text, smallest));
                if (is_best) {
                    std::string text = *value;
                    context.account.replace(bytes_of(best.text), bytes_of(text), at);
                    best = {true, 0, std::move(text)};
                }
                keep_best(context, index, remarks, is_best);
                return value;
            });
    const bool is_set = node.type == Type::set;
    if (is_set || node.type == Type::boolean || node.type == Type::position)
        throw UsageError(tr("'sort' needs a number or a string"), tr("write '#' before a set to sort by its size"));
    return computed<Number>([index, smallest, filter = compiler.number(node.child(0))](Context& context) {
        const auto remarks = context.remarks.size();
        const Number value = filter->value(context);
        SortValue& best = context.sorts[index];
        const bool is_best = value && (!best.found || is_better(*value, best.number, smallest));
        if (is_best) best = {true, *value, {}};
        keep_best(context, index, remarks, is_best);
        return value;
    });
}

FilterPtr make_assertion(Compiler& compiler, const Node& node) {
    return computed<bool>([filter = compiler.condition(node.child(0))](Context& context) {
        if (!filter->test(context))
            throw ScriptFault(tr("an 'assert' of the script is false in game {}, {}", context.game->number,
                                 describe(context, Position{context.at})));
        return true;
    });
}

FilterPtr make_set_tag(Compiler& compiler, const Node& node) {
    return computed<bool>([name = node.text, at = node.span, text = compiler.text(node.child(0))](Context& context) {
        if (Text value = text->value(context)) context.set_tag(name, std::move(*value), at);
        return true;
    });
}

FilterPtr make_remove_comment(Compiler&, const Node& node) {
    return computed<bool>([at = node.span](Context& context) {
        if (!context.tree.is_imagined(context.at)) context.remove_comments(at);
        return true;
    });
}

FilterPtr make_abort(Compiler&, const Node&) {
    return computed<bool>([](Context& context) -> bool {
        throw ScriptFault(tr("the script ends itself ('cql_abort') in game {}, {}", context.game->number,
                             describe(context, Position{context.at})));
    });
}

}  // namespace cofnod::cql
