#include "importers/formats/page/tables.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.hpp"

namespace cofnod::importers::page {

namespace {

/// Takes the tags of a page in their order.
class TableFinder {
public:
    /// `name`: in small letters, with the `/` of a closing tag. `tag`: where it stands.
    void take(std::string_view name, Part tag) {
        if (name == "table") {
            end_cell(tag.begin);
            table_ = Table{tag, {}};
        } else if (!table_) {
            return;
        } else if (name == "tr") {
            end_cell(tag.begin);
            table_->rows.emplace_back();
        } else if (name == "td" || name == "th") {
            end_cell(tag.begin);
            if (table_->rows.empty()) table_->rows.emplace_back();
            cell_ = tag.end;
        } else if (name == "/td" || name == "/th" || name == "/tr") {
            end_cell(tag.begin);
        } else if (name == "/table") {
            end_table(tag.begin, tag.end);
        }
    }

    std::vector<Table> end(std::size_t at) {
        end_table(at, at);
        return std::move(found_);
    }

private:
    void end_cell(std::size_t at) {
        if (table_ && cell_) table_->rows.back().push_back({*cell_, at});
        cell_.reset();
    }
    void end_table(std::size_t last, std::size_t end) {
        end_cell(last);
        if (!table_) return;
        table_->whole.end = end;
        found_.push_back(*std::exchange(table_, std::nullopt));
    }

    std::optional<Table> table_;
    std::optional<std::size_t> cell_;  ///< where the contents of the open one begin
    std::vector<Table> found_;
};

/// Returns the start of what follows a comment or script that begins at `at`; npos: neither begins there.
std::size_t behind_hidden(std::string_view page, std::size_t at) {
    static constexpr std::pair<std::string_view, std::string_view> hidden[] = {
        {"<!--", "-->"}, {"<script", "</script"}, {"<style", "</style"}};
    for (const auto& [open, close] : hidden) {
        if (to_lower(page.substr(at, open.size())) != open) continue;
        for (std::size_t end = page.find(close[0], at + open.size()); end != page.npos;
             end = page.find(close[0], end + 1))
            if (to_lower(page.substr(end, close.size())) == close) return end + close.size();
        return page.size();
    }
    return page.npos;
}

}  // namespace

std::vector<Table> tables_in(std::string_view page) {
    static constexpr std::size_t longest_name = 6, longest_tag = 2000;  // bytes: /table
    TableFinder finder;
    for (std::size_t at = page.find('<'); at < page.size(); at = page.find('<', at)) {
        if (const std::size_t behind = behind_hidden(page, at); behind != page.npos) {
            at = behind;
            continue;
        }
        const std::string_view after = page.substr(at + 1, longest_name + 1);
        const std::size_t length = std::min(after.find_first_of(" \t\r\n\f>"), after.size());
        const std::size_t close = length > longest_name ? page.npos : page.substr(at, longest_tag).find('>');
        if (close != page.npos) finder.take(to_lower(after.substr(0, length)), {at, at + close + 1});
        ++at;
    }
    return finder.end(page.size());
}

}  // namespace cofnod::importers::page
