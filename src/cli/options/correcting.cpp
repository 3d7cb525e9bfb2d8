#include "cli/options/correcting.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::cli {

void add_made_by(Arguments& arguments, std::string& made_by) {
    arguments.option("--by", "NAME", made_by, "who makes the correction (default: the name of the account)")
        .such_as("'Nia Rees'");
}

std::string maker(const std::string& made_by) {
    if (!made_by.empty()) return made_by;
    for (const char* name : {"LOGNAME", "USER"})
        if (const char* const value = std::getenv(name); value && *value) return value;
    const passwd* const account = ::getpwuid(::getuid());
    return account ? account->pw_name : std::string();
}

bool confirm(Streams& io, const std::string& question) {
    if (!io.in_is_terminal || !io.err_terminal.is_terminal)
        throw UsageError(say("nobody is there to be asked: nothing was changed"), say("add --yes"));
    io.err << question << " [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace cofnod::cli
