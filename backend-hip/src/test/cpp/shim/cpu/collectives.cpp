// RCCL on the CPU. Ranks are threads or processes of one machine that map one file of shared memory, whose name is in
// the identity of their group. As RCCL does, a call whose other ranks do not come, or come with another call, never ends
// by itself: it waits until its group is aborted.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "graphs.h"
#include "memory.h"

namespace shim {
namespace {
// ncclResult_t
enum { INVALID_ARGUMENT = 4, INVALID_USAGE = 5 };
constexpr int MOST_RANKS = 8;
constexpr size_t CHUNK = 1 << 14;
}

// One chunk on its way from a rank to another.
struct Mailbox {
    std::atomic<size_t> bytes;
    char data[CHUNK];
};

struct Shared {
    std::atomic<int> joined, arrived;
    std::atomic<unsigned> round;
    // What each rank calls: kind, count, type, operation or root.
    std::atomic<unsigned long long> calls[MOST_RANKS];
    char chunks[MOST_RANKS][CHUNK];
    Mailbox mail[MOST_RANKS][MOST_RANKS];
};

struct Ranks {
    Shared *shared = nullptr;
    int size = 0, rank = 0;
    std::atomic<bool> aborted{false};
    ~Ranks() { munmap((void *) shared, sizeof *shared); }
};

namespace {
struct Aborted {};

void pause(const Ranks &r) {
    if (r.aborted) throw Aborted();
    usleep(50);
}

void meet(const Ranks &r) {
    Shared &s = *r.shared;
    const unsigned round = s.round;
    if (++s.arrived == r.size) {
        s.arrived = 0;
        s.round++;
        return;
    }
    while (s.round == round) pause(r);
}

// Waits until all ranks are at a call; for ever if one is at another.
void meet(const Ranks &r, unsigned long long call) {
    r.shared->calls[r.rank] = call;
    meet(r);
    for (int other = 0; other < r.size; other++) {
        while (r.shared->calls[other] != call) pause(r);
    }
    meet(r);
}

unsigned long long call_of(int kind, size_t count, int type, int detail) {
    return ((count * 16 + type) * 16 + detail) * 8 + kind;
}

size_t bytes_of(int type) {
    switch (type) {
        case 0: return 1;
        case 2:
        case 7: return 4;
        case 4:
        case 8: return 8;
        default: fail(INVALID_ARGUMENT, "this library has no elements of type %d", type);
    }
}

template <class T> void combine(char *into, const char *from, size_t bytes, int operation) {
    for (size_t at = 0; at < bytes; at += sizeof(T)) {
        T a, b;
        memcpy(&a, into + at, sizeof a);
        memcpy(&b, from + at, sizeof b);
        const T both = operation == 0 ? a + b : operation == 1 ? a * b : (operation == 2 ? a > b : a < b) ? a : b;
        memcpy(into + at, &both, sizeof both);
    }
}

void combine(char *into, const char *from, size_t bytes, int type, int operation) {
    switch (type) {
        case 2: return combine<int>(into, from, bytes, operation);
        case 4: return combine<long long>(into, from, bytes, operation);
        case 7: return combine<float>(into, from, bytes, operation);
        default: return combine<double>(into, from, bytes, operation);
    }
}

// The last rank comes first: an order of its own, as RCCL has.
void all_reduce(const Ranks &r, char *to, size_t bytes, int type, int operation) {
    for (size_t at = 0; at < bytes; at += CHUNK) {
        const size_t part = std::min(CHUNK, bytes - at);
        memcpy(r.shared->chunks[r.rank], to + at, part);
        meet(r);
        memcpy(to + at, r.shared->chunks[r.size - 1], part);
        for (int other = r.size - 2; other >= 0; other--) {
            combine(to + at, r.shared->chunks[other], part, type, operation);
        }
        meet(r);
    }
}

void broadcast(const Ranks &r, char *to, size_t bytes, int root) {
    for (size_t at = 0; at < bytes; at += CHUNK) {
        const size_t part = std::min(CHUNK, bytes - at);
        if (r.rank == root) memcpy(r.shared->chunks[root], to + at, part);
        meet(r);
        if (r.rank != root) memcpy(to + at, r.shared->chunks[root], part);
        meet(r);
    }
}

void all_gather(const Ranks &r, const char *from, char *to, size_t bytes) {
    for (size_t at = 0; at < bytes; at += CHUNK) {
        const size_t part = std::min(CHUNK, bytes - at);
        memcpy(r.shared->chunks[r.rank], from + at, part);
        meet(r);
        for (int other = 0; other < r.size; other++) memcpy(to + other * bytes + at, r.shared->chunks[other], part);
        meet(r);
    }
}

void reduce_scatter(const Ranks &r, const char *from, char *to, size_t bytes, int type, int operation) {
    for (int owner = 0; owner < r.size; owner++) {
        for (size_t at = 0; at < bytes; at += CHUNK) {
            const size_t part = std::min(CHUNK, bytes - at);
            memcpy(r.shared->chunks[r.rank], from + owner * bytes + at, part);
            meet(r);
            if (r.rank == owner) memcpy(to + at, r.shared->chunks[r.size - 1], part);
            for (int other = r.size - 2; r.rank == owner && other >= 0; other--) {
                combine(to + at, r.shared->chunks[other], part, type, operation);
            }
            meet(r);
        }
    }
}

struct Message {
    bool sends;
    char *at;
    size_t bytes;
    int rank;
    size_t done = 0;
};

// Moves the next chunk if it can; messages between two ranks keep their order.
bool move(const Ranks &r, Message &m) {
    Mailbox &box = m.sends ? r.shared->mail[r.rank][m.rank] : r.shared->mail[m.rank][r.rank];
    if ((box.bytes == 0) != m.sends) return false;
    const size_t part = std::min(CHUNK, m.bytes - m.done);
    if (m.sends) {
        memcpy(box.data, m.at + m.done, part);
        box.bytes = part;
    } else {
        if (box.bytes != part) return false;
        memcpy(m.at + m.done, box.data, part);
        box.bytes = 0;
    }
    m.done += part;
    return true;
}

void exchange(const Ranks &r, std::vector<Message> messages) {
    for (bool open = true; open;) {
        open = false;
        bool moved = false;
        bool busy[2][MOST_RANKS] = {};
        for (Message &m : messages) {
            if (m.done == m.bytes || busy[m.sends][m.rank]) continue;
            moved |= move(r, m);
            if (m.done < m.bytes) open = busy[m.sends][m.rank] = true;
        }
        if (open && !moved) pause(r);
    }
}

struct Pending {
    int depth = 0;
    std::shared_ptr<Ranks> ranks;
    void *stream = nullptr;
    std::vector<Message> messages;
};
thread_local Pending pending;

void enqueue_call(const std::shared_ptr<Ranks> &ranks, void *stream, const std::function<void(const Ranks &)> &body) {
    if (ranks->aborted) fail(INVALID_USAGE, "the group was aborted");
    Work work;
    work.type = KERNEL_NODE;
    work.run = [=] {
        try {
            body(*ranks);
        } catch (const Aborted &) {
            // The calls of an aborted group end, with any result.
        }
    };
    submit(stream, work);
}

void enqueue_pending() {
    if (pending.messages.empty()) return;
    const std::vector<Message> all = pending.messages;
    pending.messages.clear();
    enqueue_call(pending.ranks, pending.stream, [all](const Ranks &r) { exchange(r, all); });
    pending.ranks.reset();
}

int add_message(const char *name, Message message, int type, void *group, void *stream) {
    return call(name, DEVICE, [&] {
        pending.ranks = groups().at(group);
        require(message.rank >= 0 && message.rank < pending.ranks->size, INVALID_ARGUMENT, "there is no such rank");
        message.bytes *= bytes_of(type);
        check_range(message.at, message.bytes, INVALID_ARGUMENT);
        pending.stream = stream;
        pending.messages.push_back(message);
        if (pending.depth == 0) enqueue_pending();
    });
}

std::string file_of(const sporos_ncclUniqueId &id) {
    require(strncmp(id.internal, "sporos-ranks-", 13) == 0, INVALID_ARGUMENT, "this is no identity of a group");
    return std::string("/dev/shm/") + id.internal;
}

Shared *map(const std::string &file) {
    const int fd = open(file.c_str(), O_RDWR | O_CREAT, 0600);
    require(fd >= 0 && ftruncate(fd, sizeof(Shared)) == 0, INVALID_USAGE, "the file of the ranks cannot be made");
    void *const at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    require(at != MAP_FAILED, INVALID_USAGE, "the file of the ranks cannot be mapped");
    return (Shared *) at;
}
}
}

using namespace shim;

EXPORT int ncclGetVersion(int *version) {
    *version = 21803;
    return 0;
}

EXPORT const char *ncclGetErrorString(int status) {
    switch (status) {
        case 0: return "no error";
        case 1: return "unhandled cuda error";
        case 2: return "unhandled system error";
        case 3: return "internal error";
        case INVALID_ARGUMENT: return "invalid argument";
        case INVALID_USAGE: return "invalid usage";
        case 6: return "remote process exited or there was a network error";
        default: return "unknown result code";
    }
}

EXPORT int ncclGetUniqueId(sporos_ncclUniqueId *id) {
    return call("ncclGetUniqueId", DEVICE, [&] {
        static std::atomic<int> count{0};
        memset(id, 0, sizeof *id);
        snprintf(id->internal, sizeof id->internal, "sporos-ranks-%d-%d", (int) getpid(), count++);
    });
}

EXPORT int ncclCommInitRank(void **out, int size, sporos_ncclUniqueId id, int rank) {
    return call("ncclCommInitRank", DEVICE | NO_CAPTURE, [&] {
        require(size > 0 && size <= MOST_RANKS && rank >= 0 && rank < size, INVALID_ARGUMENT, "there are up to 8 ranks");
        const std::string file = file_of(id);
        const auto ranks = std::make_shared<Ranks>();
        ranks->shared = map(file);
        ranks->size = size;
        ranks->rank = rank;
        ranks->shared->joined++;
        while (ranks->shared->joined < size) pause(*ranks);
        if (rank == 0) unlink(file.c_str());
        *out = groups().add(ranks);
    });
}

EXPORT int ncclAllReduce(const void *from, void *to, size_t count, int type, int operation, void *group, void *stream) {
    return call("ncclAllReduce", DEVICE, [&] {
        require(from == to && operation >= 0 && operation <= 3, INVALID_ARGUMENT, "an all-reduce of ours is in place");
        const size_t bytes = count * bytes_of(type);
        check_range(to, bytes, INVALID_ARGUMENT);
        enqueue_call(groups().at(group), stream, [=](const Ranks &r) {
            meet(r, call_of(0, count, type, operation));
            all_reduce(r, (char *) to, bytes, type, operation);
        });
    });
}

EXPORT int ncclBroadcast(const void *from, void *to, size_t count, int type, int root, void *group, void *stream) {
    return call("ncclBroadcast", DEVICE, [&] {
        require(from == to, INVALID_ARGUMENT, "a broadcast of ours is in place");
        const size_t bytes = count * bytes_of(type);
        check_range(to, bytes, INVALID_ARGUMENT);
        enqueue_call(groups().at(group), stream, [=](const Ranks &r) {
            meet(r, call_of(1, count, type, root));
            broadcast(r, (char *) to, bytes, root);
        });
    });
}

EXPORT int ncclAllGather(const void *from, void *to, size_t count, int type, void *group, void *stream) {
    return call("ncclAllGather", DEVICE, [&] {
        const auto ranks = groups().at(group);
        const size_t bytes = count * bytes_of(type);
        check_range(from, bytes, INVALID_ARGUMENT);
        check_range(to, bytes * ranks->size, INVALID_ARGUMENT);
        enqueue_call(ranks, stream, [=](const Ranks &r) {
            meet(r, call_of(2, count, type, 0));
            all_gather(r, (const char *) from, (char *) to, bytes);
        });
    });
}

EXPORT int ncclReduceScatter(const void *from, void *to, size_t count, int type, int operation, void *group,
                             void *stream) {
    return call("ncclReduceScatter", DEVICE, [&] {
        require(operation >= 0 && operation <= 3, INVALID_ARGUMENT, "there is no such operation");
        const auto ranks = groups().at(group);
        const size_t bytes = count * bytes_of(type);
        check_range(from, bytes * ranks->size, INVALID_ARGUMENT);
        check_range(to, bytes, INVALID_ARGUMENT);
        enqueue_call(ranks, stream, [=](const Ranks &r) {
            meet(r, call_of(3, count, type, operation));
            reduce_scatter(r, (const char *) from, (char *) to, bytes, type, operation);
        });
    });
}

EXPORT int ncclSend(const void *from, size_t count, int type, int rank, void *group, void *stream) {
    return add_message("ncclSend", {true, (char *) from, count, rank}, type, group, stream);
}

EXPORT int ncclRecv(void *to, size_t count, int type, int rank, void *group, void *stream) {
    return add_message("ncclRecv", {false, (char *) to, count, rank}, type, group, stream);
}

EXPORT int ncclGroupStart() {
    pending.depth++;
    return 0;
}

EXPORT int ncclGroupEnd() {
    return call("ncclGroupEnd", DEVICE, [&] {
        if (--pending.depth == 0) enqueue_pending();
    });
}

EXPORT int ncclCommGetAsyncError(void *group, int *status) {
    *status = 0;
    // For tests: a failure of the network is what this call is told to fail with.
    const int told = call("ncclCommGetAsyncError", NOTHING, [&] { groups().at(group); });
    *status = told;
    return 0;
}

EXPORT int ncclCommAbort(void *group) {
    return call("ncclCommAbort", DEVICE | ALSO_BROKEN, [&] { groups().take(group)->aborted = true; });
}

EXPORT int ncclCommDestroy(void *group) {
    return call("ncclCommDestroy", DEVICE | ALSO_BROKEN, [&] { groups().take(group); });
}
