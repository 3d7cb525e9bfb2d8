#include "odd_games.hpp"

#include <fstream>
#include <iterator>
#include <random>

namespace cofnod::cli {

namespace {

using Texts = std::vector<const char*>;  ///< nullptr: no tag

const Texts names = {"Siân Hughes",
                     "SIAN HUGHES",
                     "Hughes, Sian",
                     "Kasparov, Gary",
                     "Kasparov,G",
                     "غاري كاسباروف",
                     "أحمد بن علي",
                     "احمد بن علي",
                     "أَحْمَد",
                     "Ŵyn, Siôn",
                     "Wyn, Sion",
                     "Müller, Karl",
                     "Mueller, Karl",
                     "Straße",
                     "STRASSE",
                     "Σωκράτης",
                     "Ёлкин, Пётр",
                     "Елкин, Петр",
                     "O'Neill, Bob",
                     "100% _ ' --",
                     "?",
                     "",
                     nullptr,
                     "Øst, Bjørn"};
const Texts events = {"Eisteddfod Genedlaethol", "بطولة القاهرة", "Tournoi d'été", "TOURNOI D'ETE", "?", "", nullptr};
const Texts sites = {"Caerdydd CYM", "Caernarfon", "القاهرة", "Kraków", "?", nullptr};
const Texts dates = {"1997.05.11", "1997.05.??", "1997.??.??", "????.??.??", "????.05.11", "19??.05.11",
                     "1997.5.1",   "1997-05-11", "1997",       "1997.??.11", "1997.13.01", "0000.01.01",
                     "1931.08.05", "1931.12.31", "1932.01.01", "1932.02.31", "",           nullptr};
const Texts elos = {"2700", "2699", "2701", "0", "02700", "2700?", "-", "", nullptr, "1450"};
const Texts codes = {"B90", "b90", "B9", "A00", "C42/03", "?", "", nullptr};
const Texts annotators = {"Siân Évans", "حسن", "S. Evans", nullptr, nullptr, nullptr, nullptr};
const Texts boards = {"1", "12", "", nullptr, nullptr};
const Texts results = {"1-0", "0-1", "1/2-1/2", "*"};
const Texts starts = {nullptr, nullptr, nullptr, nullptr, nullptr, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"};

const Texts scores = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
                      "1. e4 e5 2. Mf3 Mc6 3. Eb5",
                      "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4",
                      "1.ب4هـ ب5هـ 2.ح3و ح6ج",
                      "1. d4 d5 2. c4 (2. e4 dxe4) 2... e6",
                      "1. d4 d5 2. c4 Zz9",
                      "1. Zz9 d5",
                      "1. f3 e5 2. g4 Qh4#",
                      "1. e4 {A fine move, gwych iawn} e5 2. Nf3 {1: جَيِّد جدا}",
                      "1. e4 c5 2. Nf3 d6 3. d4 cxd4 {[%clk 1:00:00]} 4. Nxd4",
                      ""};

class Writer {
public:
    std::string games(int count) {
        std::string text;
        for (int i = 0; i < count; ++i) text += game();
        return text;
    }

private:
    const char* one_of(const Texts& texts) { return texts[random_() % texts.size()]; }
    void tag(std::string& text, const char* name, const char* value) {
        if (value) text += std::string("[") + name + " \"" + value + "\"]\n";
    }

    std::string game() {
        std::string text;
        const char* const result = one_of(results);
        const char* const start = one_of(starts);
        tag(text, "Event", one_of(events));
        tag(text, "Site", one_of(sites));
        tag(text, "Date", one_of(dates));
        tag(text, "White", one_of(names));
        tag(text, "Black", one_of(names));
        tag(text, "Result", random_() % 5 == 0 ? one_of(results) : result);  // may contradict that of the moves
        tag(text, "WhiteElo", one_of(elos));
        tag(text, "BlackElo", one_of(elos));
        tag(text, "ECO", one_of(codes));
        tag(text, "Annotator", one_of(annotators));
        tag(text, "Board", one_of(boards));
        tag(text, "FEN", start);
        text += std::string("\n") + (start ? "1. e4 Kd7 2. e5" : one_of(scores)) + ' ' + result + "\n\n";
        return text;
    }

    std::mt19937 random_{18};  // NOLINT: the same games each time
};

}  // namespace

std::vector<std::string> write_odd_games(const std::filesystem::path& folder) {
    Writer writer;
    std::vector<std::string> files;
    for (const char* name : {"odd-1.pgn", "gemau-Siân.pgn", "ألعاب.pgn"}) {
        files.push_back(folder / name);
        std::ofstream(files.back()) << writer.games(1000);
    }
    return files;
}

}  // namespace cofnod::cli
