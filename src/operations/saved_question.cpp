#include "operations/saved_question.hpp"

#include <fmt/format.h>

#include <algorithm>
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

namespace {

/// Adds the conditions of another filter. Returns false if they cannot be added, as one of several values is enough for
/// a field in both.
bool join(store::HeaderFilter& filter, const store::HeaderFilter& other) {
    if (filter.kind && other.kind && filter.kind != other.kind) return false;
    for (const store::FieldTerms& terms : store::terms_by_field(other))
        if (!terms.all && !terms.negated && std::ranges::any_of(filter.terms, [&](const HeaderTerm& term) {
                return !term.negated && term.field == terms.terms.front().field;
            }))
            return false;
    filter.terms.insert(filter.terms.end(), other.terms.begin(), other.terms.end());
    if (!filter.kind) filter.kind = other.kind;
    if (other.first_id) filter.first_id = std::max(*other.first_id, filter.first_id.value_or(*other.first_id));
    if (other.last_id) filter.last_id = std::min(*other.last_id, filter.last_id.value_or(*other.last_id));
    return true;
}

}  // namespace

std::optional<search::Query> find_saved(store::HeaderFilter& filter, const notation::Languages& languages,
                                        search::Answers& answers, unsigned threads, bool takes_positions) {
    const store::Store* const store = answers.database();
    if (store == nullptr) return std::nullopt;
    const auto is_asked_for = [](const HeaderTerm& term) {
        return term.field == HeaderField::collection && !term.negated;
    };
    const auto asked_for = std::ranges::count_if(filter.terms, is_asked_for);
    std::optional<search::Query> question;
    for (std::size_t i = 0; i < filter.terms.size(); ++i) {
        if (filter.terms[i].field != HeaderField::collection) continue;
        const auto text = store::question_of(*store, filter.terms[i].text);
        if (!text) continue;
        search::Query query = saved_query(*store, filter.terms[i].text, *text, languages);
        const bool is_only_one = is_asked_for(filter.terms[i]) && asked_for == 1;
        if (is_only_one && (takes_positions || !query.asks_for_moves())) {
            store::HeaderFilter both = filter;
            both.terms.erase(both.terms.begin() + static_cast<std::ptrdiff_t>(i));
            if (join(both, query.header)) {
                filter = std::move(both);
                --i;
                question = std::move(query);
                continue;
            }
        }
        filter.terms[i].found = std::make_shared<std::vector<std::int64_t>>(games_of(query, answers, threads));
        if (is_only_one) question = std::move(query);
    }
    return question;
}

void find_positions_of(search::Query& query, search::Query saved) {
    if (!saved.asks_for_moves()) return;
    if (query.lines != search::Lines::main)
        throw UsageError(tr("--lines cannot be combined with a saved question about positions or moves"),
                         tr("write its conditions in its place"), "collection");
    if (query.asks_for_moves()) {
        query.also = std::make_shared<const search::Query>(std::move(saved));
        return;
    }
    saved.header = std::move(query.header);
    saved.found = query.found;
    query = std::move(saved);
}

}  // namespace cofnod::operations
