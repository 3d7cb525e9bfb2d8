#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "reports/writer.hpp"

namespace cofnod::reports {

/// A list in a report. Keeps its rows, since reports are small.
class Section {
public:
    template <typename Row>
    Section(const Answer<Row>& answer, std::vector<Row> rows)
        : name_(answer.list), fields_(answer.fields), below_(answer.below), size_(rows.size()), row_size_(sizeof(Row)) {
        const auto kept = std::make_shared<const std::vector<Row>>(std::move(rows));
        first_ = kept->data();
        rows_ = kept;
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Returns the rows as a list of objects that borrow from the section.
    [[nodiscard]] Value values() const;
    void write(Format format, const Output& out) const;

private:
    [[nodiscard]] const void* row(std::size_t i) const { return static_cast<const std::byte*>(first_) + i * row_size_; }

    std::string name_;
    AnyFields fields_;
    RowFunction<LinesBelow> below_;
    std::shared_ptr<const void> rows_;
    const void* first_ = nullptr;
    std::size_t size_, row_size_;
};

/// An answer of several lists: in JSON a document with `head` and one member per list; in NDJSON the rows of all lists,
/// each with its `section`; in CSV and TSV one of the lists.
struct Report {
    Value::Object head = {};
    std::vector<Section> sections = {};
};

/// Writes a report for machine-readable output. `only`: section to write; empty: all, but in CSV and TSV the first.
void write_report(const Report& report, Format format, std::string_view only, const Output& out);

/// Results of one side in a group of games.
struct Score {
    std::int64_t games = 0;  ///< including those without a result
    std::int64_t won = 0, drawn = 0, lost = 0;

    /// `as_white`: colour of the side that is scored.
    void add(Result result, bool as_white);

    [[nodiscard]] std::int64_t decided() const { return won + drawn + lost; }
    /// Returns twice the number of points: 1 for a draw, 2 for a win.
    [[nodiscard]] std::int64_t half_points() const { return 2 * won + drawn; }
    /// Returns the points as a percentage of the games with a result; nullopt if there are none.
    [[nodiscard]] std::optional<double> percent() const;
};

/// Members games, won, drawn, lost, score. Tables show games, +, =, − and score.
const Fields<Score>& score_fields();

/// Returns "58.3%"; empty if there are no results.
std::string percent_text(const std::optional<double>& percent);
/// Returns "7½", "½" or "0".
std::string points_text(std::int64_t half_points);

}  // namespace cofnod::reports
