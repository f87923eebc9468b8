namespace java {
template <class T> JAVA_FUNCTION T plus(T a, T b) { return a + b; }
JAVA_FUNCTION int plus(int a, int b) { return add(a, b); }
JAVA_FUNCTION long long plus(long long a, long long b) { return add(a, b); }
template <class T> JAVA_FUNCTION T times(T a, T b) { return a * b; }
JAVA_FUNCTION int times(int a, int b) { return mul(a, b); }
JAVA_FUNCTION long long times(long long a, long long b) { return mul(a, b); }
// The base of commutative operators for which op(a, identity) has the bits of a, for a fold a that starts with the
// identity. Operators of users are not built in, and have the order of scans.
struct BuiltIn {};
JAVA_FUNCTION bool is_built_in(const BuiltIn*) { return true; }
JAVA_FUNCTION bool is_built_in(const void*) { return false; }
#define JAVA_OPERATOR(name, expression) \
    struct name : BuiltIn { \
        template <class T> JAVA_MEMBER T operator()(T a, T b) const { return expression; } \
    };
JAVA_OPERATOR(Sum, plus(a, b))
JAVA_OPERATOR(Prod, times(a, b))
JAVA_OPERATOR(Min, min(a, b))
JAVA_OPERATOR(Max, max(a, b))
JAVA_OPERATOR(LogicalAnd, a != 0 && b != 0)
JAVA_OPERATOR(LogicalOr, a != 0 || b != 0)
JAVA_OPERATOR(BitAnd, a & b)
JAVA_OPERATOR(BitOr, a | b)
JAVA_OPERATOR(BitXor, a ^ b)
#undef JAVA_OPERATOR

// A value and its position, counted from the first index; the position is -1 for no value.
template <class T> struct Located {
    T value;
    long long at;
};
JAVA_FUNCTION int below(int a, int b) { return a < b; }
JAVA_FUNCTION int below(long long a, long long b) { return a < b; }
template <class T> JAVA_FUNCTION bool below(T a, T b) {
    return a < b || !(a == a) && b == b || a == b && bits(a) < 0 && bits(b) >= 0;
}
template <class T> JAVA_FUNCTION bool above(T a, T b) { return !(a == a) ? b == b : !(b == b) ? false : below(b, a); }
JAVA_FUNCTION bool above(int a, int b) { return a > b; }
JAVA_FUNCTION bool above(long long a, long long b) { return a > b; }
#define JAVA_LOCATION(name, better) \
    struct name : BuiltIn { \
        template <class T> JAVA_MEMBER Located<T> operator()(Located<T> a, Located<T> b) const { \
            if (a.at < 0 || b.at < 0) return a.at < 0 ? b : a; \
            if (better(a.value, b.value)) return a; \
            if (better(b.value, a.value)) return b; \
            return a.at < b.at ? a : b; \
        } \
    };
JAVA_LOCATION(MinLoc, below)
JAVA_LOCATION(MaxLoc, above)
#undef JAVA_LOCATION
JAVA_FUNCTION int one_nan(int a) { return a; }
JAVA_FUNCTION long long one_nan(long long a) { return a; }
JAVA_FUNCTION float one_nan(float a) { return a == a ? a : f32(0x7fc00000); }
JAVA_FUNCTION double one_nan(double a) { return a == a ? a : f64(0x7ff8000000000000LL); }

// The order of reductions by built-in operators: a tile has 2048 contributions in rows of 32 lanes. Each lane folds its
// column of the tile, the lanes are folded by halves, and the results of the tiles are reduced in the same order again.
static const int TILE = 2048;
static const int LANES = 32;
// The units of a group at each level above rows, combined in sequence by scans and by operators of users.
static const int GROUP = 64;
// The number of values that a thread loads before it combines the first.
static const int AT_ONCE = 16;

// Folds a row of n values in ascending order: neighbours, then pairs, fours and so on, like scans.
template <class T, class Op> JAVA_FUNCTION T fold_row(T* row, int n, Op op) {
    for (int s = 1; s < LANES; s *= 2) {
        for (int l = 0; l + s < n; l += 2 * s) row[l] = op(row[l], row[l + s]);
    }
    return row[0];
}

// Folds one group of n units in sequence.
template <class T, class Op>
JAVA_FUNCTION T fold_group(const T* units, long long n, long long group, T identity, Op op) {
    const long long end = n - group * GROUP > GROUP ? (group + 1) * GROUP : n;
    T running = identity;
    for (long long first = group * GROUP; first < end; first += AT_ONCE) {
        T next[AT_ONCE];
        for (int k = 0; k < AT_ONCE; k++) next[k] = first + k < end ? units[first + k] : identity;
        for (int k = 0; k < AT_ONCE; k++) {
            if (first + k < end) running = op(running, next[k]);
        }
    }
    return running;
}

// Reduces [0, n) with all members of a team and returns the result to each; room has 3 * 32 values, shared by the team.
// All lanes of a member evaluate its contributions, and the first one stores to room.
template <class T, class I, class Op, class F, class Member>
JAVA_FUNCTION T reduce_team(Member& team, T* room, I n, T identity, Op op, F contribution) {
    const int levels = n > (I) TILE * TILE ? 3 : n > TILE ? 2 : 1;
    const bool first = team.is_first_lane();
    team.barrier();
    for (int l = team.team_rank; first && l < 3 * LANES; l += team.team_size) room[l] = identity;
    team.barrier();
    I tile = 0;
    for (I from = 0; from < n; from += TILE) {
        const I to = n - from > TILE ? from + TILE : n;
        for (int l = team.team_rank; l < LANES; l += team.team_size) {
            T v = identity;
            for (I p = from + l; p < to; p += LANES) v = op(v, contribution(p));
            if (first) room[l] = v;
        }
        team.barrier();
        int depth = 0;
        for (I unit = tile++;;) {
            T* row = room + depth * LANES;
            for (int s = LANES / 2; s > 0; s /= 2) {
                for (int l = team.team_rank; first && l < s; l += team.team_size) row[l] = op(row[l], row[l + s]);
                team.barrier();
            }
            if (depth == levels - 1) break;
            if (first && team.team_rank == 0) {
                T* up = room + (depth + 1) * LANES + (int) (unit % LANES);
                *up = op(*up, row[0]);
            }
            team.barrier();
            if (depth > 0) {
                for (int l = team.team_rank; first && l < LANES; l += team.team_size) row[l] = identity;
                team.barrier();
            }
            const bool full = (unit + 1) % TILE == 0 || to == n;
            if (!full) break;
            unit /= TILE;
            depth++;
        }
    }
    T* last = room + (n == 0 ? 0 : (levels - 1) * LANES);
    const T result = n == 0 ? identity : last[0];
    team.barrier();
    return result;
}

// The order of scans: the prefix sums of a row of 32 are built by halves, and the rows of a tile are added in sequence;
// so are the tiles of a group of 64, the groups of a group of 64 groups, and so on.

// The sums before the next row of a scan: carry is the sum of the earlier rows of its tile, level[0] of the earlier
// tiles of the group, level[1] of the earlier groups, and so on.
template <class T> struct RunningSums {
    static const int LEVELS = 4;
    T carry;
    T level[LEVELS];

    JAVA_MEMBER RunningSums() : carry(0) {
        for (int l = 0; l < LEVELS; l++) level[l] = 0;
    }

    // Returns a sum within the tile plus the sums before the tile.
    JAVA_MEMBER T all(T sum) const {
        for (int l = 0; l < LEVELS; l++) sum = plus(level[l], sum);
        return sum;
    }

    // Adds the sum of a row. The number of the row determines the ends of tiles and groups.
    JAVA_MEMBER void add(int row, T sum) {
        carry = plus(carry, sum);
        if (row % (TILE / LANES) != TILE / LANES - 1) return;
        sum = carry;
        carry = 0;
        int unit = row / (TILE / LANES);
        bool full = true;
        for (int l = 0; l < LEVELS; l++) {
            if (full) {
                sum = plus(level[l], sum);
                full = unit % GROUP == GROUP - 1;
                level[l] = full ? (T) 0 : sum;
                unit /= GROUP;
            }
        }
    }
};

// Sums of integers wrap and are independent of the order, so that one sum over all rows suffices.
template <class T> struct RunningIntegers {
    T carry = 0;

    JAVA_MEMBER T all(T sum) const { return sum; }
    JAVA_MEMBER void add(int row, T sum) { carry = plus(carry, sum); }
};
template <> struct RunningSums<int> : RunningIntegers<int> {};
template <> struct RunningSums<long long> : RunningIntegers<long long> {};

// Calls take with the prefix sums of [0, n), with all members of a team, and returns the total to each; room has 4 * 32
// values, shared by the team. One member evaluates the contribution of an index and takes its prefix sum.
template <class T, class Member, class F, class G>
JAVA_FUNCTION T scan_team(Member& team, T* room, int n, bool inclusive, F contribution, G take) {
    static const int STRIP = 4 * LANES;
    const bool first = team.is_first_lane();
    RunningSums<T> sums;
    for (int left = n; left > 0; left -= STRIP) {
        const int from = n - left;
        for (int l = team.team_rank; l < STRIP; l += team.team_size) {
            const T v = l < left ? contribution(from + l) : (T) 0;
            if (first) room[l] = v;
        }
        team.barrier();
        for (int s = 1; s < LANES; s *= 2) {
            for (int pair = team.team_rank; first && pair < STRIP / 2; pair += team.team_size) {
                const int last = pair / s * 2 * s + s - 1;
                const int l = last + 1 + pair % s;
                room[l] = plus(room[last], room[l]);
            }
            team.barrier();
        }
        int l = team.team_rank;
        for (int row = 0; row < STRIP; row += LANES) {
            for (; l < row + LANES; l += team.team_size) {
                const bool is_begin = l == row && !inclusive;
                const T sum = is_begin ? sums.carry : plus(sums.carry, room[inclusive ? l : l - 1]);
                if (l < left) take(from + l, sums.all(sum));
            }
            sums.add((from + row) / LANES, room[row + LANES - 1]);
        }
        team.barrier();
    }
    return sums.all(sums.carry);
}
}
