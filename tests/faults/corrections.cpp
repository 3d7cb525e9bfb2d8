#include "corrections.hpp"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "games/record/record.hpp"
#include "operations/trace.hpp"
#include "run.hpp"
#include "store/game_reader.hpp"
#include "store/store.hpp"

namespace cofnod::faults {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using TagList = std::vector<std::pair<std::string, std::string>>;

/// A game as the model knows it.
struct Game {
    std::string body;  ///< state, moves, comments, text that is not read
    TagList tags;
    std::string moves;
    std::string place;  ///< source, byte, line, number in the source

    bool operator==(const Game&) const = default;
};

/// What is there, and what undo brings back.
struct Model {
    struct Done {
        int group;
        std::int64_t game;
        Game before;
        bool operator==(const Done&) const = default;
    };
    std::map<std::int64_t, Game> games;
    std::vector<Done> done;
    int groups = 0;

    void put(std::int64_t id, const Game& now) {
        done.push_back({groups, id, games.at(id)});
        games[id] = now;
    }
    void remove(std::int64_t id) {
        done.push_back({groups, id, games.at(id)});
        games.erase(id);
    }
    void undo(std::size_t nth) {
        games[done[nth].game] = done[nth].before;
        done.erase(done.begin() + static_cast<std::ptrdiff_t>(nth));
    }
    void undo_last_command() {
        const int group = done.back().group;
        for (std::size_t i = done.size(); i-- > 0;)
            if (done[i].group == group) undo(i);
    }
};

const char* const games_sql = R"(
SELECT g.id, json_array(v.state, v.plies, hex(g.moves), g.final_check, (SELECT text FROM game_unread WHERE game = g.id),
                        (SELECT hex(content) FROM game_annotation WHERE game = g.id)),
       hex(g.moves), v.result, json_array(v.source, v.byte, v.line, g.id - run.first_game + run.first_number)
FROM game g JOIN games_view v ON v.id = g.id
JOIN source_run run ON run.first_game = (SELECT max(first_game) FROM source_run WHERE first_game <= g.id))";

std::map<std::int64_t, Game> games_of(const std::string& database) {
    std::map<std::int64_t, Game> games;
    for (const auto& row : rows_of(database, games_sql))
        games[std::stoll(row[0])] = {row[1] + row[3], {}, row[2], row[4]};
    for (const auto& row : rows_of(database, "SELECT game, name, value FROM tags_view ORDER BY game, ordinal"))
        games[std::stoll(row[0])].tags.emplace_back(row[1], row[2]);
    return games;
}

std::string* find(TagList& tags, const std::string& name) {
    const auto tag = std::ranges::find(tags, name, &std::pair<std::string, std::string>::first);
    return tag == tags.end() ? nullptr : &tag->second;
}

void forget(const std::string& database) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(database + suffix);
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
    return count;
}

/// The games that a text is, imported alone.
std::vector<Game> games_in(const std::string& text) {
    std::ofstream("alone.pgn", std::ios::binary) << text;
    forget("alone.db");
    std::vector<Game> games;
    if (run_program({"import", "--quiet", "alone.db", "alone.pgn"}).code != 0) return games;
    for (auto& [id, game] : games_of("alone.db")) games.push_back(std::move(game));
    return games;
}

class Sequence {
public:
    Sequence(const fs::path& samples, std::uint32_t seed) : random_(seed) {
        forget(database_);
        for (const char* name :
             {"cy/gemau-enwog.pgn", "ar/mubarayat.pgn", "en/classics.pgn", "mistakes/camgymeriadau.pgn"})
            files_.push_back((samples / "chess" / name).string());
        // Records of the same games, for dedupe.
        std::ifstream in(files_.front(), std::ios::binary);
        std::stringstream text;
        text << in.rdbuf();
        std::ofstream("again.pgn", std::ios::binary) << "{A copy}\n" << text.str();
        files_.emplace_back("again.pgn");
    }

    std::string run() {
        std::string fault = import();
        const std::uint32_t steps = 6 + below(10);
        for (std::uint32_t i = 0; fault.empty() && i < steps; ++i) fault = step();
        while (fault.empty() && !model_.done.empty()) fault = undo_last();  // all of it, to the beginning
        if (fault.empty() && !imported_.empty() && model_.games != as_imported_)
            fault = "undone, the games are not as they were";
        return fault;
    }
    [[nodiscard]] const Words& told() const { return told_; }

private:
    std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }
    template <typename T>
    const T& one_of(const std::vector<T>& all) {
        return all[below(all.size())];
    }
    std::int64_t some_game() { return std::next(model_.games.begin(), below(model_.games.size()))->first; }

    std::string step() {
        if (model_.games.empty()) return model_.done.empty() ? import() : undo_last();
        switch (below(12)) {
            case 0:
            case 1:
            case 2: return correct();
            case 3:
            case 4: return set();
            case 5: return replace();
            case 6: return remove();
            case 7: return model_.done.empty() ? import() : undo_last();
            case 8: return undo_one();
            case 9: return import();
            case 10: return dedupe();
            default: return recover();
        }
    }

    // --------------------------------------------------------------------------------------------- the commands

    std::string import() {
        const std::string file = one_of(files_);
        if (Run run = play({"import", "--quiet", database_, file}); run.code != 0) return "import: " + run.said;
        if (imported_.insert(file).second) {
            std::int64_t id = next_id_;
            std::ifstream in(file, std::ios::binary);
            std::stringstream text;
            text << in.rdbuf();
            const auto there = games_of(database_);
            for (Game& game : games_in(text.str())) {
                if (!there.contains(id)) return "game " + std::to_string(id) + " is not there";
                game.place = there.at(id).place;
                as_imported_[id] = model_.games[id] = game;
                ++id;
            }
            next_id_ = id;
        }
        return look(model_);
    }

    std::string correct() {
        const std::int64_t id = some_game();
        const std::string text = text_of(id);
        const auto [passage, other] = two_words(text);
        if (passage.empty()) return {};
        if (count_of(text, passage) != 1) return {};  // which one is meant, --nth would say
        std::string corrected = text;
        corrected.replace(text.find(passage), passage.size(), other);
        const std::vector<Game> games = games_in(corrected);
        const bool is_corrected = passage != other && games.size() == 1;
        Model after = model_;
        if (is_corrected) {
            Game now = games.front();
            now.tags = model_.games.at(id).tags;
            now.place = model_.games.at(id).place;
            now.body = now.body.substr(0, now.body.rfind(']') + 1) + result_of(now.tags);
            ++after.groups;
            after.put(id, now);
        }
        return change({"correct", "--quiet", database_, std::to_string(id), passage, other}, after,
                      is_corrected ? 0 : 2);
    }

    std::string set() {
        const std::int64_t id = some_game();
        const std::string name =
            one_of<std::string>({"White", "Event", "Date", "Annotator", "WhiteElo", "Result", "Round"});
        std::string value = std::to_string(1 + below(40));
        if (name == "Date") value = "19" + std::to_string(10 + below(80)) + ".0" + std::to_string(1 + below(9)) + ".??";
        if (name == "White") value = one_of<std::string>({"Siân \"Puw\"", "سعيد \\ ليلى", "Tal, M. [2]"});
        if (name == "Result")
            value = one_of<std::string>({"1-0", "0-1", "1/2-1/2", "*"});
        else if (below(6) == 0)
            value.clear();
        Model after = model_;
        Game now = after.games.at(id);
        std::string* const tag = find(now.tags, name);
        const bool is_new = tag ? *tag != value : !value.empty();
        if (is_new) {
            if (tag && !value.empty())
                *tag = value;
            else if (tag)
                std::erase_if(now.tags, [&](const auto& each) { return each.first == name; });
            else
                now.tags.emplace_back(name, value);
            if (name == "Result") now.body = now.body.substr(0, now.body.rfind(']') + 1) + value;
            ++after.groups;
            after.put(id, now);
        }
        return change({"set", "--quiet", database_, std::to_string(id), name + "=" + value}, after, is_new ? 0 : 2);
    }

    std::string replace() {
        const std::int64_t id = some_game();
        const std::string text = text_of(some_game());
        std::ofstream("better.pgn", std::ios::binary) << text;
        std::vector<Game> games = games_in(text);
        Model after = model_;
        if (games.size() == 1) {
            ++after.groups;
            games.front().place = model_.games.at(id).place;
            after.put(id, games.front());
        }
        return change({"import", "--quiet", database_, "better.pgn", "--replaces", std::to_string(id)}, after,
                      games.size() == 1 ? 0 : 2);
    }

    std::string remove() {
        Words words = {"delete", "--quiet", "--yes", database_};
        Model after = model_;
        ++after.groups;
        if (below(2) == 0) {
            std::set<std::int64_t> ids;
            for (std::uint32_t i = 0; i <= below(3); ++i) ids.insert(some_game());
            for (const std::int64_t id : ids) {
                words.push_back(std::to_string(id));
                after.remove(id);
            }
        } else {
            const std::int64_t first = some_game();
            words.insert(words.end(), {"--ids", std::to_string(first) + "-" + std::to_string(first + 2)});
            for (std::int64_t id = first; id <= first + 2; ++id)
                if (after.games.contains(id)) after.remove(id);
        }
        return change(words, after, 0);
    }

    std::string undo_last() {
        Model after = model_;
        after.undo_last_command();
        return change({"undo", "--quiet", database_}, after, 0);
    }

    std::string undo_one() {
        const std::int64_t id = model_.done.empty() || below(5) == 0 ? some_game() : one_of(model_.done).game;
        Model after = model_;
        for (std::size_t i = after.done.size(); i-- > 0;)
            if (after.done[i].game == id) {
                after.undo(i);
                break;
            }
        return change({"undo", "--quiet", database_, std::to_string(id)}, after, after.done != model_.done ? 0 : 2);
    }

    /// Which records are the same game, dedupe knows; what it deletes has its moves in another.
    std::string dedupe() {
        const bool deletes = below(2) == 0;
        Words words = {"dedupe", "--quiet", "--apply", database_};
        if (deletes) words.emplace_back("--delete");
        if (const Run run = play(words); run.code > 1) return "dedupe: " + run.said;
        const auto there = games_of(database_);
        Model after = model_;
        ++after.groups;
        for (const auto& [id, game] : model_.games)
            if (!there.contains(id)) {
                const auto kept =
                    rows_of(database_, "SELECT kept FROM deleted_game WHERE game = " + std::to_string(id));
                if (!deletes || kept.size() != 1 || !there.contains(std::stoll(kept.front().front())))
                    return "dedupe took a game away for nothing";
                if (!there.at(std::stoll(kept.front().front())).moves.starts_with(game.moves))
                    return "dedupe deleted moves that no other record has";
                after.remove(id);
            }
        return look(model_ = after);
    }

    std::string recover() {
        forget("saved.db");
        if (const Run run = play({"recover", "--quiet", database_, "saved.db"}); run.code != 0)
            return "recover: " + run.said;
        forget(database_);
        for (const char* suffix : {"", "-wal"})
            if (fs::exists(std::string("saved.db") + suffix))
                fs::rename(std::string("saved.db") + suffix, database_ + suffix);
        return look(model_);
    }

    // ---------------------------------------------------------------------------------------------- what they need

    std::string text_of(std::int64_t id) {
        store::Store store = store::Store::open(database_, store::Access::read_only);
        store::GameReader reader(store);
        return operations::kept_text(reader.read(id).value(), reader.header(id).value().charset);
    }

    static std::string result_of(TagList tags) {
        const std::string* const result = find(tags, "Result");
        return result ? *result : "*";
    }

    /// Two moves beside each other in a line, and what is to take their place.
    std::pair<std::string, std::string> two_words(const std::string& text) {
        std::vector<std::string> passages, words;
        std::istringstream lines(text.substr(std::min(text.size(), text.rfind("]\n") + 2)));
        for (std::string line; std::getline(lines, line);) {
            std::istringstream in(line);
            std::string before;
            for (std::string word; in >> word;) {
                const bool is_move = word.find_first_of("{}()[];%-\r") == std::string::npos && word.size() > 1;
                if (is_move) words.push_back(word);
                if (is_move && !before.empty() && line.find(before + " " + word) != std::string::npos)
                    passages.push_back(before + " " + word);
                before = is_move ? word : "";
            }
        }
        if (passages.empty()) return {};
        const std::string passage = one_of(passages);
        const std::string first = passage.substr(0, passage.find(' '));
        return {passage, first + " " + (below(4) == 0 ? std::string("Zz9") : one_of(words))};
    }

    // ------------------------------------------------------------------------------------------------- the checks

    Run play(const Words& words, std::optional<std::chrono::microseconds> kill_after = {}) {
        std::string line;
        for (const std::string& word : words) line += (line.empty() ? "" : " ") + ("'" + word + "'");
        told_.push_back(line + (kill_after ? "  (killed)" : ""));
        Started started(words);
        if (kill_after) {
            std::this_thread::sleep_for(*kill_after);
            started.kill();
        }
        return started.finish();
    }

    /// A correction, whole, or absent if it is killed.
    std::string change(const Words& words, const Model& after, int code) {
        const bool kills = below(6) == 0;
        const Run run = play(words, kills ? std::optional(std::chrono::microseconds(below(40000))) : std::nullopt);
        if (run.signal == SIGKILL && kills) {
            if (games_of(database_) == model_.games && corrections() == model_.done.size()) return look(model_);
        } else if (run.signal != 0 || run.code != code) {
            return "exit code " + std::to_string(run.code) + ", not " + std::to_string(code) + ": " + run.said;
        }
        return look(model_ = after);
    }

    std::size_t corrections() const {
        return static_cast<std::size_t>(
            std::stoull(rows_of(database_, "SELECT count(*) FROM correction").front().front()));
    }

    std::string look(const Model& model) {
        const auto there = games_of(database_);
        for (const auto& [id, game] : there) {
            const auto expected = model.games.find(id);
            if (expected == model.games.end()) return "game " + std::to_string(id) + " is there";
            if (game.body != expected->second.body)
                return "game " + std::to_string(id) + " is " + game.body + "\n  not " + expected->second.body;
            if (game.place != expected->second.place)
                return "game " + std::to_string(id) + " stands at " + game.place + ", not " + expected->second.place;
            if (game.tags != expected->second.tags) return "game " + std::to_string(id) + " has other tags";
        }
        if (there.size() != model.games.size()) return "a game is gone";
        if (corrections() != model.done.size()) return "corrections are forgotten";
        for (const char* table :
             {"game", "game_tag", "problem", "correction", "deleted_game", "witness", "source_run"}) {
            const std::string name(table);
            const auto rows = rows_of(database_, "SELECT count(*), (SELECT count FROM _counts WHERE \"table\" = '" +
                                                     name + "') FROM " + name);
            if (rows.front()[0] != rows.front()[1]) return "_counts is wrong about " + name;
        }
        const bool has_rejects =
            rows_of(database_, "SELECT EXISTS (SELECT 1 FROM game WHERE state > 0)").front().front() == "1";
        if (run_program({"rejects", "--quiet", database_, "--csv"}).code != (has_rejects ? 0 : 1))
            return "rejects remembers too much, or too little";
        const Run check = run_program({"check", "--quiet", "--deep", database_});
        return check.code == 0 ? std::string() : "check --deep: " + check.said;
    }

    std::mt19937 random_;
    std::string database_ = "games.db";
    Words files_;
    std::set<std::string> imported_;
    std::int64_t next_id_ = 1;
    std::map<std::int64_t, Game> as_imported_;
    Model model_;
    Words told_;
};

}  // namespace

int try_corrections(const fs::path& samples, std::uint32_t first_seed, std::uint32_t count) {
    int wrong = 0;
    std::size_t commands = 0;
    for (std::uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
        Sequence sequence(samples, seed);
        std::string fault;
        try {
            fault = sequence.run();
        } catch (const std::exception& error) {
            fault = error.what();
        }
        commands += sequence.told().size();
        if (fault.empty()) continue;
        ++wrong;
        std::cerr << "seed " << seed << ": " << fault << '\n';
        for (const std::string& command : sequence.told()) std::cerr << "    cofnod " << command << '\n';
    }
    std::cout << "corrections: " << count << " sequences, " << commands << " commands, " << wrong << " went wrong"
              << std::endl;
    return wrong;
}

}  // namespace cofnod::faults
