#include <sys/stat.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "../../operations/folder.hpp"
#include "base/error.hpp"
#include "cli/config/settings.hpp"

using namespace cofnod;
using namespace cofnod::config;

namespace {

namespace fs = std::filesystem;

Settings read(const fs::path& folder, const std::map<std::string, std::string>& variables) {
    return Settings::read({.variable = [&](const char* name) -> std::optional<std::string> {
                               const auto found = variables.find(name);
                               return found == variables.end() ? std::nullopt : std::optional(found->second);
                           },
                           .folder = folder});
}

}  // namespace

TEST_CASE("each key is hidden by what goes before it", "[config]") {
    const operations::test::Folder folder;
    const std::string home = fs::path(folder.file("x")).parent_path().string();
    fs::create_directories(home + "/.config/cofnod");
    fs::create_directories(home + "/project");
    for (const Key& key : keys()) {
        const std::string variable(key.variable);
        const auto line = [&](const std::string& value) { return std::string(key.text) + " = \"" + value + "\"\n"; };
        std::ofstream(home + "/.config/cofnod/config.toml") << line("user");
        std::ofstream(home + "/project/.cofnod.toml") << (key.scope == Scope::personal ? "" : line("project"));
        INFO(key.text);
        CHECK_FALSE(read(home + "/.config", {})[key.name].value);
        CHECK(read(home, {{"HOME", home}})[key.name].value->ends_with("user"));
        const Settings both = read(home + "/project", {{"HOME", home}});
        CHECK(both[key.name].value->ends_with(key.scope == Scope::personal ? "user" : "project"));
        const Settings all = read(home + "/project", {{"HOME", home}, {variable, "environment"}});
        CHECK(all[key.name].value == "environment");
        CHECK(all[key.name].place == variable);
        CHECK_FALSE(read(home + "/project", {{"HOME", home}, {"COFNOD_CONFIG", ""}})[key.name].value);
    }
}

TEST_CASE("the file of a project that another user owns is not read", "[config]") {
    if (::geteuid() != 0) return;  // only root can change the owner of a file
    const operations::test::Folder folder;
    const std::string path = folder.file(".cofnod.toml");
    std::ofstream(path) << "notation = \"cy\"\n";
    const std::string home = fs::path(path).parent_path().string();
    CHECK(read(home, {{"HOME", home}})[Name::notation].value == "cy");
    REQUIRE(::chown(path.c_str(), 65534, 65534) == 0);
    const Settings settings = read(home, {{"HOME", home}});
    CHECK_FALSE(settings[Name::notation].value);
    CHECK(settings.project().state == Looked::of_another);
}

TEST_CASE("a fault stands in its line, whatever the file is", "[config]") {
    const std::string sound = "database = \"a.db\"\r\nnotation = \"cy\" # here\n\n[x]\ny = { z = [1, \"é\"] }\n";
    for (std::size_t length = 0; length <= sound.size(); ++length)
        for (const char* end : {"", "\"", "=", "\n\n\xff", "[[", "\\", "\xd8"}) {
            const File file{"config.toml", sound.substr(0, length) + end};
            try {
                for (const Entry& entry : read_entries(file)) {
                    CHECK(file.text.substr(entry.key_begin, entry.key->text.size()) == entry.key->text);
                    CHECK(entry.end <= file.text.size());
                }
            } catch (const UsageError& error) {
                CHECK(std::string(error.what()).starts_with("config.toml:"));
                CHECK_FALSE(error.way_out().is_empty());
            }
        }
}
