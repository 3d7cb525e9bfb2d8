#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_names.hpp"
#include "search/answers.hpp"

namespace cofnod::cli {

/// A column whose values divide games into files.
struct SplitColumn {
    std::string_view name;
    /// Returns the values of a game, in each of whose files it is; an empty one is not known.
    std::vector<std::string> (*values)(search::Answers& answers, std::int64_t game, const GameRecord& record);
};

/// `--split`: one file for each value of a column, or for each number of games.
struct Split {
    const SplitColumn* column = nullptr;
    std::uint64_t games = 0;  ///< in each file, without a column
};

/// Parses the name of a column or a number. Throws UsageError for anything else.
Split read_split(const std::string& text);

/// Returns the names of all columns, separated by commas.
std::string split_names();

/// Divides what is found into files, which are written one after another, so that one is open at a time. Games divided
/// by number are written as they come; those divided by a column are listed first, some 30 bytes a file and hit.
class SplitGames {
public:
    struct Files {
        std::function<void(const std::string& name)> begin;
        std::function<void(const std::vector<search::Hit>&, const GameRecord&)> add;
        std::function<void()> end;
    };
    /// `ending`: of the names of all files. The references must outlive it.
    SplitGames(const Split& split, std::string_view ending, search::Answers& answers, const Files& files)
        : split_(split), answers_(answers), files_(files), names_(ending) {}

    /// Adds a position, or a game with what was found in it.
    void add(const std::vector<search::Hit>& hits, const GameRecord& record);
    /// Returns the names of files in a folder that games divided by number may have; empty without a number.
    [[nodiscard]] std::vector<std::string> names_of_numbers(const std::string& folder) const;
    /// Returns the names of all files that finish() will write; empty if games are divided by number.
    [[nodiscard]] const std::vector<std::string>& names() const { return order_; }
    /// Writes the games that are listed, and ends the last file.
    void finish();
    /// Returns how many games or positions the files have, each as often as it is in one.
    [[nodiscard]] std::uint64_t written() const { return written_; }

private:
    void write(const std::vector<search::Hit>& hits, const GameRecord& record);

    const Split& split_;
    search::Answers& answers_;
    const Files& files_;
    FileNames names_;
    std::vector<std::string> order_;                          ///< names, in the order in which they were found
    struct Listed {
        std::vector<search::Hit> hits;
        std::vector<std::uint32_t> sizes;  ///< number of hits that were added together
    };
    std::map<std::string, Listed> listed_;  ///< by name
    std::uint64_t written_ = 0;
};

}  // namespace cofnod::cli
