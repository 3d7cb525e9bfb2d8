#pragma once

#include <string>

namespace cofnod::web::api {

/// Returns the description of all routes as an OpenAPI 3.1 document, made from their tables.
const std::string& openapi_document();

}  // namespace cofnod::web::api
