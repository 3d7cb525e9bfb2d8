#include "store/game_rows.hpp"

#include <array>
#include <utility>

#include "store/connection.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

void delete_rows_of_game(Connection& connection, std::int64_t game,
                         const std::function<void(std::string_view, std::int64_t)>& deleted) {
    constexpr std::array<std::pair<Sql, std::string_view>, 7> tables = {{{Sql::delete_tags, "game_tag"},
                                                                         {Sql::delete_movetext, "game_movetext"},
                                                                         {Sql::delete_unread, "game_unread"},
                                                                         {Sql::delete_annotation, "game_annotation"},
                                                                         {Sql::delete_source, "game_source"},
                                                                         {Sql::delete_charset, "game_charset"},
                                                                         {Sql::delete_problems, "problem"}}};
    Statement(connection, Sql::segment_goes_stale).with(game).run();
    for (const auto& [query_name, table] : tables) {
        Statement(connection, query_name).with(game).run();
        if (const std::int64_t rows = connection.changed_rows(); rows > 0) deleted(table, rows);
    }
}

}  // namespace cofnod::store
