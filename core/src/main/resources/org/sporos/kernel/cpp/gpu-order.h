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
    if (last) __threadfence();
    return last;
}

// How the warps of a block go through tiles: each by itself, or several together, each with some rows of one tile. What
// they carry from one to the next lies in memory of the block.
struct Crew {
    const int lane;
    const int together;
    const int slots;
    const int slot;
    const int part;

    JAVA_MEMBER Crew(int warps, int together)
        : lane(threadIdx.x % LANES), together(together), slots(warps / together),
          slot((int) (threadIdx.x / LANES) / together), part((int) (threadIdx.x / LANES) % together) {}

    JAVA_MEMBER bool is_last() const { return part == together - 1; }

    template <class T> JAVA_MEMBER T* carried() const {
        __shared__ T carry[1024 / LANES / 2][LANES];
        return &carry[slot][lane];
    }

    JAVA_MEMBER void pass_on() const {
        if (together > 1) __syncthreads();
    }
};

// Returns how many warps take a tile together: few tiles are many loads at once, many are each a warp's own.
JAVA_FUNCTION int warps_together(long long tiles, int blocks) {
    const int warps = blockDim.x / LANES;
    if (warps == 1 || tiles / blocks >= 2 * warps) return 1;
    return warps < TILE / LANES / AT_ONCE ? 2 : TILE / LANES / AT_ONCE;
}

// Folds the contributions to one tile of [0, n) by lanes; those of the last part have the result. All threads of the block
// take part, those without a tile with n = 0.
template <class T, class I, class Op, class F>
JAVA_FUNCTION T fold_tile(const Crew& crew, I tile, I n, T identity, Op op, F contribution) {
    const I first = tile * TILE + crew.lane;
    const I left = n - tile * TILE;
    const int rows = left >= TILE ? TILE / LANES : left <= 0 ? 0 : ((int) left - crew.lane + LANES - 1) / LANES;
    T* const carry = crew.template carried<T>();
    T v = identity;
#pragma unroll 1
    for (int turn = 0; turn < TILE / LANES; turn += AT_ONCE * crew.together) {
        const int row = turn + AT_ONCE * crew.part;
        T c[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            c[k] = row + k < rows ? contribution(first + (row + k) * LANES) : identity;
        }
#pragma unroll 1
        for (int part = 0; part < crew.together; part++) {
            if (part == crew.part) {
                if (crew.together > 1 && turn + part > 0) v = *carry;
#pragma unroll
                for (int k = 0; k < AT_ONCE; k++) {
                    if (keeps_with_identity(&op) || row + k < rows) v = op(v, c[k]);
                }
                if (crew.together > 1) *carry = v;
            }
            crew.pass_on();
        }
    }
    return v;
}

// Folds the tiles of [0, n) that are this block's; take gets each with its result, in one thread.
template <class T, class I, class Op, class F, class Take>
JAVA_FUNCTION void fold_tiles(I n, int block, int blocks, T identity, Op op, F contribution, Take take) {
    const I tiles = n / TILE + (n % TILE != 0);
    const Crew crew(blockDim.x / LANES, warps_together((long long) tiles, blocks));
#pragma unroll 1
    for (I from = (I) block * crew.slots; from < tiles; from += (I) blocks * crew.slots) {
        const I tile = from + crew.slot;
        const bool mine = tile < tiles && crew.slot < crew.slots;
        T v = fold_tile(crew, mine ? tile : (I) 0, mine ? n : (I) 0, identity, op, contribution);
        if (mine && crew.is_last()) {
            v = fold_lanes(v, op);
            if (crew.lane == 0) take(tile, v);
        }
    }
}

// Folds the n values that lie from a place; the results of each level lie behind it. For one block of whole warps.
template <class T, class Op, class Sink>
JAVA_FUNCTION void fold_levels(T* from, long long n, T identity, Op op, Sink sink) {
#pragma unroll 1
    while (n > 1) {
        T* const results = from + n;
        fold_tiles(
                n, 0, 1, identity, op, [=](long long p) { return from[p]; }, [=](long long tile, T v) { results[tile] = v; });
        __threadfence_block();
        __syncthreads();
        from = results;
        n = (n + TILE - 1) / TILE;
    }
    if (threadIdx.x == 0) sink(n == 0 ? identity : *from);
}

// Reduces [0, n) with some blocks, of which this is one; the last block finishes.
template <class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION void reduce(I n, T identity, Op op, F contribution, T* partials, unsigned* counter, int block, int blocks,
        Sink sink) {
    const bool single = n > 0 && n <= TILE;
    fold_tiles(n, block, blocks, identity, op, contribution, [=](I tile, T v) {
        if (single) {
            sink(v);
        } else {
            partials[tile] = v;
        }
    });
    if (single) return;
    // One block needs to wait for no other.
    if (blocks == 1) {
        __threadfence_block();
        __syncthreads();
    } else if (!is_last_block(counter, blocks)) {
        return;
    }
    fold_levels(partials, (long long) (n / TILE + (n % TILE != 0)), identity, op, sink);
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

// The prefix sums of one row of 32 threads.
template <class T> JAVA_FUNCTION T scan_row(T v) {
    const int lane = threadIdx.x % LANES;
    for (int s = 1; s < LANES; s *= 2) {
        const T last = shuffle(v, (lane & ~(2 * s - 1)) + s - 1);
        if (lane & s) v = plus(last, v);
    }
    return v;
}

// The prefix sums of some rows, each by itself, from one position to another; what is behind it counts as 0.
template <class T, class I, class F> JAVA_FUNCTION void scan_rows(T (&v)[AT_ONCE], I from, I to, F contribution) {
    const I first = from + threadIdx.x % LANES;
    if (to - from >= AT_ONCE * LANES) {
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) v[k] = contribution(first + k * LANES);
    } else {
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            v[k] = to - from > k * LANES && to - first > k * LANES ? contribution(first + k * LANES) : (T) 0;
        }
    }
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) v[k] = scan_row(v[k]);
}

// Returns the sum of one tile in all of its 32 threads.
template <class T, class I, class F> JAVA_FUNCTION T scan_total(I tile, I n, F contribution) {
    T carry = 0;
    const I to = n - tile * TILE > TILE ? tile * TILE + TILE : n;
    for (I from = tile * TILE; from < to; from += AT_ONCE * LANES) {
        T v[AT_ONCE];
        scan_rows(v, from, to, contribution);
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const T total = shuffle(v[k], LANES - 1);
            if (to - from > k * LANES) carry = plus(carry, total);
        }
    }
    return carry;
}

// Sums up the totals of all tiles, groups of tiles and so on. For one block.
template <class T, class I> JAVA_FUNCTION void scan_levels(I tiles, T* sums) {
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

// What comes before a tile in its group, before that in its own group, and so on; see scan_before.
template <class T, class I> struct Before {
    // As many groups of groups as there can be.
    static const int LEVELS = sizeof(I) == 4 ? 4 : 7;
    T of[LEVELS];
    int levels;

    JAVA_MEMBER Before(I tile, I tiles, const T* sums) : levels(0) {
        const T* level = sums;
        I unit = tile;
        I units = tiles;
#pragma unroll
        for (int l = 0; l < LEVELS; l++) {
            const bool more = units > 1;
            of[l] = more ? level[units + unit] : (T) 0;
            levels += more;
            level += 2 * units;
            unit /= GROUP;
            units = (units + GROUP - 1) / GROUP;
        }
    }

    JAVA_MEMBER T and_then(T sum) const {
#pragma unroll
        for (int l = 0; l < LEVELS; l++) {
            if (l < levels) sum = plus(of[l], sum);
        }
        return sum;
    }
};

// Hands the prefix sums of one tile on.
template <class T, class I, class F, class G>
JAVA_FUNCTION void scan_tile(I tile, I tiles, I n, F contribution, const T* sums, G take, bool inclusive) {
    const int lane = threadIdx.x % LANES;
    const Before<T, I> all(tile, tiles, sums);
    T carry = 0;
    T before = all.and_then((T) 0);
    const I to = n - tile * TILE > TILE ? tile * TILE + TILE : n;
    for (I from = tile * TILE; from < to; from += AT_ONCE * LANES) {
        T v[AT_ONCE];
        scan_rows(v, from, to, contribution);
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const T sum = all.and_then(plus(carry, v[k]));
            carry = plus(carry, shuffle(v[k], LANES - 1));
            const T last = shuffle(sum, (lane + LANES - 1) % LANES);
            if (to - from > k * LANES && to - from - k * LANES > lane) {
                take(from + k * LANES + lane, inclusive ? sum : lane == 0 ? before : last);
            }
            before = shuffle(sum, LANES - 1);
        }
    }
}

template <class T, class I, class F>
JAVA_FUNCTION void scan_totals(I n, F contribution, T* sums, unsigned* counter) {
    const I tiles = n / TILE + (n % TILE != 0);
    const I tile = (I) blockIdx.x * (I) (blockDim.x / LANES) + (I) (threadIdx.x / LANES);
    if (tile < tiles) {
        const T total = scan_total<T>(tile, n, contribution);
        if (threadIdx.x % LANES == 0) sums[tile] = total;
    }
    if (is_last_block(counter, gridDim.x)) scan_levels(tiles, sums);
}

template <class T, class I, class F, class G>
JAVA_FUNCTION void scan_pass(I n, F contribution, const T* sums, G take, bool inclusive) {
    const I tiles = n / TILE + (n % TILE != 0);
    const I tile = (I) blockIdx.x * (I) (blockDim.x / LANES) + (I) (threadIdx.x / LANES);
    if (tile < tiles) scan_tile(tile, tiles, n, contribution, sums, take, inclusive);
}

// Both at once, by one block with 32 threads for each tile.
template <class T, class I, class F, class G>
JAVA_FUNCTION void scan_block(I n, F contribution, T* sums, G take, bool inclusive) {
    const I tiles = n / TILE + (n % TILE != 0);
    const I tile = (I) (threadIdx.x / LANES);
    if (tiles > 1) {
        if (tile < tiles) {
            const T total = scan_total<T>(tile, n, contribution);
            if (threadIdx.x % LANES == 0) sums[tile] = total;
        }
        __threadfence_block();
        __syncthreads();
        scan_levels(tiles, sums);
    }
    if (tile < tiles) scan_tile(tile, tiles, n, contribution, (const T*) sums, take, inclusive);
}
}
