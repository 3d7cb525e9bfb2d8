// Writes man pages and completions into a folder, laid out as `cmake --install` puts them below share/. Run by the
// build.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "cli/program.hpp"
#include "pages/completion.hpp"
#include "pages/manual.hpp"

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
    if (argc != 4) {
        std::cerr << "usage: cofnod_pages FOLDER DATE SCHEMA_README\n";
        return 2;
    }
    const fs::path share = argv[1];
    const std::string date = argv[2];
    cli::CommonOptions common;
    const cli::Program program = cli::make_program(common);
    write(share / "man/man1/cofnod.1", pages::manual(program, date));
    for (const cli::Command& command : program.commands)
        write(share / "man/man1" / ("cofnod-" + command.text().name + ".1"), pages::manual(program, command, date));
    write(share / "man/man5/cofnod-config.5", pages::config_manual(date));
    write(share / "man/man5/cofnod.5", pages::database_manual(content_of(argv[3]), date));
    write(share / "bash-completion/completions/cofnod", pages::bash_completion(program));
    write(share / "zsh/site-functions/_cofnod", pages::zsh_completion(program));
    write(share / "fish/vendor_completions.d/cofnod.fish", pages::fish_completion(program));
    return 0;
} catch (const std::exception& error) {
    std::cerr << "cofnod_pages: " << error.what() << '\n';
    return 1;
}
