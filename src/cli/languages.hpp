#pragma once

#include <string>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct LanguagesOptions {
    std::string name;   ///< one notation in detail; empty: all of them
    std::string check;  ///< a notation file to try; empty: none
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

/// The notations this program knows; one of them with all its letters, words and examples; or whether a file for
/// another one keeps what its examples promise.
int run_languages(const LanguagesOptions& options, Streams& io);

}  // namespace cofnod::cli
