// probes DIR: reads every probe of the *.probe files in DIR and holds what is found to what they expect. Prints what
// differs, what is known to stay unread, and the share that is read; exits 1 where anything differs.

#include <fmt/format.h>
#include <unicode/ucnv.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>

#include "base/problem.hpp"
#include "games/chess/fen.hpp"
#include "games/record/record.hpp"
#include "importers/import.hpp"
#include "importers/text/detect_charset.hpp"
#include "notation/languages.hpp"
#include "probe_file.hpp"

namespace {

using namespace cofnod;

constexpr double least_share = 0.95;  ///< of the probes that are not ambiguous

struct Collected : importers::Sink {
    std::vector<GameRecord> games;

    void add_game(GameRecord&& game) override { games.push_back(std::move(game)); }
    void add_separator(const importers::Separator&) override {}
    void reached(std::uint64_t) override {}
};

std::string converted(const std::string& text, const std::string& charset) {
    if (charset.empty()) return text;
    std::string bytes(text.size() * 4 + 16, '\0');
    UErrorCode status = U_ZERO_ERROR;
    const int length = ucnv_convert(charset.c_str(), "UTF-8", bytes.data(), static_cast<std::int32_t>(bytes.size()),
                                    text.data(), static_cast<std::int32_t>(text.size()), &status);
    if (U_FAILURE(status)) throw std::runtime_error("cannot convert to " + charset);
    bytes.resize(static_cast<std::size_t>(length));
    return bytes;
}

std::vector<GameRecord> games_in(const Probe& probe, const notation::Languages& languages) {
    const std::string bytes = converted(probe.input, probe.charset);
    importers::Options options;
    options.charset = importers::detect_charset(bytes, languages).charset;
    importers::Source source = importers::Source::of_text(probe.place, bytes);
    Collected found;
    import_source(source, languages, options, found);
    return std::move(found.games);
}

bool has_moves(const GameRecord& game, const std::string& moves) {
    if (moves.empty() || game.san == moves) return true;
    const auto final = chess::read_fen(moves);
    return final && final_check_of(final->position.key()) == game.final_check;
}

bool says(const GameRecord& game, const std::string& note) {
    return std::any_of(game.problems.begin(), game.problems.end(), [&](const Problem& problem) {
        return sentence(problem.reason).find(note) != std::string::npos;
    });
}

bool has_tag(const GameRecord& game, const std::string& tag) {
    if (tag == fmt::format("Result \"{}\"", to_text(game.result))) return true;
    for (std::size_t i = 0; i < game.tags.size(); ++i)
        if (tag == fmt::format("{} \"{}\"", game.tags[i].name, game.tags[i].value)) return true;
    return false;
}

bool is(const GameRecord& game, const ExpectedGame& expected) {
    return name_of(game.state) == expected.state && game.ply_count == expected.plies &&
           has_moves(game, expected.moves) &&
           std::all_of(expected.notes.begin(), expected.notes.end(),
                       [&](const std::string& note) { return says(game, note); }) &&
           std::all_of(expected.tags.begin(), expected.tags.end(),
                       [&](const std::string& tag) { return has_tag(game, tag); });
}

void print_found(const std::vector<GameRecord>& games) {
    if (games.empty()) std::cout << "  found no game\n";
    for (const GameRecord& game : games) {
        std::cout << fmt::format("  found {} {} {}\n", name_of(game.state), game.ply_count, game.san);
        for (const Problem& problem : game.problems) std::cout << fmt::format("    {}\n", sentence(problem.reason));
        for (std::size_t i = 0; i < game.tags.size(); ++i)
            std::cout << fmt::format("    {} \"{}\"\n", game.tags[i].name, game.tags[i].value);
    }
}

void print_expected(const Probe& probe) {
    for (const ExpectedGame& game : probe.games) {
        std::cout << fmt::format("  expected {} {} {}\n", game.state, game.plies, game.moves);
        for (const std::string& note : game.notes) std::cout << fmt::format("    {}\n", note);
        for (const std::string& tag : game.tags) std::cout << fmt::format("    {}\n", tag);
    }
}

/// What has been counted over all files.
struct Count {
    std::size_t read = 0, ambiguous = 0, unread = 0, wrong = 0;
};

void play_out(const Probe& probe, const notation::Languages& languages, Count& count) {
    const std::vector<GameRecord> games = games_in(probe, languages);
    const bool as_expected = std::equal(games.begin(), games.end(), probe.games.begin(), probe.games.end(), is);
    const bool should_be = probe.mark != Probe::Mark::unread;
    if (as_expected && probe.mark == Probe::Mark::read) ++count.read;
    if (as_expected && probe.mark == Probe::Mark::ambiguous) ++count.ambiguous;
    if (!as_expected && probe.mark == Probe::Mark::unread) ++count.unread;
    if (probe.mark != Probe::Mark::read)
        std::cout << fmt::format("{}: {}: {}: {}\n", probe.place, probe.name, should_be ? "ambiguous" : "not read yet",
                                 probe.reason);
    if (as_expected == should_be) return;
    ++count.wrong;
    std::cout << fmt::format("{}: {}: {}\n", probe.place, probe.name,
                             should_be ? "not as expected" : "is read now: take its mark away");
    if (!should_be) return;
    print_expected(probe);
    print_found(games);
}

int run(const std::string& folder) {
    const auto languages = notation::Languages::built_in();
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".probe") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());

    Count count;
    for (const std::string& path : paths)
        for (const Probe& probe : read_probes(path)) play_out(probe, languages, count);

    const std::size_t clear = count.read + count.unread + count.wrong;
    const double share = clear ? static_cast<double>(count.read) / static_cast<double>(clear) : 0;
    std::cout << fmt::format("{} of {} probes are read ({:.1f} %), {} are truly ambiguous\n", count.read, clear,
                             100 * share, count.ambiguous);
    return count.wrong == 0 && share >= least_share ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) throw std::runtime_error("usage: probes DIR");
    return run(argv[1]);
} catch (const std::exception& error) {
    std::cerr << "probes: " << error.what() << '\n';
    return 2;
}
