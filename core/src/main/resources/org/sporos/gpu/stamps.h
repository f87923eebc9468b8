// Kernels that read the device clock, for profiled executables. The program defines sporos_clock before this text.

// The first word of stamps counts all stamps, even beyond the capacity. Each stamp has two words: its tag and the time.
extern "C" __global__ void sporos_stamp(const int* gate, long long open, unsigned long long* stamps, long long room,
        long long tag) {
    if (threadIdx.x == 0 && (gate == nullptr || *gate == open)) {
        unsigned long long at = atomicAdd(stamps, 1ULL);
        if (at < (unsigned long long) room) {
            stamps[1 + 2 * at] = (unsigned long long) tag;
            stamps[2 + 2 * at] = sporos_clock();
        }
    }
}

// Measures the clock: to[0] is the smallest of some steps between two readings, to[1] the last reading.
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
