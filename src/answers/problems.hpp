#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/writer.hpp"
#include "base/problem.hpp"
#include "store/game_reader.hpp"

namespace cofnod::answers {

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

}  // namespace cofnod::answers
