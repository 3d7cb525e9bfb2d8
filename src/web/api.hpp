#pragma once

#include "web/site.hpp"

/// The answers of `/api/v1`. Those that a command gives too are the same bytes as its --json.
namespace cofnod::web::api {

Response health(const Question& question);
Response database(const Question& question);
Response games(const Question& question);
Response game_count(const Question& question);
Response game(const Question& question);
Response tree(const Question& question);
Response moves(const Question& question);
Response notations(const Question& question);
Response problems(const Question& question);
Response players(const Question& question);
Response player(const Question& question);
Response comparison(const Question& question);
Response source(const Question& question);

}  // namespace cofnod::web::api
