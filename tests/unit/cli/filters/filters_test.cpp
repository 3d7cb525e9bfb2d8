// Compares random combinations of all header options and conditions on moves: the program, which uses SQL, the index
// and threads, must find the same as a plain check of every exported game.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "../../operations/folder.hpp"
#include "../run.hpp"
#include "exported_games.hpp"
#include "games/record/with_game.hpp"
#include "odd_games.hpp"
#include "plain_filter.hpp"

using namespace cofnod;
using namespace cofnod::cli;
using cofnod::cli::plain::Filter;
using cofnod::cli::test::run;
using cofnod::cli::test::Said;

namespace {

using Words = std::vector<std::string>;
using Ids = std::vector<std::int64_t>;

Words operator+(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "'" : " '") + word + "'";
    return text;
}

std::int64_t number_behind(const std::string& text, const std::string& name) {
    const std::size_t at = text.find(name);
    return at == std::string::npos ? -1 : std::strtoll(text.c_str() + at + name.size(), nullptr, 10);
}

/// Returns the ids in lines of JSON.
Ids ids_of(const std::string& lines) {
    Ids ids;
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) ids.push_back(number_behind(line, "\"id\":"));
    return ids;
}

/// Conditions on moves, answered by the program itself: filters may only remove games from these answers.
const Words questions[] = {
    {},
    {},
    {},
    {"--after", "1. e4"},
    {"--after", "1. e4 e5 2. Nf3"},
    {"--moves", "1. d4"},
    {"--pieces", "Pe4 pe5"},
    {"--pieces", "Nf3", "--after", "1. e4 e5 2. Nf3"},
    {"--pieces", "Pe4 pe5", "--lines", "all"},
    {"--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"},
    {"--material", "KRP* v KRP*"},
    {"--game", "camelot", "--moves", "E6-E8"},
    {"--game", "camelot", "--after", "E6-E8"},
    {"--game", "cam"},
    {"--played", "charge"},
    {"--pieces", "NC6"},
    {"--cql", "mate"},
    {"--cql", "N attacks k"},
    {"--cql", "initial"},
    {"--cql", "wtm", "--after", "1. e4 e5"},
    {"--game", "camelot", "--pattern", "jump"},
};
/// Conditions that a tree can start from.
const Words tree_questions[] = {{"--after", "1. e4"},
                                {"--after", "1. d4 d5"},
                                {"--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
                                {"--game", "camelot", "--after", "E6-E8"}};

bool is_cql(const Words& question) { return !question.empty() && question.front() == "--cql"; }

/// Three databases of the same games: indexed, not indexed, and with only the first half indexed.
class Databases {
public:
    Databases() {
        odd_files_ = write_odd_games(folder_.path);
        for (const Way& way :
             {Way{"indexed.db", false, false}, Way{"plain.db", true, true}, Way{"mixed.db", false, true}})
            import(way);
        read_records();
    }

    [[nodiscard]] const std::vector<plain::Game>& games() const { return games_; }
    [[nodiscard]] const plain::Aliases& aliases() const { return aliases_; }
    [[nodiscard]] std::string any(std::mt19937& random) const {
        const char* const names[] = {"indexed.db", "plain.db", "mixed.db"};
        return folder_.file(names[random() % std::size(names)]);
    }

    /// Returns the games for a question without filters.
    const Ids& answer(const Words& question) {
        const auto [entry, is_new] = answers_.try_emplace(question);
        if (is_new) {
            const Said said = run(Words{"search", folder_.file("plain.db"), "--nl"} + question);
            INFO(joined(question) << said.err);
            REQUIRE(said.code <= 1);
            entry->second = ids_of(said.out);
        }
        return entry->second;
    }

private:
    struct Way {
        std::string name;
        bool first_without, second_without;  ///< no index
    };

    void import(const Way& way) {
        const std::string database = folder_.file(way.name);
        const auto with = [](bool without) { return without ? Words{"--no-index"} : Words{}; };
        const std::string samples = std::string(COFNOD_ROOT) + "/sample-data/";
        Words words = {"import", "--quiet", database, samples + "chess", samples + "camelot"};
        REQUIRE(run(words + with(way.first_without)).code == 0);
        for (const std::string& file : odd_files_) {
            const Words cited =
                file.ends_with("1.pgn") ? Words{"--citation", "Siân Évans, *Cofnodion* (1931)"} : Words{};
            words = Words{"import", "--quiet", database, file} + cited;
            REQUIRE(run(words + with(way.second_without)).code == 0);
        }
        for (const auto& [spelling, known_as] : odd_aliases)
            REQUIRE(run({"players", database, "--alias", spelling, known_as}).code == 0);
    }

    void read_records() {
        games_ = exported_games(folder_.file("plain.db"));
        for (const auto& [spelling, known_as] : odd_aliases) {
            aliases_[spelling].push_back(known_as);
            aliases_[known_as].push_back(spelling);
        }
        // Every spelling of a person finds the others.
        for (const auto& [spelling, known_as] : odd_aliases)
            for (const std::string& other : Words(aliases_[known_as]))
                if (other != spelling) aliases_[spelling].push_back(other);
    }

    operations::test::Folder folder_;
    Words odd_files_;
    std::vector<plain::Game> games_;
    plain::Aliases aliases_;
    std::map<Words, Ids> answers_;
};

/// Draws filters whose values come from a game or nearly do.
class FilterWriter {
public:
    FilterWriter(const std::vector<plain::Game>& games, std::mt19937& random) : games_(games), random_(random) {}

    std::vector<Filter> write() {
        std::vector<Filter> filters;
        const plain::Game* game = &any_game();
        for (auto left = random_() % 5; left > 0; --left) {
            if (random_() % 4 == 0) game = &any_game();  // mostly from one game, so that something is found
            filters.push_back(from(*game));
            if (one_in(4)) filters.push_back({filters.back().option, from(any_game(), filters.back().option)});
            if (filters.back().option != "--game" && one_in(6)) filters.back().option.insert(2, "not-");
        }
        forget_faults(filters);
        return filters;
    }

private:
    const plain::Game& any_game() { return games_[random_() % games_.size()]; }
    bool one_in(unsigned n) { return random_() % n == 0; }

    /// Removes filters that the program rejects: contradictory bounds, opponents without a player.
    static void forget_faults(std::vector<Filter>& filters) {
        const auto forget = [&](std::string_view option) {
            std::erase_if(filters, [&](const Filter& filter) { return filter.option == option; });
        };
        const auto number_of = [&](std::string_view option) {
            return std::count_if(filters.begin(), filters.end(), [&](const Filter& filter) {
                return filter.option == option && !filter.value.empty();
            });
        };
        for (const auto& [from, to] :
             {std::pair{"--since", "--until"}, {"--min-elo", "--max-elo"}, {"--min-plies", "--max-plies"}})
            if (number_of(from) > 0) forget(to);
        if (number_of("--player") != 1) forget("--opponent"), forget("--not-opponent");
        if (number_of("--game") > 1) forget("--game");
    }

    Filter from(const plain::Game& game) {
        static const char* const options[] = {
            "--player",     "--white",     "--black",     "--event",   "--site",    "--date",      "--since",
            "--until",      "--result",    "--eco",       "--min-elo", "--max-elo", "--white-elo", "--black-elo",
            "--elo-diff",   "--min-plies", "--max-plies", "--state",   "--source",  "--game",      "--annotator",
            "--tag",        "--comment",   "--ids",       "--ids",     "--opening", "--opponent",  "--written-in",
            "--time-class", "--any-elo",   "--with"};
        const char* const option = options[random_() % std::size(options)];
        return {option, from(game, option)};
    }

    /// Returns a value for an option.
    std::string from(const plain::Game& game, const std::string& option) {
        const auto is = [&](std::string_view name) { return option == name; };
        if (is("--player") || is("--opponent")) return part_of(game.tag(one_in(2) ? "White" : "Black"));
        if (is("--white")) return part_of(game.tag("White"));
        if (is("--black")) return part_of(game.tag("Black"));
        if (is("--event")) return part_of(game.tag("Event"));
        if (is("--site")) return part_of(game.tag("Site"));
        if (is("--date") || is("--since") || is("--until")) return date_near(game);
        if (is("--result")) return std::string(to_text(game.record.result));
        if (is("--eco")) return eco_near(game);
        if (is("--min-elo") || is("--max-elo")) return elo_near(game);
        if (is("--white-elo") || is("--black-elo") || is("--any-elo")) return range_near(elo_near(game));
        if (is("--elo-diff")) return range_near(std::to_string(random_() % 3));
        if (is("--min-plies") || is("--max-plies")) return number_near(game.record.ply_count);
        if (is("--state")) return std::string(name_of(game.record.state));
        if (is("--source")) return part_of(one_in(3) && !game.citation.empty() ? game.citation : game.source);
        if (is("--game")) return std::string(name_of(game.record.kind));
        if (is("--annotator")) return part_of(game.tag("Annotator"));
        if (is("--tag")) return tag_near(game);
        if (is("--time-class")) return one_in(2) ? "classical" : "blitz";
        if (is("--with")) return one_in(2) ? "comments" : "variations";
        if (is("--comment")) return comment_near(game);
        if (is("--opening")) return opening_near();
        if (is("--written-in")) return notation_near(game);
        return one_in(3) ? ids_near(game.id) + ',' + ids_near(any_game().id) : ids_near(game.id);
    }

    std::string tag_near(const plain::Game& game) {
        static const char* const names[] = {"Annotator", "annotator", "Board", "White",
                                            "Round",     "ECO",       "Date",  "Event"};
        const std::string name = names[random_() % std::size(names)];
        std::string own = name;
        own.front() = upper(own.front());
        const std::string value = game.tag(own);
        return one_in(2) || value.empty() ? name + '=' + value : name + '~' + part_of(value);
    }

    std::string comment_near(const plain::Game& game) {
        const Annotations& notes = game.record.annotations;
        static const char* const others[] = {"gwych", "Siân", "جيد", "1", "a fine"};
        if (notes.empty() || one_in(3)) return others[random_() % std::size(others)];
        const Annotations::Item item = notes[random_() % notes.size()];
        const std::string part = part_of(std::string(item.text));
        return item.kind == Annotations::Kind::comment && plain::has_word(part) ? part : "gwych";
    }

    std::string opening_near() {
        static const char* const names[] = {"sicil",     "King's Pawn", "Ruy",    "Agoriad",
                                            "Sbaenaidd", "دفاع",        "افتتاح", "queen"};
        return names[random_() % std::size(names)];
    }

    std::string range_near(const std::string& number) {
        switch (random_() % 3) {
            case 0: return number + '-';
            case 1: return '-' + number;
            default: return number + '-' + std::to_string(std::stoll(number) + static_cast<int>(random_() % 3));
        }
    }

    /// Returns a part of a name in whole code points, possibly with changed case, without marks, or with one wrong
    /// letter.
    std::string part_of(const std::string& name) {
        std::vector<std::string> letters;
        for (const char c : name)
            if (letters.empty() || (static_cast<unsigned char>(c) & 0xC0) != 0x80)
                letters.emplace_back(1, c);
            else
                letters.back() += c;
        if (letters.empty()) return "x";
        const std::size_t begin = one_in(2) ? 0 : random_() % letters.size();
        const std::size_t most = std::min<std::size_t>(letters.size() - begin, 12);
        std::string part;
        for (std::size_t i = 0, length = 1 + random_() % most; i < length; ++i) part += letters[begin + i];
        if (plain::folded(part).find_first_not_of(' ') == std::string::npos) return "x";  // an empty value is rejected
        switch (random_() % 6) {
            case 0: return plain::folded(part);
            case 1: std::transform(part.begin(), part.end(), part.begin(), upper); return part;
            case 2: part.front() = static_cast<unsigned char>(part.front()) < 0x80 ? '%' : part.front(); return part;
            default: return part;
        }
    }
    static char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

    std::string date_near(const plain::Game& game) {
        int year = std::atoi(game.tag("Date").c_str());
        if (year == 0 || one_in(6)) year = 1850 + static_cast<int>(random_() % 170);
        if (one_in(4)) year += one_in(2) ? 1 : -1;
        const std::string& text = game.tag("Date");
        const bool is_whole =
            text.size() == 10 && text.find('?') == std::string::npos && text.front() != '0' && plain::is_date(text);
        char date[32];
        switch (random_() % 4) {
            case 0:
                if (is_whole) return text;
                [[fallthrough]];
            case 1: std::snprintf(date, sizeof date, "%04d", year); break;
            case 2:
                std::snprintf(date, sizeof date, "%04d.%02u", year, 1 + static_cast<unsigned>(random_() % 12));
                break;
            default:
                std::snprintf(date, sizeof date, one_in(2) ? "%04d.%02u.%02u" : "%04d-%u-%u", year,
                              1 + static_cast<unsigned>(random_() % 12), 1 + static_cast<unsigned>(random_() % 31));
        }
        return one_in(8) && std::string(date).size() == 4 ? std::string(date) + ".??.??" : date;
    }

    std::string eco_near(const plain::Game& game) {
        static const char* const codes[] = {"b", "B9", "C42", "a0", "A00-B9", "C4-C42", "B90-B99,C4"};
        std::string eco = game.tag("ECO");
        const bool is_code = eco.size() == 3 && eco.front() != '?';
        return is_code && one_in(2) ? eco : codes[random_() % std::size(codes)];
    }

    std::string elo_near(const plain::Game& game) {
        const int elo = std::atoi(game.tag(one_in(2) ? "WhiteElo" : "BlackElo").c_str());
        return std::to_string((elo == 0 ? 2000 : elo) + static_cast<int>(random_() % 3) - 1);
    }

    std::string number_near(std::int64_t number) {
        return std::to_string(std::max<std::int64_t>(0, number + static_cast<int>(random_() % 5) - 2));
    }

    std::string notation_near(const plain::Game& game) {
        const std::string& code = game.record.notation.code;
        if (code == "cy" && one_in(2)) return "Welsh";
        if (code == "ar" && one_in(2)) return "Arabic";
        return code.empty() ? "en" : code;
    }

    std::string ids_near(std::int64_t id) {
        const std::int64_t last = id + static_cast<std::int64_t>(random_() % games_.size());
        switch (random_() % 4) {
            case 0: return std::to_string(id);
            case 1: return std::to_string(id) + '-';
            case 2: return '-' + std::to_string(id);
            default: return std::to_string(id) + '-' + std::to_string(last);
        }
    }

    const std::vector<plain::Game>& games_;
    std::mt19937& random_;
};

Words words_of(const std::vector<Filter>& filters) {
    Words words;
    for (const auto& [option, value] : filters)
        words = words + (value.empty() ? Words{option, value} : Words{option + '=' + value});
    return words;
}

/// Returns the games for a question that meet every filter.
Ids meant(Databases& databases, const Words& question, const std::vector<Filter>& filters) {
    Ids ids;
    for (const plain::Game& game : databases.games()) {
        if (plain::meets(game, filters, databases.aliases())) ids.push_back(game.id);
    }
    if (question.empty()) return ids;
    const Ids& asked = databases.answer(question);
    Ids both;
    std::set_intersection(ids.begin(), ids.end(), asked.begin(), asked.end(), std::back_inserter(both));
    return both;
}

std::string text_of(const Ids& ids) {
    std::string text;
    for (const std::int64_t id : ids) text += (text.empty() ? "" : " ") + std::to_string(id);
    return '[' + text + ']';
}

/// Runs a command and compares the games that it names; returns the difference, or "".
std::string compared(const Words& command, const Ids& expected, const std::function<Ids(const Said&)>& named) {
    const Said said = run(command);
    const Ids found = said.code <= 1 ? named(said) : Ids{};
    if (found == expected && said.code == (expected.empty() ? 1 : 0)) return {};
    return "cofnod " + joined(command) + "\nnames " + text_of(found) + " with exit code " + std::to_string(said.code) +
           ", expected " + text_of(expected) + '\n' + said.err;
}

/// Tests one of the possible questions with these filters: a search, its count, a page, an export or a tree. Returns
/// the fault of the answer, or "".
std::string first_wrong(Databases& databases, const std::vector<Filter>& filters, const Words& question,
                        const Words& tree_question, std::uint32_t seed) {
    std::mt19937 random(seed);
    // A condition on moves implies a game: naming the other one is an error.
    const bool names_game =
        std::any_of(filters.begin(), filters.end(), [](const Filter& filter) { return filter.option == "--game"; });
    const Words asked = names_game ? Words{} : question;
    const Words options = asked + words_of(filters);
    const Ids expected = meant(databases, asked, filters);
    const Words threads = is_cql(asked) ? Words{"--threads", random() % 2 == 0 ? "1" : "3"} : Words{};
    const auto in_lines = [](const Said& said) { return ids_of(said.out); };
    const auto command = [&](const Words& words) { return words + options; };

    const auto way = random() % 6;
    if (way == 0) {
        const Said counted = run(command(Words{"search", databases.any(random), "--count", "--nl"} + threads));
        if (number_behind(counted.out, "\"count\":") == static_cast<std::int64_t>(expected.size())) return {};
        return joined(options) + " --count: " + counted.out + counted.err + "expected " +
               std::to_string(expected.size());
    }
    if (way == 1) {
        const std::int64_t after = static_cast<std::int64_t>(random() % (databases.games().size() + 1));
        const std::size_t limit = 1 + random() % 10;
        Ids page(std::upper_bound(expected.begin(), expected.end(), after), expected.end());
        page.resize(std::min(page.size(), limit));
        return compared(command(Words{"search", databases.any(random), "--nl", "--page-after", std::to_string(after),
                                      "--limit", std::to_string(limit)} +
                                threads),
                        page, in_lines);
    }

    const bool is_pattern = std::find(asked.begin(), asked.end(), "--pattern") != asked.end();
        if (way == 2 && !is_cql(asked) && !is_pattern)
        return compared(command({"export", databases.any(random), "--nl"}), expected, in_lines);
    if (way < 5 || names_game)
        return compared(command(Words{"search", databases.any(random), "--nl"} + threads), expected, in_lines);
    const Ids in_tree = meant(databases, tree_question, filters);
    const Ids total = {static_cast<std::int64_t>(in_tree.size())};
    const Words tree = Words{"tree", databases.any(random), "--json"} + tree_question + words_of(filters);
    const Said said = run(tree);
    if (Ids{number_behind(said.out, "\"games\": ")} == total && said.code == (in_tree.empty() ? 1 : 0)) return {};
    return "cofnod " + joined(tree) + " expected " + text_of(in_tree) + '\n' + said.out + said.err;
}

/// Reads COFNOD_QUERIES (number of queries) or COFNOD_SEED (first seed), for long runs.
unsigned from_environment(const char* name, unsigned otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

constexpr unsigned few = 1000;

}  // namespace

TEST_CASE("random filters leave the games that a plain look at every exported game leaves", "[cli]") {
    Databases databases;
    REQUIRE(databases.games().size() > 3000);
    const unsigned first = from_environment("COFNOD_SEED", 1);
    const unsigned wanted = from_environment("COFNOD_QUERIES", few);
    unsigned answered = 0;
    for (unsigned seed = first; seed < first + wanted; ++seed) {
        std::mt19937 random(seed);
        std::vector<Filter> filters = FilterWriter(databases.games(), random).write();
        const Words& question = questions[random() % std::size(questions)];
        const Words& tree_question = tree_questions[random() % std::size(tree_questions)];
        const auto way = static_cast<std::uint32_t>(random());
        answered += meant(databases, question, filters).empty() ? 0 : 1;
        std::string wrong = first_wrong(databases, filters, question, tree_question, way);
        if (wrong.empty()) continue;
        for (std::size_t i = 0; i < filters.size();) {  // removes filters that the fault does not need
            std::vector<Filter> fewer = filters;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            const std::string still = first_wrong(databases, fewer, question, tree_question, way);
            if (still.empty()) {
                ++i;
            } else {
                filters = std::move(fewer);
                wrong = still;
            }
        }
        FAIL_CHECK("COFNOD_SEED=" << seed << " COFNOD_QUERIES=1: " << wrong);
    }
    CHECK(answered > wanted / 4);
    if (wanted != few) WARN(wanted << " combinations, " << answered << " of which find games");
}
