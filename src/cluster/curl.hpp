#pragma once

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

namespace cofnod::cluster {

/// The functions of libcurl that are called here. It is loaded by the first question to a server, for it takes 5 ms,
/// with its 30 libraries, of every start of a program that is linked with it.
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

/// Throws StoreError if the library is not installed.
const Curl& curl();

}  // namespace cofnod::cluster
