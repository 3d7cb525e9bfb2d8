#pragma once

#include <string>

namespace cofnod {
class Error;
class WayOut;
struct Advice;
}  // namespace cofnod

namespace cofnod::terminal {

/// Returns the sentence for a way out, naming commands and options; empty if there is none.
std::string sentence(const WayOut& way_out);

/// Returns the sentence for a remedy, with the options that it takes: "name the notation to be sure: --from-notation".
std::string sentence_with_options(const Advice& advice);

/// Returns the message of an error, after the option that it is about, if any: "--fen: a side has no king".
std::string message(const Error& error);

}  // namespace cofnod::terminal
