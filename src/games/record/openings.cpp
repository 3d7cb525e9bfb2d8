#include "games/record/openings.hpp"

#include <bitset>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "games/chess/replayer.hpp"
#include "games/chess/resolve.hpp"
#include "games/embedded.hpp"
#include "games/record/chess_game.hpp"
#include "notation/languages.hpp"
#include "notation/written_move.hpp"

namespace cofnod {

namespace {

using std::string_view;

/// Number of consecutive plies outside all lines of the table after which a game is considered to have left them for
/// good. A transposition may be outside for a while.
constexpr int longest_detour = 12;

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
    /// Returns the keys of all positions played so far.
    [[nodiscard]] const std::vector<std::uint64_t>& keys() const { return keys_; }

private:
    void play(std::size_t ply, string_view word, string_view moves) {
        forget_after(ply);
        chess::Position position = positions_.back();
        const auto move = chess::resolve(position, notation::read_move(english_, word));
        if (!move)
            throw std::logic_error("openings.tsv: no legal move: " + std::string(word) + " of " + std::string(moves));
        position.play(move.move);
        positions_.push_back(position);
        keys_.push_back(position.key());
        words_.push_back(word);
    }

    void forget_after(std::size_t ply) {
        words_.resize(ply);
        positions_.resize(ply + 1, positions_.front());
    }

    notation::Languages languages_ = notation::Languages::built_in();
    const notation::Language& english_ = languages_.english();
    std::vector<string_view> words_;
    std::vector<std::uint64_t> keys_;
    std::vector<chess::Position> positions_{chess::Position::initial()};  ///< one more than words_
};

Opening read_row(string_view line, RowPlayer& player) {
    Opening row;
    for (string_view* field : {&row.eco, &row.moves, &row.english, &row.welsh, &row.arabic}) *field = cut(line, '\t');
    row.key = player.play(row.moves).key();
    row.ply_count = static_cast<std::uint32_t>(player.ply_count());
    return row;
}

/// The table, and all positions on the way to its openings.
class Book {
public:
    Book() : slots_(slot_count) {
        RowPlayer player;
        read_rows(text_of(embedded::games_files, "schema/openings.tsv"), player);
        for (const Opening& row : rows_)
            if (Slot& slot = slot_of(row.key); !slot.opening) slot = {row.key, &row};
        for (const std::uint64_t key : player.keys()) slot_of(key).key = key;
        for (const Slot& slot : slots_)
            if (slot.key != 0) sieve_.set(sieve_bit(slot.key));
    }

    [[nodiscard]] std::span<const Opening> rows() const { return rows_; }

    struct Slot {
        std::uint64_t key = 0;  ///< 0: empty
        const Opening* opening = nullptr;
    };
    /// Returns the entry of a key; an empty one if no line of the table has that position. Called for many plies of
    /// every imported game.
    [[nodiscard]] Slot find(std::uint64_t key) const { return sieve_[sieve_bit(key)] ? slot_at(key) : Slot{}; }

private:
    static constexpr std::size_t slot_count = 32768;  ///< several times the number of positions
    static constexpr std::size_t sieve_size = std::size_t{1} << 17;

    static constexpr std::size_t sieve_bit(std::uint64_t key) { return (key >> 32) % sieve_size; }

    [[nodiscard]] const Slot& slot_at(std::uint64_t key) const {
        std::size_t at = key % slot_count;
        while (slots_[at].key != key && slots_[at].key != 0) at = (at + 1) % slot_count;
        return slots_[at];
    }

    Slot& slot_of(std::uint64_t key) { return const_cast<Slot&>(slot_at(key)); }

    /// Reads the table. Lines that begin with # are comments; the first other line names the columns.
    void read_rows(string_view text, RowPlayer& player) {
        bool named = false;
        while (!text.empty()) {
            const string_view line = cut(text, '\n');
            if (line.starts_with('#')) continue;
            if (named) rows_.push_back(read_row(line, player));
            named = true;
        }
    }

    std::vector<Opening> rows_;
    std::vector<Slot> slots_;
    std::bitset<sieve_size> sieve_;  ///< filter on the keys: fits in the L1 cache, and most positions are in no line
};

const Book& book() {
    static const Book book;
    return book;
}

}  // namespace

string_view Opening::name(string_view language) const {
    return language == "cy" ? welsh : language == "ar" ? arabic : english;
}

std::span<const Opening> openings() { return book().rows(); }

const Opening* find_opening(std::uint64_t key) { return book().find(key).opening; }

const Opening* opening_of(const chess::Position& start, string_view moves) {
    return opening_of(chess::Replayer(start), moves);
}

namespace {

/// Returns the last named position of a game. `next_key`: returns its keys one by one; nullopt at the end.
template <typename NextKey>
const Opening* last_opening(NextKey next_key) {
    const Book& known = book();
    std::optional<std::uint64_t> key = next_key();
    const Opening* last = key ? known.find(*key).opening : nullptr;
    for (int detour = 0; detour <= longest_detour && (key = next_key());) {
        const Book::Slot slot = known.find(*key);
        detour = slot.key == 0 ? detour + 1 : 0;
        if (slot.opening) last = slot.opening;
    }
    return last;
}

}  // namespace

const Opening* opening_of(chess::Replayer game, string_view moves) {
    game.read(moves);
    bool is_begun = false;
    return last_opening([&]() -> std::optional<std::uint64_t> {
        if (std::exchange(is_begun, true) && !game.next()) return std::nullopt;
        return game.key();
    });
}

const Opening* opening_of(std::span<const std::uint64_t> keys) {
    auto key = keys.begin();
    return last_opening([&]() { return key == keys.end() ? std::nullopt : std::optional(*key++); });
}

const Opening* opening_of(const GameRecord& record) {
    if (record.kind != GameKind::chess || record.moves.empty()) return nullptr;
    const auto start = ChessGame::read_start(record.start);
    return start ? opening_of(*start, record.moves) : nullptr;
}

}  // namespace cofnod
