// Kernels that read the device's clock, for executables whose runs are recorded. They stand behind a definition of
// sporos_clock.

// The first word counts the stamps, those for which there is no room too; two words follow for each: what and when.
extern "C" __global__ void sporos_stamp(const int* gate, long long open, unsigned long long* stamps, long long room,
        long long what) {
    if (threadIdx.x == 0 && (gate == nullptr || *gate == open)) {
        unsigned long long at = atomicAdd(stamps, 1ULL);
        if (at < (unsigned long long) room) {
            stamps[1 + 2 * at] = (unsigned long long) what;
            stamps[2 + 2 * at] = sporos_clock();
        }
    }
}

// Leaves the shortest of some steps of the clock, and what it shows.
extern "C" __global__ void sporos_clock_steps(unsigned long long* to, long long steps) {
    if (threadIdx.x == 0) {
        unsigned long long least = ~0ULL;
        unsigned long long before = sporos_clock();
        for (long long step = 0; step < steps; step++) {
            unsigned long long now = sporos_clock();
            while (now == before) {
                now = sporos_clock();
            }
            least = now - before < least ? now - before : least;
            before = now;
        }
        to[0] = least;
        to[1] = before;
    }
}
