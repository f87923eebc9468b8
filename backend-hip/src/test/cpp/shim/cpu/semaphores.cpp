// Timeline semaphores of other APIs: here, the first eight bytes of a file that both sides map. They are imported as
// timelines alone, which AMD's runtime may refuse.
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "graphs.h"

namespace shim {

struct Semaphore {
    const int descriptor;
    std::atomic<unsigned long long> *value;

    explicit Semaphore(int fd) : descriptor(fd) {
        struct stat file;
        require(fstat(fd, &file) == 0 && file.st_size >= (long long) sizeof *value, INVALID_VALUE,
                "the descriptor is not one of a semaphore");
        void *const at = mmap(nullptr, sizeof *value, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        require(at != MAP_FAILED, INVALID_VALUE, "the descriptor cannot be mapped");
        value = (std::atomic<unsigned long long> *) at;
    }
    ~Semaphore() {
        munmap((void *) value, sizeof *value);
        close(descriptor);
    }
    void raise(unsigned long long to) {
        unsigned long long now = *value;
        while (now < to && !value->compare_exchange_weak(now, to)) {
        }
    }
    void wait(unsigned long long until) const {
        while (*value < until) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
};
}

using namespace shim;

EXPORT int hipImportExternalSemaphore(void **out, const sporos_hipExternalSemaphoreHandleDesc *description) {
    return call("hipImportExternalSemaphore", DEVICE, [&] {
        require(out != nullptr && description != nullptr && description->flags == 0, INVALID_VALUE, "no description");
        require(description->type == SPOROS_HIP_TIMELINE_SEMAPHORE_FD, INVALID_VALUE, "no timeline semaphore");
        *out = semaphores().add(std::make_shared<Semaphore>(description->handle.fd));
    });
}

EXPORT int hipDestroyExternalSemaphore(void *semaphore) {
    return call("hipDestroyExternalSemaphore", DEVICE | ALSO_BROKEN, [&] { semaphores().take(semaphore); });
}

#ifndef SPOROS_SHIM_ROCM_5_2
namespace shim {
namespace {

using Act = void (*)(Semaphore &, unsigned long long value);

void add_semaphore_node(int type, Act act, void **out, void *graph, void *const *before, size_t count,
                        const sporos_hipExternalSemaphoreNodeParams *p) {
    require(p != nullptr && p->numExtSems == 1, INVALID_VALUE, "a node of one semaphore");
    const auto semaphore = semaphores().at(*p->extSemArray);
    const unsigned long long value = p->paramsArray->value;
    add_to(out, graph, before, count, work_of(type, [=] { act(*semaphore, value); }));
}
}
}

EXPORT int hipGraphAddExternalSemaphoresSignalNode(void **out, void *graph, void *const *before, size_t count,
                                                   const sporos_hipExternalSemaphoreNodeParams *p) {
    return call("hipGraphAddExternalSemaphoresSignalNode", DEVICE, [&] {
        const Act raise = [](Semaphore &semaphore, unsigned long long value) { semaphore.raise(value); };
        add_semaphore_node(SIGNAL_NODE, raise, out, graph, before, count, p);
    });
}

EXPORT int hipGraphAddExternalSemaphoresWaitNode(void **out, void *graph, void *const *before, size_t count,
                                                 const sporos_hipExternalSemaphoreNodeParams *p) {
    return call("hipGraphAddExternalSemaphoresWaitNode", DEVICE, [&] {
        const Act wait = [](Semaphore &semaphore, unsigned long long value) { semaphore.wait(value); };
        add_semaphore_node(SEMAPHORE_WAIT_NODE, wait, out, graph, before, count, p);
    });
}
#endif
