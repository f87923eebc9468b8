// The order in which blocks of a cooperative launch run.
#pragma once

#include <condition_variable>
#include <mutex>
#include <vector>

namespace shim {

/*
 * The turns of the blocks of a cooperative launch, each on a thread of the CPU: one of them runs, until it waits for
 * another or ends. So a block runs as far ahead of the others as barriers of the grid allow.
 */
class Turns {
    std::mutex lock;
    std::condition_variable changed;
    std::vector<bool> ended;
    const bool backwards;
    unsigned current;
    bool any_ended = false;

    void next() {
        const unsigned n = (unsigned) ended.size();
        for (unsigned k = 0; k < n; k++) {
            current = (current + (backwards ? n - 1 : 1)) % n;
            if (!ended[current]) break;
        }
        changed.notify_all();
    }

  public:
    Turns(unsigned blocks, bool backwards)
        : ended(blocks), backwards(backwards), current(backwards ? blocks - 1 : 0) {}

    void begin(unsigned block) {
        std::unique_lock<std::mutex> held(lock);
        changed.wait(held, [&] { return current == block; });
    }

    // Lets the others run, or returns false if a block has ended: it will not come to a barrier of the grid.
    bool pass(unsigned block) {
        std::unique_lock<std::mutex> held(lock);
        if (any_ended) return false;
        next();
        changed.wait(held, [&] { return current == block; });
        return true;
    }

    void end(unsigned block) {
        std::lock_guard<std::mutex> held(lock);
        ended[block] = true;
        any_ended = true;
        next();
    }
};
}
