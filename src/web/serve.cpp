#include "web/serve.hpp"

#include "web/server.hpp"

namespace cofnod::web {

void serve(const ServeOptions& options, const std::function<void(const std::string&)>& on_listening) {
    Server server(options);
    on_listening(server.address());
    server.run();
}

}  // namespace cofnod::web
