#include "operations/cql_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "cql/bounds/candidate_games.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/context.hpp"
#include "cql/syntax.hpp"
#include "games/record/record.hpp"
#include "operations/placed.hpp"
#include "search/local_answers.hpp"
#include "store/game_reader.hpp"

namespace cofnod::operations {

namespace {

/// Maximum total bytes of cached files.
constexpr std::size_t most_kept = std::size_t{64} << 20;

std::optional<OpenFolder> opened(const char* option, const std::string& path) {
    if (path.empty()) return std::nullopt;
    auto folder = OpenFolder::open(path);
    if (!folder)
        throw InputError(fmt::format("{}: {}", path, folder.error().message),
                         tr("name an existing folder that you may enter"), option);
    return *std::move(folder);
}

[[noreturn]] void throw_outside(const char* filter, const std::string& name, const FolderFault& fault,
                                WayOut::Kind way_out) {
    throw cql::ScriptFault(fmt::format("{}: '{}': {}", filter, printable(name), fault.message), way_out);
}

}  // namespace

CqlFiles::CqlFiles(const std::string& read_folder, const std::string& write_folder)
    : from_(opened("read", read_folder)),
      to_(opened("write", write_folder)),
      read_folder_(read_folder),
      write_folder_(write_folder) {}

std::optional<std::string> CqlFiles::read(const std::string& name) {
    if (!from_) return std::nullopt;
    const std::lock_guard held(lock_);
    const auto known = files_read_.find(name);
    if (known != files_read_.end()) return known->second;
    auto content = content_of(name);
    const std::size_t bytes = name.size() + (content ? content->size() : 0);
    if (bytes_read_ + bytes <= most_kept) {
        bytes_read_ += bytes;
        files_read_.emplace(name, content);
    }
    return content;
}

std::optional<std::string> CqlFiles::content_of(const std::string& name) const {
    if (is_open_database(std::filesystem::path(read_folder_) / name)) return std::nullopt;
    const auto file = from_->open_to_read(name);
    if (!file) {
        const auto kind = file.error().kind;
        if (kind == FolderFault::bad_name || kind == FolderFault::link)
            throw_outside("readfile", name, file.error(), WayOut::Kind::stay_in_read_folder);
        return std::nullopt;
    }
    auto content = read_all(*file, cql::longest_text);
    if (!content) return std::nullopt;
    if (content->size() > cql::longest_text)
        throw LimitError(tr("readfile: '{}' is larger than 16 MB", printable(name)),
                         tr("split the file, or keep in it only what the script needs"));
    return *std::move(content);
}

void CqlFiles::write(const std::string& name, const std::string& text) {
    if (!to_) return;
    const auto begun = files_written_.find(name);
    const bool is_first = begun == files_written_.end();
    const auto file = is_first ? to_->create(name) : to_->open_to_append(name);
    const std::string path = printable(write_folder_ + '/' + name);
    if (!file) {
        switch (file.error().kind) {
            case FolderFault::exists:
                throw UsageError(tr("writefile: {} already exists", path), tr("move it away first"));
            case FolderFault::bad_name:
            case FolderFault::link: throw_outside("writefile", name, file.error(), WayOut::Kind::stay_in_write_folder);
            default:
                throw LimitError(fmt::format("writefile: {}: {}", path, file.error().message),
                                 WayOut::Kind::write_into_folder);
        }
    }
    if (is_first)
        files_written_.emplace(name, identity_of(*file));
    else if (identity_of(*file) != begun->second)
        throw LimitError(tr("writefile: {} has been replaced by another file", path),
                         tr("no other program may write to this folder meanwhile"));
    if (!write_all(*file, text)) throw LimitError(tr("writefile: {} cannot be written", path), tr("is the disk full?"));
}

namespace {

std::size_t bytes_of(const MatchedGame& game) {
    const auto& match = game.found.match;
    std::size_t bytes = sizeof(MatchedGame) + match.positions.size() * 2 * sizeof(std::int32_t);
    for (const auto& remark : match.remarks) bytes += sizeof(remark) + remark.text.size();
    for (const auto& sort : match.sorts) bytes += sizeof(sort) + sort.text.size();
    for (const auto& [name, text] : match.tags_set) bytes += 2 * sizeof(std::string) + name.size() + text.size();
    bytes += match.comments_removed.size() * sizeof(std::int32_t);
    if (game.record) bytes += memory_of(*game.record);
    return bytes;
}

}  // namespace

CqlOrder::CqlOrder(const cql::CompiledScript& script, std::optional<std::int64_t> limit, cql::SharedBudget budget,
                   Take take)
    : script_(script),
      limit_(limit),
      take_(std::move(take)),
      sorted_(script.header().sort_by_match_count || !script.sort_keys().empty()),
      account_(std::move(budget)) {}

bool CqlOrder::add(MatchedGame&& game) {
    if (sorted_) {
        keep(std::move(game));
        return true;
    }
    pass(std::move(game));
    return !limit_ || passed_ < *limit_;
}

bool CqlOrder::comes_before(const MatchedGame& a, const MatchedGame& b) const {
    if (script_.header().sort_by_match_count && a.found.plies.size() != b.found.plies.size())
        return a.found.plies.size() > b.found.plies.size();
    for (std::size_t i = 0; i < script_.sort_keys().size(); ++i) {
        const auto& left = a.found.match.sorts[i];
        const auto& right = b.found.match.sorts[i];
        if (left.found != right.found) return left.found;
        const bool smallest_first = script_.sort_keys()[i].smallest_first;
        if (left.number != right.number) return (left.number < right.number) == smallest_first;
        if (left.text != right.text) return (left.text < right.text) == smallest_first;
    }
    return std::pair(a.input, a.found.game) < std::pair(b.input, b.found.game);
}

void CqlOrder::keep(MatchedGame&& game) {
    const std::size_t bytes = bytes_of(game);
    constexpr std::size_t few = 1000;
    if (limit_ && kept_.size() >= 2 * static_cast<std::size_t>(*limit_) + few) drop_behind_limit();
    if (!account_.try_add(bytes)) {
        if (limit_ && kept_.size() > static_cast<std::size_t>(*limit_)) drop_behind_limit();
        if (!account_.try_add(bytes))
            throw LimitError(tr("too many to sort: there is memory for {}", counted_games(kept_.size())),
                             WayOut::Kind::sort_fewer_games);
    }
    kept_.push_back(std::move(game));
}

void CqlOrder::drop_behind_limit() {
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(*limit_);
    std::nth_element(kept_.begin(), last, kept_.end(),
                     [&](const auto& a, const auto& b) { return comes_before(a, b); });
    for (auto game = last; game != kept_.end(); ++game) account_.remove(bytes_of(*game));
    kept_.erase(last, kept_.end());
    account_.settle();
}

void CqlOrder::finish() {
    std::sort(kept_.begin(), kept_.end(), [&](const auto& a, const auto& b) { return comes_before(a, b); });
    for (MatchedGame& game : kept_) {
        if (limit_ && passed_ >= *limit_) break;
        pass(std::move(game));
    }
    kept_.clear();
    account_ = cql::Account();
}

void CqlOrder::pass(MatchedGame&& game) {
    ++passed_;
    last_game_ = game.found.game;
    take_(std::move(game));
}

namespace {

using Clock = std::chrono::steady_clock;

class AnswersInput : public CqlInput {
public:
    AnswersInput(search::Answers& games, std::string name) : games_(games), name_(std::move(name)) {}

    [[nodiscard]] std::string database() const override { return name_; }
    std::optional<store::GameHeader> header(const MatchedGame& game) override { return games_.header(game.found.game); }
    std::optional<store::GameMoves> moves(const MatchedGame& game) override { return games_.moves(game.found.game); }
    std::optional<GameRecord> record(const MatchedGame& game) override { return games_.record(game.found.game); }

private:
    search::Answers& games_;
    std::string name_;
};

/// Rejects a script that reads files without permission: its result would be wrong.
void refuse_to_read(const cql::Node& root, const TextOrigin& origin, const std::string& text) {
    cql::any_node(root, [&](const cql::Node& node) -> bool {
        if (node.kind != cql::Kind::read_file) return false;
        throw_fault(origin, text,
                    {node.span.begin, node.span.end, tr("readfile: this script may not read files"),
                     WayOut::Kind::let_script_read});
    });
}

}  // namespace

CqlScript read_script(TextOrigin origin, std::string text, cql::ParseOptions how) {
    auto script = read_or_throw(origin, text, cql::parse(text, how));
    return {std::move(origin), std::move(text), std::move(script)};
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
    if (options.count && options.limit) throw UsageError(tr("only for lists; all games are counted"), {}, "limit");
    if (options.memory == 0) throw UsageError(tr("the size must be above 0"), tr("such as 256M"), "memory");
    if (options.timeout) {
        if (!(*options.timeout > 0)) throw UsageError(tr("the number of seconds must be above 0"), {}, "timeout");
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
    return LimitError(tr("stopped after {} seconds", seconds), WayOut::Kind::allow_more_time);
}

LimitError CqlSearch::placed_limit(const cql::ScriptLimit& limit) const {
    if (limit.at == cql::Span{}) return LimitError(limit.what(), limit.way_out());
    return error_of<LimitError>(script_origin_, script_text_,
                                {limit.at.begin, limit.at.end, limit.what(), limit.way_out()});
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
    asked_.push_back(std::make_unique<search::LocalAnswers>(store));
    add_input(std::make_unique<AnswersInput>(*asked_.back(), store.path().string()));
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

namespace {

/// Number of games after which matches are forwarded.
constexpr std::int64_t games_a_piece = 256;

}  // namespace

void CqlSearch::search_answers(std::unique_ptr<search::Answers> games, const std::string& name,
                               const search::Query& question, std::int64_t after) {
    asked_.push_back(std::move(games));
    search_answers(*asked_.back(), name, question, after);
}

void CqlSearch::search_answers(search::Answers& answers, const std::string& name, const search::Query& question,
                               std::int64_t after) {
    if (order_.is_full()) return;
    const auto begin = std::chrono::steady_clock::now();
    if (query_.needs_last_game_number())
        throw UsageError(tr("lastgamenumber: servers have no such number"), tr("ask the database that was loaded"));
    add_input(std::make_unique<AnswersInput>(answers, name));
    begun_ = true;

    search::Query asked = question;
    asked.header = cql::narrowed(std::move(asked.header), query_.script());
    if (!asked.other) asked.header.kind = GameKind::chess;
    if (!asked.asks_for_moves() && asked.lines == search::Lines::main)
        asked.pieces = cql::needed_pieces(query_.script());
    const bool needs_record = query_.needs_tags() || query_.needs_annotations();
    const bool is_of_moves = !needs_record && !query_.is_sequential() && cql::may_leave_out_games(query_.script());
    cql::Finder finder(query_, find_options());
    cql::Survey survey;
    std::int64_t in_piece = 0;
    const auto pass_on = [&] {
        in_piece = 0;
        cql::ChunkMatches found = finder.take();
        survey.games += found.games;
        survey.positions += found.positions;
        survey.looked_at += found.looked_at;
        survey.damaged += found.damaged;
        const bool goes_on = take(std::move(found), [](MatchedGame&) {});
        check_time();
        return goes_on;
    };
    bool goes_on = true;
    const auto explanation =
        answers.candidates(asked, is_of_moves ? script_text_ : "", {.after = after}, [&](const search::Hit& hit) {
            if (needs_record) {
                if (const auto record = answers.record(hit.game)) finder.look_at(cql::Game::of(*record, hit.game));
            } else if (const auto game = answers.moves(hit.game)) {
                finder.look_at({game->id, game->start, game->moves, nullptr, nullptr, game->result, false});
            }
            if (++in_piece == games_a_piece) goes_on = pass_on();
            return goes_on;
        });
    if (goes_on) pass_on();
    survey.in_range = survey.candidates = explanation.candidates;
    listener_.searched(survey, question,
                       std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
}

}  // namespace cofnod::operations
