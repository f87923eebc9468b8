namespace java {
// The shared memory of a block: the room for reductions comes first, then the scratch memory of the team.
static const int ROOM_BYTES = 3 * LANES * 16;
JAVA_FUNCTION unsigned char* shared() {
    extern __shared__ double memory[];
    return (unsigned char*) memory;
}

// The mask of the lanes in the group of a thread, in a warp with groups of WIDTH lanes.
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

// Folds the values of WIDTH lanes by halves; the first gets the result.
template <int WIDTH = LANES, class T, class Op> JAVA_FUNCTION T fold_lanes(T v, Op op) {
    const int lane = threadIdx.x % WIDTH;
    for (int s = WIDTH / 2; s > 0; s /= 2) {
        const T other = shuffle_down<WIDTH>(v, s);
        if (lane < s) v = op(v, other);
    }
    return v;
}

// Returns the prefix sums of a row of WIDTH lanes.
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

// A team of members with V vector lanes each, which run the code of a member redundantly. A team of WIDTH threads, a
// part of a warp, shares its block with others; if WIDTH is 0, the team is the block.
template <int V = 1, int WIDTH = 0> struct Team {
    // The threads of a team that shares its block.
    static const int PART = WIDTH == 0 ? 1 : WIDTH;
    const int league_rank;
    const int league_size;
    const int team_rank;
    const int team_size;
    // The offset of the team's shared memory, and the bytes in it before the scratch memory.
    const int base;
    const int room_bytes;
    // The used bytes of scratch memory in shared memory and in the memory of the device.
    int used[2];

    // Makes the team of this thread. Teams that share a block have the given bytes of shared memory each: the room for
    // reductions, then scratch memory.
    JAVA_MEMBER explicit Team(int league, int room = 0, int bytes = 0)
        : league_rank(blockIdx.x * in_block() + (WIDTH == 0 ? 0 : threadIdx.x / PART)), league_size(league),
          team_rank(thread() / V), team_size(threads() / V), base(WIDTH == 0 ? 0 : threadIdx.x / PART * bytes),
          room_bytes(WIDTH == 0 ? ROOM_BYTES : room), used{0, 0} {}
    JAVA_MEMBER Team() : Team(gridDim.x) {}

    // The number of this thread in the team, and the number of threads.
    static JAVA_MEMBER int thread() { return WIDTH == 0 ? threadIdx.x : threadIdx.x % PART; }
    static JAVA_MEMBER int threads() { return WIDTH == 0 ? blockDim.x : WIDTH; }
    static JAVA_MEMBER int lane() { return thread() % V; }
    static JAVA_MEMBER bool is_first_lane() { return lane() == 0; }

    // The number of teams that a block has room for.
    static JAVA_MEMBER int in_block() { return WIDTH == 0 ? 1 : blockDim.x / PART; }

    // The first index of this thread in a range that is distributed round-robin over all lanes of the members.
    JAVA_MEMBER int first_index() const { return team_rank + team_size * lane(); }

    JAVA_MEMBER void barrier() const {
        if (WIDTH == 0) {
            __syncthreads();
        } else if (WIDTH > 1) {
            JAVA_SYNC_LANES(PART);
        }
    }

    // A barrier of the lanes of the member, which makes their earlier stores visible to each other.
    JAVA_MEMBER void sync_lanes() const {
        if (V > 1) JAVA_SYNC_LANES(V);
    }

    // Calls f in the first lane of the member, and broadcasts its value to the others.
    template <class F> JAVA_MEMBER auto once(F f) const -> decltype(f()) {
        decltype(f()) v = decltype(f())();
        if (is_first_lane()) v = f();
        return shuffle<V>(v, 0);
    }

    // Returns n if there is scratch memory for n more elements; else records a fault and returns 0.
    template <class T, int LEVEL = 0> JAVA_MEMBER int granted(Fault& fault, int site, int n, int bytes) const {
        const long long to = begin<T, LEVEL>() + (long long) n * (int) sizeof(T);
        if (n >= 0 && to <= bytes) return n;
        fault.note(site, n, to);
        return 0;
    }

    template <class T> JAVA_MEMBER T* scratch(int n) {
        T* at = (T*) (shared() + base + room_bytes + begin<T>());
        used[0] = begin<T>() + n * (int) sizeof(T);
        return at;
    }

    // Allocates from the scratch memory of all teams: each has the given bytes, rounded up to whole longs.
    template <class T> JAVA_MEMBER T* device_scratch(unsigned char* all, int bytes, int n) {
        T* at = (T*) (all + league_rank * ((bytes + 7LL) & -8LL) + begin<T, 1>());
        used[1] = begin<T, 1>() + n * (int) sizeof(T);
        return at;
    }

    // Returns the offset of the next piece of scratch memory, which is aligned to its elements.
    template <class T, int LEVEL = 0> JAVA_MEMBER unsigned begin() const {
        return ((unsigned) used[LEVEL] + (unsigned) sizeof(T) - 1u) & ~((unsigned) sizeof(T) - 1u);
    }

    // Reduces with all threads of a team of at least one warp. A thread evaluates up to AT contributions before it
    // combines the first.
    template <int AT, class T, class Op, class F> JAVA_MEMBER T reduce(int n, T identity, Op op, F contribution) {
        return reduce_warps<AT>(*this, shared() + base, n, identity, op, contribution);
    }

    // Reduces with the members of the team; all lanes of a member evaluate its contributions.
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
        sync_lanes();
        for (int left = n > 0 ? n - lane() : 0; left > 0; left -= V) body(n - left);
        sync_lanes();
    }

    template <class T, class Op, class F> JAVA_MEMBER T vector_reduce(int n, T identity, Op op, F contribution) const {
        sync_lanes();
        T v = identity;
        for (int left = n > 0 ? n - lane() : 0; left > 0; left -= V) v = op(v, contribution(n - left));
        v = shuffle<V>(fold_lanes<V>(v, op), 0);
        sync_lanes();
        return v;
    }

    template <class T, class F, class G>
    JAVA_MEMBER T vector_scan(int n, bool inclusive, F contribution, G take) const {
        sync_lanes();
        T carry = 0;
        for (int left = n; left > 0; left -= V) {
            const bool inside = lane() < left;
            const T sum = plus(carry, scan_row<V>(inside ? contribution(n - left + lane()) : (T) 0));
            const T last = shuffle<V>(sum, (lane() + V - 1) % V);
            if (inside) take(n - left + lane(), inclusive ? sum : lane() == 0 ? carry : last);
            carry = shuffle<V>(sum, V - 1);
        }
        sync_lanes();
        return carry;
    }
};

// Reduces a team of whole warps; surplus threads only wait at the barriers. Each warp folds tiles of its own. If there
// are many more warps than tiles, up to four load the rows of a tile at once, and pass its 32 running values on in
// order. The first warp folds the results of tiles as they become available. A team of one warp shares no memory.
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

// Scans with a team, a row for each whole warp; room has 2 * 32 values, shared by the team. Surplus threads only wait
// at the barriers.
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
        // The sums of the next rows are stored to the other half of room (double buffering), which saves a second
        // barrier.
        rows = rows == room ? room + LANES : room;
    }
    team.barrier();
    return sums.all(sums.carry);
}
}
