#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cofnod {

enum class WayOutKind : std::uint8_t;  // ways_out.hpp

/// A remedy for an error: a sentence, or a kind with arguments where the sentence names commands and
/// options, which only a front end knows (for the command line: terminal/way_out_text.hpp).
class WayOut {
public:
    using Kind = WayOutKind;

    WayOut() = default;
    WayOut(std::string sentence) : sentence_(std::move(sentence)) {}
    WayOut(const char* sentence) : sentence_(sentence) {}
    WayOut(Kind kind, std::vector<std::string> arguments = {}) : kind_(kind), arguments_(std::move(arguments)) {}

    [[nodiscard]] Kind kind() const { return kind_; }
    /// Empty unless kind() is WayOutKind::sentence.
    [[nodiscard]] const std::string& sentence() const { return sentence_; }
    [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
    [[nodiscard]] bool is_empty() const { return kind_ == Kind{} && sentence_.empty(); }

    bool operator==(const WayOut&) const = default;

private:
    Kind kind_{};
    std::string sentence_;
    std::vector<std::string> arguments_;
};

}  // namespace cofnod
