#include "cli/program.hpp"

#include "base/messages/catalogues.hpp"
#include "base/tr.hpp"

namespace cofnod::cli {

namespace {

constexpr std::string_view examples =
    "cofnod import games.db archif.pgn\n"
    "cofnod search games.db --after '1. e4 e5'\n"
    "cofnod show games.db 1\n"
    "cofnod export games.db --notation cy";
constexpr std::string_view exit_codes =
    "exit codes: 0 success, 1 nothing or differences found, 2 usage, 3 rejects with --strict, 4 input unreadable, "
    "5 database, 6 limit, 129, 130 or 143 interrupted (SIGHUP, Ctrl-C, SIGTERM)";

void add_common(Arguments& common, CommonOptions& options) {
    common.heading("options of all commands");
    common.flag("-h", {}, "short help");
    common.flag("--help", {}, "full help, with examples");
    common.flag("-V,--version", {}, "print the version");
    common.flag("-q,--quiet", options.quiet, "no summary or progress; errors are still reported");
    common.flag(
        "-v,--verbose", [&options] { ++options.verbose; }, "verbose: import lists every problem it finds");
    common.words(
        "--lang", messages::languages(),
        [](std::size_t index) { speak_everywhere(messages::catalogue_of(messages::languages()[index])); },
        "language of help and messages (default: that of LC_ALL, LC_MESSAGES or LANG)");
    common.choice<ColourMode>(
        "--color", options.colour,
        {{"auto", ColourMode::automatic}, {"always", ColourMode::always}, {"never", ColourMode::never}},
        "colours; auto obeys NO_COLOR, CLICOLOR_FORCE and TERM");
    common.choice<ProgressMode>("--progress", options.progress,
                                {{"auto", ProgressMode::automatic},
                                 {"always", ProgressMode::always},
                                 {"never", ProgressMode::never},
                                 {"json", ProgressMode::json}},
                                "progress on stderr; auto: on a terminal, after a second");
    common.choice<BidiMode>(
        "--bidi", options.bidi,
        {{"auto", BidiMode::automatic},
         {"isolate", BidiMode::isolate},
         {"visual", BidiMode::visual},
         {"none", BidiMode::none}},
        "right-to-left text: isolate it for terminals that reorder it, or write it in visual order");
    common.choice<PagerMode>(
        "--pager", options.pager,
        {{"auto", PagerMode::automatic}, {"always", PagerMode::always}, {"never", PagerMode::never}},
        "show long answers in COFNOD_PAGER, PAGER or less; auto: on a terminal");
}

}  // namespace

Program make_program(CommonOptions& common, std::string_view first_word) {
    Program program{.summary = "cofnod reads records of chess games in many notations and answers questions about them",
                    .examples = std::string(examples),
                    .exit_codes = std::string(exit_codes)};
    program.settings = &common.settings;
    add_common(program.common, common);
#define GROUP(title) program.group = phrase(title);
#define COMMAND(name) \
    if (first_word == #name) add_##name(program);
#include "cli/commands.def"
    if (!program.commands.empty()) return program;
#define GROUP(title) program.group = phrase(title);
#define COMMAND(name) add_##name(program);
#include "cli/commands.def"
    return program;
}

}  // namespace cofnod::cli
