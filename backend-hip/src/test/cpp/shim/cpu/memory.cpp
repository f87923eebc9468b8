#include "memory.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>

#include "streams.h"

namespace shim {
namespace {
constexpr size_t GUARD = 256;
constexpr size_t MOST_POISON = 1 << 22;
constexpr size_t MOST_QUARANTINE = 1 << 24;
constexpr unsigned char FRESH = 0xcb, GUARDED = 0xab, FREED = 0xdd;

struct Allocation {
    size_t bytes;
    bool device, in_graph, there;
    // The caller's memory, which is only pinned.
    bool registered = false;
};

struct Freed {
    char *raw;
    size_t bytes;
};

struct Books {
    std::mutex lock;
    std::map<std::uintptr_t, Allocation> allocations;
    std::deque<Freed> quarantine;
    size_t quarantined = 0;
    size_t used = 0;
    size_t there = 0;
    size_t reserved = 0;
    long long counts[2] = {0, 0};
};

Books &books() {
    static Books *const all = new Books();
    return *all;
}

bool all_are(const char *at, size_t bytes, unsigned char value) {
    for (size_t k = 0; k < bytes; k++) {
        if ((unsigned char) at[k] != value) return false;
    }
    return true;
}

// The allocation that an address is in, or at the end of.
std::map<std::uintptr_t, Allocation>::iterator around(const void *address) {
    auto &all = books().allocations;
    auto after = all.upper_bound((std::uintptr_t) address);
    if (after == all.begin()) return all.end();
    --after;
    return (std::uintptr_t) address <= after->first + after->second.bytes ? after : all.end();
}

bool is_freed(const Books &b, const void *address) {
    for (const Freed &freed : b.quarantine) {
        if (freed.raw <= (const char *) address && (const char *) address < freed.raw + freed.bytes) return true;
    }
    return false;
}

// Freed memory is kept for a while, to see whether somebody still writes to it.
void empty_quarantine(Books &b, size_t most) {
    while (b.quarantined > most) {
        const Freed oldest = b.quarantine.front();
        b.quarantine.pop_front();
        b.quarantined -= oldest.bytes;
        const bool untouched = all_are(oldest.raw, oldest.bytes, FREED);
        free(oldest.raw);
        if (!untouched) break_device({ILLEGAL_ADDRESS, "memory was written to after it had been freed"});
    }
}

void retire(Books &b, char *raw, size_t bytes) {
    if (bytes > MOST_POISON) {
        free(raw);
        return;
    }
    memset(raw, FREED, bytes);
    b.quarantine.push_back({raw, bytes});
    b.quarantined += bytes;
    empty_quarantine(b, MOST_QUARANTINE);
}
}

size_t total_bytes() { return setting("SPOROS_SHIM_MEMORY", 8LL << 30); }

size_t used_bytes() {
    std::lock_guard<std::mutex> held(books().lock);
    return books().used;
}

size_t there_bytes() {
    std::lock_guard<std::mutex> held(books().lock);
    return books().there;
}

size_t reserved_bytes() {
    std::lock_guard<std::mutex> held(books().lock);
    return books().reserved;
}

void trim_reserved() {
    std::lock_guard<std::mutex> held(books().lock);
    books().reserved = books().there;
}

long long live_allocations(bool device) {
    std::lock_guard<std::mutex> held(books().lock);
    return books().counts[device];
}

void *allocate(size_t bytes, bool device, bool in_graph) {
    Books &b = books();
    std::lock_guard<std::mutex> held(b.lock);
    if (device && (bytes > total_bytes() || b.used + bytes > total_bytes())) {
        fail(OUT_OF_MEMORY, "%zu bytes are asked for, and %zu of %zu are used", bytes, b.used, total_bytes());
    }
    void *memory = nullptr;
    if (posix_memalign(&memory, 256, bytes + 2 * GUARD) != 0) fail(OUT_OF_MEMORY, "the host has no %zu bytes", bytes);
    char *raw = (char *) memory;
    memset(raw, GUARDED, GUARD);
    memset(raw + GUARD, FRESH, bytes < MOST_POISON ? bytes : MOST_POISON);
    memset(raw + GUARD + bytes, GUARDED, GUARD);
    b.allocations[(std::uintptr_t) (raw + GUARD)] = {bytes, device, in_graph, !in_graph};
    if (device) b.used += bytes;
    b.counts[device]++;
    return raw + GUARD;
}

void release(void *address, bool device, bool in_graph) {
    if (!in_graph) synchronize_all();
    Books &b = books();
    std::lock_guard<std::mutex> held(b.lock);
    const auto found = b.allocations.find((std::uintptr_t) address);
    if (found == b.allocations.end() || found->second.device != device || found->second.in_graph != in_graph ||
        found->second.registered) {
        fail(INVALID_VALUE, "%p is no allocated %s memory, or no longer", address, device ? "device" : "pinned");
    }
    const size_t bytes = found->second.bytes;
    char *raw = (char *) address - GUARD;
    const bool whole = all_are(raw, GUARD, GUARDED) && all_are(raw + GUARD + bytes, GUARD, GUARDED);
    if (device) b.used -= bytes;
    if (in_graph && found->second.there) b.there -= bytes;
    b.allocations.erase(found);
    b.counts[device]--;
    retire(b, raw, bytes + 2 * GUARD);
    if (!whole) {
        const Failure failure{ILLEGAL_ADDRESS, "somebody has written beyond the ends of what is freed"};
        break_device(failure);
        throw failure;
    }
}

void register_pinned(void *address, size_t bytes) {
    Books &b = books();
    std::lock_guard<std::mutex> held(b.lock);
    const auto begin = (std::uintptr_t) address;
    const auto after = b.allocations.lower_bound(begin + bytes);
    const bool meets = after != b.allocations.begin() && std::prev(after)->first + std::prev(after)->second.bytes > begin;
    if (meets) fail(HOST_MEMORY_ALREADY_REGISTERED, "%zu bytes at %p are pinned already, in part", bytes, address);
    b.allocations[begin] = {bytes, false, false, true, true};
    b.counts[false]++;
}

void unregister_pinned(void *address) {
    synchronize_all();
    Books &b = books();
    std::lock_guard<std::mutex> held(b.lock);
    const auto found = b.allocations.find((std::uintptr_t) address);
    if (found == b.allocations.end() || !found->second.registered) {
        fail(HOST_MEMORY_NOT_REGISTERED, "%p is no begin of memory that is registered", address);
    }
    b.allocations.erase(found);
    b.counts[false]--;
}

bool is_inside(const void *address) {
    std::lock_guard<std::mutex> held(books().lock);
    const auto found = around(address);
    return found != books().allocations.end() && found->second.there &&
           (std::uintptr_t) address < found->first + found->second.bytes;
}

void set_there(void *address, bool there) {
    Books &b = books();
    std::lock_guard<std::mutex> held(b.lock);
    const auto found = b.allocations.find((std::uintptr_t) address);
    if (found == b.allocations.end()) fail(ILLEGAL_ADDRESS, "the memory of a graph has gone");
    if (there && !found->second.there) memset(address, FRESH, std::min(found->second.bytes, MOST_POISON));
    if (!there && !found->second.there) fail(ILLEGAL_ADDRESS, "the memory of a graph is freed while it is not there");
    if (there != found->second.there) there ? b.there += found->second.bytes : b.there -= found->second.bytes;
    b.reserved = std::max(b.reserved, b.there);
    found->second.there = there;
}

bool is_known(const void *address) {
    std::lock_guard<std::mutex> held(books().lock);
    return around(address) != books().allocations.end();
}

bool is_device(const void *address) {
    std::lock_guard<std::mutex> held(books().lock);
    const auto found = around(address);
    return found != books().allocations.end() && found->second.device;
}

void check_range(const void *address, size_t bytes, int status) {
    std::lock_guard<std::mutex> held(books().lock);
    const auto found = around(address);
    if (found == books().allocations.end()) {
        if (is_freed(books(), address)) fail(status, "%p is memory that was freed", address);
        return;
    }
    if (!found->second.there) fail(status, "%p is memory of a graph that is not there", address);
    if ((std::uintptr_t) address + bytes > found->first + found->second.bytes) {
        fail(status, "%zu bytes at %p reach beyond the end of their memory", bytes, address);
    }
}

void check_argument(const void *address) {
    if (address == nullptr) return;
    std::lock_guard<std::mutex> held(books().lock);
    const auto found = around(address);
    if (found == books().allocations.end()) fail(ILLEGAL_ADDRESS, "a kernel is given %p, which is not memory", address);
    if (!found->second.there) fail(ILLEGAL_ADDRESS, "a kernel is given memory of a graph that is not there");
}
}

using namespace shim;

EXPORT int hipMalloc(void **out, size_t bytes) {
    return call("hipMalloc", DEVICE | NO_CAPTURE, [&] {
        require(out != nullptr, INVALID_VALUE, "there is no place for the address");
        *out = bytes == 0 ? nullptr : allocate(bytes, true);
    });
}

EXPORT int hipFree(void *address) {
    return call("hipFree", DEVICE | NO_CAPTURE | ALSO_BROKEN, [&] {
        if (address != nullptr) release(address, true);
    });
}

EXPORT int hipHostMalloc(void **out, size_t bytes, unsigned flags) {
    return call("hipHostMalloc", DEVICE | NO_CAPTURE, [&] {
        require(out != nullptr && (flags & ~0xe0000007u) == 0, INVALID_VALUE, "unknown flags of pinned memory");
        *out = bytes == 0 ? nullptr : allocate(bytes, false);
    });
}

EXPORT int hipHostFree(void *address) {
    return call("hipHostFree", DEVICE | NO_CAPTURE | ALSO_BROKEN, [&] {
        if (address != nullptr) release(address, false);
    });
}

EXPORT int hipHostRegister(void *address, size_t bytes, unsigned flags) {
    return call("hipHostRegister", DEVICE | NO_CAPTURE, [&] {
        require(address != nullptr && bytes > 0, INVALID_VALUE, "there is nothing to pin");
        require((flags & ~0xfu) == 0, INVALID_VALUE, "unknown flags of pinned memory");
        register_pinned(address, bytes);
    });
}

EXPORT int hipHostUnregister(void *address) {
    return call("hipHostUnregister", DEVICE | NO_CAPTURE | ALSO_BROKEN, [&] { unregister_pinned(address); });
}

EXPORT int hipPointerGetAttribute(void *value, int attribute, void *address) {
    return call("hipPointerGetAttribute", DEVICE, [&] {
        const int device_ordinal = 9;
        require(value != nullptr && attribute == device_ordinal, INVALID_VALUE, "another attribute of a pointer");
        require(is_inside(address), INVALID_VALUE, "this is no address of memory that the device knows");
        *(int *) value = 0;
    });
}

EXPORT int hipMemGetInfo(size_t *free, size_t *total) {
    return call("hipMemGetInfo", DEVICE, [&] {
        require(free != nullptr && total != nullptr, INVALID_VALUE, "there is no place for the numbers");
        *total = total_bytes();
        *free = total_bytes() - used_bytes();
    });
}
