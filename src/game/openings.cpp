#include "game/openings.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "chess/replayer.hpp"
#include "chess/resolve.hpp"
#include "game/embedded.hpp"
#include "notation/languages.hpp"
#include "notation/read_move.hpp"

namespace cofnod {

namespace {

using std::string_view;

/// Plies by which a game may reach an opening later than its row.
constexpr std::uint32_t detour_plies = 6;

string_view cut(string_view& text, char end) {
    const auto at = text.find(end);
    const string_view part = text.substr(0, at);
    text.remove_prefix(at == string_view::npos ? text.size() : at + 1);
    return part;
}

/// Plays consecutive rows, reusing the common prefix with the previous row.
class RowPlayer {
public:
    const chess::Position& play(string_view moves) {
        std::size_t ply = 0;
        for (string_view rest = moves; !rest.empty();) {
            const string_view word = cut(rest, ' ');
            if (word.ends_with('.')) continue;
            if (ply == words_.size() || words_[ply] != word) play(ply, word, moves);
            ++ply;
        }
        forget_after(ply);
        return positions_.back();
    }

    [[nodiscard]] std::size_t ply_count() const { return words_.size(); }

private:
    void play(std::size_t ply, string_view word, string_view moves) {
        forget_after(ply);
        chess::Position position = positions_.back();
        const auto move = chess::resolve(position, notation::read_move(english_, word));
        if (!move)
            throw std::logic_error("openings.tsv: no legal move: " + std::string(word) + " of " + std::string(moves));
        position.play(move.move);
        positions_.push_back(position);
        words_.push_back(word);
    }

    void forget_after(std::size_t ply) {
        words_.resize(ply);
        positions_.resize(ply + 1, positions_.front());
    }

    notation::Languages languages_ = notation::Languages::built_in();
    const notation::Language& english_ = languages_.english();
    std::vector<string_view> words_;
    std::vector<chess::Position> positions_{chess::Position::initial()};  ///< one more than words_
};

Opening read_row(string_view line, RowPlayer& player) {
    Opening row;
    for (string_view* field : {&row.eco, &row.moves, &row.english, &row.welsh, &row.arabic}) *field = cut(line, '\t');
    row.key = player.play(row.moves).key();
    row.ply_count = static_cast<std::uint32_t>(player.ply_count());
    return row;
}

/// Reads the table; lines that begin with # are comments, the first other line names the columns.
std::vector<Opening> read_table(string_view text) {
    std::vector<Opening> rows;
    RowPlayer player;
    bool named = false;
    while (!text.empty()) {
        const string_view line = cut(text, '\n');
        if (line.starts_with('#')) continue;
        if (named) rows.push_back(read_row(line, player));
        named = true;
    }
    return rows;
}

struct Book {
    std::vector<Opening> rows = read_table(text_of(game::embedded::files, "schema/openings.tsv"));
    std::uint32_t ply_limit = 0;

    Book() : slots_(slot_count) {
        for (const Opening& row : rows) {
            add(row);
            ply_limit = std::max(ply_limit, row.ply_count + detour_plies);
        }
    }

    /// Returns the opening with a key; nullptr if there is none. Asked for every ply of every game imported.
    [[nodiscard]] const Opening* find(std::uint64_t key) const {
        std::size_t at = key % slot_count;
        while (slots_[at] && slots_[at]->key != key) at = (at + 1) % slot_count;
        return slots_[at];
    }

private:
    static constexpr std::size_t slot_count = 16384;  ///< several times the number of openings

    void add(const Opening& row) {
        std::size_t at = row.key % slot_count;
        while (slots_[at] && slots_[at]->key != row.key) at = (at + 1) % slot_count;
        if (!slots_[at]) slots_[at] = &row;
    }

    std::vector<const Opening*> slots_;
};

const Book& book() {
    static const Book book;
    return book;
}

}  // namespace

string_view Opening::name(string_view language) const {
    if (language == "cy" && !welsh.empty()) return welsh;
    if (language == "ar" && !arabic.empty()) return arabic;
    return english;
}

std::span<const Opening> openings() { return book().rows; }

const Opening* find_opening(std::uint64_t key) { return book().find(key); }

const Opening* opening_of(const chess::Position& start, string_view moves) {
    return opening_of(chess::Replayer(start), moves);
}

const Opening* opening_of(chess::Replayer game, string_view moves) {
    game.read(moves);
    const Book& known = book();
    const Opening* last = known.find(game.key());
    for (std::uint32_t ply = 0; ply < known.ply_limit && game.next(); ++ply)
        if (const Opening* opening = known.find(game.key())) last = opening;
    return last;
}

}  // namespace cofnod
