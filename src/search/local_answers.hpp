#pragma once

#include <optional>

#include "games/record/games.hpp"
#include "search/answers.hpp"
#include "search/tree.hpp"
#include "store/statistics.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"
#include "store/works.hpp"

namespace cofnod::search {

/// Visits the numbers of all games, in order: from the columns of segments, and from the rows of games in no segment
/// and of games with a number that no column can hold. Reads one snapshot, since others may merge segments meanwhile.
void for_each_numbers(store::Store& store, const store::EachGameNumbers& each);
/// Returns a function that calls for_each_numbers() for the store.
store::VisitGameNumbers visit_numbers(store::Store& store);

template <typename Base, typename List>
class LocalTrees;
template <typename Base>
class LocalTrees<Base, GameList<>> : public Base {
protected:
    explicit LocalTrees(store::Store& store) : store_(store) {}
    store::Store& store_;
};
template <typename Base, RecordedGame G, RecordedGame... Others>
class LocalTrees<Base, GameList<G, Others...>> : public LocalTrees<Base, GameList<Others...>>, public TreesOf<G> {
public:
    using LocalTrees<Base, GameList<Others...>>::LocalTrees;
    Tree<G> tree(const typename G::Position& position, const store::HeaderFilter& filter, Lines lines,
                 std::optional<std::int64_t> limit) override;
};

/// Answers queries from an open database.
class LocalAnswers : public LocalTrees<Answers, Games> {
public:
    /// Keeps a reference to the store.
    explicit LocalAnswers(store::Store& store) : LocalTrees(store) {}

    Explanation search(const Query& query, store::Page page, const Each& each, unsigned threads) override {
        return search::search(store_, query, page, each, threads);
    }
    Explanation candidates(const Query& query, const std::string&, store::Page page, const Each& each) override {
        return search::search(store_, query, page, each);
    }
    Explanation count(const Query& query, store::Page page, unsigned threads) override {
        return search::count(store_, query, page, threads);
    }

    std::optional<store::GameHeader> header(std::int64_t id) override { return reader().header(id); }
    std::optional<store::GameMoves> moves(std::int64_t id) override { return reader().moves(id); }
    std::optional<GameRecord> record(std::int64_t id) override { return reader().read(id); }
    void for_each_record(const store::HeaderFilter& filter, store::Page page,
                         const std::function<bool(std::int64_t, const GameRecord&)>& each) override {
        reader().for_each(filter, page, each);
    }

    std::vector<std::int64_t> witnesses(std::int64_t id) override { return store::witnesses_of(store_, id); }
    std::string source(std::int64_t id) override { return citations().path_of(id); }
    std::string citation(std::int64_t id) override { return citations().of(id); }
    std::string databases(std::int64_t id) override { return citations().databases_of(id); }
    std::vector<store::SourceCopy> source_copies(std::int64_t id) override { return citations().copies_of(id); }
    std::vector<std::string> names(store::HeaderField field) override;
    std::vector<store::Spelling> spellings(std::string_view part) override {
        return store::spellings(store_, part, visit_numbers(store_));
    }
    std::vector<GameKind> kinds() override { return store::game_kinds(store_); }
    store::Summary summary() override { return store::summary(store_, visit_numbers(store_)); }
    store::Store* database() override { return &store_; }

private:
    store::GameReader& reader() { return reader_ ? *reader_ : reader_.emplace(store_); }
    store::Citations& citations() { return citations_ ? *citations_ : citations_.emplace(store_); }

    std::optional<store::GameReader> reader_;  ///< created when the first game is read
    std::optional<store::Citations> citations_;
};

/// A database file, read in one snapshot from the first query on.
struct OpenFile {
    store::Store store;
    store::Snapshot snapshot;

    explicit OpenFile(const std::string& path)
        : store(store::Store::open(path, store::Access::read_only)), snapshot(store.connection()) {}
};

/// Answers queries from a file that it opens.
class FileAnswers final : private OpenFile, public LocalAnswers {
public:
    explicit FileAnswers(const std::string& path) : OpenFile(path), LocalAnswers(OpenFile::store) {}
};

}  // namespace cofnod::search
