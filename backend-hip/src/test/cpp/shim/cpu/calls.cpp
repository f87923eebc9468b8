#include "calls.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace shim {
namespace {

struct Injected {
    std::string function;
    int nth;
    int status;
};

struct State {
    std::mutex lock;
    std::vector<Injected> injected;
    int broken = SUCCESS;
    std::string last;
    long long calls = 0;
    bool verbose = setting("SPOROS_SHIM_VERBOSE", 0) != 0;

    State() {
        // FUNCTION:NTH:STATUS,... makes the nth call from now fail, once.
        const char *all = getenv("SPOROS_SHIM_FAIL");
        for (std::string rest = all == nullptr ? "" : all; !rest.empty();) {
            const std::string one = rest.substr(0, rest.find(','));
            rest = one.size() == rest.size() ? "" : rest.substr(one.size() + 1);
            char name[100];
            int nth, status;
            if (sscanf(one.c_str(), "%99[^:]:%d:%d", name, &nth, &status) == 3) injected.push_back({name, nth, status});
        }
    }
};

// Never destroyed: threads of the driver live until the process ends.
State &state() {
    static State *const all = new State();
    return *all;
}

int injected(const char *name) {
    State &s = state();
    std::lock_guard<std::mutex> held(s.lock);
    s.calls++;
    for (size_t k = 0; k < s.injected.size(); k++) {
        if (s.injected[k].function == name && --s.injected[k].nth == 0) {
            const int status = s.injected[k].status;
            s.injected.erase(s.injected.begin() + k);
            return status;
        }
    }
    return SUCCESS;
}

void note(const std::string &text) {
    State &s = state();
    std::lock_guard<std::mutex> held(s.lock);
    s.last = text;
    if (s.verbose) fprintf(stderr, "shim: %s\n", text.c_str());
}

void check(const char *name, unsigned needs) {
    if (const int status = injected(name)) fail(status, "%s was told to fail", name);
    if ((needs & DEVICE) && setting("SPOROS_SHIM_DEVICES", 1) == 0) fail(NO_DEVICE, "there is no device");
    if (in_host_node()) fail(NOT_SUPPORTED, "%s is called by a host node", name);
    if (needs & NO_CAPTURE) refuse_while_capturing(name);
}

}

void fail(int status, const char *format, ...) {
    char text[1000];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    throw Failure{status, text};
}

void break_device(const Failure &failure) {
    note("the device fails: " + failure.text);
    State &s = state();
    std::lock_guard<std::mutex> held(s.lock);
    if (s.broken == SUCCESS) s.broken = failure.status;
}

long long setting(const char *name, long long otherwise) {
    static std::mutex *const lock = new std::mutex();
    static auto *const known = new std::map<std::string, long long>();
    std::lock_guard<std::mutex> held(*lock);
    const auto found = known->find(name);
    if (found != known->end()) return found->second;
    const char *text = getenv(name);
    return (*known)[name] = text == nullptr || *text == 0 ? otherwise : atoll(text);
}

bool &in_host_node() {
    static thread_local bool inside = false;
    return inside;
}

int call(const char *name, unsigned needs, const std::function<void()> &body) {
    try {
        check(name, needs);
        int broken;
        {
            std::lock_guard<std::mutex> held(state().lock);
            broken = state().broken;
        }
        if (broken != SUCCESS && (needs & DEVICE) && !(needs & ALSO_BROKEN)) return broken;
        body();
        return (needs & DEVICE) ? broken : SUCCESS;
    } catch (const Failure &failure) {
        if (failure.status != NOT_READY) note(std::string(name) + ": " + failure.text);
        return failure.status;
    } catch (const std::bad_alloc &) {
        return OUT_OF_MEMORY;
    }
}
}

// For tests: the nth call of a function from now fails with a status, once.
EXPORT void sporos_shim_fail(const char *function, int nth, int status) {
    std::lock_guard<std::mutex> held(shim::state().lock);
    shim::state().injected.push_back({function, nth, status});
}

// For tests: what went wrong last, in words.
EXPORT const char *sporos_shim_message() {
    static thread_local std::string text;
    std::lock_guard<std::mutex> held(shim::state().lock);
    text = shim::state().last;
    return text.c_str();
}

// For tests: makes a device that has failed work again, forgets failures that were not met, and returns what had
// failed.
EXPORT int sporos_shim_reset() {
    std::lock_guard<std::mutex> held(shim::state().lock);
    const int broken = shim::state().broken;
    shim::state().broken = shim::SUCCESS;
    shim::state().injected.clear();
    return broken;
}

// For tests: how many calls there were.
EXPORT long long sporos_shim_calls() {
    std::lock_guard<std::mutex> held(shim::state().lock);
    return shim::state().calls;
}
