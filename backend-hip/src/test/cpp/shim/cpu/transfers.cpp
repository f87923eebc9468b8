// Copies and fills.
#include <cstring>

#include "memory.h"
#include "streams.h"

namespace shim {
namespace {

size_t extent(const Box &box, const Copy &c) {
    return (c.depth - 1) * box.rows * box.pitch + (c.height - 1) * box.pitch + c.width;
}

void check_shape(const Copy &c) {
    require(c.width > 0 && c.height > 0 && c.depth > 0, INVALID_VALUE, "a copy of nothing");
    require(c.to.at != nullptr && c.from.at != nullptr, INVALID_VALUE, "a copy has no address");
    if (c.height * c.depth > 1) {
        require(c.to.pitch >= c.width && c.from.pitch >= c.width, INVALID_PITCH, "rows of a copy overlap");
    }
    if (c.depth > 1) {
        require(c.to.rows >= c.height && c.from.rows >= c.height, INVALID_PITCH, "planes of a copy overlap");
    }
}

void check_kind(const Copy &c) {
    if (c.kind < 0 || c.kind > 4) fail(INVALID_MEMCPY_DIRECTION, "%d is no direction of a copy", c.kind);
    if (c.kind == 4) return;
    const bool to = c.kind == 1 || c.kind == 3, from = c.kind >= 2;
    if (is_device(c.to.at) != to || is_device(c.from.at) != from) {
        fail(INVALID_MEMCPY_DIRECTION, "a copy of direction %d goes from %s to %s memory", c.kind,
             is_device(c.from.at) ? "device" : "host", is_device(c.to.at) ? "device" : "host");
    }
}

void check_ranges(const Copy &c, int status) {
    check_range(c.to.at, extent(c.to, c), status);
    check_range(c.from.at, extent(c.from, c), status);
    if (c.height * c.depth == 1 && c.to.at < c.from.at + c.width && c.from.at < c.to.at + c.width) {
        fail(status, "a copy's source and target overlap");
    }
}

template <class T> void set(const Fill &f) {
    for (size_t row = 0; row < f.height; row++) {
        T *at = (T *) (f.at + row * f.pitch);
        for (size_t k = 0; k < f.width; k++) at[k] = (T) f.value;
    }
}

size_t extent(const Fill &f) { return (f.height - 1) * f.pitch + f.width * f.element; }
}

Copy copy_from(const sporos_hipMemcpy3DParms &p) {
    require(p.srcArray == nullptr && p.dstArray == nullptr, NOT_SUPPORTED, "copies of arrays");
    const auto box = [](const sporos_hipPitchedPtr &at, const sporos_hipPos &pos) {
        char *first = (char *) at.ptr + (pos.z * at.ysize + pos.y) * at.pitch + pos.x;
        return Box{at.ptr == nullptr ? nullptr : first, at.pitch, at.ysize};
    };
    return {box(p.dstPtr, p.dstPos), box(p.srcPtr, p.srcPos), p.extent.width, p.extent.height, p.extent.depth, p.kind};
}

Copy copy_from(void *to, const void *from, size_t bytes, int kind) {
    return {{(char *) to, bytes, 1}, {(char *) from, bytes, 1}, bytes, 1, 1, kind};
}

void check(const Copy &c, bool in_graph) {
    check_shape(c);
    check_kind(c);
    // That of a graph may not be there yet.
    if (!in_graph) {
        check_ranges(c, INVALID_VALUE);
    } else {
        require(is_known(c.to.at) && is_known(c.from.at), INVALID_VALUE, "a copy node needs device or pinned memory");
    }
}

void run(const Copy &c) {
    check_ranges(c, ILLEGAL_ADDRESS);
    for (size_t plane = 0; plane < c.depth; plane++) {
        for (size_t row = 0; row < c.height; row++) {
            memcpy(c.to.at + (plane * c.to.rows + row) * c.to.pitch,
                   c.from.at + (plane * c.from.rows + row) * c.from.pitch, c.width);
        }
    }
}

void check(const Fill &f) {
    require(f.element == 1 || f.element == 2 || f.element == 4, INVALID_VALUE, "elements have 1, 2 or 4 bytes");
    require(f.width > 0 && f.height > 0, INVALID_VALUE, "a fill of nothing");
    require((unsigned long) f.at % f.element == 0, INVALID_VALUE, "a fill that is not aligned");
    require(f.height == 1 || f.pitch >= f.width * f.element, INVALID_PITCH, "rows of a fill overlap");
    require(is_known(f.at), INVALID_VALUE, "a fill of what is neither device nor pinned memory");
}

void run(const Fill &f) {
    check_range(f.at, extent(f), ILLEGAL_ADDRESS);
    if (!is_known(f.at)) fail(ILLEGAL_ADDRESS, "the memory of a fill has gone");
    f.element == 1 ? set<unsigned char>(f) : f.element == 2 ? set<unsigned short>(f) : set<unsigned>(f);
}
}

using namespace shim;

namespace {

void submit_copy(const Copy &copy, void *on) {
    if (copy.width * copy.height * copy.depth == 0) return;
    check(copy, false);
    Work work;
    work.type = COPY_NODE;
    work.run = [copy] { run(copy); };
    submit(on, work);
}

int submit_fill(const char *name, void *to, unsigned value, unsigned element, size_t count, void *on) {
    return call(name, DEVICE, [&] {
        if (count == 0) return;
        const Fill fill{(char *) to, count * element, value, element, count, 1};
        check(fill);
        check_range(to, count * element, INVALID_VALUE);
        Work work;
        work.type = FILL_NODE;
        work.run = [fill] { run(fill); };
        submit(on, work);
    });
}
}

EXPORT int hipMemcpyAsync(void *to, const void *from, size_t bytes, int kind, void *on) {
    return call("hipMemcpyAsync", DEVICE, [&] { submit_copy(copy_from(to, from, bytes, kind), on); });
}

EXPORT int hipMemcpy(void *to, const void *from, size_t bytes, int kind) {
    return call("hipMemcpy", DEVICE | NO_CAPTURE, [&] {
        submit_copy(copy_from(to, from, bytes, kind), nullptr);
        synchronize(*stream(nullptr));
    });
}

EXPORT int hipMemcpy3DAsync(const sporos_hipMemcpy3DParms *copy, void *on) {
    return call("hipMemcpy3DAsync", DEVICE, [&] {
        require(copy != nullptr, INVALID_VALUE, "there are no params");
        submit_copy(copy_from(*copy), on);
    });
}

EXPORT int hipMemsetD8Async(void *to, unsigned char value, size_t count, void *on) {
    return submit_fill("hipMemsetD8Async", to, value, 1, count, on);
}

EXPORT int hipMemsetD16Async(void *to, unsigned short value, size_t count, void *on) {
    return submit_fill("hipMemsetD16Async", to, value, 2, count, on);
}

EXPORT int hipMemsetD32Async(void *to, int value, size_t count, void *on) {
    return submit_fill("hipMemsetD32Async", to, (unsigned) value, 4, count, on);
}
