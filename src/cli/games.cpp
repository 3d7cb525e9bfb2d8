#include "cli/games.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/tr.hpp"
#include "cli/options/output.hpp"
#include "cli/terminal/views/reports.hpp"
#include "cluster/answers.hpp"
#include "reports/game_details.hpp"
#include "search/local_answers.hpp"

namespace cofnod::cli {

std::unique_ptr<search::Answers> open_games(const std::string& database) {
    if (cluster::is_address(database)) return std::make_unique<cluster::Answers>(cluster::Address::parse(database));
    return std::make_unique<search::FileAnswers>(database);
}

int correct_game(operations::CorrectionOptions options, bool yes, OutputFormat format, Streams& io,
                 const std::function<operations::CorrectedGame(const operations::CorrectionOptions&)>& job) {
    options.made_by = maker(options.made_by);
    const bool dry_run = options.dry_run;
    options.dry_run = true;
    operations::CorrectedGame game = job(options);
    if (!io.quiet) print_correction(game, io);
    const bool asks = !dry_run && !yes && !io.quiet && io.in_is_terminal && io.err_terminal.is_terminal;
    const bool is_wanted = !dry_run && (!asks || confirm(io, tr("store this?")));
    if (is_wanted) {
        options.dry_run = false;
        game = job(options);
    }
    if (format != OutputFormat::automatic)
        reports::write_all(reports::correction_list(), std::vector{game.correction}, answer_format(format), io.data());
    io.remark(is_wanted ? tr("stored as correction {}; to take it back: cofnod undo {} {}", game.correction.id,
                             printable(options.database), game.correction.game)
                        : tr("nothing was changed"));
    return static_cast<int>(ExitCode::ok);
}

}  // namespace cofnod::cli
