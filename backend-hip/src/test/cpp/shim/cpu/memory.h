// Device and pinned memory, both in the memory of this process but kept apart in the books.
#pragma once

#include <cstddef>

#include "calls.h"

namespace shim {

// Returns new memory between guards, full of rubbish. That of a graph is only there between two of its nodes.
void *allocate(size_t bytes, bool device, bool in_graph = false);
void release(void *address, bool device, bool in_graph = false);
void set_there(void *address, bool there);
// The caller's memory, pinned and unpinned.
void register_pinned(void *address, size_t bytes);
void unregister_pinned(void *address);
long long live_allocations(bool device);
size_t used_bytes();
// Of the memory of graphs: what is there now, and what is kept for it.
size_t there_bytes();
size_t reserved_bytes();
void trim_reserved();
size_t total_bytes();

// Whether an address lies in device or pinned memory that is there.
bool is_known(const void *address);
bool is_inside(const void *address);
bool is_device(const void *address);

// Fails unless a range lies within one allocation that is there; memory that the library does not know is the caller's.
void check_range(const void *address, size_t bytes, int status);
// Fails unless the kernel may be given an address: one of nothing, of memory that is there, or of the end of it.
void check_argument(const void *address);

// A box of bytes to copy or to set.
struct Box {
    char *at;
    size_t pitch;
    size_t rows;
};
struct Copy {
    Box to;
    Box from;
    size_t width, height, depth;
    int kind;
};
struct Fill {
    char *at;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
};
Copy copy_from(const sporos_hipMemcpy3DParms &params);
Copy copy_from(void *to, const void *from, size_t bytes, int kind);
// What the runtime can see when it is called.
void check(const Copy &copy, bool in_graph);
void check(const Fill &fill);
// These check again, since memory may have gone since.
void run(const Copy &copy);
void run(const Fill &fill);
}
