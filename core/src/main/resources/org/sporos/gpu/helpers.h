// Library kernels: strided fills and copies without a native node, rotations of rings, and the empty root and leaf of
// wide graphs. A program is this text, followed by the macro of one kernel. In the body of a conditional a kernel
// returns if its gate is closed; elsewhere the address of the gate is null.

#define SPOROS_NOTHING extern "C" __global__ void sporos_nothing() {}

// The indexes of an element. A division of longs is about a hundred instructions: three of them in a loop without
// unrolling compile ten times faster than seven in an unrolled loop.
struct sporos_index {
    long long i, j, k, l;

    __device__ __forceinline__ sporos_index(unsigned long long at, unsigned long long n1, unsigned long long n2,
            unsigned long long n3) {
        unsigned long long rows = at / n3, planes = rows / n2, boxes = planes / n1;
        l = at - rows * n3;
        k = rows - planes * n2;
        j = planes - boxes * n1;
        i = boxes;
    }

    __device__ __forceinline__ long long offset(long long s0, long long s1, long long s2, long long s3) const {
        return i * s0 + j * s1 + k * s2 + l * s3;
    }
};

#define SPOROS_FOR_EACH(at, n) \
    long long step = (long long) gridDim.x * blockDim.x; \
    _Pragma("unroll 1") \
    for (long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x; at < n; at += step)

#define SPOROS_FILL(bytes, T) \
    extern "C" __global__ void sporos_fill##bytes(const int* gate, long long open, T* to, T value, long long n, \
            long long n1, long long n2, long long n3, long long s0, long long s1, long long s2, long long s3) { \
        if (gate == nullptr || *gate == open) { \
            SPOROS_FOR_EACH(at, n) { \
                to[sporos_index(at, n1, n2, n3).offset(s0, s1, s2, s3)] = value; \
            } \
        } \
    }

#define SPOROS_COPY(bytes, T) \
    extern "C" __global__ void sporos_copy##bytes(const int* gate, long long open, T* to, const T* from, long long n, \
            long long n1, long long n2, long long n3, long long s0, long long s1, long long s2, long long s3, \
            long long f0, long long f1, long long f2, long long f3) { \
        if (gate == nullptr || *gate == open) { \
            SPOROS_FOR_EACH(at, n) { \
                sporos_index index(at, n1, n2, n3); \
                to[index.offset(s0, s1, s2, s3)] = from[index.offset(f0, f1, f2, f3)]; \
            } \
        } \
    }

// Moves element i of memory (k + by) % levels to memory k, where "by" is the number of runs times the rotations of
// each; runs is null for one run. Follows each cycle of the permutation, so that one spare element suffices.
#define SPOROS_ROTATE(bytes, T) \
    extern "C" __global__ void sporos_rotate##bytes(const int* gate, long long open, const int* runs, long long turns, \
            long long levels, T* const* memories, long long n) { \
        long long by = (runs == nullptr ? 1 : (long long) *runs) * turns % levels; \
        if (by != 0 && (gate == nullptr || *gate == open)) { \
            SPOROS_FOR_EACH(at, n) { \
                for (long long first = 0, moved = 0; moved < levels; first++) { \
                    T spare = memories[first][at]; \
                    long long to = first; \
                    for (long long from = first + by; from != first; moved++) { \
                        memories[to][at] = memories[from][at]; \
                        to = from; \
                        from += from + by < levels ? by : by - levels; \
                    } \
                    memories[to][at] = spare; \
                    moved++; \
                } \
            } \
        } \
    }
