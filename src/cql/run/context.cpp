#include "cql/run/context.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "base/ways_out.hpp"
#include "cql/run/budget.hpp"

namespace cofnod::cql {

namespace {

std::string size_text(std::size_t bytes) {
    constexpr std::size_t kilobyte = 1024, megabyte = kilobyte * kilobyte;
    if (bytes >= megabyte) return fmt::format("{} MB", bytes / megabyte);
    if (bytes >= kilobyte) return fmt::format("{} kB", bytes / kilobyte);
    return tr("{} bytes", bytes);
}

}  // namespace

bool Account::take_more(std::size_t bytes) {
    if (take_from_budget(bytes)) return true;
    if (!reclaim_) return false;
    remove(reclaim_());
    return bytes <= taken_ - used_ || take_from_budget(bytes);
}

bool Account::take_from_budget(std::size_t bytes) {
    const std::size_t needed = bytes - (taken_ - used_);
    const std::size_t comfortable = (needed + block - 1) / block * block;
    if (!budget_) {
        taken_ += comfortable;
        return true;
    }
    for (const std::size_t size : {comfortable, needed})
        if (budget_->take(size)) {
            taken_ += size;
            return true;
        }
    return false;
}

void Account::throw_exhausted(Span at) const {
    throw ScriptLimit(at, tr("the script needs more than {} of memory", size_text(budget_->most())),
                      WayOut::Kind::allow_script_more_memory);
}

namespace {

/// Maximum size in bytes of buffers kept from game to game.
constexpr std::size_t much = std::size_t{1} << 20;

std::size_t bytes_of(const std::vector<Remark>& remarks) {
    std::size_t bytes = 0;
    for (const Remark& remark : remarks) bytes += sizeof remark + cql::bytes_of(remark.text);
    return bytes;
}

template <typename T>
void clear_or_free(std::vector<T>& list) {
    if (list.capacity() * sizeof(T) > much) list = std::vector<T>();
    list.clear();
}

}  // namespace

std::size_t bytes_of(const std::vector<Cell>& cells) {
    std::size_t sum = 0;
    for (const Cell& cell : cells) sum += bytes_of(cell.text);
    return sum;
}

std::size_t PersistentVariables::bytes() const {
    std::size_t sum = bytes_of(cells);
    for (const Dictionary& dictionary : dictionaries) sum += dictionary.bytes;
    return sum;
}

void Context::throw_too_long(Span place) {
    throw ScriptLimit(place, cofnod::tr("a text of the script grows beyond 16 MB"),
                      cofnod::tr("a loop may make it longer and longer"));
}

std::size_t Context::bytes_written() const {
    std::size_t bytes = bytes_of(remarks);
    for (const Said& each : said) bytes += sizeof each + bytes_of(each.remarks);
    return bytes;
}

std::size_t Context::unused_bytes() {
    std::size_t unused = 0;
    for (Memo& memo : memos) {
        if (memo.game == game_stamp || memo.counted == 0) continue;
        unused += memo.counted;
        memo = Memo();
    }
    return unused + unused_remarks();
}

std::size_t Context::unused_remarks() {
    tick(remarks.size());
    const std::size_t left = bytes_written();
    const std::size_t unused = written - std::min(left, written);
    written -= unused;
    return unused;
}

void Context::recount_written(std::size_t more, Span place) {
    account.remove(unused_remarks());
    if (written + more > most_written)
        throw ScriptLimit(place, cofnod::tr("the script writes more than 64 MB of comments of one game"));
}

void Context::set_tag(const std::string& name, std::string text, Span place) {
    const auto known =
        std::find_if(tags_set.begin(), tags_set.end(), [&](const auto& tag) { return tag.first == name; });
    if (known != tags_set.end()) {
        account.replace(bytes_of(known->second), bytes_of(text), place);
        known->second = std::move(text);
        return;
    }
    account.add(sizeof(tags_set[0]) + bytes_of(name) + bytes_of(text), place);
    tags_set.emplace_back(name, std::move(text));
}

/// Requests removal of the comments at the current position. Repeated requests do not accumulate.
void Context::remove_comments(Span place) {
    if (!comments_removed.empty() && comments_removed.back() == at) return;
    if (comments_removed.size() > 2 * static_cast<std::size_t>(tree.size())) {
        std::sort(comments_removed.begin(), comments_removed.end());
        const auto last = std::unique(comments_removed.begin(), comments_removed.end());
        account.remove(sizeof(PositionId) * static_cast<std::size_t>(comments_removed.end() - last));
        comments_removed.erase(last, comments_removed.end());
    }
    account.add(sizeof(PositionId), place);
    comments_removed.push_back(at);
}

void Context::set_groups(std::vector<std::string> groups, std::vector<int> positions, Span place) {
    std::size_t bytes = 0;
    for (const std::string& group : groups) bytes += bytes_of(group);
    account.replace(group_bytes, bytes, place);
    group_bytes = bytes;
    regex_groups = std::move(groups);
    regex_positions = std::move(positions);
}

void Context::set_text(Cell& cell, Text value, Span place) {
    cell.bound = true;
    if (!value) return;
    constexpr std::size_t long_text = 4096;
    if (value->capacity() > long_text && value->capacity() > value->size() / 4 * 5) value->shrink_to_fit();
    account.replace(bytes_of(cell.text), bytes_of(*value), place);
    cell.text = std::move(*value);
}

void Context::clear(Dictionary& dictionary) {
    account.remove(dictionary.bytes);
    dictionary.clear();
}

void Context::set_variables(PersistentVariables kept) {
    account.add(kept.bytes());
    cells = std::move(kept.cells);
    dictionaries = std::move(kept.dictionaries);
}

PersistentVariables Context::take_variables() {
    PersistentVariables kept{std::exchange(cells, {}), std::exchange(dictionaries, {})};
    account.remove(kept.bytes());
    return kept;
}

void Context::begin_game(const Game& next, const std::vector<Variable>& variables) {
    game = &next;
    ++game_stamp;
    depth = 0;
    tied = no_position;
    way = {};
    account.remove(std::exchange(written, 0));
    clear_or_free(remarks);
    said.clear();
    for (const auto& [name, text] : tags_set) account.remove(sizeof(tags_set[0]) + bytes_of(name) + bytes_of(text));
    tags_set.clear();
    account.remove(sizeof(PositionId) * comments_removed.size());
    clear_or_free(comments_removed);
    account.remove(std::exchange(group_bytes, 0));
    regex_groups.clear();
    regex_positions.clear();
    for (SortValue& sort : sorts) {
        account.remove(bytes_of(sort.text));
        sort = {};
    }
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (variables[i].persistent) continue;
        unbind(cells[i]);
        if (dictionaries[i].bytes > 0) clear(dictionaries[i]);
    }
    account.settle();
}

void Context::begin(Memo& memo) {
    memo.game = game_stamp;
    memo.known.clear();
    memo.value.clear();
    memo.links.clear();
    memo.last = no_position;
    if (memo.endings.capacity() * sizeof(Ending) > much) {
        memo.endings = {};
        account.remove(memo.counted - memo.bytes());
        memo.counted = memo.bytes();
    }
    memo.endings.clear();
}

void Context::make_table(Memo& memo, std::size_t states) {
    const std::size_t needed = static_cast<std::size_t>(tree.size()) * states;
    if (memo.endings.capacity() < needed) {
        memo.endings = {};
        account.remove(memo.counted - memo.bytes());
        memo.counted = memo.bytes();
        const std::size_t bytes = needed * sizeof(Ending);
        if (!account.try_add(bytes))
            throw LimitError(
                cofnod::tr("a line or path of {} constituents is too large for the {} positions of game {}", states,
                           tree.size(), game->number),
                WayOut::Kind::repeat_less);
        memo.counted += bytes;
    }
    tick(needed);
    memo.endings.assign(needed, {});
}

void Context::make_bits(Memo& memo) {
    const auto words = static_cast<std::size_t>(tree.size()) / 64 + 1;
    memo.known.resize(words);
    memo.value.resize(words);
    account_for(memo);
}

void Context::make_values(Memo& memo) {
    memo.value.resize(static_cast<std::size_t>(tree.size()) + 1);
    account_for(memo);
}

void Context::make_links(Memo& memo, std::size_t heads) {
    memo.links.assign(heads + static_cast<std::size_t>(tree.size()), no_position);
    account_for(memo);
}

void Context::account_for(Memo& memo) {
    if (memo.bytes() <= memo.counted) return;
    account.add(memo.bytes() - memo.counted);
    memo.counted = memo.bytes();
}

}  // namespace cofnod::cql
