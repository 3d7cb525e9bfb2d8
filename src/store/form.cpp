#include "store/form.hpp"

#include "store/connection.hpp"
#include "store/names.hpp"
#include "store/statement.hpp"
#include "store/text.hpp"

namespace cofnod::store {

namespace {

/// Maximum number of cached forms.
constexpr std::size_t most_known = 20'000;

}  // namespace

std::optional<Form> read_form(const Connection& connection, std::int64_t id) {
    Statement row(connection, Sql::read_form);
    if (!row.with(id).step()) return std::nullopt;
    Form form;
    form.kind = kind_of(row.integer(0));
    form.notation = {std::string(row.text(1)), decision_of(row.text(2)), words_of(row.text(3))};
    std::string buffer;
    Statement names(connection, Sql::read_tag_names);
    for (names.with(id); names.step();) form.tag_names.emplace_back(clean(names.text(0), buffer));
    form.columns = columns_of({form.tag_names.begin(), form.tag_names.end()});
    return form;
}

const Form* Forms::find(std::int64_t id) {
    if (const auto found = known_.find(id); found != known_.end()) return &found->second;
    std::optional<Form> form = read_form(connection_, id);
    if (!form) return nullptr;
    if (known_.size() >= most_known) known_.clear();
    return &known_.emplace(id, *std::move(form)).first->second;
}

}  // namespace cofnod::store
