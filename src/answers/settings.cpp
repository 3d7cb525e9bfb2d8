#include "answers/settings.hpp"

namespace cofnod::answers {

Answer<ListedSetting> setting_list() {
    using Row = ListedSetting;
    // clang-format off
    return {.list = "settings", .fields = {
        {"key",    Type::text, [](const Row& row) -> Value { return row.key; }},
        {"value",  Type::text, [](const Row& row) -> Value { return row.value; }},
        {"origin", Type::text, [](const Row& row) -> Value { return row.origin; }},
        {"place",  Type::text, [](const Row& row) { return known(row.place); }},
    }};
    // clang-format on
}

void write_settings(const std::vector<ListedSetting>& settings, const SettingFiles& files, Format format,
                    const Output& out) {
    Value::Object head;
    head.add("user_file", files.user);
    head.add("project_file", files.project);
    write_all(setting_list(), settings, format, out, std::move(head));
}

}  // namespace cofnod::answers
