// write_seeds TARGET FOLDER: the inputs of seeds.txt as files, for libFuzzer.

#include <cstdio>
#include <fstream>

#include "seeds.hpp"

int main(int argc, char** argv) {
    if (argc != 3) return std::fputs("usage: write_seeds TARGET FOLDER\n", stderr), 2;
    std::size_t number = 0;
    for (const std::string& seed : cofnod::fuzz::seeds_of(argv[1]))
        std::ofstream(argv[2] + ("/seed-" + std::to_string(++number)), std::ios::binary) << seed;
}
