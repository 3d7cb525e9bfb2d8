#include "search/cql/context.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace cofnod::search::cql {

namespace {

/// Between two calls of on_work.
constexpr std::size_t most_copied = std::size_t{4} << 20;

std::size_t bytes_of(const std::vector<Remark>& remarks) {
    std::size_t bytes = 0;
    for (const Remark& remark : remarks) bytes += sizeof remark + remark.text.size();
    return bytes;
}

}  // namespace

void Context::count_text(std::size_t bytes) {
    if (bytes > longest_text)
        throw LimitError("a text of the script grows beyond 16 MB", "a loop may make it longer and longer");
    copied += bytes;
    if (copied < most_copied) return;
    copied = 0;
    if (on_work) on_work();
}

/// What was taken back is found out only now and then.
void Context::count_written(std::size_t bytes) {
    written += bytes + sizeof(Remark);
    if (written < 2 * most_written) return;
    written = bytes_of(remarks);
    for (const Said& step : said) written += bytes_of(step.remarks);
    for (const auto& [name, text] : tags_set) written += name.size() + text.size();
    if (written > most_written) throw LimitError("the script writes more than 64 MB of comments of one game");
}

void Context::make_table(Memo& memo, std::size_t states) {
    const std::size_t needed = static_cast<std::size_t>(tree.size()) * states;
    std::size_t sum = needed;
    for (Memo& other : memos) {
        if (&other == &memo) continue;
        if (other.game != game_stamp) other.forget_endings();
        sum += other.endings.size();
    }
    if (sum * sizeof(Ending) > most_in_tables)
        throw LimitError(fmt::format("a line or path of {} constituents is too large for the {} positions of game {}",
                                     states, tree.size(), game->number),
                         "its tables would take more than 256 MB: repeat less, or without an upper number");
    memo.endings.assign(needed, {});
}

}  // namespace cofnod::search::cql
