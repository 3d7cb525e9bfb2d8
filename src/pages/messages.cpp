#include "pages/messages.hpp"

#include <algorithm>
#include <set>

namespace cofnod::pages {

namespace {

class Template {
public:
    void add(const std::string& text) {
        if (text.empty() || !seen_.insert(text).second) return;
        text_ += "\nmsgid " + quoted(text) + "\nmsgstr \"\"\n";
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    static std::string quoted(const std::string& text) {
        std::string result = "\"";
        for (const char c : text) {
            if (c == '"' || c == '\\') result += '\\';
            if (c == '\n')
                result += "\\n";
            else
                result += c;
        }
        return result + '"';
    }

    std::set<std::string> seen_;
    std::string text_ = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n";
};

void add(Template& to, const cli::Arguments& table) {
    for (const cli::Option& option : table.options()) {
        to.add(option.heading);
        to.add(option.help);
    }
}

void add_remarks(Template& to, const std::string& examples) {
    for (std::size_t at = 0; at < examples.size();) {
        const std::size_t end = std::min(examples.find('\n', at), examples.size());
        if (examples.compare(at, 2, "# ") == 0) to.add(examples.substr(at + 2, end - at - 2));
        at = end + 1;
    }
}

}  // namespace

std::string messages(const cli::Program& program) {
    Template result;
    result.add(program.summary);
    result.add(program.usage);
    result.add(program.exit_codes);
    add(result, program.common);
    for (const cli::Command& command : program.commands) {
        result.add(command.text().summary);
        result.add(command.text().more);
        add_remarks(result, command.text().examples);
        add(result, command);
    }
    return result.text();
}

}  // namespace cofnod::pages
