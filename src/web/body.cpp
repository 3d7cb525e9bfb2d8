#include "web/body.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/say.hpp"
#include "web/request.hpp"

namespace cofnod::web {

namespace {

/// Takes an object of JSON whose members are texts, numbers, truth values and lists of these, and nothing deeper.
class Parameters {
public:
    std::vector<std::pair<std::string, std::string>> all;
    std::string fault = {};  ///< what is wrong, if it is not the form

    bool null() { return is_member(); }
    bool boolean(bool truth) { return add(truth ? "true" : "false"); }
    bool number_integer(std::int64_t number) { return add(std::to_string(number)); }
    bool number_unsigned(std::uint64_t number) { return add(std::to_string(number)); }
    bool number_float(double, const std::string& text) { return add(text); }
    bool string(std::string& text) {
        if (!is_clean(text)) fault = say("'{}' has control characters", name_);
        return fault.empty() && add(text);
    }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return level_++ == 0; }
    bool key(std::string& name) {
        if (std::ranges::find(names_, name) != names_.end()) fault = say("{} may be given only once", name);
        if (!is_clean(name)) return false;
        names_.push_back(name_ = name);
        return fault.empty();
    }
    bool end_object() { return true; }
    bool start_array(std::size_t) { return level_++ == 1; }
    bool end_array() { return level_-- == 2; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) { return false; }

private:
    [[nodiscard]] bool is_member() const { return level_ > 0; }
    bool add(std::string text) {
        if (is_member()) all.emplace_back(name_, std::move(text));
        return is_member();
    }

    std::string name_;
    std::vector<std::string> names_;
    int level_ = 0;
};

}  // namespace

Expected<std::vector<std::pair<std::string, std::string>>, std::string> read_body(std::string_view text) {
    Parameters parameters;
    if (nlohmann::json::sax_parse(text, &parameters)) return std::move(parameters.all);
    if (!parameters.fault.empty()) return Unexpected<std::string>{std::move(parameters.fault)};
    return Unexpected<std::string>{say("the body is not an object of JSON with texts, numbers and lists of them")};
}

}  // namespace cofnod::web
