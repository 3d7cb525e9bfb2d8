#include "search/local_answers.hpp"

#include <utility>

#include "game/record.hpp"
#include "search/game_numbers.hpp"
#include "store/aliases.hpp"
#include "store/statistics.hpp"

namespace cofnod::search {

template <typename Base, RecordedGame G, RecordedGame... Others>
Tree<G> LocalTrees<Base, GameList<G, Others...>>::tree(const typename G::Position& position,
                                                       const store::HeaderFilter& filter,
                                                       std::optional<std::int64_t> limit) {
    OpeningTree opening(this->store_, filter);
    Tree<G> tree = opening.template at<G>(position);
    sort_and_cut(tree, limit);
    opening.count_reached(position, tree);
    return tree;
}

template class LocalTrees<Answers, Games>;

store::GameReader& LocalAnswers::reader() { return reader_ ? *reader_ : reader_.emplace(store_); }
store::Citations& LocalAnswers::citations() { return citations_ ? *citations_ : citations_.emplace(store_); }

std::optional<store::GameHeader> LocalAnswers::header(std::int64_t id) { return reader().header(id); }
std::optional<store::GameMoves> LocalAnswers::moves(std::int64_t id) { return reader().moves(id); }
std::optional<GameRecord> LocalAnswers::record(std::int64_t id) { return reader().read(id); }

void LocalAnswers::for_each_record(const store::HeaderFilter& filter, store::Page page,
                                   const std::function<bool(std::int64_t, const GameRecord&)>& each) {
    reader().for_each(filter, page, each);
}

std::vector<std::int64_t> LocalAnswers::witnesses(std::int64_t id) { return store::witnesses_of(store_, id); }
std::string LocalAnswers::source(std::int64_t id) { return citations().path_of(id); }
std::string LocalAnswers::citation(std::int64_t id) { return citations().of(id); }
std::string LocalAnswers::databases(std::int64_t id) { return citations().databases_of(id); }
std::vector<store::SourceCopy> LocalAnswers::source_copies(std::int64_t id) { return citations().copies_of(id); }
std::vector<std::string> LocalAnswers::names(store::HeaderField field) {
    if (field == store::HeaderField::event) return store::event_names(store_);
    if (field == store::HeaderField::site) return store::site_names(store_);
    std::vector<std::string> names;
    for (store::Spelling& spelling : store::people(store_)) names.push_back(std::move(spelling.name));
    return names;
}
std::vector<store::Spelling> LocalAnswers::spellings(std::string_view part) {
    return store::spellings(store_, part, visit_numbers(store_));
}
store::Summary LocalAnswers::summary() { return store::summary(store_, visit_numbers(store_)); }
std::vector<GameKind> LocalAnswers::kinds() { return store::game_kinds(store_); }

}  // namespace cofnod::search
