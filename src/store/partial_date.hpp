#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cofnod::store {

/// A day of which not all need be known. The stored number sorts: 19500601 is 1950.06.01, 19500600 is 1950.06.??,
/// 19500000 is 1950.??.?? and 0 is ????.??.??.
class PartialDate {
public:
    static constexpr PartialDate from_number(std::int32_t number) { return PartialDate(number); }
    /// "1950", "1950.06", "1950.6.??", "1950-06-01", "19??.1.?": a part that is not all digits is not known.
    /// nullopt where the text is no date at all, or has a month 13.
    static std::optional<PartialDate> parse(std::string_view text);

    [[nodiscard]] constexpr std::int32_t number() const { return number_; }
    [[nodiscard]] constexpr int year() const { return number_ / 10000; }
    [[nodiscard]] constexpr int month() const { return number_ / 100 % 100; }
    [[nodiscard]] constexpr int day() const { return number_ % 100; }

    /// The last number of what is named: of "1950" that of 1950.12.31. With number() the ends of a range, so that
    /// a game of 1950.??.?? is in 1950 to 1950, and in no month of it.
    [[nodiscard]] std::int32_t last_number() const;

    /// As PGN has it: "1950.06.??".
    [[nodiscard]] std::string to_text() const;

    auto operator<=>(const PartialDate&) const = default;

private:
    constexpr explicit PartialDate(std::int32_t number) : number_(number) {}
    std::int32_t number_;
};

}  // namespace cofnod::store
