#pragma once

#include <random>
#include <string>
#include <vector>

namespace cofnod::cql::plain {

/// Generates random CQL filters of a requested type. Most are valid; a few with omitted brackets are not.
class QueryWriter {
public:
    explicit QueryWriter(std::mt19937& random) : random_(random) {}

    std::string boolean(int depth);
    std::string set(int depth);
    std::string number(int depth);
    std::string position(int depth);

private:
    std::string designator();
    std::string pieces();
    std::string direction();
    std::string directions();
    std::string geometry(int depth);
    std::string loop(int depth);
    std::string move(int depth);
    std::string dash(int depth);
    std::string dash_ends(int depth);
    std::string line(int depth);
    std::string constituent(int depth, bool can_group);
    std::string path(int depth, bool for_its_end = false);
    std::string path_constituent(int depth, bool can_group);
    std::string transform();
    std::string range(int most);
    std::string sets(int depth, int least, int most);
    std::string enclosed(std::string text);
    std::string new_name();

    int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
    bool one_in(int count) { return below(count) == 0; }
    std::string one_of(std::initializer_list<const char*> words) {
        return *(words.begin() + below(static_cast<int>(words.size())));
    }

    std::mt19937& random_;
    std::vector<std::string> square_names_, number_names_, position_names_;
    int names_ = 0;
};

}  // namespace cofnod::cql::plain
