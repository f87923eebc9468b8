namespace java {
// The shared memory of a block: first room for reductions, then the scratch of the team.
static const int ROOM_BYTES = 3 * LANES * 16;
JAVA_FUNCTION unsigned char* shared() {
    extern __shared__ double memory[];
    return (unsigned char*) memory;
}

struct Team {
    const int league_rank;
    const int league_size;
    const int team_rank;
    const int team_size;
    int used;

    JAVA_MEMBER Team() : league_rank(blockIdx.x), league_size(gridDim.x), team_rank(threadIdx.x), team_size(blockDim.x), used(0) {}

    JAVA_MEMBER void barrier() { __syncthreads(); }

    template <class T> JAVA_MEMBER T* scratch(int n) {
        T* at = (T*) (shared() + ROOM_BYTES + used);
        used += (n * (int) sizeof(T) + 7) & ~7;
        return at;
    }

    template <class T, class Op, class F> JAVA_MEMBER T reduce(int n, T identity, Op op, F contribution) {
        return reduce_team(*this, (T*) shared(), n, identity, op, contribution);
    }
};

JAVA_FUNCTION int shuffle_down(int v, int s) { return JAVA_SHUFFLE_DOWN(v, s); }
JAVA_FUNCTION float shuffle_down(float v, int s) { return JAVA_SHUFFLE_DOWN(v, s); }
JAVA_FUNCTION long long shuffle_down(long long v, int s) { return JAVA_SHUFFLE_DOWN(v, s); }
JAVA_FUNCTION double shuffle_down(double v, int s) { return JAVA_SHUFFLE_DOWN(v, s); }
template <class T> JAVA_FUNCTION Located<T> shuffle_down(Located<T> v, int s) {
    Located<T> other;
    other.value = shuffle_down(v.value, s);
    other.at = shuffle_down(v.at, s);
    return other;
}

// Combines the values of 32 threads; the result is in the first.
template <class T, class Op> JAVA_FUNCTION T fold_lanes(T v, Op op) {
    const int lane = threadIdx.x % LANES;
    for (int s = LANES / 2; s > 0; s /= 2) {
        const T other = shuffle_down(v, s);
        if (lane < s) v = op(v, other);
    }
    return v;
}

// Returns in all threads of one block whether all other blocks of so many are past this point.
JAVA_FUNCTION bool is_last_block(unsigned* counter, unsigned blocks) {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(counter, 1u) == blocks - 1;
        if (last) *counter = 0;
    }
    __syncthreads();
    __threadfence();
    return last;
}

// Folds the n values that lie from a place; the results of each level lie behind it. For one block of whole warps.
template <class T, class Op, class Sink>
JAVA_FUNCTION void fold_levels(T* from, long long n, T identity, Op op, Sink sink) {
    const int lane = threadIdx.x % LANES;
    const int warp = threadIdx.x / LANES;
    const int warps = blockDim.x / LANES;
    while (n > 1) {
        const long long tiles = (n + TILE - 1) / TILE;
        for (long long tile = warp; tile < tiles; tile += warps) {
            const long long to = min(n, (tile + 1) * TILE);
            T v = identity;
            for (long long p = tile * TILE + lane; p < to; p += LANES) v = op(v, from[p]);
            v = fold_lanes(v, op);
            if (lane == 0) from[n + tile] = v;
        }
        __threadfence_block();
        __syncthreads();
        from += n;
        n = tiles;
    }
    if (threadIdx.x == 0) sink(n == 0 ? identity : *from);
}

// Reduces [0, n) with some blocks, of which this is one, 32 threads a tile; the last block finishes.
template <class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION void reduce(I n, T identity, Op op, F contribution, T* partials, unsigned* counter, int block, int blocks,
        Sink sink) {
    const int lane = threadIdx.x % LANES;
    const I tiles = n / TILE + (n % TILE != 0);
    const I tile = (I) block * (I) (blockDim.x / LANES) + (I) (threadIdx.x / LANES);
    if (tile < tiles) {
        T v = identity;
        I p = tile * TILE + lane;
        if (n - tile * TILE >= TILE) {
#pragma unroll 16
            for (int k = 0; k < TILE / LANES; k++) v = op(v, contribution(p + k * LANES));
        } else {
            for (; p < n; p += LANES) v = op(v, contribution(p));
        }
        v = fold_lanes(v, op);
        if (lane == 0) partials[tile] = v;
    }
    if (is_last_block(counter, blocks)) fold_levels(partials, (long long) tiles, identity, op, sink);
}

// The same with all blocks of the grid.
template <class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION void reduce(I n, T identity, Op op, F contribution, T* partials, unsigned* counter, Sink sink) {
    reduce(n, identity, op, contribution, partials, counter, (int) blockIdx.x, (int) gridDim.x, sink);
}

// Reduces one value of each block; the last block finishes. A block may have any number of threads.
template <class T, class Op, class Sink>
JAVA_FUNCTION void reduce_blocks(Team& team, T identity, Op op, T value, T* values, unsigned* counter, Sink sink) {
    if (threadIdx.x == 0) values[blockIdx.x] = value;
    if (!is_last_block(counter, gridDim.x)) return;
    const T result = reduce_team(team, (T*) shared(), (int) gridDim.x, identity, op, [=](int k) { return values[k]; });
    if (threadIdx.x == 0) sink(result);
}

JAVA_FUNCTION int shuffle(int v, int l) { return JAVA_SHUFFLE(v, l); }
JAVA_FUNCTION float shuffle(float v, int l) { return JAVA_SHUFFLE(v, l); }
JAVA_FUNCTION long long shuffle(long long v, int l) { return JAVA_SHUFFLE(v, l); }
JAVA_FUNCTION double shuffle(double v, int l) { return JAVA_SHUFFLE(v, l); }

// The prefix sums of one row of 32 threads, after what comes before the row in its tile.
template <class T> JAVA_FUNCTION T scan_row(T v, T carry) {
    const int lane = threadIdx.x % LANES;
    for (int s = 1; s < LANES; s *= 2) {
        const T last = shuffle(v, (lane & ~(2 * s - 1)) + s - 1);
        if (lane & s) v = plus(last, v);
    }
    return plus(carry, v);
}

template <class T, class I, class F>
JAVA_FUNCTION void scan_totals(I n, F contribution, T* sums, unsigned* counter) {
    const int lane = threadIdx.x % LANES;
    const I tiles = n / TILE + (n % TILE != 0);
    const I tile = (I) blockIdx.x * (I) (blockDim.x / LANES) + (I) (threadIdx.x / LANES);
    if (tile < tiles) {
        T carry = 0;
        const I to = n - tile * TILE > TILE ? tile * TILE + TILE : n;
        for (I row = tile * TILE; row < to; row += LANES) {
            const T v = row + lane < to ? contribution(row + lane) : (T) 0;
            carry = shuffle(scan_row(v, carry), LANES - 1);
        }
        if (lane == 0) sums[tile] = carry;
    }
    if (!is_last_block(counter, gridDim.x)) return;
    T* level = sums;
    for (I units = tiles; units > 1; units = (units + GROUP - 1) / GROUP) {
        for (I group = threadIdx.x; group * GROUP < units; group += blockDim.x) {
            level[2 * units + group] = scan_group(group, units, level);
        }
        level += 2 * units;
        __threadfence_block();
        __syncthreads();
    }
}

template <class T, class I, class F, class G>
JAVA_FUNCTION void scan_pass(I n, F contribution, const T* sums, G take, bool inclusive) {
    const int lane = threadIdx.x % LANES;
    const I tiles = n / TILE + (n % TILE != 0);
    const I tile = (I) blockIdx.x * (I) (blockDim.x / LANES) + (I) (threadIdx.x / LANES);
    if (tile >= tiles) return;
    T carry = 0;
    T before = scan_before(tile, tiles, sums, (T) 0);
    const I to = n - tile * TILE > TILE ? tile * TILE + TILE : n;
    for (I row = tile * TILE; row < to; row += LANES) {
        const bool own = row + lane < to;
        const T v = scan_row(own ? contribution(row + lane) : (T) 0, carry);
        carry = shuffle(v, LANES - 1);
        const T sum = scan_before(tile, tiles, sums, v);
        const T last = shuffle(sum, (lane + LANES - 1) % LANES);
        if (own) take(row + lane, inclusive ? sum : lane == 0 ? before : last);
        before = shuffle(sum, LANES - 1);
    }
}
}
