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

/// The members of a problem, wherever it is listed.
const Fields<Problem>& problem_fields();

/// A problem outside a database: of a file that is checked or imported.
struct FileProblem {
    std::string_view source;
    std::uint64_t number;  ///< of the game in the source
    const Problem& problem;
};

/// Declares the list of `check`.
Answer<FileProblem> file_problems();

/// A game, and what is wrong with it.
struct FaultyGame {
    store::GameHeader header;
    std::vector<Problem> problems;
};

/// Selection of the problems that are listed.
struct ProblemsAsked {
    bool all = false;                 ///< notes too, and games that are complete
    std::string kind = {};            ///< those of this kind or group, notes included; empty: of all
    store::HeaderFilter filter = {};  ///< of the games
    std::int64_t page_after = 0;      ///< games with larger ids
};

/// Throws UsageError unless a word is the name of a kind or group of problems.
void check_problem_kind(std::string_view word);

/// Visits the games with such problems, in the order of ids; `each` returns false to stop.
void for_each_faulty_game(store::Store& store, const ProblemsAsked& asked,
                          const std::function<bool(const FaultyGame&)>& each);

/// Declares the list of `rejects`: in CSV and TSV a row each problem.
Answer<FaultyGame> faulty_games();

/// A game as a document: what is wrong with it, and its text.
struct FaultyGameText {
    FaultyGame game;
    std::string text;
};

Answer<FaultyGameText> faulty_game_text();

/// A game whose text can be read further than before.
struct ReadFurther {
    const store::GameHeader& before;
    const GameRecord& now;
    std::string notation_title;  ///< of `now`, in a table
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
