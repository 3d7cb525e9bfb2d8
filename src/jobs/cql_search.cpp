#include "jobs/cql_search.hpp"

#include <limits>

#include "base/say.hpp"
#include "base/ways_out.hpp"
#include "cql/run/script_fault.hpp"
#include "cql/script.hpp"
#include "jobs/placed.hpp"
#include "store/game_reader.hpp"

namespace cofnod::jobs {

namespace {

using Clock = std::chrono::steady_clock;

class DatabaseInput : public CqlInput {
public:
    explicit DatabaseInput(store::Store& store) : path_(store.path().string()), reader_(store) {}

    [[nodiscard]] std::string database() const override { return path_; }
    std::optional<store::GameHeader> header(const MatchedGame& game) override {
        return reader_.header(game.found.game);
    }
    std::optional<store::GameMoves> moves(const MatchedGame& game) override { return reader_.moves(game.found.game); }
    std::optional<GameRecord> record(const MatchedGame& game) override { return reader_.read(game.found.game); }

private:
    std::string path_;
    store::GameReader reader_;
};

/// Refuses a script that reads files without permission: its answer would be wrong.
void refuse_to_read(const cql::Node& root, const TextOrigin& origin, const std::string& text) {
    cql::any_node(root, [&](const cql::Node& node) -> bool {
        if (node.kind != cql::Kind::read_file) return false;
        throw_fault(origin, text,
                    {node.span.begin, node.span.end, say("readfile: this script may not read files"),
                     WayOut::Kind::let_script_read});
    });
}

}  // namespace

CqlScript read_script(TextOrigin origin, std::string text, cql::ParseOptions how) {
    auto script = cql::parse(text, how);
    if (!script) throw_fault(origin, text, script.error());
    return {std::move(origin), std::move(text), *std::move(script)};
}

// cppcheck-suppress passedByValue ; it is moved from
CqlSearch::CqlSearch(CqlScript script, const CqlOptions& options, const Host& host, CqlListener& listener)
    : script_origin_(std::move(script.origin)),
      script_text_(std::move(script.text)),
      query_(std::move(script.script)),
      options_(options),
      host_(host),
      listener_(listener),
      budget_(std::make_shared<cql::Budget>(options.memory)),
      order_(query_, options.limit, budget_,
             [this](MatchedGame&& game) {
                 CqlInput& input = *inputs_[game.input];
                 listener_.game(std::move(game), input);
             }),
      files_(options.read_folder, options.write_folder) {
    if (!files_.may_read()) refuse_to_read(*query_.script().root, script_origin_, script_text_);
    if (query_.is_sequential()) variables_ = std::make_shared<cql::PersistentVariables>();
    if (options.count && options.limit) throw UsageError(say("only for lists; all games are counted"), {}, "limit");
    if (options.memory == 0) throw UsageError(say("the size must be above 0"), say("such as 256M"), "memory");
    if (options.timeout) {
        if (!(*options.timeout > 0)) throw UsageError(say("the number of seconds must be above 0"), {}, "timeout");
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(std::min(*options.timeout, 1e9)));
    }
}

cql::FindOptions CqlSearch::find_options() {
    return {.positions = !options_.count || options_.positions,
            .keep = !options_.count,
            .remarks = options_.remarks,
            .on_work = [this] { check_time(); },
            .read_file = [this](const std::string& name) { return files_.read(name); },
            .budget = budget_,
            .variables = variables_};
}

LimitError time_is_up(double seconds) {
    return LimitError(say("stopped after {} seconds", seconds), WayOut::Kind::allow_more_time);
}

LimitError CqlSearch::placed_limit(const cql::ScriptLimit& limit) const {
    if (limit.at == cql::Span{}) return LimitError(limit.what(), limit.way_out());
    PlacedFault found = placed(script_origin_, script_text_, {limit.at.begin, limit.at.end, limit.what(), {}});
    LimitError error(found.what, limit.way_out(), std::move(found.about));
    error.set_spot(found.spot);
    return error;
}

void CqlSearch::check_time() const {
    host_.cancel.check();
    if (deadline_ && Clock::now() > *deadline_) throw time_is_up(*options_.timeout);
}

bool CqlSearch::take(cql::ChunkMatches&& findings, const std::function<void(MatchedGame&)>& complete) {
    games_ += findings.games;
    positions_ += findings.positions;
    looked_at_ += findings.looked_at;
    damaged_ += findings.damaged;
    auto message = findings.messages.begin();
    auto file = findings.files.begin();
    const auto pass_until = [&](std::int64_t last) {
        for (; message != findings.messages.end() && message->game <= last; ++message) {
            check_time();
            listener_.message(message->text);
        }
        for (; file != findings.files.end() && file->game <= last; ++file) {
            check_time();
            wants_to_write_ = true;
            files_.write(file->name, file->text);
        }
    };
    for (cql::FoundGame& found : findings.found) {
        pass_until(found.game);
        MatchedGame game{.found = std::move(found), .input = inputs_.size() - 1, .record = std::nullopt};
        complete(game);
        if (!order_.add(std::move(game))) return false;
    }
    pass_until(std::numeric_limits<std::int64_t>::max());
    return true;
}

void CqlSearch::search_database(const std::string& path, const search::Query& question, std::int64_t after) {
    if (order_.is_full()) return;
    auto store = std::make_unique<store::Store>(store::Store::open(path, store::Access::read_only));
    opened_.push_back(std::move(store));
    search_database(*opened_.back(), question, after);
}

void CqlSearch::search_database(store::Store& store, const search::Query& question, std::int64_t after) {
    if (order_.is_full()) return;
    const auto begin = Clock::now();
    add_input(std::make_unique<DatabaseInput>(store));
    begun_ = true;
    cql::SearchOptions how{.find = find_options(), .threads = options_.threads, .after = after};
    how.progress = [&](std::int64_t done, std::int64_t all) { host_.progress.update_search(done, all, games_); };
    const auto survey = cql::search(store, question, query_, how, [&](cql::ChunkMatches&& findings) {
        if (!take(std::move(findings), [](MatchedGame&) {})) return false;
        check_time();
        return true;
    });
    games_ += survey.counted;
    positions_ += survey.counted_positions;
    listener_.searched(survey, question, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
}

}  // namespace cofnod::jobs
