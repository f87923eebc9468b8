namespace java {
#if defined(__x86_64__) && !defined(__clang__)
#define JAVA_HAS_EIGHTS
// A vector of eight adjacent elements, for cores with vectors of that length.
template <class T> struct Eight {
    typedef T V __attribute__((vector_size(8 * sizeof(T))));
    typedef typename std::conditional<sizeof(T) == 8, long long, int>::type I;
    typedef I Indexes __attribute__((vector_size(8 * sizeof(T))));

    // Returns the last element in all eight lanes.
    JAVA_MEMBER static V last(V v) { return __builtin_shuffle(v, Indexes{7, 7, 7, 7, 7, 7, 7, 7}); }

    // Returns the prefix sums by halves. Lanes without an addition add 0, which changes no bits, as no sum here is
    // -0.0.
    JAVA_MEMBER static V prefixes(V v) {
        const V none = {};
        v += __builtin_shuffle(v, none, Indexes{8, 0, 8, 2, 8, 4, 8, 6});
        v += __builtin_shuffle(v, none, Indexes{8, 8, 1, 1, 8, 8, 5, 5});
        v += __builtin_shuffle(v, none, Indexes{8, 8, 8, 8, 3, 3, 3, 3});
        return v;
    }
};

// Replaces a row of 32 by its prefix sums plus carry, the sum of the earlier rows of its tile in all lanes. Returns the
// last one in all lanes.
template <class T, class V> JAVA_FUNCTION JAVA_INLINED V scan_row(T* row, V carry) {
    typedef Eight<T> E;
    V a[4];
    std::memcpy(a, row, sizeof a);
    for (int k = 0; k < 4; k++) a[k] = E::prefixes(a[k]);
    a[1] = E::last(a[0]) + a[1];
    a[3] = E::last(a[2]) + a[3];
    const V half = E::last(a[1]);
    a[2] = half + a[2];
    a[3] = half + a[3];
    const V total = E::last(a[3]);
    for (int k = 0; k < 4; k++) a[k] = carry + a[k];
    std::memcpy(row, a, sizeof a);
    return carry + total;
}

template <class T> JAVA_FUNCTION JAVA_INLINED T scan_rows_of_vectors(T* rows, int n, T carry) {
    typename Eight<T>::V all = carry - typename Eight<T>::V{};
    for (int at = 0; at < n; at += LANES) all = scan_row(rows + at, all);
    return all[0];
}
#endif

// Replaces eight values by their prefix sums by halves, and returns the last one.
template <class T> JAVA_FUNCTION JAVA_INLINED T scan_eight(T* a) {
    const T v0 = a[0], v1 = v0 + a[1], v2 = a[2], v3 = v2 + a[3];
    const T v4 = a[4], v5 = v4 + a[5], v6 = a[6], v7 = v5 + (v6 + a[7]);
    const T half = v1 + v3;
    a[1] = v1;
    a[2] = v1 + v2;
    a[3] = half;
    a[4] = half + v4;
    a[5] = half + v5;
    a[6] = half + (v5 + v6);
    a[7] = half + v7;
    return half + v7;
}

// Replaces rows of 32 by prefix sums plus carry, the sum before them, and returns the last one.
template <class T> JAVA_FUNCTION JAVA_INLINED T scan_rows(T* rows, int n, T carry) {
#ifdef JAVA_HAS_EIGHTS
    if constexpr (8 * sizeof(T) <= VECTOR) return scan_rows_of_vectors(rows, n, carry);
#endif
    for (int at = 0; at < n; at += LANES) {
        T* a = rows + at;
        const T first = scan_eight(a);
        const T half = first + scan_eight(a + 8);
        const T third = scan_eight(a + 16);
        const T total = half + (third + scan_eight(a + 24));
        for (int l = 0; l < 8; l++) {
            a[l] = carry + a[l];
            a[l + 8] = carry + (first + a[l + 8]);
            a[l + 16] = carry + (half + a[l + 16]);
            a[l + 24] = carry + (half + (third + a[l + 24]));
        }
        carry = carry + total;
    }
    return carry;
}

// The length of a block that is scanned at once. Its contributions and sums fit into the L1 cache. The loops over
// contributions and consumers can be vectorized, the loop over sums cannot.
constexpr int SCANNED = 256;

// Adds the total of a tile to the running sum of its group, the total of a full group to that of its own group, and so
// on.
template <class T> JAVA_FUNCTION void scan_append(T* bases, int levels, long long tile, T total) {
    for (int level = 0; level < levels; level++, tile /= GROUP) {
        total = bases[level] + total;
        const bool last = tile % GROUP == GROUP - 1;
        bases[level] = last ? (T) 0 : total;
        if (!last) return;
    }
}

// The running sums of a floating-point scan at the start of a tile: bases[0] is the sum of the tiles before it in its
// group, bases[1] of the groups before that, and so on.
template <class T> struct RealSums {
    T* const bases;
    const int levels;
    long long tile;

    // Adds the bases to the sums, except the last one that is not 0: it is returned, and added by the caller. Bases of
    // 0 are skipped, as no sum is -0.0.
    JAVA_MEMBER T lift(T* sums, int n) const {
        T last = 0;
        for (int level = 0; level < levels; level++) {
            if (bases[level] == 0) continue;
            if (last != 0) {
                for (int k = 0; k < n; k++) sums[k] = last + sums[k];
            }
            last = bases[level];
        }
        return last;
    }
    JAVA_MEMBER void end(T total) { scan_append(bases, levels, tile++, total); }
};

// The running sum of an integer scan, a long in memory. Unsigned arithmetic wraps around.
template <class T> struct WholeSum {
    typedef typename std::make_unsigned<T>::type U;
    long long* const memory;

    JAVA_MEMBER U begin() const { return (U) *memory; }
};

// Computes the prefix sums plus carry of the contributions of a block that starts with a row. Returns the last one.
template <class T, class I, class F>
JAVA_FUNCTION JAVA_INLINED T scan_block(T* own, I from, int n, T carry, F contribution) {
    for (int k = 0; k < n; k++) own[k] = contribution(from + k);
    const int rows = (n + LANES - 1) & -LANES;
    for (int k = n; k < rows; k++) own[k] = 0;
    return scan_rows(own, rows, carry);
}

// Calls take with the prefix sums of [0, n), for floating-point numbers.
template <bool INCLUSIVE, class T, class I, class F, class G>
JAVA_FUNCTION JAVA_INLINED void scan_pass(I n, RealSums<T> sums, F contribution, G take) {
    alignas(64) T room[LANES + SCANNED];
    T* const own = room + LANES;
    T carry = 0;
    for (I from = 0; from < n; from += SCANNED) {
        const int m = n - from > SCANNED ? SCANNED : (int) (n - from);
        own[-1] = carry;
        carry = scan_block(own, from, m, carry, contribution);
        const T base = sums.lift(own - 1, m + 1);
        for (int k = 0; k < m; k++) take(from + k, base + own[INCLUSIVE ? k : k - 1]);
        if ((from + SCANNED) % TILE != 0 && n - from > SCANNED) continue;
        sums.end(carry);
        carry = 0;
    }
}

// Calls take with the prefix sums of [0, n), for integers, whose sums are independent of the order.
template <bool INCLUSIVE, class T, class I, class F, class G>
JAVA_FUNCTION JAVA_INLINED void scan_pass(I n, WholeSum<T> sum, F contribution, G take) {
    auto now = sum.begin();
#pragma GCC unroll 4
    for (I k = 0; k < n; k++) {
        const auto before = now;
        now += contribution(k);
        take(k, (T) (INCLUSIVE ? now : before));
    }
    *sum.memory = (T) now;
}

// The same if take has effects only at indexes for which takes is true. These are listed first in each block, without a
// branch that could be mispredicted. If nearly all or nearly none were listed in the previous block, the branch is well
// predicted, and costs less than the list.
template <bool INCLUSIVE, class T, class I, class F, class P, class G>
JAVA_FUNCTION JAVA_INLINED void scan_pass(I n, WholeSum<T> sum, F contribution, P takes, G take) {
    T sums[SCANNED];
    int listed[SCANNED];
    auto now = sum.begin();
    bool lists = true;
    for (I from = 0; from < n; from += SCANNED) {
        const int m = n - from > SCANNED ? SCANNED : (int) (n - from);
        int chosen = 0;
        for (int k = 0; k < m; k++) {
            const auto before = now;
            now += contribution(from + k);
            const T own = (T) (INCLUSIVE ? now : before);
            const bool here = takes(from + k);
            if (lists) {
                sums[chosen] = own;
                listed[chosen] = k;
            } else if (here) {
                take(from + k, own);
            }
            chosen += here;
        }
        for (int k = 0; lists && k < chosen; k++) take(from + listed[k], sums[k]);
        lists = chosen * 16 > m && (m - chosen) * 16 > m;
    }
    *sum.memory = (T) now;
}

// Stores the totals of the tiles of [0, n) to bases, for floating-point numbers.
template <class T, class I, class F>
JAVA_FUNCTION JAVA_INLINED void scan_totals(I n, RealSums<T> sums, F contribution) {
    alignas(64) T own[SCANNED];
    T carry = 0;
    for (I from = 0; from < n; from += SCANNED) {
        const int m = n - from > SCANNED ? SCANNED : (int) (n - from);
        carry = scan_block(own, from, m, carry, contribution);
        if ((from + SCANNED) % TILE != 0 && n - from > SCANNED) continue;
        sums.bases[from / TILE] = carry;
        carry = 0;
    }
}

// Stores the totals of the tiles of [0, n) to the array at memory, for integers.
template <class T, class I, class F>
JAVA_FUNCTION JAVA_INLINED void scan_totals(I n, WholeSum<T> sum, F contribution) {
    for (I from = 0; from < n; from += TILE) {
        const int m = n - from > TILE ? TILE : (int) (n - from);
        typename WholeSum<T>::U total = 0;
        for (int k = 0; k < m; k++) total += contribution(from + k);
        sum.memory[from / TILE] = (T) total;
    }
}
}
