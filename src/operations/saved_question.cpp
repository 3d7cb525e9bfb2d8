#include "operations/saved_question.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "operations/options/query.hpp"
#include "operations/options/typed_words.hpp"
#include "store/works.hpp"

namespace cofnod::operations {

namespace {

using store::HeaderField;
using store::HeaderTerm;

/// Reads a question; it asks for none that is saved itself, so that no question asks for itself.
search::Query read_query_of(const store::Store& store, const std::string& text, const notation::Languages& languages,
                            const Note& note) {
    const QueryOptions options = read_question(text);
    if (!has_conditions(options))
        throw UsageError(tr("the question has no condition"), tr("write {}", "'--player morphy --result 1-0'"),
                         "query");
    for (const HeaderTerm& term : options.filter.terms)
        if (term.field == HeaderField::collection && store::question_of(store, term.text))
            throw UsageError(tr("'{}' is a saved question itself", term.text), tr("write its conditions in its place"),
                             "collection");
    return read_query(options, languages, note);
}

/// Returns the question of a collection. Throws UsageError that names the collection if it can no longer be asked.
search::Query saved_query(const store::Store& store, const std::string& name, const std::string& text,
                          const notation::Languages& languages) {
    try {
        return read_query_of(store, text, languages, [](const Remark&) {});
    } catch (const UsageError& error) {
        const std::string option = error.about().empty() ? "" : fmt::format("--{}: ", error.about());
        throw UsageError(tr("the question saved as '{}' cannot be asked: {}", name, option + error.what()),
                         error.way_out(), "collection");
    }
}

std::shared_ptr<const std::vector<std::int64_t>> games_of(const search::Query& query, search::Answers& answers,
                                                          unsigned threads) {
    auto games = std::make_shared<std::vector<std::int64_t>>();
    answers.search(
        query, {},
        [&](const search::Hit& hit) {
            games->push_back(hit.game);
            return true;
        },
        threads);
    return games;
}

}  // namespace

QueryOptions read_question(const std::string& text) {
    QueryOptions query;
    options::Arguments table;
    options::add_conditions(table, query);
    options::add_ply_conditions(table, query.ply);
    options::take_words(table, {"query"}, text);
    return query;
}

void check_question(const store::Store& store, const std::string& text, const notation::Languages& languages,
                    const Note& note) {
    static constexpr std::size_t longest = 100'000;
    if (text.size() > longest)
        throw UsageError(tr("too long for a question"), tr("put the games themselves into a collection"), "query");
    read_query_of(store, text, languages, note);
}

std::optional<search::Query> find_saved(store::HeaderFilter& filter, const notation::Languages& languages,
                                        search::Answers& answers, unsigned threads) {
    const store::Store* const store = answers.database();
    if (store == nullptr) return std::nullopt;
    std::optional<search::Query> question;
    int asked_for = 0;
    for (HeaderTerm& term : filter.terms) {
        if (term.field != HeaderField::collection) continue;
        if (!term.negated) ++asked_for;
        const auto text = store::question_of(*store, term.text);
        if (!text) continue;
        search::Query query = saved_query(*store, term.text, *text, languages);
        term.found = games_of(query, answers, threads);
        if (!term.negated) question = std::move(query);
    }
    return asked_for == 1 ? std::move(question) : std::nullopt;
}

void find_positions_of(search::Query& query, search::Query saved) {
    if (!saved.asks_for_moves()) return;
    if (query.asks_for_moves()) {
        query.also = std::make_shared<const search::Query>(std::move(saved));
        return;
    }
    saved.header = std::move(query.header);
    saved.found = query.found;
    query = std::move(saved);
}

}  // namespace cofnod::operations
