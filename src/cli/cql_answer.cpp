#include "cli/cql_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "base/error.hpp"
#include "cql/run/annotate.hpp"

namespace cofnod::cli {

namespace {

std::vector<std::string> sort_titles(const cql::Query& script) {
    std::vector<std::string> titles;
    if (script.header().sort_by_match_count) titles.emplace_back("positions");
    for (const auto& key : script.sort_keys()) titles.push_back(key.title.empty() ? "sort" : key.title);
    return titles;
}

std::size_t bytes_of(const MatchedGame& game) {
    const auto& match = game.found.match;
    std::size_t bytes = sizeof(MatchedGame) + match.positions.size() * 2 * sizeof(std::int32_t);
    for (const auto& remark : match.remarks) bytes += sizeof(remark) + remark.text.size();
    for (const auto& sort : match.sorts) bytes += sizeof(sort) + sort.text.size();
    for (const auto& [name, text] : match.tags_set) bytes += 2 * sizeof(name) + name.size() + text.size();
    bytes += match.comments_removed.size() * sizeof(std::int32_t);
    if (game.record) bytes += memory_of(*game.record);
    return bytes;
}

}  // namespace

CqlAnswer::CqlAnswer(const cql::Query& script, Options options, const pgn::WriteOptions& how, Streams& io)
    : script_(script),
      options_(options),
      how_(how),
      io_(io),
      sorted_(script.header().sort_by_match_count || !script.sort_keys().empty()),
      account_(options.budget) {
    if (options.count || options.format == OutputFormat::pgn) return;
    list_.emplace(answers::game_list({.with_ply = true,
                                      .with_plies = true,
                                      .with_source = options.sources.with_file,
                                      .with_database = options.sources.with_database,
                                      .sort_titles = sort_titles(script)}),
                  answer_format(options.format), io.data());
}

bool CqlAnswer::add(MatchedGame&& game) {
    if (sorted_) {
        keep(std::move(game));
        return true;
    }
    write(std::move(game));
    return !options_.limit || written_ < *options_.limit;
}

bool CqlAnswer::comes_before(const MatchedGame& a, const MatchedGame& b) const {
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

void CqlAnswer::keep(MatchedGame&& game) {
    const std::size_t bytes = bytes_of(game);
    constexpr std::size_t few = 1000;
    if (options_.limit && kept_.size() >= 2 * static_cast<std::size_t>(*options_.limit) + few) drop_behind_limit();
    if (!account_.try_add(bytes)) {
        if (options_.limit && kept_.size() > static_cast<std::size_t>(*options_.limit)) drop_behind_limit();
        if (!account_.try_add(bytes))
            throw LimitError(fmt::format("{} games are too many to be sorted", kept_.size() + 1),
                             "with --limit only the first of them are kept; --memory allows more, such as --memory 1G");
    }
    kept_.push_back(std::move(game));
}

void CqlAnswer::drop_behind_limit() {
    const auto last = kept_.begin() + static_cast<std::ptrdiff_t>(*options_.limit);
    std::nth_element(kept_.begin(), last, kept_.end(),
                     [&](const auto& a, const auto& b) { return comes_before(a, b); });
    for (auto game = last; game != kept_.end(); ++game) account_.remove(bytes_of(*game));
    kept_.erase(last, kept_.end());
    account_.settle();
}

void CqlAnswer::finish() {
    std::sort(kept_.begin(), kept_.end(), [&](const auto& a, const auto& b) { return comes_before(a, b); });
    for (MatchedGame& game : kept_) {
        if (options_.limit && written_ >= *options_.limit) break;
        write(std::move(game));
    }
    kept_.clear();
    account_ = cql::Account();
    if (list_) list_->finish();
}

void CqlAnswer::write(MatchedGame&& game) {
    CqlInput& input = *inputs_[game.input];
    ++written_;
    last_game_ = game.found.game;
    if (list_) {
        if (auto header = input.header(game)) list_->add(listed(game, *std::move(header)));
        return;
    }
    auto record = input.record(game);
    if (!record) return;
    text_.clear();
    pgn::write(cql::annotated(*std::move(record), game.found, script_), how_, text_);
    io_.out << text_;
}

answers::ListedGame CqlAnswer::listed(const MatchedGame& game, store::GameHeader header) {
    answers::ListedGame result{
        .header = std::move(header), .database = inputs_[game.input]->database(), .plies = game.found.plies};
    if (!game.found.plies.empty()) {
        result.ply = static_cast<std::uint32_t>(game.found.plies.front());
        if (game.found.begins_in_variation)
            result.move = "variation";
        else if (const auto moves = inputs_[game.input]->moves(game))
            result.move = answers::move_at(*moves, *result.ply, *how_.language);
    }
    if (script_.header().sort_by_match_count) result.sorts.push_back(std::to_string(game.found.plies.size()));
    for (const auto& sort : game.found.match.sorts)
        result.sorts.push_back(sort.found ? std::optional(cql::to_text(sort)) : std::nullopt);
    return result;
}

}  // namespace cofnod::cli
