#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/game_reader.hpp"

namespace cofnod::search {

/// Evaluates a Question by replay. One per thread.
class QuestionMatcher {
public:
    virtual ~QuestionMatcher() = default;

    /// Returns Hit::ply, or nullopt if the game does not match.
    virtual std::optional<std::uint32_t> first_ply(const store::GameMoves& game) = 0;
    /// Returns the number of games with damaged moves or start, which do not match.
    [[nodiscard]] virtual std::int64_t damaged() const = 0;
};

/// A question about the moves of one game of the list; that about chess is part of the Query.
class Question {
public:
    virtual ~Question() = default;

    [[nodiscard]] virtual bool asks_for_position() const = 0;
    /// Returns the key of the wanted position if it is exact.
    [[nodiscard]] virtual std::optional<std::uint64_t> exact_key() const = 0;
    /// Returns true if exact_key() is the only condition.
    [[nodiscard]] virtual bool asks_for_key_alone() const = 0;
    /// The matcher must not outlive the question.
    [[nodiscard]] virtual std::unique_ptr<QuestionMatcher> matcher() const = 0;
    /// Describes the question for people, a line each: "pieces on squares".
    [[nodiscard]] virtual std::vector<std::string> description() const = 0;
};

}  // namespace cofnod::search
