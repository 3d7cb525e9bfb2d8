#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cofnod {

// Their enumerators are in problem_kinds.hpp.
enum class ProblemKind : std::uint8_t;
enum class ProblemGroup : std::uint8_t;
enum class Frame : std::uint8_t;
enum class Remedy : std::uint8_t;

/// The stable names, for databases and data: `no_piece_can_reach`, `illegal_move`.
std::string_view name_of(ProblemKind kind);
std::string_view name_of(ProblemGroup group);
std::string_view name_of(Frame frame);
std::string_view name_of(Remedy remedy);

/// The enumerators of such names.
std::optional<ProblemKind> problem_kind_of(std::string_view name);
std::optional<Frame> frame_of(std::string_view name);
std::optional<Remedy> remedy_of(std::string_view name);

ProblemGroup group_of(ProblemKind kind);

/// A word of the source, a square, a number, the name of a piece in English, or a list of such: no part of a sentence.
class Argument {
public:
    using List = std::vector<std::string>;

    Argument(std::string text) : value_(std::move(text)) {}
    Argument(std::string_view text) : value_(std::string(text)) {}
    Argument(const char* text) : value_(std::string(text)) {}
    Argument(List items) : value_(std::move(items)) {}
    Argument(std::integral auto number) : value_(static_cast<std::int64_t>(number)) {}

    [[nodiscard]] const std::variant<std::string, std::int64_t, List>& value() const { return value_; }

    bool operator==(const Argument&) const = default;

private:
    std::variant<std::string, std::int64_t, List> value_;
};

using Arguments = std::vector<Argument>;

/// Bytes that arguments take.
std::size_t memory_of(const Arguments& arguments);

/// A fault as data; sentence.hpp puts it into words.
struct Reason {
    ProblemKind kind{};
    Arguments arguments{};  ///< those of the kind, then the one of the frame, if it has any
    Frame frame{};          ///< Frame::none

    bool operator==(const Reason&) const = default;
};

/// A remedy as data.
struct Advice {
    Remedy remedy{};  ///< Remedy::none
    Arguments arguments{};

    bool operator==(const Advice&) const = default;
};

}  // namespace cofnod
