namespace java {
// The longs of rows that are staged in shared memory at a time.
static const int STAGED = 1024;

// Copies rows to shared memory. A thread has several loads in flight, since a block may be a single warp.
JAVA_FUNCTION void stage(long long* to, const long long* from, int size) {
    static const int LOADS = 8;
#pragma unroll 1
    for (int k = threadIdx.x; k < size; k += LOADS * blockDim.x) {
        long long loaded[LOADS];
#pragma unroll
        for (int j = 0; j < LOADS; j++) {
            const int at = k + j * (int) blockDim.x;
            loaded[j] = at < size ? from[at] : 0;
        }
#pragma unroll
        for (int j = 0; j < LOADS; j++) {
            const int at = k + j * (int) blockDim.x;
            if (at < size) to[at] = loaded[j];
        }
    }
}

// A launch of one block, with its barrier.
struct OneBlock {
    JAVA_MEMBER int thread() const { return (int) threadIdx.x; }
    JAVA_MEMBER int threads() const { return (int) blockDim.x; }
    JAVA_MEMBER void barrier() const { __syncthreads(); }
};

// Separate fences take longer than release and acquire accesses, which CUDA has since sm_70.
#if __CUDA_ARCH__ >= 700
JAVA_FUNCTION void store_release(unsigned* at, unsigned value) {
    asm volatile("st.release.gpu.u32 [%0],%1;" : : "l"(at), "r"(value) : "memory");
}

template <class F> JAVA_FUNCTION void await(const unsigned* at, F has_come) {
    unsigned now;
    do {
        asm volatile("ld.acquire.gpu.u32 %0,[%1];" : "=r"(now) : "l"(at) : "memory");
    } while (!has_come(now));
}
#else
JAVA_FUNCTION void store_release(unsigned* at, unsigned value) {
    __threadfence();
    *(volatile unsigned*) at = value;
}

template <class F> JAVA_FUNCTION void await(const unsigned* at, F has_come) {
    while (!has_come(*(const volatile unsigned*) at)) JAVA_PAUSE();
    __threadfence();
}
#endif

// A launch of blocks that are all resident, with barriers of the grid. As in cooperative groups, one thread of a block
// arrives and waits for all, between barriers of the block: so writes before the barrier are visible to ordinary loads
// after it. State, all 0 before the first launch: the arrivals, of which a barrier flips the highest bit and restores
// the others; the arrivals at a barrier with a call, and its generation; the result of a condition; a count.
struct Wave {
    static const unsigned FLIP = 0x80000000u;
    unsigned* const state;

    JAVA_MEMBER int thread() const { return (int) (blockIdx.x * blockDim.x + threadIdx.x); }
    JAVA_MEMBER int threads() const { return (int) (gridDim.x * blockDim.x); }

    JAVA_MEMBER void barrier() const {
        await_block();
        if (threadIdx.x == 0) {
            const unsigned old = arrive(state, blockIdx.x == 0 ? FLIP - (gridDim.x - 1) : 1u);
            await(state, [=](unsigned now) { return ((old ^ now) & FLIP) != 0; });
        }
        __syncthreads();
    }

    // In one thread of the last block to arrive, calls last() before any block continues.
    template <class F> JAVA_MEMBER void barrier(F last) const {
        unsigned* const arrived = state + 1;
        unsigned* const generation = state + 2;
        await_block();
        if (threadIdx.x == 0) {
            // Loaded before the arrival, without which it cannot change.
            const unsigned old = *(volatile unsigned*) generation;
            if (arrive(arrived, 1u) == gridDim.x - 1) {
                *(volatile unsigned*) arrived = 0;
                last();
                store_release(generation, old + 1);
            } else {
                await(generation, [=](unsigned now) { return now != old; });
            }
        }
        __syncthreads();
    }
};

// Reduces [0, n) with a wave, with one barrier of it. Then each block folds the results of the tiles for itself, and all
// store the same result: this takes half of the time of a last block and a barrier that waits for it.
template <class Tiles, class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION void reduce_in_wave(I n, T identity, Op op, F contribution, T* partials, unsigned* state, Sink sink) {
    Tiles::fold(n, (int) blockIdx.x, (int) gridDim.x, identity, op, contribution, [=](I tile, T v) { partials[tile] = v; });
    Wave{state}.barrier();
    fold_levels<Tiles>(partials, (long long) (n / TILE + (n % TILE != 0)), identity, op, sink);
    __syncthreads();
}

// The rows that a block holds in shared memory.
struct Staged {
    int begin = 0;
    int end = 0;
};

// Runs the rows of a table by a block or wave. The first long of a row has a code in its lower half and a control in the
// upper half: twice the number of rows that run side by side from it on, plus 1 if a barrier follows. A single row is
// run(row, thread, threads) in all threads; several rows, in one block only, are spread over the warps. Rows are staged
// in shared memory, as all threads read them at once; those of a short table stay there for the next call.
template <bool WIDE, bool STAGES, class Scope, class F>
JAVA_FUNCTION void phases(const Scope& scope, Staged& held, const long long* table, int width, int rows, int widest, F run) {
    __shared__ long long staged[STAGES ? STAGED : 1];
    const int most = STAGED / width;
    const int warp = threadIdx.x / 32;
    int at = 0;
#pragma unroll 1
    while (at < rows) {
        if (STAGES && (at < held.begin || held.end < rows && at + widest > held.end)) {
            __syncthreads();
            held.begin = at;
            held.end = rows - at < most ? rows : at + most;
            stage(staged, table + (long long) at * width, (held.end - at) * width);
            __syncthreads();
        }
        const long long* row = STAGES ? staged + (at - held.begin) * width : table + (long long) at * width;
        // Rows before this one have all rows beside them in shared memory. The loop over them has few instructions: a
        // chain of 100 phases takes 33 us in place of 38; docs/benchmarks/shapes-of-small-work.md.
        const int stop = STAGES && held.end < rows ? held.end - widest + 1 : rows;
#pragma unroll 1
        do {
            const int control = (int) (row[0] >> 32);
            const int beside = WIDE ? control >> 1 : 1;
            const bool alone = beside == 1;
            const int thread = alone ? scope.thread() : threadIdx.x % 32;
            const int threads = alone ? scope.threads() : 32;
            const int step = alone ? 1 : blockDim.x / 32;
#pragma unroll 1
            for (int k = alone ? 0 : warp; k < beside; k += step) run(row + k * width, thread, threads);
            at += beside;
            row += beside * width;
            if (control & 1) scope.barrier();
        } while (at < stop);
    }
}

// Repeats work by one block while a condition holds. The first thread evaluates and counts; work ends with a barrier.
template <class Condition, class F> JAVA_FUNCTION void loop(int* iterations, Condition condition, F work) {
    __shared__ int again;
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    condition(&again, &count);
    __syncthreads();
#pragma unroll 1
    while (again != 0) {
        work();
        condition(&again, &count);
        __syncthreads();
    }
    if (iterations != nullptr && threadIdx.x == 0) *iterations = count;
}

// The same by a wave, whose last block to arrive ends an iteration, evaluates and counts; work ends without a barrier.
template <class Condition, class End, class F>
JAVA_FUNCTION void loop(const Wave& wave, int* iterations, Condition condition, End end, F work) {
    int* const again = (int*) wave.state + 3;
    int* const count = again + 1;
    const auto evaluate = [=]() {
        condition(again, count);
        if (*again == 0 && iterations != nullptr) *iterations = *count;
    };
    wave.barrier([=]() {
        *count = 0;
        evaluate();
    });
#pragma unroll 1
    while (*(volatile int*) again != 0) {
        work();
        wave.barrier([=]() {
            end();
            evaluate();
        });
    }
}
}
