#include "cli/interrupt.hpp"

#include <csignal>

namespace cofnod::cli {

namespace {

volatile std::sig_atomic_t flag = 0;

void set_flag(int) {
    flag = 1;
    std::signal(SIGINT, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() : before_(std::signal(SIGINT, set_flag)) {
    flag = 0;
    if (before_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

InterruptGuard::~InterruptGuard() {
    if (before_ != SIG_ERR) std::signal(SIGINT, before_);
}

bool InterruptGuard::interrupted() { return flag != 0; }

}  // namespace cofnod::cli
