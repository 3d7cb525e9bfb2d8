#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

namespace cofnod::cluster {

/// The libcurl functions used here. The library is loaded on first use, because linking it and its 30 dependencies
/// would slow down every start of the program by 5 ms.
struct Curl {
    decltype(&::curl_global_init) global_init;
    decltype(&::curl_easy_init) easy_init;
    decltype(&::curl_easy_cleanup) easy_cleanup;
    decltype(&::curl_easy_setopt) easy_setopt;
    decltype(&::curl_easy_perform) easy_perform;
    decltype(&::curl_easy_getinfo) easy_getinfo;
    decltype(&::curl_easy_strerror) easy_strerror;
    decltype(&::curl_slist_append) slist_append;
    decltype(&::curl_slist_free_all) slist_free_all;
};

/// Returns the functions; throws StoreError if the library is not installed.
const Curl& curl();

}  // namespace cofnod::cluster
