#include "cluster/curl.hpp"

#include <dlfcn.h>
#include "base/error.hpp"
#include "base/say.hpp"

namespace cofnod::cluster {

namespace {

constexpr const char* library_name = "libcurl.so.4";

template <typename Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function) throw StoreError(say("{} has no {}", library_name, name), say("install Debian's libcurl4"));
}

Curl load() {
    void* const library = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        throw StoreError(say("servers are asked by libcurl, which cannot be loaded: {}", dlerror()),
                         say("install it: apt-get install libcurl4"));
    Curl curl{};
    find(library, "curl_global_init", curl.global_init);
    find(library, "curl_easy_init", curl.easy_init);
    find(library, "curl_easy_cleanup", curl.easy_cleanup);
    find(library, "curl_easy_setopt", curl.easy_setopt);
    find(library, "curl_easy_perform", curl.easy_perform);
    find(library, "curl_easy_getinfo", curl.easy_getinfo);
    find(library, "curl_easy_strerror", curl.easy_strerror);
    find(library, "curl_slist_append", curl.slist_append);
    find(library, "curl_slist_free_all", curl.slist_free_all);
    if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) throw StoreError(say("libcurl cannot be used"));
    return curl;
}

}  // namespace

const Curl& curl() {
    static const Curl library = load();
    return library;
}

}  // namespace cofnod::cluster
