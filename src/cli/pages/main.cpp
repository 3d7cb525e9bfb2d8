// Writes man pages and completions into a folder, in the layout of share/ that `cmake --install` uses, and the template
// of the messages in the command-line tables. Run by the build.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>

#include "base/messages/catalogues.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/pages/pages.hpp"
#include "cli/program.hpp"

namespace cofnod::pages {

namespace {

class Template {
public:
    void add(const std::string& text) {
        if (text.empty() || !seen_.insert(text).second) return;
        text_ += "\nmsgid ";
        append_quoted(text_, text);
        text_ += "\nmsgstr \"\"\n";
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::set<std::string> seen_;
    std::string text_ = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n";
};

void add(Template& to, const cli::Arguments& table) {
    for (const cli::Option& option : table.options()) {
        to.add(option.heading);
        to.add(option.help);
    }
}

void add_remarks(Template& to, const std::string& examples) {
    for (const std::string_view line : reports::lines_in(examples))
        if (line.starts_with("# ")) to.add(std::string(line.substr(2)));
}

}  // namespace

std::string messages(const cli::Program& program) {
    Template result;
    result.add(program.summary);
    result.add(program.usage);
    result.add(program.exit_codes);
    add(result, program.common);
    for (const cli::Topic& topic : cli::topics()) result.add(std::string(topic.summary));
    for (const cli::Command& command : program.commands) {
        result.add(command.group);
        result.add(command.text.summary);
        result.add(command.text.more);
        add_remarks(result, command.text.examples);
        add(result, command);
    }
    return result.text();
}

}  // namespace cofnod::pages

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error(path.string() + " cannot be written");
}

std::string content_of(const char* path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(std::string(path) + " cannot be read");
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) try {
    using namespace cofnod;
    if (argc != 5) {
        std::cerr << "usage: cofnod_pages FOLDER DATE SCHEMA_README MESSAGES\n";
        return 2;
    }
    const fs::path share = argv[1];
    const std::string date = argv[2];
    cli::CommonOptions common;
    const cli::Program program = cli::make_program(common);
    for (const std::string& language : messages::languages()) {
        const Speaking words(messages::catalogue_of(language));
        const fs::path manuals = share / "man" / (language == "en" ? "" : language);
        write(manuals / "man1/cofnod.1", pages::manual(program, date));
        for (const cli::Command& command : program.commands)
            write(manuals / "man1" / ("cofnod-" + command.text.name + ".1"), pages::manual(program, command, date));
        write(manuals / "man5/cofnod-config.5", pages::config_manual(date));
    }
    for (const cli::Topic& topic : cli::topics())
        write(share / "man/man7" / fmt::format("cofnod-{}.7", topic.name), pages::topic_manual(topic, date));
    write(share / "man/man5/cofnod.5", pages::database_manual(content_of(argv[3]), date));
    write(share / "bash-completion/completions/cofnod", pages::bash_completion(program));
    write(share / "zsh/site-functions/_cofnod", pages::zsh_completion(program));
    write(share / "fish/vendor_completions.d/cofnod.fish", pages::fish_completion(program));
    write(argv[4], pages::messages(program));
    return 0;
} catch (const std::exception& error) {
    std::cerr << "cofnod_pages: " << error.what() << '\n';
    return 1;
}
