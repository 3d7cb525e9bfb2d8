#include "base/counted.hpp"

#include <fmt/format.h>

#include "base/catalogue.hpp"
#include "base/isolates.hpp"
#include "base/say.hpp"

namespace cofnod {

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
    std::string_view form = spoken() ? spoken()->form(one, many, number) : std::string_view();
    if (form.empty()) form = number == 1 ? one : many;
    const std::string text = is_spoken_right_to_left() ? as_spoken(form) : std::string(form);
    return fmt::format(fmt::runtime(text), grouped(number));
}

}  // namespace cofnod
