#include "web/scripts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

namespace cofnod::web {

namespace {

/// A statement `import { names } from "./module.js";`.
struct Import {
    std::string names, module;
};

struct Module {
    std::string name;
    std::vector<Import> imports = {};
    std::string body = {};
    std::vector<std::string> exports = {};
};

/// Calls `take` with each line, without its end.
template <typename Take>
void for_each_line(std::string_view text, const Take& take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

Import read_import(std::string_view line, std::string_view module) {
    constexpr std::string_view begin = "import {", middle = "} from \"./", end = "\";";
    const std::size_t at = line.find(middle);
    if (at == line.npos || !line.ends_with(end))
        throw std::logic_error(fmt::format("{}: an import that is not on one line: {}", module, line));
    Import read{.names = std::string(line.substr(begin.size(), at - begin.size())),
                .module = std::string(line.substr(at + middle.size()))};
    read.module.resize(read.module.size() - end.size());
    for (std::size_t as = 0; (as = read.names.find(" as ", as)) != read.names.npos;) read.names.replace(as, 4, ": ");
    return read;
}

/// Returns the name that "async function show(context) {" declares.
std::string declared_name(std::string_view line) {
    for (const std::string_view word : {"async ", "function ", "const ", "let ", "class "})
        if (line.starts_with(word)) line.remove_prefix(word.size());
    return std::string(line.substr(0, line.find_first_of(" (=;{")));
}

Module read_module(std::string_view name, std::string_view text) {
    constexpr std::string_view exported = "export ";
    Module module{.name = std::string(name)};
    for_each_line(squeezed(text), [&](std::string_view line) {
        if (line.starts_with("import {")) return module.imports.push_back(read_import(line, name));
        if (line.starts_with(exported)) {
            line.remove_prefix(exported.size());
            module.exports.push_back(declared_name(line));
        }
        module.body.append(line) += '\n';
    });
    return module;
}

/// Returns the constant that holds what a module exports: "$board" of "board.js".
std::string holder(std::string_view module) { return fmt::format("${}", module.substr(0, module.find('.'))); }

/// Modules in an order in which each stands behind those that it imports.
class Modules {
public:
    explicit Modules(const ReadScript& read) : read_(read) {}

    void add(std::string_view name) {
        if (const auto known = states_.find(name); known != states_.end()) {
            if (known->second == State::open) throw std::logic_error(fmt::format("{} imports itself", name));
            return;
        }
        State& state = states_.emplace(name, State::open).first->second;
        Module module = read_module(name, read_(name));
        for (const Import& each : module.imports) add(each.module);
        list_.push_back(std::move(module));
        state = State::done;
    }
    [[nodiscard]] const std::vector<Module>& list() const { return list_; }

private:
    enum class State : std::uint8_t { open, done };

    const ReadScript& read_;
    std::vector<Module> list_;
    std::map<std::string, State, std::less<>> states_;
};

std::string list_of_holders(const std::vector<Module>& modules) {
    std::string text;
    for (const Module& module : modules) text.append(text.empty() ? "" : ", ").append(holder(module.name));
    return text;
}

void append_module(std::string& out, const Module& module) {
    out += fmt::format("const {} = (() => {{\n", holder(module.name));
    for (const Import& each : module.imports)
        out += fmt::format("const {{{}}} = {};\n", each.names, holder(each.module));
    out += fmt::format("{}return {{ {} }};\n}})();\n", module.body, fmt::join(module.exports, ", "));
}

}  // namespace

std::string squeezed(std::string_view text) {
    std::string out;
    bool is_comment = false;
    for_each_line(text, [&](std::string_view line) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.starts_with("/*")) is_comment = true;
        if (!is_comment && !line.empty() && !line.starts_with("//")) out.append(line) += '\n';
        if (line.ends_with("*/")) is_comment = false;
    });
    return out;
}

std::string squeezed_style(std::string_view text) {
    constexpr std::string_view separators = ";:,{}";
    std::string out = squeezed(text);
    char before = ';';
    bool is_string = false;
    std::erase_if(out, [&](char c) {
        const bool separates_nothing =
            (c == ' ' || c == '\n') && !is_string && separators.find(before) != separators.npos;
        if (c == '"') is_string = !is_string;
        before = c;
        return separates_nothing;
    });
    return out;
}

std::string squeezed_json(std::string_view text) {
    std::string out;
    bool is_string = false, is_escaped = false;
    for (const char c : text) {
        if (is_string || (c != ' ' && c != '\n')) out += c;
        if (c == '"' && !is_escaped) is_string = !is_string;
        is_escaped = is_string && c == '\\' && !is_escaped;
    }
    return out;
}

std::string joined_script(std::string_view name, const ReadScript& read) {
    Modules common(read);
    common.add(main_script);
    if (name == main_script) {
        std::string out;
        for (const Module& module : common.list()) append_module(out, module);
        return fmt::format("{}export {{ {} }};\n", out, list_of_holders(common.list()));
    }
    const std::size_t shared = common.list().size();
    std::string out = fmt::format("import {{ {} }} from \"./{}\";\n", list_of_holders(common.list()), main_script);
    common.add(name);
    for (std::size_t i = shared; i < common.list().size(); ++i) append_module(out, common.list()[i]);
    const Module& own = common.list().back();
    return fmt::format("{}export const {{ {} }} = {};\n", out, fmt::join(own.exports, ", "), holder(own.name));
}

}  // namespace cofnod::web
