#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "operations/import.hpp"
#include "reports/writer.hpp"
#include "store/full_text.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"

namespace cofnod::reports {

/// Members of a problem in all lists.
const Fields<Problem>& problem_fields();

/// A problem outside a database, in a file that is checked or imported.
struct FileProblem {
    std::string_view source;
    std::uint64_t number;  ///< number of the game in the source
    const Problem& problem;
};

/// Declares the list of `check`.
Answer<FileProblem> file_problems();

/// A game and its problems.
struct FaultyGame {
    store::GameHeader header;
    std::vector<Problem> problems;
};

/// Selection of problems to list.
struct ProblemsAsked {
    bool all = false;                 ///< include notes and complete games
    std::string kind = {};            ///< only this kind or group, including notes; empty: all kinds
    store::HeaderFilter filter = {};  ///< conditions on the games
    std::int64_t page_after = 0;      ///< only games with larger ids
};

/// Throws UsageError unless `word` names a kind or group of problems.
void check_problem_kind(std::string_view word);

/// Visits the games with the selected problems, in order of id; `each` returns false to stop.
void for_each_faulty_game(store::Store& store, const ProblemsAsked& asked,
                          const std::function<bool(const FaultyGame&)>& each);

/// Declares the list of `rejects`; CSV and TSV have one row per problem.
Answer<FaultyGame> faulty_games();

/// A game as a document: its problems and its text.
struct FaultyGameText {
    FaultyGame game;
    std::string text;
};

Answer<FaultyGameText> faulty_game_text();

/// A game of which more can now be read than before.
struct ReadFurther {
    const store::GameHeader& before;
    const GameRecord& now;
    std::string notation_title;  ///< notation of `now`, for tables
};

/// Declares the list of `rejects --retry`.
Answer<ReadFurther> games_read_further();

/// Declares the list of texts between games.
Answer<store::FoundSeparator> passage_list();

/// Declares the list of the files of an import.
const Answer<operations::FileReport>& import_list();

/// Writes the list, preceded by the database and the totals.
void write_import(const operations::ImportReport& report, Format format, const Output& out);

}  // namespace cofnod::reports
