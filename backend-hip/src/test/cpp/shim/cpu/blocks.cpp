#include "blocks.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <thread>

#include "fibers.h"
#include "turns.h"

struct sporos_shim_Dim {
    unsigned x, y, z;
};
struct sporos_shim_Place {
    sporos_shim_Dim thread, block, threads, blocks, next;
    unsigned char *memory;
    int wavefront, shuffled;
};
extern "C" {
__attribute__((visibility("default"))) __thread sporos_shim_Place sporos_shim_place;
}

namespace shim {
namespace {
constexpr size_t FENCE = 256;
constexpr unsigned long long NOBODY = 0xbadbadbadbadbadbULL;
constexpr int VOTE = -1;

// A thread of the kernel that waits for others.
struct Waiting {
    Fiber *fiber;
    sporos_shim_Dim thread;
    unsigned long long value;
    int source, width;
};

/*
 * A fiber runs one thread of the kernel after another, as long as they end without waiting: a kernel without barriers
 * and shuffles is a plain loop. Where a thread waits, another fiber goes on with the next one.
 */
class Runner {
    Fiber *const outside = this_thread_as_fiber();
    Fiber *current = outside;
    std::vector<Fiber *> all, unused;
    std::vector<Waiting> waiting{MOST_THREADS};
    std::vector<unsigned> ready, at_barrier;
    size_t next_ready = 0;
    // For each width of a shuffle, and the first thread of each group.
    std::vector<unsigned> arrived{std::vector<unsigned>(7 * MOST_THREADS)};
    // The order in which the threads of a block begin, where it is not that of their numbers.
    std::vector<unsigned> order;
    unsigned long long random = 0;
    unsigned count = 0;
    unsigned suspended = 0;
    alignas(256) unsigned char memory[MOST_SHARED + FENCE];
    unsigned shared = 0;
    Turns *turns = nullptr;
    const sporos_shim_Kernel *kernel = nullptr;
    const unsigned char *arguments = nullptr;
    std::string failure;

    static thread_local Runner *lent;

    static void body() {
        for (;;) {
            Runner &r = get();
            r.kernel->run(r.arguments);
            r.unused.push_back(r.current);
            r.go_on();
        }
    }

    Fiber *unused_fiber() {
        if (unused.empty()) {
            all.push_back(new_fiber(body));
            unused.push_back(all.back());
        }
        Fiber *fiber = unused.back();
        unused.pop_back();
        return fiber;
    }

    // Leaves what runs for another that can.
    void go_on() {
        sporos_shim_Place &place = sporos_shim_place;
        Fiber *const self = current;
        if (!failure.empty()) {
            current = outside;
        } else if (next_ready < ready.size()) {
            const Waiting &w = waiting[ready[next_ready++]];
            place.thread = w.thread;
            current = w.fiber;
            suspended--;
        } else if (place.next.z != place.threads.z) {
            current = unused_fiber();
        } else {
            current = outside;
        }
        if (next_ready == ready.size()) {
            ready.clear();
            next_ready = 0;
        }
        if (current != self) step(self, current);
    }

    static unsigned linear() {
        const sporos_shim_Place &p = sporos_shim_place;
        return p.thread.x + p.threads.x * (p.thread.y + p.threads.y * p.thread.z);
    }

    // Orders threads between two barriers so that no one can rely on another: the last first, or at random.
    void shuffle(std::vector<unsigned> &threads) {
        std::reverse(threads.begin(), threads.end());
        for (size_t k = threads.size(); mode() > 1 && k > 1; k--) {
            random = random * 6364136223846793005ULL + 1442695040888963407ULL;
            std::swap(threads[k - 1], threads[(random >> 33) % k]);
        }
    }

    void suspend(unsigned thread) {
        waiting[thread].fiber = current;
        waiting[thread].thread = sporos_shim_place.thread;
        suspended++;
        go_on();
    }

    void give_up(const std::string &why) {
        failure = why;
        suspended++;
        go_on();
    }

    void deliver(unsigned begin, unsigned lanes) {
        unsigned long long votes = 0, values[64];
        for (unsigned l = 0; l < lanes; l++) {
            values[l] = waiting[begin + l].value;
            votes |= (unsigned long long) (values[l] != 0) << l;
        }
        for (unsigned l = 0; l < lanes; l++) {
            Waiting &w = waiting[begin + l];
            w.value = w.source == VOTE ? votes : w.source < (int) lanes ? values[w.source] : NOBODY;
        }
    }

    bool agree(unsigned begin, unsigned lanes) const {
        for (unsigned l = 1; l < lanes; l++) {
            const Waiting &a = waiting[begin], &b = waiting[begin + l];
            if (a.width != b.width || (a.source == VOTE) != (b.source == VOTE)) return false;
        }
        return true;
    }

    std::string stuck() const {
        const std::string kept = at_barrier.empty() ? "a shuffle" : "a barrier";
        return "kernel " + std::string(kernel->name) + ": " + std::to_string(suspended) + " of " + std::to_string(count) +
               " threads of a block wait at " + kept + " for threads that have ended or wait elsewhere";
    }

    void reset() {
        unused = all;
        for (Fiber *fiber : all) restart(fiber, body);
        ready.clear();
        at_barrier.clear();
        next_ready = 0;
        suspended = 0;
        arrived.assign(arrived.size(), 0);
        failure.clear();
    }

  public:
    // The one that this thread has taken. A fiber may go on in another thread than the one in which it began: inlined,
    // the place of a variable of the thread would be that of the first.
    __attribute__((noinline)) static Runner &get() { return *lent; }

    // Lends a runner to this thread for a launch. There are as many as launches that ran at once: each has the stacks of
    // a block, and a process may have few tens of thousands of mappings.
    class Loan {
        struct Free {
            std::mutex lock;
            std::vector<Runner *> runners;
        };

        static Free &free() {
            static Free *const all = new Free();
            return *all;
        }

      public:
        Loan() {
            std::lock_guard<std::mutex> held(free().lock);
            if (free().runners.empty()) free().runners.push_back(new Runner());
            lent = free().runners.back();
            free().runners.pop_back();
        }

        ~Loan() {
            std::lock_guard<std::mutex> held(free().lock);
            free().runners.push_back(lent);
        }
    };

    // How threads take turns: 0 by their numbers, 1 the last first, above that at random from that seed.
    static int mode() {
        static const int order = setting("SPOROS_SHIM_ORDER", 0);
        return order;
    }

    // Gives the thread that begins another number.
    void shuffled() {
        sporos_shim_Dim &thread = sporos_shim_place.thread;
        const sporos_shim_Dim &n = sporos_shim_place.threads;
        const unsigned number = order[linear()];
        thread = {number % n.x, number / n.x % n.y, number / n.x / n.y};
    }

    void barrier() {
        if (at_barrier.size() + 1 < count) {
            at_barrier.push_back(linear());
            suspend(at_barrier.back());
            return;
        } else if (mode() > 0) {
            at_barrier.push_back(linear());
            shuffle(at_barrier);
            ready = at_barrier;
            at_barrier.clear();
            suspend(linear());
            return;
        }
        ready.insert(ready.end(), at_barrier.begin(), at_barrier.end());
        at_barrier.clear();
    }

    // Lets the other blocks of a cooperative launch run.
    void pause() {
        if (turns == nullptr) {
            give_up("a thread waits for another block in a launch that is not cooperative");
        } else if (!turns->pass(sporos_shim_place.block.x)) {
            give_up("a thread waits for another block that has failed or ended");
        }
    }

    unsigned long long exchange(unsigned long long value, int source, int width) {
        const unsigned self = linear();
        if (width < 1 || width > wavefront() || (width & (width - 1)) != 0) {
            give_up("a shuffle has a width of " + std::to_string(width));
        }
        const unsigned begin = self & ~(unsigned) (width - 1);
        const unsigned lanes = std::min((unsigned) width, count - begin);
        waiting[self].value = value;
        waiting[self].source = source;
        waiting[self].width = width;
        unsigned &here = arrived[__builtin_ctz((unsigned) width) * MOST_THREADS + begin];
        if (++here < lanes) {
            suspend(self);
        } else {
            here = 0;
            if (!agree(begin, lanes)) give_up("threads meet in different shuffles");
            deliver(begin, lanes);
            for (unsigned l = begin; l < begin + lanes; l++) {
                if (l != self) ready.push_back(l);
            }
        }
        return waiting[self].value;
    }

    void begin(const Launch &l) {
        kernel = l.function->kernel;
        arguments = l.arguments.data();
        count = l.block.x * l.block.y * l.block.z;
        shared = l.shared;
        memset(memory + shared, 0xab, FENCE);
        sporos_shim_Place &place = sporos_shim_place;
        place.threads = {l.block.x, l.block.y, l.block.z};
        place.blocks = {l.grid.x, l.grid.y, l.grid.z};
        place.memory = memory;
        place.wavefront = wavefront();
        place.shuffled = mode() > 0;
        random = mode();
        order.resize(mode() > 0 ? count : 0);
    }

    // Runs a block of a cooperative launch, in turns with the others.
    void run(unsigned x, Turns &with) {
        turns = &with;
        with.begin(x);
        struct End {
            Runner &of;
            unsigned block;
            ~End() {
                of.turns->end(block);
                of.turns = nullptr;
            }
        } end{*this, x};
        run(x, 0, 0);
    }

    void run(unsigned x, unsigned y, unsigned z) {
        sporos_shim_place.block = {x, y, z};
        sporos_shim_place.next = {0, 0, 0};
        memset(memory, 0xcb, shared);
        for (unsigned k = 0; k < order.size(); k++) order[k] = k;
        shuffle(order);
        current = unused_fiber();
        step(outside, current);
        if (suspended > 0) {
            const std::string why = failure.empty() ? stuck() : failure;
            reset();
            fail(LAUNCH_FAILURE, "%s", why.c_str());
        }
        for (size_t k = 0; k < FENCE; k++) {
            if (memory[shared + k] != 0xab) {
                fail(ILLEGAL_ADDRESS, "kernel %s writes beyond its %u bytes of shared memory", kernel->name, shared);
            }
        }
    }
};

thread_local Runner *Runner::lent = nullptr;

// The blocks of one launch, for the threads that share them.
struct Job {
    const Launch &launch;
    const unsigned long long count;
    std::atomic<unsigned long long> next{0};
    std::mutex lock;
    Failure failure{SUCCESS, ""};

    std::unique_ptr<Turns> turns;

    explicit Job(const Launch &l) : launch(l), count(1ULL * l.grid.x * l.grid.y * l.grid.z) {
        if (l.cooperative) turns.reset(new Turns((unsigned) count, Runner::mode() == 1));
    }

    void work() {
        const Runner::Loan loan;
        Runner &r = Runner::get();
        r.begin(launch);
        const sporos_dim3 &g = launch.grid;
        try {
            for (unsigned long long b; (b = next++) < count;) {
                if (turns != nullptr) {
                    r.run((unsigned) b, *turns);
                    break;
                }
                r.run(b % g.x, b / g.x % g.y, b / g.x / g.y);
            }
        } catch (const Failure &caught) {
            if (turns == nullptr) next = count;
            std::lock_guard<std::mutex> held(lock);
            if (failure.status == SUCCESS) failure = caught;
        }
    }
};

// A second thread for the blocks of one launch at a time.
class Helper {
    std::mutex lock;
    std::condition_variable changed;
    Job *job = nullptr;
    bool started = false;

    void serve() {
        std::unique_lock<std::mutex> held(lock);
        for (;;) {
            changed.wait(held, [&] { return job != nullptr; });
            Job *const mine = job;
            held.unlock();
            mine->work();
            held.lock();
            job = nullptr;
            changed.notify_all();
        }
    }

  public:
    std::mutex taken;

    void begin(Job &next) {
        std::lock_guard<std::mutex> held(lock);
        if (!started) std::thread([this] { serve(); }).detach();
        started = true;
        job = &next;
        changed.notify_all();
    }

    void end() {
        std::unique_lock<std::mutex> held(lock);
        changed.wait(held, [&] { return job == nullptr; });
    }
};
}

// Runs each block of a cooperative launch on a thread of its own.
static void run_wave(Job &job) {
    static std::mutex taken;
    static std::vector<Helper *> helpers;
    std::lock_guard<std::mutex> held(taken);
    while (helpers.size() + 1 < job.count) helpers.push_back(new Helper());
    for (size_t k = 0; k + 1 < job.count; k++) helpers[k]->begin(job);
    job.work();
    for (size_t k = 0; k + 1 < job.count; k++) helpers[k]->end();
}

void run_blocks(const Launch &l) {
    static Helper *const helper = new Helper();
    static const bool two = setting("SPOROS_SHIM_THREADS", 2) > 1;
    Job job(l);
    const unsigned threads = l.block.x * l.block.y * l.block.z;
    if (l.cooperative) {
        run_wave(job);
    } else if (two && job.count > 1 && job.count * threads > 2048 && helper->taken.try_lock()) {
        std::lock_guard<std::mutex> held(helper->taken, std::adopt_lock);
        helper->begin(job);
        job.work();
        helper->end();
    } else {
        job.work();
    }
    if (job.failure.status != SUCCESS) throw job.failure;
}
}

EXPORT void sporos_shim_barrier() { shim::Runner::get().barrier(); }
EXPORT void sporos_shim_pause() { shim::Runner::get().pause(); }
EXPORT void sporos_shim_shuffle() { shim::Runner::get().shuffled(); }

EXPORT unsigned long long sporos_shim_exchange(unsigned long long value, int source, int width) {
    return shim::Runner::get().exchange(value, source, width);
}

EXPORT unsigned long long sporos_shim_vote(int value) {
    return shim::Runner::get().exchange(value != 0, shim::VOTE, shim::wavefront());
}
