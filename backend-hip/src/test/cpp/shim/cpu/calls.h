// What every exported function does first and last: refusals, injected failures, and exceptions turned into statuses.
#pragma once

#include <cstdarg>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "../errors.h"
#include "hip_types.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace shim {

struct Failure {
    int status;
    std::string text;
};

[[noreturn]] void fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
inline void require(bool condition, int status, const char *text) {
    if (!condition) fail(status, "%s", text);
}

// Notes what a stream ran into: all later calls return it, as on a device that has failed.
void break_device(const Failure &failure);

// Settings come from the environment, and are read at the first use of the library.
long long setting(const char *name, long long otherwise);

// Whether this thread runs a host node, which may not call the runtime.
bool &in_host_node();

enum Needs : unsigned {
    NOTHING = 0,
    DEVICE = 1,
    // Not while a stream is being captured, unless in relaxed mode.
    NO_CAPTURE = 2,
    // Also on a device that has failed, since it gives something back.
    ALSO_BROKEN = 4
};

// Runs the body of an exported function.
int call(const char *name, unsigned needs, const std::function<void()> &body);

// Throws, and breaks the captures that it concerns, if this thread may not make an unsafe call now.
void refuse_while_capturing(const char *name);
}
