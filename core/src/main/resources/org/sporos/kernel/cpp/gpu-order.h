namespace java {
// Folds a row of count values of 32 threads in ascending order, like fold_row; the first thread gets the result.
template <class T, class Op> JAVA_FUNCTION T fold_lanes_in_order(T v, int count, Op op) {
    const int lane = threadIdx.x % LANES;
    for (int s = 1; s < LANES; s *= 2) {
        const T other = shuffle_down<LANES>(v, s);
        if (lane % (2 * s) == 0 && lane + s < count) v = op(v, other);
    }
    return v;
}

// Adds to a count of arrivals, in one thread of a block after await_block and before a barrier: this orders all
// accesses of the block after earlier arrivals of other blocks, and before later ones. A reduction of 90,000 elements
// takes 11 % less time than with a fence in each thread; docs/benchmarks/shapes-of-small-work.md.
JAVA_FUNCTION unsigned arrive(unsigned* count, unsigned by) {
#if __CUDA_ARCH__ >= 700
    unsigned old;
    asm volatile("atom.add.acq_rel.gpu.u32 %0,[%1],%2;" : "=r"(old) : "l"(count), "r"(by) : "memory");
    return old;
#else
    __threadfence();
    const unsigned old = atomicAdd(count, by);
    __threadfence();
    return old;
#endif
}

// Called in all threads of the block before an arrival. On AMD each thread has a fence, as in AMD's own grid barrier.
JAVA_FUNCTION void await_block() {
#if !(__CUDA_ARCH__ >= 700)
    __threadfence();
#endif
    __syncthreads();
}

// Returns, in all threads of a block, whether it is the last block to arrive.
JAVA_FUNCTION bool is_last_block(unsigned* counter, unsigned blocks) {
    __shared__ bool last;
    await_block();
    if (threadIdx.x == 0) {
        last = arrive(counter, 1u) == blocks - 1;
        if (last) *counter = 0;
    }
    __syncthreads();
    return last;
}

// The shared memory for the contributions to a tile, of BYTES each: one array for all reductions of a kernel.
template <int BYTES> JAVA_FUNCTION unsigned char* tile_memory() {
    __shared__ long long memory[TILE * BYTES / 8];
    return (unsigned char*) memory;
}

// Folds each tile by a whole block: all threads compute contributions, of at most BYTES each, and the first warp folds
// them. Many contributions are computed at once even if there are few tiles.
template <int BYTES> struct TilesOfBlocks {
    // Folds the tiles of [0, n) of this block. For each tile one thread calls take(tile, result).
    template <class T, class I, class Op, class F, class Take>
    static JAVA_MEMBER void fold(I n, int block, int blocks, T identity, Op op, F contribution, Take take) {
        T* const values = (T*) tile_memory<BYTES>();
        const int lane = threadIdx.x % LANES;
        const I tiles = n / TILE + (n % TILE != 0);
#pragma unroll 1
        for (I tile = (I) block; tile < tiles; tile += (I) blocks) {
            const I first = tile * TILE;
            const int inside = n - first >= TILE ? TILE : (int) (n - first);
            const int rows = (inside + LANES - 1) / LANES;
            if (is_built_in(&op)) {
#pragma unroll 4
                for (int k = threadIdx.x; k < inside; k += blockDim.x) values[k] = contribution(first + k);
            } else {
#pragma unroll 1
                for (int row = threadIdx.x / LANES; row < rows; row += blockDim.x / LANES) {
                    const int k = row * LANES + lane;
                    T v = k < inside ? contribution(first + k) : identity;
                    v = fold_lanes_in_order(v, inside - row * LANES, op);
                    if (lane == 0) values[row] = v;
                }
            }
            __syncthreads();
            if (threadIdx.x < LANES) {
                T v = identity;
                if (is_built_in(&op)) {
#pragma unroll 8
                    for (int k = lane; k < inside; k += LANES) v = op(v, values[k]);
                    v = fold_lanes(v, op);
                } else if (lane == 0) {
                    for (int row = 0; row < rows; row++) v = op(v, values[row]);
                }
                if (lane == 0) take(tile, v);
            }
            __syncthreads();
        }
    }
};

// Folds each tile by one warp, in registers and without barriers: faster if there are many more tiles than warps.
struct TilesOfWarps {
    template <class T, class I, class Op, class F, class Take>
    static JAVA_MEMBER void fold(I n, int block, int blocks, T identity, Op op, F contribution, Take take) {
        const int lane = threadIdx.x % LANES;
        const int warps = blockDim.x / LANES;
        const I tiles = n / TILE + (n % TILE != 0);
#pragma unroll 1
        for (I tile = (I) block * warps + (int) (threadIdx.x / LANES); tile < tiles; tile += (I) blocks * warps) {
            const I first = tile * TILE + lane;
            const I left = n - tile * TILE;
            const int inside = left >= TILE ? TILE : (int) left;
            const int rows = (inside - lane + LANES - 1) / LANES;
            T v = identity;
#pragma unroll 1
            for (int row = 0; row < TILE / LANES; row += AT_ONCE) {
                T c[AT_ONCE];
#pragma unroll
                for (int k = 0; k < AT_ONCE; k++) {
                    c[k] = row + k < rows ? contribution(first + (row + k) * LANES) : identity;
                }
                if (!is_built_in(&op)) {
#pragma unroll
                    for (int k = 0; k < AT_ONCE; k++) c[k] = fold_lanes_in_order(c[k], inside - (row + k) * LANES, op);
                }
#pragma unroll
                for (int k = 0; k < AT_ONCE; k++) {
                    if (is_built_in(&op) || lane == 0 && row + k < rows) v = op(v, c[k]);
                }
            }
            if (is_built_in(&op)) v = fold_lanes(v, op);
            if (lane == 0) take(tile, v);
        }
    }
};

// Folds n units in memory level by level; the results of a level follow its units. Called by one block, of whole warps
// if the operator is built in.
template <class Tiles, class T, class Op, class Sink>
JAVA_FUNCTION void fold_levels(T* from, long long n, T identity, Op op, Sink sink) {
    const int unit = is_built_in(&op) ? TILE : GROUP;
    if (n == 0 && threadIdx.x == 0) sink(identity);
#pragma unroll 1
    for (bool last = n == 0; !last; n = (n + unit - 1) / unit) {
        // The last result is passed to sink directly, not through memory.
        last = n <= unit;
        T* const results = from + n;
        const auto take = [=](long long at, T v) {
            if (last) {
                sink(v);
            } else {
                results[at] = v;
            }
        };
        if (is_built_in(&op)) {
            Tiles::fold(n, 0, 1, identity, op, [=](long long p) { return from[p]; }, take);
        } else {
            for (long long group = threadIdx.x; group * GROUP < n; group += blockDim.x) {
                take(group, fold_group(from, n, group, identity, op));
            }
        }
        __threadfence_block();
        __syncthreads();
        from = results;
    }
}

// Reduces [0, n) with several blocks, including this one; the last block to arrive folds the results of the tiles.
// Returns, in all threads of a block, whether it has called sink.
template <class Tiles, class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION bool reduce(I n, T identity, Op op, F contribution, T* partials, unsigned* counter, int block, int blocks,
        Sink sink) {
    const bool single = n > 0 && n <= TILE;
    Tiles::fold(n, block, blocks, identity, op, contribution, [=](I tile, T v) {
        if (single) {
            sink(v);
        } else {
            partials[tile] = v;
        }
    });
    if (single) return block == 0;
    // A single block needs no counter.
    if (blocks == 1) {
        __threadfence_block();
        __syncthreads();
    } else if (!is_last_block(counter, blocks)) {
        return false;
    }
    fold_levels<Tiles>(partials, (long long) (n / TILE + (n % TILE != 0)), identity, op, sink);
    return true;
}

// Reduces [0, n) with all blocks of the grid.
template <class Tiles, class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION bool reduce(I n, T identity, Op op, F contribution, T* partials, unsigned* counter, Sink sink) {
    return reduce<Tiles>(n, identity, op, contribution, partials, counter, (int) blockIdx.x, (int) gridDim.x, sink);
}

// Reduces one value of each team of the league, in the last block to arrive. A block may have any number of threads.
template <int V, int WIDTH, class T, class Op, class Sink>
JAVA_FUNCTION void reduce_blocks(
        Team<V, WIDTH>& team, T identity, Op op, T value, T* values, unsigned* counter, Sink sink) {
    const int n = team.league_size;
    if (team.thread() == 0 && team.league_rank < n) values[team.league_rank] = value;
    if (!is_last_block(counter, (n - 1) / team.in_block() + 1)) return;
    if (!is_built_in(&op)) {
        const int rows = n / LANES + (n % LANES != 0);
        for (int row = threadIdx.x; row < rows; row += blockDim.x) {
            const int left = n - row * LANES;
            values[n + row] = fold_row(values + row * LANES, left > LANES ? LANES : left, op);
        }
        __threadfence_block();
        __syncthreads();
        fold_levels<TilesOfWarps>(values + n, rows, identity, op, sink);
        return;
    }
    Team<> block;
    const T result = reduce_team(block, (T*) shared(), n, identity, op, [=](int k) { return values[k]; });
    if (threadIdx.x == 0) sink(result);
}

// The shared state of the blocks of a scan. A sum is published with the mark of its run, which differs between runs, so
// that the last block resets only the two counts. Marks are even; the next odd number marks the sum of a tile and all
// tiles before it.
struct ScanState {
    unsigned tickets;
    unsigned finished;
    unsigned mark;

    // The published sums of tiles, groups of tiles and so on, aligned.
    JAVA_MEMBER unsigned long long* sums() { return (unsigned long long*) (((unsigned long long) (&mark + 1) + 7) & ~7ull); }
};

JAVA_FUNCTION long long raw(int v) { return v; }
JAVA_FUNCTION long long raw(float v) { return bits(v); }
JAVA_FUNCTION long long raw(long long v) { return v; }
JAVA_FUNCTION long long raw(double v) { return bits(v); }
JAVA_FUNCTION void of_raw(int& v, long long raw) { v = (int) raw; }
JAVA_FUNCTION void of_raw(float& v, long long raw) { v = f32((int) raw); }
JAVA_FUNCTION void of_raw(long long& v, long long raw) { v = raw; }
JAVA_FUNCTION void of_raw(double& v, long long raw) { v = f64(raw); }

// A sum in words, each with the mark of its run and 32 bits of the sum. A word is stored and loaded at once: no fence
// is needed, and a sum is visible after one access to memory.
template <class T> struct MarkedSum {
    static const int WORDS = sizeof(T) / 4;
    unsigned long long word[WORDS];

    // Publishes the sum of a unit (a tile, a group, ...) to all other blocks. Called by one thread.
    static JAVA_MEMBER void publish(unsigned long long* sums, long long unit, T sum, unsigned mark) {
#pragma unroll
        for (int w = 0; w < WORDS; w++) {
            const unsigned part = (unsigned) (raw(sum) >> (32 * w));
            *(volatile unsigned long long*) (sums + unit * WORDS + w) = (unsigned long long) mark << 32 | part;
        }
    }

    JAVA_MEMBER unsigned mark() const { return (unsigned) (word[0] >> 32); }

    // Returns whether all words are of one sum of the run.
    JAVA_MEMBER bool is_of(unsigned now) const {
        bool is = (mark() & ~1u) == now;
#pragma unroll
        for (int w = 1; w < WORDS; w++) is = is && (unsigned) (word[w] >> 32) == mark();
        return is;
    }

    JAVA_MEMBER T value() const {
        long long all = 0;
#pragma unroll
        for (int w = 0; w < WORDS; w++) all |= (long long) (unsigned) word[w] << (32 * w);
        T sum;
        of_raw(sum, all);
        return sum;
    }

    // Waits for the sums of the units first, first + step, ..., all at once; those outside of [0, count) are 0. Tiles are
    // numbered in the order in which blocks start, so that the block of an awaited tile is running.
    template <int N, class I>
    static JAVA_MEMBER void await(
            MarkedSum (&of)[N], const unsigned long long* sums, I first, int step, I count, unsigned now) {
#pragma unroll
        for (int k = 0; k < N; k++) {
            const bool inside = first + k * step >= 0 && first + k * step < count;
#pragma unroll
            for (int w = 0; w < WORDS; w++) of[k].word[w] = (unsigned long long) (inside ? ~now : now) << 32;
        }
        bool waits = true;
#pragma unroll 1
        while (waits) {
            waits = false;
#pragma unroll
            for (int k = 0; k < N; k++) {
                if (!of[k].is_of(now)) {
                    waits = true;
#pragma unroll
                    for (int w = 0; w < WORDS; w++) {
                        of[k].word[w] = *(volatile const unsigned long long*) (sums + (long long) (first + k * step) * WORDS + w);
                    }
                }
            }
        }
    }
};

// Returns the ordered sum of consecutive units, fewer than a group, to each of 32 threads.
template <class T> JAVA_FUNCTION T chain(const unsigned long long* sums, int count, unsigned now) {
    MarkedSum<T> of[2];
    MarkedSum<T>::await(of, sums, (int) threadIdx.x % LANES, LANES, count, now);
    __shared__ T units[GROUP];
    units[threadIdx.x % LANES] = of[0].value();
    units[threadIdx.x % LANES + LANES] = of[1].value();
    JAVA_SYNC_LANES(LANES);
    T sum = 0;
#pragma unroll 1
    for (int from = 0; from < count; from += AT_ONCE) {
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) sum = plus(sum, units[from + k]);
    }
    JAVA_SYNC_LANES(LANES);
    return sum;
}

// The levels of units for the largest number of indexes.
template <class I> struct Levels {
    static const int COUNT = sizeof(I) == 4 ? 4 : 7;
};

// The sums before a tile in its group, before that group in its own group, and so on.
template <class T, class I> struct Before {
    static const int LEVELS = Levels<I>::COUNT;

    // Publishes the sum of a tile, which the threads of the last warp have, then that of its group if the tile is its
    // last one, and so on, and finds the sums before it. Called by all threads of a block.
    static JAVA_MEMBER void find(
            T (&bases)[LEVELS], bool is_in_last_warp, I tile, I tiles, T sum, unsigned long long* sums, unsigned now) {
        __shared__ T of[LEVELS];
        if (is_in_last_warp) {
            const int lane = threadIdx.x % LANES;
            I unit = tile;
            bool complete = true;
            int level = 0;
#pragma unroll 1
            for (I units = tiles; units > 1; units = (units + GROUP - 1) / GROUP) {
                if (complete && lane == 0) MarkedSum<T>::publish(sums, unit, sum, now);
                const int index = (int) (unit % GROUP);
                const T before = chain<T>(sums + (unit - index) * MarkedSum<T>::WORDS, index, now);
                if (lane == 0) of[level] = before;
                sum = plus(before, sum);
                complete = complete && index == GROUP - 1;
                sums += units * MarkedSum<T>::WORDS;
                unit /= GROUP;
                level++;
            }
            if (lane == 0) {
                for (; level < LEVELS; level++) of[level] = 0;
            }
        }
        __syncthreads();
#pragma unroll
        for (int l = 0; l < LEVELS; l++) bases[l] = of[l];
    }
};

// Sums of integers are independent of the order. So blocks look back by windows, from their tile on, up to the nearest
// tile that has published the sum of all tiles up to it (Merrill and Garland, "Single-pass parallel prefix scan with
// decoupled look-back", 2016).
template <class T, class I> struct BeforeIntegers {
    static const int LEVELS = 1;
    static const int WARPS = TILE / LANES / AT_ONCE;
    // The tiles of a window that a thread loads at once.
    static const int AHEAD = 4;
    static const int SPAN = AHEAD * LANES;

    static JAVA_MEMBER void find(
            T (&bases)[LEVELS], bool is_in_last_warp, I tile, I tiles, T sum, unsigned long long* sums, unsigned now) {
        // Windows alternate between the rows, so that one barrier for each is enough.
        __shared__ T parts[2][WARPS];
        __shared__ bool ends[2][WARPS];
        const int lane = threadIdx.x % LANES;
        const int warp = threadIdx.x / LANES;
        const bool publishes = is_in_last_warp && lane == 0 && tiles > 1;
        if (publishes) MarkedSum<T>::publish(sums, tile, sum, tile == 0 ? now + 1 : now);
        T before = 0;
        bool found = tile == 0;
        int row = 0;
#pragma unroll 1
        for (I end = tile; !found; end -= WARPS * SPAN) {
            MarkedSum<T> of[AHEAD];
            MarkedSum<T>::await(of, sums, end - 1 - warp * SPAN - lane, -LANES, tile, now);
            int nearest = SPAN;
#pragma unroll
            for (int k = AHEAD - 1; k >= 0; k--) {
                if (of[k].mark() != now) nearest = k * LANES + lane;
            }
            nearest = shuffle<LANES>(fold_lanes(nearest, Min()), 0);
            T part = 0;
#pragma unroll
            for (int k = 0; k < AHEAD; k++) {
                if (k * LANES + lane <= nearest) part = plus(part, of[k].value());
            }
            part = fold_lanes(part, Sum());
            if (lane == 0) {
                parts[row][warp] = part;
                ends[row][warp] = nearest < SPAN;
            }
            __syncthreads();
            for (int w = 0; w < WARPS && !found; w++) {
                before = plus(before, parts[row][w]);
                found = ends[row][w];
            }
            row = 1 - row;
        }
        if (publishes && tile > 0) MarkedSum<T>::publish(sums, tile, plus(before, sum), now + 1);
        bases[0] = before;
    }
};
template <class I> struct Before<int, I> : BeforeIntegers<int, I> {};
template <class I> struct Before<long long, I> : BeforeIntegers<long long, I> {};

// The positions of one thread in a tile of [0, n) for a block of four warps: one in each of 16 rows of 32.
template <class I> struct TilePart {
    const int lane;
    const int warp;
    const I first;
    // The distance from the first position to the end of the tile or of [0, n); positions at smaller distances are
    // inside.
    const int inside;

    JAVA_MEMBER TilePart(I tile, I n)
        : lane(threadIdx.x % LANES), warp(threadIdx.x / LANES), first(tile * TILE + warp * AT_ONCE * LANES + lane),
          inside((int) (n - tile * TILE >= TILE ? TILE : n - tile * TILE) - warp * AT_ONCE * LANES - lane) {}

    JAVA_MEMBER bool has(int row) const { return row * LANES < inside; }

    JAVA_MEMBER bool is_in_last_warp() const { return warp == TILE / LANES / AT_ONCE - 1; }
};

// Stores the prefix sums within each row to v, and the sums of all rows of the tile to rows, in shared memory. Returns
// the sum of the rows before those of this warp.
template <class T, class I, class F>
JAVA_FUNCTION T scan_rows(const TilePart<I>& part, T (&v)[AT_ONCE], T* rows, F contribution) {
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) v[k] = part.has(k) ? contribution(part.first + k * LANES) : (T) 0;
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) {
        v[k] = scan_row(v[k]);
        if (part.lane == LANES - 1) rows[part.warp * AT_ONCE + k] = v[k];
    }
    __syncthreads();
    T carry = 0;
#pragma unroll 1
    for (int first = 0; first < part.warp * AT_ONCE; first += AT_ONCE) {
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) carry = plus(carry, rows[first + k]);
    }
    return carry;
}

// Returns the sum of a tile, in the threads of the last warp.
template <class T> JAVA_FUNCTION T tile_sum(T carry, const T* rows) {
    T sum = carry;
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) sum = plus(sum, rows[TILE / LANES - AT_ONCE + k]);
    return sum;
}

// Calls take with the prefix sums of a tile; bases are the sums before the tile in its group, before that group in its
// own, and so on.
template <class T, class I, int LEVELS, class G>
JAVA_FUNCTION void take_rows(
    const TilePart<I>& part, const T (&v)[AT_ONCE], T carry, const T* rows, const T (&bases)[LEVELS], G take, bool inclusive) {
    const auto after = [&](T sum) {
#pragma unroll
        for (int l = 0; l < LEVELS; l++) sum = plus(bases[l], sum);
        return sum;
    };
    T before = after(carry);
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) {
        const T sum = after(plus(carry, v[k]));
        // The first lane gets the sum before the next row.
        const T last = shuffle<LANES>(sum, (part.lane + LANES - 1) % LANES);
        if (part.has(k)) take(part.first + k * LANES, inclusive ? sum : part.lane == 0 ? before : last);
        carry = plus(carry, rows[part.warp * AT_ONCE + k]);
        before = last;
    }
}

// Returns the number of indexes between dynamic bounds; 0 if these are outside of their limits, which the first thread
// reports as a fault.
template <class I> JAVA_FUNCTION I live_count(I begin, I end, I lowest, I highest, int site, Errors* errors, int node) {
    if (begin >= lowest && begin <= end && end <= highest) return end - begin;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Fault outside;
        outside.note(site, begin, end);
        report(errors, node, outside);
    }
    return 0;
}

// Calls take with the prefix sums of [0, n), in one launch with a block per tile.
template <class T, class I, class F, class G>
JAVA_FUNCTION void scan(I n, F contribution, unsigned* counters, G take, bool inclusive) {
    __shared__ T rows[TILE / LANES];
    __shared__ unsigned ticket[2];
    ScanState* const state = (ScanState*) counters;
    const I tiles = n / TILE + (n % TILE != 0);
    if (tiles > 1) {
        if (threadIdx.x == 0) {
            ticket[0] = atomicAdd(&state->tickets, 1u);
            ticket[1] = atomic_get(&state->mark) + 2;
        }
        __syncthreads();
    }
    const I tile = tiles > 1 ? (I) ticket[0] : (I) 0;
    const TilePart<I> part(tile, n);
    T v[AT_ONCE];
    const T carry = scan_rows(part, v, rows, contribution);
    const T sum = part.is_in_last_warp() ? tile_sum(carry, rows) : (T) 0;
    T bases[Before<T, I>::LEVELS];
    Before<T, I>::find(bases, part.is_in_last_warp(), tile, tiles, sum, state->sums(), ticket[1]);
    // When the last block arrives, all others are running and none waits.
    if (tiles > 1 && threadIdx.x == 0 && atomicAdd(&state->finished, 1u) == (unsigned) tiles - 1) {
        state->tickets = 0;
        state->finished = 0;
        state->mark = ticket[1];
    }
    take_rows(part, v, carry, rows, bases, take, inclusive);
}
}
