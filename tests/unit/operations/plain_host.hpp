#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/problem.hpp"
#include "operations/host.hpp"

namespace cofnod::operations::test {

/// A front end that stores what is reported.
class PlainHost final : public Progress, public Reporter {
public:
    std::vector<std::string> errors, notes, findings;
    std::vector<Problem> problems;

    Host host() { return {*this, never_cancelled, *this}; }

    void begin(std::uint64_t) override {}
    void begin_file(const std::string&, std::uint64_t, std::uint64_t) override {}
    void update(std::uint64_t, std::uint64_t, std::uint64_t) override {}
    void end_file() override {}
    void update_part(std::string_view, std::string_view, std::int64_t, std::int64_t) override {}
    void update_search(std::int64_t, std::int64_t, std::int64_t) override {}

    void error(const Error& error) override { errors.emplace_back(error.what()); }
    using Reporter::note;
    void note(const std::string& about, const std::string& text, const WayOut&) override {
        notes.push_back(about + ": " + text);
    }
    void finding(const std::string&, const std::string& text) override { findings.push_back(text); }
    void problem(const Problem& problem, const std::string&, std::uint64_t) override { problems.push_back(problem); }
    void flush() override {}
};

}  // namespace cofnod::operations::test
