#include "store/game_rows.hpp"

#include <array>
#include <utility>

#include "store/statement.hpp"

namespace cofnod::store {

void delete_rows_of_game(Connection& connection, std::int64_t game,
                         const std::function<void(std::string_view, std::int64_t)>& gone) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> tables = {
        {{"delete_tags", "game_tag"},
         {"delete_movetext", "game_movetext"},
         {"delete_unread", "game_unread"},
         {"delete_annotation", "game_annotation"},
         {"delete_source", "game_source"},
         {"delete_charset", "game_charset"},
         {"delete_problems", "problem"}}};
    Statement(connection, "segment_goes_stale").with(game).run();
    for (const auto& [query_name, table] : tables) {
        Statement(connection, query_name).with(game).run();
        if (const std::int64_t rows = connection.changed_rows(); rows > 0) gone(table, rows);
    }
}

}  // namespace cofnod::store
