#include "reports/player_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/tr.hpp"
#include "reports/games.hpp"
#include "store/game_reader.hpp"
#include "store/name_match.hpp"
#include "store/statistics.hpp"

namespace cofnod::reports {

namespace {

using store::Spelling;

const Fields<Spelling>& spelling_fields() {
    static const Fields<Spelling> fields = {
        {"name", Type::text, [](const Spelling& spelling) { return known(spelling.name); }},
        {"games", Type::integer, [](const Spelling& spelling) -> Value { return spelling.games; }},
    };
    return fields;
}

std::vector<std::vector<std::string>> other_spellings(const Player& player) {
    std::vector<std::vector<std::string>> lines;
    for (std::size_t i = 1; i < player.spellings.size(); ++i)
        lines.push_back({"", fmt::format("  = {} ({})", player.spellings[i].name,
                                         grouped(unsigned_count(player.spellings[i].games)))});
    return lines;
}

using store::GameHeader;

/// Narrows a filter to games of players whose name contains this one.
store::HeaderFilter with_player(store::HeaderFilter filter, const std::string& name) {
    filter.terms.push_back({.field = store::HeaderField::player, .text = name});
    return filter;
}

void add(PlayerLine& line, const GameHeader& game, bool as_white) {
    line.score.add(game.result, as_white);
    line.elo.add(as_white ? game.white_elo : game.black_elo);
    line.opponents_elo.add(as_white ? game.black_elo : game.white_elo);
    if (game.date && game.date->year() > 0 && (!line.last || *line.last < *game.date)) line.last = game.date;
}

/// Range of ECO codes of a group of openings.
struct Codes {
    std::string first, last;

    void add(std::string_view code) {
        if (first.empty() || code < first) first = code;
        if (last.empty() || code > last) last = code;
    }
    [[nodiscard]] std::string text() const { return first == last ? first : first + '-' + last; }
};

class Gathering {
public:
    Gathering(store::Store& store, const PlayerQuestion& question)
        : store_(store), reader_(store), people_(store), language_(question.language) {
        for (const Person& person : question.persons) {
            persons_.insert(person.id);
            for (const store::Spelling& spelling : person.spellings) report_.names.push_back(spelling.name);
        }
        for (const store::OpeningRow& row : store::openings(store))
            stored_openings_.emplace(row.id, main_opening_named(row.eco, row.name, language_));
        report_.colours = {{.colour = phrase("white")}, {.colour = phrase("black")}};
        for (const Person& person : question.persons) read(with_player(question.filter, people_.name(person.id)));
    }

    PlayerReport take() {
        for (auto& [year, line] : years_) report_.years.push_back(std::move(line));
        for (auto& [key, line] : openings_) {
            line.eco = codes_[key].text();
            report_.openings.push_back(std::move(line));
        }
        for (auto& [person, line] : opponents_) report_.opponents.push_back(std::move(line));
        for (const auto& [month, rating] : ratings_) report_.ratings.push_back(rating);
        for (auto* lines : {&report_.openings, &report_.opponents})
            std::ranges::stable_sort(*lines, std::greater(), [](const PlayerLine& line) { return line.score.games; });
        return std::move(report_);
    }

private:
    void read(const store::HeaderFilter& filter) {
        headers_.for_each_header(filter, {}, [&](const GameHeader& game) {
            const std::int64_t white = people_.person(game.white), black = people_.person(game.black);
            const bool is_white = persons_.contains(white);
            if (!is_white && !persons_.contains(black)) return true;
            if (persons_.size() == 1 || seen_.insert(game.id).second)
                add_game(game, is_white, is_white ? black : white);
            return true;
        });
    }

    void add_game(const GameHeader& game, bool is_white, std::int64_t opponent) {
        const bool has_year = game.date && game.date->year() > 0;
        const std::int64_t year = has_year ? game.date->year() : 0;
        PlayerLine& of_year = years_[has_year ? year : unknown_year];
        if (has_year) of_year.year = year;
        PlayerLine& of_opponent = opponents_[opponent];
        of_opponent.opponent = people_.name(opponent);
        for (PlayerLine* line : {&report_.all, &report_.colours[is_white ? 0 : 1], &of_year, &of_opponent})
            add(*line, game, is_white);
        if (game.kind == GameKind::chess) add_opening(game, is_white);
        if (!has_year) return;
        if (!report_.first || *game.date < *report_.first) report_.first = game.date;
        if (const auto& elo = is_white ? game.white_elo : game.black_elo; elo && *elo > 0) {
            Rating& rating = ratings_[game.date->number() / 100];
            if (rating.date <= *game.date) rating = {*game.date, *elo};
        }
    }

    void add_opening(const GameHeader& game, bool is_white) {
        const auto opening = opening_of(game);
        const std::string name = opening ? opening->name : std::string();
        const std::pair key(is_white ? 0 : 1, name);
        PlayerLine& line = openings_[key];
        line.colour = is_white ? "white" : "black";
        line.opening = name;
        if (opening) codes_[key].add(opening->eco);
        add(line, game, is_white);
    }

    /// Returns the stored opening; detects it from the moves in databases of earlier releases, which store none.
    std::optional<MainOpening> opening_of(const GameHeader& game) {
        if (game.opening)
            if (const auto stored = stored_openings_.find(*game.opening); stored != stored_openings_.end())
                return stored->second;
        const auto moves = reader_.moves(game.id);
        return moves ? main_opening_of(*moves, language_) : std::nullopt;
    }

    static constexpr std::int64_t unknown_year = 10'000;  ///< sorts after all years

    store::Store& store_;
    store::GameReader reader_;
    store::GameReader headers_{store_};  ///< separate because it is used during a scan
    People people_;
    std::string language_;
    std::set<std::int64_t> persons_;
    std::set<std::int64_t> seen_;  ///< games already counted, if there are several persons
    PlayerReport report_;
    std::map<std::int64_t, PlayerLine> years_, opponents_;
    std::map<std::pair<int, std::string>, PlayerLine> openings_;
    std::map<std::pair<int, std::string>, Codes> codes_;
    std::map<std::int64_t, MainOpening> stored_openings_;
    std::map<std::int32_t, Rating> ratings_;  ///< by year and month
};

std::string elo_text(const std::optional<std::int64_t>& elo) { return elo ? std::to_string(*elo) : std::string(); }

const Score& score_of(const PlayerLine& line) { return line.score; }

/// Members that all sections have.
void add_results(Fields<PlayerLine>& fields) {
    add_fields(fields, score_fields(), score_of);
    fields.push_back({"average_elo", Type::integer, [](const PlayerLine& line) -> Value { return line.elo.mean(); },
                      right(phrase("Elo")), [](const PlayerLine& line) { return elo_text(line.elo.mean()); }});
    fields.push_back(
        {"opponents_elo", Type::integer, [](const PlayerLine& line) -> Value { return line.opponents_elo.mean(); },
         right(phrase("opponents")), [](const PlayerLine& line) { return elo_text(line.opponents_elo.mean()); }});
    fields.push_back({"last_date", Type::text, [](const PlayerLine& line) { return date_value(line.last); }});
}

template <typename Row>
std::vector<Row> first_of(const std::vector<Row>& rows, std::optional<std::int64_t> limit) {
    const std::size_t count = limit ? std::min(rows.size(), static_cast<std::size_t>(*limit)) : rows.size();
    return {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count)};
}

Answer<Rating> player_ratings() {
    return {.list = "ratings",
            .fields = {{"date", Type::text, [](const Rating& rating) { return date_value(rating.date); }},
                       {"elo", Type::integer, [](const Rating& rating) -> Value { return rating.elo; }}}};
}

Field<PlayerLine> colour_field(std::optional<Table::Column> column) {
    return {"colour", Type::text, [](const PlayerLine& line) { return known(line.colour); }, std::move(column),
            [](const PlayerLine& line) { return std::string(translated(line.colour)); }};
}

std::optional<std::int64_t> top_elo(const PlayerReport& player) {
    std::optional<std::int64_t> top;
    for (const Rating& rating : player.ratings) top = std::max(top.value_or(0), rating.elo);
    return top;
}

const Fields<PlayerReport>& head_fields() {
    using Report = PlayerReport;
    static const Fields<Report> fields = [] {
        Fields<Report> list = {{"player", Type::text, [](const Report& row) { return known(row.names.front()); }},
                               {"spellings", Type::list, [](const Report& row) { return list_of(row.names); }}};
        add_fields(
            list, score_fields(), +[](const Report& row) -> const Score& { return row.all.score; });
        list.append({{"first_date", Type::text, [](const Report& row) { return date_value(row.first); }},
                     {"last_date", Type::text, [](const Report& row) { return date_value(row.all.last); }},
                     {"average_elo", Type::integer, [](const Report& row) -> Value { return row.all.elo.mean(); }},
                     {"top_elo", Type::integer, [](const Report& row) -> Value { return top_elo(row); }},
                     {"opponents_elo", Type::integer,
                      [](const Report& row) -> Value { return row.all.opponents_elo.mean(); }}});
        return list;
    }();
    return fields;
}

}  // namespace

std::vector<Player> players(std::vector<Spelling> spellings, std::optional<std::size_t> most) {
    std::vector<Player> found;
    std::unordered_map<std::int64_t, std::size_t> places;  // by person
    places.reserve(spellings.size());
    for (Spelling& spelling : spellings) {
        const auto [place, is_new] = places.try_emplace(spelling.person, found.size());
        if (is_new) found.emplace_back();
        Player& player = found[place->second];
        player.games += spelling.games;
        player.spellings.push_back(std::move(spelling));
    }
    std::erase_if(found, [](Player& player) {
        if (player.games == 0) return true;  // the name was corrected, or its games were deleted
        std::stable_partition(player.spellings.begin(), player.spellings.end(),
                              [](const Spelling& each) { return each.known_as.empty(); });
        return store::is_placeholder(player.spellings.front().name);
    });
    std::ranges::sort(found, std::greater(), &Player::games);

    // Names are collated where they decide.
    const store::Collation collation = store::Collation::of_environment();
    const std::size_t wanted = std::min(most.value_or(found.size()), found.size());
    for (std::size_t begin = 0, end = 0; begin < wanted; begin = end) {
        while (end < found.size() && found[end].games == found[begin].games) ++end;
        if (end - begin < 2) continue;
        std::vector<std::pair<std::string, Player>> keyed;
        for (std::size_t i = begin; i < end; ++i)
            keyed.emplace_back(collation.key(found[i].spellings.front().name), std::move(found[i]));
        std::ranges::sort(keyed, {}, [](const auto& entry) { return std::string_view(entry.first); });
        for (std::size_t i = begin; i < end; ++i) found[i] = std::move(keyed[i - begin].second);
    }
    found.resize(wanted);
    for (Player& player : found)
        if (player.spellings.size() > 1)
            std::ranges::sort(player.spellings, {}, [&](const Spelling& each) {
                return std::pair(!each.known_as.empty(), collation.key(each.name));
            });
    return found;
}

Answer<Player> player_list() {
    return {
        .list = "players",
        .fields = {Field<Player>::shown_as({phrase("games"), Table::right},
                                           [](const Player& player) { return grouped(unsigned_count(player.games)); }),
                   {"name", Type::text, [](const Player& player) { return known(player.spellings.front().name); },
                    Table::Column{phrase("player"), Table::left, Table::flexible},
                    [](const Player& player) { return player.spellings.front().name; }},
                   {"games", Type::integer, [](const Player& player) -> Value { return player.games; }},
                   unfolded<Player>("spellings", "spelling_", spelling_fields(),
                                    [](const Player& player) { return objects(player.spellings, spelling_fields()); })},
        .below = other_spellings};
}

void MeanElo::add(const std::optional<std::int64_t>& elo) {
    if (!elo || *elo <= 0) return;
    sum += *elo;
    ++count;
}

std::optional<std::int64_t> MeanElo::mean() const {
    return count == 0 ? std::nullopt : std::optional((sum + count / 2) / count);
}

PlayerReport player_report(store::Store& store, const PlayerQuestion& question) {
    return Gathering(store, question).take();
}

Answer<PlayerLine> player_colours() {
    Answer<PlayerLine> answer{.list = "colours", .fields = {}};
    answer.fields.push_back(colour_field(Table::Column{phrase("colour")}));
    add_results(answer.fields);
    return answer;
}

Answer<PlayerLine> player_years() {
    Answer<PlayerLine> answer{.list = "years", .fields = {}};
    answer.fields.push_back(
        {"year", Type::integer, [](const PlayerLine& line) -> Value { return line.year; },
         Table::Column{phrase("year")},
         [](const PlayerLine& line) { return line.year ? std::to_string(*line.year) : tr("unknown"); }});
    add_results(answer.fields);
    return answer;
}

Answer<PlayerLine> player_openings() {
    Answer<PlayerLine> answer{.list = "openings", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back(colour_field({}));
    fields.push_back(
        {"eco", Type::text, [](const PlayerLine& line) { return known(line.eco); }, Table::Column{phrase("ECO")}});
    fields.push_back({"opening", Type::text, [](const PlayerLine& line) { return known(line.opening); },
                      Table::Column{phrase("opening"), Table::left, Table::flexible},
                      [](const PlayerLine& line) { return line.opening.empty() ? tr("unnamed") : line.opening; }});
    add_results(fields);
    return answer;
}

Answer<PlayerLine> player_opponents() {
    Answer<PlayerLine> answer{.list = "opponents", .fields = {}};
    auto& fields = answer.fields;
    fields.push_back({"opponent", Type::text, [](const PlayerLine& line) { return known(line.opponent); },
                      Table::Column{phrase("opponent"), Table::left, Table::flexible},
                      [](const PlayerLine& line) { return line.opponent.empty() ? tr("unknown") : line.opponent; }});
    add_results(fields);
    show_last(fields, Table::Column{phrase("last game")});
    return answer;
}

Report report_of(const PlayerReport& player, std::optional<std::int64_t> limit) {
    return {.head = object(player, head_fields()),
            .sections = {{player_colours(), player.colours},
                         {player_years(), player.years},
                         {player_openings(), first_of(player.openings, limit)},
                         {player_opponents(), first_of(player.opponents, limit)},
                         {player_ratings(), player.ratings}}};
}

Shapes player_report_shape() {
    Shapes shape = shapes_of(head_fields());
    for (const auto& answer : {player_colours(), player_years(), player_openings(), player_opponents()})
        shape = document_shape(answer, std::move(shape));
    return document_shape(player_ratings(), std::move(shape));
}

}  // namespace cofnod::reports
