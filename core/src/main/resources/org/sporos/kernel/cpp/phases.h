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

// The rows that a block holds in shared memory.
struct Staged {
    int begin = 0;
    int end = 0;
};

// Runs the rows of a table by one block. The first long of a row has a code in its lower half and a control in the
// upper half: twice the number of rows that run side by side from it on, plus 1 if a barrier follows. A single row is
// run(row, thread, threads) in all threads; several rows are spread over the warps. Rows are staged in shared memory,
// as all threads read them at once; those of a short table stay there for the next call.
template <bool WIDE, bool STAGES, class F>
JAVA_FUNCTION void phases(Staged& held, const long long* table, int width, int rows, int widest, F run) {
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
        const long long* const row = STAGES ? staged + (at - held.begin) * width : table + (long long) at * width;
        const int control = (int) (row[0] >> 32);
        if (WIDE) {
            const int beside = control >> 1;
            const bool alone = beside == 1;
            const int thread = alone ? threadIdx.x : threadIdx.x % 32;
            const int threads = alone ? blockDim.x : 32;
            const int step = alone ? 1 : blockDim.x / 32;
#pragma unroll 1
            for (int k = alone ? 0 : warp; k < beside; k += step) run(row + k * width, thread, threads);
            at += beside;
        } else {
            run(row, (int) threadIdx.x, (int) blockDim.x);
            at++;
        }
        if (control & 1) __syncthreads();
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
}
