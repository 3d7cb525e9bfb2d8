#include "reports/record_writers.hpp"

#include <exception>
#include <ostream>
#include <utility>

#include "base/characters.hpp"
#include "base/in_order.hpp"
#include "games/pgn/writer.hpp"
#include "games/record/chess_game.hpp"
#include "games/record/move_text.hpp"
#include "games/record/openings.hpp"
#include "games/record/record.hpp"

namespace cofnod::reports {

namespace {

class TextWriter final : public RecordWriter {
public:
    TextWriter(std::ostream& out, unsigned threads, AppendRecord append) {
        pipeline_.threads = threads;
        pipeline_.most_weight = std::size_t{3} * threads;
        pipeline_.weigh = [](const Batch&) { return std::size_t{1}; };
        pipeline_.asks_on_calling_thread = true;
        pipeline_.work = [append = std::move(append)](Batch&& batch) {
            write(batch, append);
            return Batch(std::move(batch));
        };
        pipeline_.take = [this, &out](Batch&& batch) {
            out << batch.text;
            if (batch.fault) std::rethrow_exception(batch.fault);
            spare_.push_back(std::move(batch));
        };
    }
    void add(const FoundRecord& found) override {
        if (batch_.size == batch_.records.size()) {
            batch_.hits.emplace_back();
            batch_.records.emplace_back();
        }
        batch_.hits[batch_.size] = found.hit;
        batch_.records[batch_.size++] = found.record;
        batch_.bytes += memory_of(found.record);
        if (batch_.size == most_games || batch_.bytes > most_bytes) hand_over();
    }
    void finish() override {
        hand_over();
        pipeline_.finish();
    }

private:
    static constexpr std::size_t most_games = 64, most_bytes = std::size_t{1} << 20;

    /// Games and their text. Reused to keep its memory.
    struct Batch {
        std::vector<search::Hit> hits;
        std::vector<GameRecord> records;
        std::size_t size = 0, bytes = 0;
        std::string text;
        std::exception_ptr fault;  ///< error of the game after the text
    };

    static void write(Batch& batch, const AppendRecord& append) {
        batch.text.clear();
        std::size_t whole = 0;
        try {
            for (std::size_t i = 0; i < batch.size; ++i, whole = batch.text.size())
                append(batch.hits[i], batch.records[i], batch.text);
        } catch (...) {
            batch.text.resize(whole);
            batch.fault = std::current_exception();
        }
    }

    void hand_over() {
        if (batch_.size == 0) return;
        pipeline_.add(std::exchange(batch_, {}));
        const bool is_spare_usual = !spare_.empty() && spare_.back().bytes <= most_bytes;
        if (is_spare_usual) batch_ = std::move(spare_.back());
        if (!spare_.empty()) spare_.pop_back();
        batch_.size = batch_.bytes = 0;
    }

    Batch batch_;
    std::vector<Batch> spare_;
    InOrder<Batch, Batch> pipeline_;
};

/// Returns the commands of a comment alone.
std::string commands_of(std::string_view comment) {
    std::string commands;
    for (std::size_t begin = comment.find("[%"); begin != comment.npos; begin = comment.find("[%", begin)) {
        const std::size_t end = comment.find(']', begin);
        if (end == comment.npos) break;
        if (!commands.empty()) commands += ' ';
        commands += comment.substr(begin, end + 1 - begin);
        begin = end + 1;
    }
    return commands;
}

class GameRows final : public RecordWriter {
public:
    GameRows(const RowChoice& choice, const MakeWriter& make, const notation::Language& language)
        : language_(language), games_(game_export(choice.with_ply, choice.columns), make) {}

    void add(const FoundRecord& found) override {
        games_.add(exported(found.hit.game, found.record, found.origin, language_));
    }
    void finish() override { games_.finish(); }

private:
    const notation::Language& language_;
    List<ExportedGame> games_;
};

/// Writes all positions of each game once, or those found.
class PositionRows final : public RecordWriter {
public:
    PositionRows(const RowChoice& choice, const MakeWriter& make, const notation::Language& language)
        : only_found_(choice.rows == Rows::found),
          at_(choice.at),
          language_(language),
          positions_(position_export(only_found_, choice.columns), make) {}

    void add(const FoundRecord& found) override {
        if (!only_found_ && std::exchange(last_game_, found.hit.game) == found.hit.game) return;
        if (!only_found_)
            return for_each_position(found.hit.game, found.record, language_,
                                     [&](const ExportedPosition& position) { positions_.add(position); });
        with_position_of(found.hit, found.record, at_, language_,
                         [&](const ExportedPosition& position) { positions_.add(position); });
    }
    void finish() override { positions_.finish(); }

private:
    bool only_found_;
    LinePlace at_;
    const notation::Language& language_;
    List<ExportedPosition> positions_;
    std::int64_t last_game_ = 0;
};

}  // namespace

GameRecord without(const GameRecord& record, const Omitted& omitted) {
    using Kind = Annotations::Kind;
    GameRecord result = record;
    result.annotations.clear();
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < record.annotations.size(); ++i) {
        const Annotations::Item item = record.annotations[i];
        const bool is_end = item.kind == Kind::end_variation && depth > 0;
        if (item.kind == Kind::begin_variation) ++depth;
        const bool is_inside = depth > 0;
        if (is_end) --depth;
        if (omitted.variations && is_inside) continue;
        if (omitted.glyphs && item.kind == Kind::nag) continue;
        if (item.kind != Kind::comment) {
            result.annotations.add(item.kind, item.ply, item.value, item.text);
            continue;
        }
        // Clocks and evaluations are data, not words: each stays if the other goes.
        std::string text(item.text);
        if (omitted.comments)
            text = omitted.numbers ? std::string() : commands_of(item.text);
        else if (omitted.numbers)
            text = trimmed(without_commands(item.text));
        if (!text.empty()) result.annotations.add(item.kind, item.ply, item.value, text);
    }
    return result;
}

GameRecord with_opening(const GameRecord& record) {
    const Opening* const opening = opening_of(record);
    if (opening == nullptr) return record;
    GameRecord result = record;
    result.tags = tags_without(record.tags, {"ECO", "Opening", "Variation"});
    result.tags.add("ECO", opening->eco);
    result.tags.add("Opening", opening->english);
    return result;
}

std::unique_ptr<RecordWriter> text_writer(std::ostream& out, unsigned threads, AppendRecord append) {
    return std::make_unique<TextWriter>(out, threads, std::move(append));
}

AppendRecord append_as_pgn(const pgn::WriteOptions& how) {
    return [how](const search::Hit&, const GameRecord& record, std::string& text) { pgn::write(record, how, text); };
}

AppendRecord append_as_uci(const notation::Language& language) {
    return [&language](const search::Hit&, const GameRecord& record, std::string& text) {
        append_uci(record, language, text);
    };
}

AppendRecord append_as_fen(const LinePlace& at) {
    return [at](const search::Hit& hit, const GameRecord& record, std::string& text) {
        with_line_of(hit, record,
                     [&](const GameRecord& line) { append_fen(line, at.in(hit, line.ply_count), text); });
    };
}

AppendRecord append_as_epd(const LinePlace& at, const notation::Language& english) {
    return [at, &english](const search::Hit& hit, const GameRecord& record, std::string& text) {
        with_line_of(hit, record, [&](const GameRecord& line) {
            append_epd(hit.game, line, at.in(hit, line.ply_count), english, text);
        });
    };
}

std::unique_ptr<RecordWriter> data_writer(const RowChoice& choice, const MakeWriter& make,
                                          const notation::Language& language) {
    if (choice.rows == Rows::games) return std::make_unique<GameRows>(choice, make, language);
    return std::make_unique<PositionRows>(choice, make, language);
}

}  // namespace cofnod::reports
