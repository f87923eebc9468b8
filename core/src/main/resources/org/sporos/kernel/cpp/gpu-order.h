namespace java {
// The shared memory of a block: the room for reductions comes first, then the scratch memory of the team.
static const int ROOM_BYTES = 3 * LANES * 16;
JAVA_FUNCTION unsigned char* shared() {
    extern __shared__ double memory[];
    return (unsigned char*) memory;
}

// The lanes of a warp of which a thread is one, in groups of so many lanes.
template <int WIDTH> JAVA_FUNCTION unsigned lane_mask() {
    return WIDTH == LANES ? 0xffffffffu : ((1u << WIDTH % LANES) - 1) << (threadIdx.x % LANES / WIDTH * WIDTH);
}

#define JAVA_SHUFFLES(T) \
    template <int WIDTH> JAVA_FUNCTION T shuffle_down(T v, int s) { return WIDTH == 1 ? v : JAVA_SHUFFLE_DOWN(v, s, WIDTH); } \
    template <int WIDTH> JAVA_FUNCTION T shuffle(T v, int l) { return WIDTH == 1 ? v : JAVA_SHUFFLE(v, l, WIDTH); }
JAVA_SHUFFLES(int)
JAVA_SHUFFLES(float)
JAVA_SHUFFLES(long long)
JAVA_SHUFFLES(double)
#undef JAVA_SHUFFLES
template <int WIDTH, class T> JAVA_FUNCTION Located<T> shuffle_down(Located<T> v, int s) {
    Located<T> other;
    other.value = shuffle_down<WIDTH>(v.value, s);
    other.at = shuffle_down<WIDTH>(v.at, s);
    return other;
}

// Folds the values of so many lanes by halves; the first has the result.
template <int WIDTH = LANES, class T, class Op> JAVA_FUNCTION T fold_lanes(T v, Op op) {
    const int lane = threadIdx.x % WIDTH;
    for (int s = WIDTH / 2; s > 0; s /= 2) {
        const T other = shuffle_down<WIDTH>(v, s);
        if (lane < s) v = op(v, other);
    }
    return v;
}

// Returns the prefix sums of a row of so many lanes.
template <int WIDTH = LANES, class T> JAVA_FUNCTION T scan_row(T v) {
    const int lane = threadIdx.x % WIDTH;
    for (int s = 1; s < WIDTH; s *= 2) {
        const T last = shuffle<WIDTH>(v, (lane & ~(2 * s - 1)) + s - 1);
        if (lane & s) v = plus(last, v);
    }
    return v;
}

template <int V, int WIDTH> struct Team;
template <int AT, int V, int WIDTH, class T, class Op, class F>
JAVA_FUNCTION T reduce_warps(Team<V, WIDTH>& team, unsigned char* room, int n, T identity, Op op, F contribution);

// A team whose members have V vector lanes each, which run all code of the member alike. A team of WIDTH threads, a part
// of a warp, shares its block with others; if WIDTH is 0, the team is the block.
template <int V = 1, int WIDTH = 0> struct Team {
    const int league_rank;
    const int league_size;
    const int team_rank;
    const int team_size;
    // The offset of the team's own shared memory, and where its scratch memory begins in there.
    const int base;
    const int room_bytes;
    int used;

    // Makes the team of this thread. Of teams that share a block, each has so many bytes, with the room for reductions
    // first.
    JAVA_MEMBER explicit Team(int league, int room = 0, int bytes = 0)
        : league_rank(blockIdx.x * in_block() + (WIDTH == 0 ? 0 : threadIdx.x / (WIDTH + (WIDTH == 0)))),
          league_size(league), team_rank(thread() / V), team_size(threads() / V),
          base(WIDTH == 0 ? 0 : threadIdx.x / (WIDTH + (WIDTH == 0)) * bytes), room_bytes(WIDTH == 0 ? ROOM_BYTES : room),
          used(0) {}
    JAVA_MEMBER Team() : Team(gridDim.x) {}

    // The number of this thread in the team, and the number of threads.
    static JAVA_MEMBER int thread() { return WIDTH == 0 ? threadIdx.x : threadIdx.x % (WIDTH + (WIDTH == 0)); }
    static JAVA_MEMBER int threads() { return WIDTH == 0 ? blockDim.x : WIDTH; }
    static JAVA_MEMBER int lane() { return thread() % V; }
    static JAVA_MEMBER bool is_first_lane() { return lane() == 0; }

    // The number of teams that a block has room for.
    static JAVA_MEMBER int in_block() { return WIDTH == 0 ? 1 : blockDim.x / (WIDTH + (WIDTH == 0)); }

    // The first index of this thread in a range whose indexes the members take in turns, each with all of its lanes.
    JAVA_MEMBER int first_index() const { return team_rank + team_size * lane(); }

    JAVA_MEMBER void barrier() const {
        if (WIDTH == 0) {
            __syncthreads();
        } else if (WIDTH > 1) {
            JAVA_SYNC_LANES(WIDTH);
        }
    }

    // Waits for the lanes of the member; what they wrote before is visible to all of them after.
    JAVA_MEMBER void meet() const {
        if (V > 1) JAVA_SYNC_LANES(V);
    }

    // Returns to all lanes of the member what the first of them finds.
    template <class F> JAVA_MEMBER auto once(F f) const -> decltype(f()) {
        decltype(f()) v = decltype(f())();
        if (is_first_lane()) v = f();
        return shuffle<V>(v, 0);
    }

    // Returns n if there is scratch memory for n more elements; else notes a fault and returns 0.
    template <class T> JAVA_MEMBER int granted(Fault& fault, int site, int n, int bytes) const {
        const long long to = begin<T>() + (long long) n * (int) sizeof(T);
        if (n >= 0 && to <= bytes) return n;
        fault.note(site, n, to);
        return 0;
    }

    template <class T> JAVA_MEMBER T* scratch(int n) {
        T* at = (T*) (shared() + base + room_bytes + begin<T>());
        used = begin<T>() + n * (int) sizeof(T);
        return at;
    }

    // Returns the offset of the next piece of scratch memory, which is aligned to its elements.
    template <class T> JAVA_MEMBER int begin() const { return (used + (int) sizeof(T) - 1) & -(int) sizeof(T); }

    // Reduces with all threads of the team, of which there is a whole warp at least. A thread evaluates up to AT
    // contributions before it uses the first of them.
    template <int AT, class T, class Op, class F> JAVA_MEMBER T reduce(int n, T identity, Op op, F contribution) {
        return reduce_warps<AT>(*this, shared() + base, n, identity, op, contribution);
    }

    // Reduces with the members of the team, whose lanes evaluate each contribution together.
    template <class T, class Op, class F> JAVA_MEMBER T reduce_members(int n, T identity, Op op, F contribution) {
        return reduce_team(*this, (T*) (shared() + base), n, identity, op, contribution);
    }

    template <class T, class F, class G> JAVA_MEMBER T scan(int n, bool inclusive, F contribution, G take) {
        return scan_warps(*this, (T*) (shared() + base), n, inclusive, contribution, take);
    }

    template <class T, class F, class G> JAVA_MEMBER T scan_members(int n, bool inclusive, F contribution, G take) {
        return scan_team(*this, (T*) (shared() + base), n, inclusive, contribution, take);
    }

    template <class F> JAVA_MEMBER void vector_for(int n, F body) const {
        meet();
        for (int left = n > 0 ? n - lane() : 0; left > 0; left -= V) body(n - left);
        meet();
    }

    template <class T, class Op, class F> JAVA_MEMBER T vector_reduce(int n, T identity, Op op, F contribution) const {
        meet();
        T v = identity;
        for (int left = n > 0 ? n - lane() : 0; left > 0; left -= V) v = op(v, contribution(n - left));
        v = shuffle<V>(fold_lanes<V>(v, op), 0);
        meet();
        return v;
    }

    template <class T, class F, class G>
    JAVA_MEMBER T vector_scan(int n, bool inclusive, F contribution, G take) const {
        meet();
        T carry = 0;
        for (int left = n; left > 0; left -= V) {
            const bool inside = lane() < left;
            const T sum = plus(carry, scan_row<V>(inside ? contribution(n - left + lane()) : (T) 0));
            const T last = shuffle<V>(sum, (lane() + V - 1) % V);
            if (inside) take(n - left + lane(), inclusive ? sum : lane() == 0 ? carry : last);
            carry = shuffle<V>(sum, V - 1);
        }
        meet();
        return carry;
    }
};

// The reduction of a team of whole warps; threads behind the last of them only wait. Each warp folds tiles of its own.
// If there are many more warps than tiles, up to four load the rows of a tile at once, and its 32 running values pass
// from one to the next. The first warp folds the results of tiles as they come. A team that is one warp shares no memory.
template <int AT, int V, int WIDTH, class T, class Op, class F>
JAVA_FUNCTION T reduce_warps(Team<V, WIDTH>& team, unsigned char* room, int n, T identity, Op op, F contribution) {
    const bool single = WIDTH == LANES;
    T* const running = (T*) room;
    T* results = (T*) (room + 2 * LANES * 8);
    T* const total = (T*) (room + 4 * LANES * 8);
    const int lane = team.thread() % LANES;
    const int warp = team.thread() / LANES;
    const int warps = single ? 1 : team.threads() / LANES;
    const int tiles = n <= 0 ? 0 : n / TILE + (n % TILE != 0);
    int share = 1;
    while (tiles <= 2 && share < 4 && 2 * share * tiles <= warps && n > share * AT * LANES) share *= 2;
    int at_once = 1;
    while (2 * at_once * share <= warps) at_once *= 2;
    const int part = warp % share;
    T v = identity;
    T second = identity;
    T third = identity;
#pragma unroll 1
    for (int first = 0; first < tiles; first += at_once) {
        const int tile = first + warp / share;
        const bool has = warp < at_once * share && tile < tiles;
        const int left = has ? n - tile * TILE : 0;
        const int inside = left > TILE ? TILE : left;
        const int most = n - first * TILE > TILE ? TILE : n - first * TILE;
        const int rows = (most + LANES - 1) / LANES;
        const int each = (rows + share - 1) / share;
        const int chunk = each > AT ? AT : each;
        v = identity;
#pragma unroll 1
        for (int row = 0; row < rows; row += chunk * share) {
            T c[AT];
#pragma unroll
            for (int k = 0; k < AT; k++) {
                const int p = (row + part * chunk + k) * LANES + lane;
                c[k] = k < chunk && p < inside ? contribution(tile * TILE + p) : identity;
            }
#pragma unroll 1
            for (int turn = 0; turn < share; turn++) {
                if (turn == part) {
                    if (row + turn > 0 && share > 1 && has) v = running[tile * LANES + lane];
#pragma unroll
                    for (int k = 0; k < AT; k++) v = op(v, c[k]);
                    if (share > 1 && has) running[tile * LANES + lane] = v;
                }
                if (share > 1) team.barrier();
            }
        }
        if (warp < warps) v = fold_lanes(v, op);
        if (single) {
            v = shuffle<LANES>(v, 0);
        } else {
            if (has && part == share - 1 && lane == 0) results[warp / share] = v;
            team.barrier();
        }
        if (warp == 0 && tiles > 1) {
            const int k = (lane - first) & (LANES - 1);
            if (k < at_once && first + k < tiles) second = op(second, single ? v : results[k]);
            if (tiles > TILE && ((first + at_once) % TILE == 0 || first + at_once >= tiles)) {
                const T up = shuffle<LANES>(fold_lanes(second, op), 0);
                if (lane == first / TILE % LANES) third = op(third, up);
                second = identity;
            }
        }
        if (!single && tiles > 1) results = results == running + 2 * LANES ? results + LANES : results - LANES;
    }
    if (tiles > 1 && warp == 0) v = fold_lanes(tiles > TILE ? third : second, op);
    if (single) {
        v = tiles > 1 ? shuffle<LANES>(v, 0) : v;
        team.barrier();
        return v;
    }
    if (tiles <= 1) {
        v = tiles == 1 ? results[0] : identity;
        team.barrier();
        return v;
    }
    if (team.thread() == 0) *total = v;
    team.barrier();
    return *total;
}

// Folds a row of count values of 32 threads in ascending order, as fold_row does; the first thread has the result.
template <class T, class Op> JAVA_FUNCTION T fold_lanes_in_order(T v, int count, Op op) {
    const int lane = threadIdx.x % LANES;
    for (int s = 1; s < LANES; s *= 2) {
        const T other = shuffle_down<LANES>(v, s);
        if (lane % (2 * s) == 0 && lane + s < count) v = op(v, other);
    }
    return v;
}

// Returns, in all threads of a block, whether it is the last of the blocks to come here.
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

// The shared memory for the contributions to a tile, of so many bytes each: one array for all reductions of a kernel.
template <int BYTES> JAVA_FUNCTION unsigned char* tile_memory() {
    __shared__ long long memory[TILE * BYTES / 8];
    return (unsigned char*) memory;
}

// Each tile is folded by a whole block: all threads compute contributions, of at most BYTES each, and the first warp
// folds them. Many contributions are computed at once, however few tiles there are.
template <int BYTES> struct TilesOfBlocks {
    // Folds the tiles of [0, n) that this block has. For each tile one thread calls take(tile, result).
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

// Each tile is folded by one warp, in registers, without waiting for others: the faster way where there are many more
// tiles than warps.
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

// Folds n units in memory level by level; the results of each level are put behind its units. One block calls it, of
// whole warps if the operator is built in.
template <class Tiles, class T, class Op, class Sink>
JAVA_FUNCTION void fold_levels(T* from, long long n, T identity, Op op, Sink sink) {
    const int unit = is_built_in(&op) ? TILE : GROUP;
#pragma unroll 1
    do {
        T* const results = from + n;
        if (is_built_in(&op)) {
            Tiles::fold(
                    n, 0, 1, identity, op, [=](long long p) { return from[p]; },
                    [=](long long tile, T v) { results[tile] = v; });
        } else {
            for (long long group = threadIdx.x; group * GROUP < n; group += blockDim.x) {
                results[group] = fold_group(from, n, group, identity, op);
            }
        }
        __threadfence_block();
        __syncthreads();
        from = results;
        n = (n + unit - 1) / unit;
    } while (n > 1);
    if (threadIdx.x == 0) sink(n == 0 ? identity : *from);
}

// Reduces [0, n) with some blocks, of which this is one; the last block to come folds the results of the tiles. Returns,
// in all threads of a block, whether it is the one that has called sink.
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

// The same with all blocks of the grid.
template <class Tiles, class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION bool reduce(I n, T identity, Op op, F contribution, T* partials, unsigned* counter, Sink sink) {
    return reduce<Tiles>(n, identity, op, contribution, partials, counter, (int) blockIdx.x, (int) gridDim.x, sink);
}

// Reduces one value of each team of the league, in the last block to come. A block may have any number of threads.
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

// The scan of a team, a row for each whole warp; room has 2 * 32 values that the team shares. Threads behind the last
// whole warp only wait at the barriers.
template <int V, int WIDTH, class T, class F, class G>
JAVA_FUNCTION T scan_warps(Team<V, WIDTH>& team, T* room, int n, bool inclusive, F contribution, G take) {
    const int lane = team.thread() % LANES;
    const int warp = team.thread() / LANES;
    const int warps = team.threads() / LANES;
    RunningSums<T> sums;
    T* rows = room;
    for (int left = n; left > 0; left -= warps * LANES) {
        const int from = n - left;
        T v = 0;
        if (warp < warps) {
            v = scan_row(team.thread() < left ? contribution(from + team.thread()) : (T) 0);
            if (lane == LANES - 1) rows[warp] = v;
        }
        team.barrier();
        T before = 0;
        for (int row = 0; row < warps; row++) {
            if (row == warp) {
                before = sums.all(sums.carry);
                v = sums.all(plus(sums.carry, v));
            }
            sums.add(from / LANES + row, rows[row]);
        }
        if (warp < warps) {
            const T last = shuffle<LANES>(v, (lane + LANES - 1) % LANES);
            if (team.thread() < left) take(from + team.thread(), inclusive ? v : lane == 0 ? before : last);
        }
        // The sums of the next rows go to the other half of room, so that no second barrier is needed before they are
        // written.
        rows = rows == room ? room + LANES : room;
    }
    team.barrier();
    return sums.all(sums.carry);
}

// The state that the blocks of a scan share, besides the sums of tiles, groups of tiles and so on. A sum is published
// once its mark equals the mark of the run, which is another one in each run: the last block resets only the two
// counts.
struct ScanState {
    unsigned tickets;
    unsigned finished;
    unsigned mark;

    JAVA_MEMBER unsigned* marks() { return &mark + 1; }
};

// Publishes the sum of a unit (a tile, a group, ...) to all other blocks. One thread calls it.
template <class T> JAVA_FUNCTION void publish(T* sum, T value, unsigned* mark, unsigned now) {
    *(volatile T*) sum = value;
    __threadfence();
    *(volatile unsigned*) mark = now;
}

// Returns the sum of some consecutive units, fewer than a group, in their order, to each of 32 threads. Waits until
// they are published. Blocks take tiles in the order in which they begin to run, so that the blocks of these units have
// begun already.
template <class T> JAVA_FUNCTION T chain(const T* sums, unsigned* marks, int count, unsigned now) {
    const int lane = threadIdx.x % LANES;
    for (int k = lane; k < count; k += LANES) {
        while (atomic_get(marks + k) != now) {
        }
    }
    __threadfence();
    const T low = lane < count ? atomic_get(sums + lane) : (T) 0;
    const T high = lane + LANES < count ? atomic_get(sums + lane + LANES) : (T) 0;
    T sum = 0;
#pragma unroll 1
    for (int from = 0; from < count; from += 8) {
        T next[8];
#pragma unroll
        for (int k = 0; k < 8; k++) next[k] = shuffle<LANES>(from < LANES ? low : high, (from + k) % LANES);
#pragma unroll
        for (int k = 0; k < 8; k++) sum = plus(sum, next[k]);
    }
    return sum;
}

// The sums before a tile in its group, before that group in its own group, and so on.
template <class T, class I> struct Before {
    // Enough levels for the greatest number of indexes.
    static const int LEVELS = sizeof(I) == 4 ? 4 : 7;

    // Publishes the sum of a tile, then of its group if the tile is the last in it, and so on, and finds the sums
    // before it. 32 threads call it.
    static JAVA_MEMBER void find(T (&of)[LEVELS], I tile, I tiles, T sum, T* sums, ScanState* state, unsigned now) {
        const int lane = threadIdx.x % LANES;
        unsigned* marks = state->marks();
        I unit = tile;
        bool complete = true;
        int level = 0;
#pragma unroll 1
        for (I units = tiles; units > 1; units = (units + GROUP - 1) / GROUP) {
            if (complete && lane == 0) publish(sums + unit, sum, marks + unit, now);
            const int place = (int) (unit % GROUP);
            const T before = chain(sums + unit - place, marks + unit - place, place, now);
            if (lane == 0) of[level] = before;
            sum = plus(before, sum);
            complete = complete && place == GROUP - 1;
            sums += units;
            marks += units;
            unit /= GROUP;
            level++;
        }
        if (lane == 0) {
            for (; level < LEVELS; level++) of[level] = 0;
        }
    }
};

// The part that one thread has of a tile of [0, n), which a block of four warps takes: one position in each of 16 rows
// of 32.
template <class I> struct TilePart {
    const int lane;
    const int warp;
    const I first;
    // The distance from the first position to the end of the tile or of [0, n): positions at a lower distance are
    // inside.
    const int inside;

    JAVA_MEMBER TilePart(I tile, I n)
        : lane(threadIdx.x % LANES), warp(threadIdx.x / LANES), first(tile * TILE + warp * AT_ONCE * LANES + lane),
          inside((int) (n - tile * TILE >= TILE ? TILE : n - tile * TILE) - warp * AT_ONCE * LANES - lane) {}

    JAVA_MEMBER bool has(int row) const { return row * LANES < inside; }

    JAVA_MEMBER bool is_in_last_warp() const { return warp == TILE / LANES / AT_ONCE - 1; }
};

// Puts the prefix sums within each row into v, and the sums of all rows of the tile into rows, which is shared memory.
// Returns the sum of the rows before those of this warp.
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
#pragma unroll 8
    for (int row = 0; row < part.warp * AT_ONCE; row++) carry = plus(carry, rows[row]);
    return carry;
}

// Returns the sum of a tile, in the threads of the last warp.
template <class T> JAVA_FUNCTION T tile_sum(T carry, const T* rows) {
    T sum = carry;
#pragma unroll
    for (int k = 0; k < AT_ONCE; k++) sum = plus(sum, rows[TILE / LANES - AT_ONCE + k]);
    return sum;
}

// Hands the prefix sums of a tile to take; bases are the sums before the tile in its group, before that in its own, and
// so on.
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
        // In the first lane this is the sum before the next row.
        const T last = shuffle<LANES>(sum, (part.lane + LANES - 1) % LANES);
        if (part.has(k)) take(part.first + k * LANES, inclusive ? sum : part.lane == 0 ? before : last);
        carry = plus(carry, rows[part.warp * AT_ONCE + k]);
        before = last;
    }
}

// Returns the number of indexes between two bounds that the kernel has read from memory. It is 0 if they are outside of
// their limits, which the first thread reports as a fault.
template <class I> JAVA_FUNCTION I live_count(I begin, I end, I lowest, I highest, int site, Errors* errors, int node) {
    if (begin >= lowest && begin <= end && end <= highest) return end - begin;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        Fault outside;
        outside.note(site, begin, end);
        report(errors, node, outside);
    }
    return 0;
}

// Hands the prefix sums of [0, n) to take, in one pass with one block for each tile.
template <class T, class I, class F, class G>
JAVA_FUNCTION void scan(I n, F contribution, T* sums, unsigned* counters, G take, bool inclusive) {
    static const int LEVELS = Before<T, I>::LEVELS;
    __shared__ T rows[TILE / LANES];
    __shared__ T of[LEVELS];
    __shared__ unsigned ticket[2];
    ScanState* const state = (ScanState*) counters;
    const I tiles = n / TILE + (n % TILE != 0);
    if (tiles > 1) {
        if (threadIdx.x == 0) {
            ticket[0] = atomicAdd(&state->tickets, 1u);
            ticket[1] = atomic_get(&state->mark) + 1;
        }
        __syncthreads();
    }
    const I tile = tiles > 1 ? (I) ticket[0] : (I) 0;
    const TilePart<I> part(tile, n);
    T v[AT_ONCE];
    const T carry = scan_rows(part, v, rows, contribution);
    if (part.is_in_last_warp()) {
        Before<T, I>::find(of, tile, tiles, tile_sum(carry, rows), sums, state, ticket[1]);
        if (tiles > 1 && part.lane == 0 && atomicAdd(&state->finished, 1u) == (unsigned) tiles - 1) {
            // This block is the last: all others have begun, and none waits any more.
            state->tickets = 0;
            state->finished = 0;
            state->mark = ticket[1];
        }
    }
    __syncthreads();
    T bases[LEVELS];
#pragma unroll
    for (int l = 0; l < LEVELS; l++) bases[l] = of[l];
    take_rows(part, v, carry, rows, bases, take, inclusive);
}

// Computes the sums of all tiles of [0, n), groups of tiles and so on, each with the sum before it in its group. There
// is one block for each tile; the last one to come sums up the groups.
template <class T, class I, class F>
JAVA_FUNCTION void scan_totals(I n, F contribution, T* sums, unsigned* counter) {
    __shared__ T rows[TILE / LANES];
    const I tiles = n / TILE + (n % TILE != 0);
    const TilePart<I> part((I) blockIdx.x, n);
    T v[AT_ONCE];
    const T carry = scan_rows(part, v, rows, contribution);
    const T sum = tile_sum(carry, rows);
    if (part.is_in_last_warp() && part.lane == 0) sums[blockIdx.x] = sum;
    if (!is_last_block(counter, tiles > 0 ? (unsigned) tiles : 1)) return;
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

// Hands the prefix sums of [0, n) to take, by the sums of an earlier launch of scan_totals. There is one block for each
// tile.
template <class T, class I, class F, class G>
JAVA_FUNCTION void scan_pass(I n, F contribution, const T* sums, G take, bool inclusive) {
    static const int LEVELS = Before<T, I>::LEVELS;
    __shared__ T rows[TILE / LANES];
    T bases[LEVELS];
    I units = n / TILE + (n % TILE != 0);
    I unit = (I) blockIdx.x;
    const T* level = sums;
#pragma unroll
    for (int l = 0; l < LEVELS; l++) {
        bases[l] = units > 1 ? level[units + unit] : (T) 0;
        level += 2 * units;
        unit /= GROUP;
        units = (units + GROUP - 1) / GROUP;
    }
    const TilePart<I> part((I) blockIdx.x, n);
    T v[AT_ONCE];
    const T carry = scan_rows(part, v, rows, contribution);
    take_rows(part, v, carry, rows, bases, take, inclusive);
}
}
