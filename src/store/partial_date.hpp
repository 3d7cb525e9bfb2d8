#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cofnod::store {

/// A possibly incomplete date. The stored number sorts: 19500601 is 1950.06.01, 19500600 is 1950.06.??, 19500000 is
/// 1950.??.?? and 0 is ????.??.??.
class PartialDate {
public:
    static constexpr PartialDate from_number(std::int32_t number) { return PartialDate(number); }
    /// Parses "1950", "1950.06", "1950.6.??", "1950-06-01", "19??.1.?"; a part with a `?` is unknown. Returns nullopt
    /// for anything else, such as a month 13, or a year of two digits: `5.11.09`.
    static std::optional<PartialDate> parse(std::string_view text);

    /// Returns false for a day that its month does not have: 1950.02.30.
    [[nodiscard]] bool is_in_calendar() const;

    [[nodiscard]] constexpr std::int32_t number() const { return number_; }
    [[nodiscard]] constexpr int year() const { return number_ / 10000; }
    [[nodiscard]] constexpr int month() const { return number_ / 100 % 100; }
    [[nodiscard]] constexpr int day() const { return number_ % 100; }

    /// Returns the number of the last day: for "1950" that of 1950.12.31. The range from number() to last_number()
    /// includes 1950.??.?? in the year 1950 but in no month of it.
    [[nodiscard]] std::int32_t last_number() const;

    /// Returns the date in PGN format: "1950.06.??".
    [[nodiscard]] std::string to_text() const;

    auto operator<=>(const PartialDate&) const = default;

private:
    constexpr explicit PartialDate(std::int32_t number) : number_(number) {}
    std::int32_t number_;
};

/// Returns the date of a Date tag, in PGN format or of the Islamic calendar ("12 محرم 1369 هـ").
std::optional<PartialDate> date_of_tag(std::string_view value);

}  // namespace cofnod::store
