#include "importers/formats/json/movetext.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "importers/formats/json/value.hpp"

namespace cofnod::importers::json {

namespace {

using Json = nlohmann::json;

std::string text_in(const Json& item, const char* member) {
    const auto found = item.find(member);
    return found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t number_in(const Json& item, const char* member) {
    const auto found = item.find(member);
    return found != item.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

class Movetext {
public:
    void add_moves(std::string_view moves, const Json& annotations) {
        std::size_t next = 0;
        const auto add_items_up_to = [&](std::uint64_t ply) {
            for (; next < annotations.size() && number_in(annotations[next], "ply") <= ply; ++next)
                add_item(annotations[next]);
        };
        add_items_up_to(0);
        for (std::uint64_t ply = 1; !moves.empty(); ++ply) {
            const std::size_t end = std::min(moves.find(' '), moves.size());
            add("", std::string(moves.substr(0, end)), " ", true);
            moves.remove_prefix(std::min(end + 1, moves.size()));
            add_items_up_to(ply);
        }
        add_items_up_to(UINT64_MAX);
    }

    void add_comment(std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        const bool holds_brace = text.find('}') != text.npos;
        add(holds_brace ? "\n;" : "{", std::move(text), holds_brace ? "\n" : "} ");
    }
    void add_unread(const std::string& text) { add_comment("[%unread " + text + ']'); }

    std::vector<MovetextPiece> take() { return std::move(pieces_); }

private:
    void add(std::string_view before, std::string text, std::string_view after, bool is_of_main_line = false) {
        pieces_.push_back({before, std::move(text), after, is_of_main_line});
    }

    void add_item(const Json& item) {
        if (!item.is_object()) return;
        const std::string kind = text_in(item, "kind");
        if (kind == "comment") add_comment(text_in(item, "text"));
        if (kind == "unread") add_unread(text_in(item, "text"));
        if (kind == "nag") add("", '$' + std::to_string(number_in(item, "value")), " ");
        if (kind == "move") add("", text_in(item, "text"), " ");
        if (kind != "variation") return;
        add("(", {}, {});
        if (const auto items = item.find("items"); items != item.end())
            for (const Json& each : *items) add_item(each);
        add({}, {}, ") ");
    }

    std::vector<MovetextPiece> pieces_;
};

}  // namespace

std::vector<MovetextPiece> movetext_of(std::string_view moves, std::string_view annotations, std::string_view unread) {
    Movetext text;
    Json items = is_shallow(annotations) ? Json::parse(annotations, nullptr, false) : Json();
    if (!items.is_array()) items = Json::array();
    text.add_moves(moves, items);
    if (!unread.empty()) text.add_unread(std::string(unread));
    return text.take();
}

}  // namespace cofnod::importers::json
