#pragma once

#include <exception>
#include <new>
#include <string>

#include "base/error.hpp"
#include "base/message.hpp"
#include "sqlite/host.hpp"
#include "store/interruption.hpp"

namespace cofnod::sqlite {

/// The outcome of some work as SQLite reports it: a result code, and the message of an error.
struct Fault {
    int code = SQLITE_OK;
    std::string text{};
};

/// Returns an error as one text: what it is about, what is wrong, and what to do.
std::string text_of(const Error& error);

/// Runs work that returns a code of SQLite. Nothing is thrown into SQLite, which is written in C.
template <typename Work>
Fault fault_of(Work&& work) noexcept {
    try {
        try {
            return {work()};
        } catch (const store::Interrupted&) {
            return {SQLITE_INTERRUPT};
        } catch (const std::bad_alloc&) {
            return {SQLITE_NOMEM};
        } catch (const Error& error) {
            return {SQLITE_ERROR, text_of(error)};
        } catch (const std::exception& error) {
            return {SQLITE_ERROR, printable_message(error.what(), false)};
        }
    } catch (...) {  // no memory for the message
        return {SQLITE_NOMEM};
    }
}

}  // namespace cofnod::sqlite
