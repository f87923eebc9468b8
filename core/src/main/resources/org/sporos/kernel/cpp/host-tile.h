namespace java {
template <class T> JAVA_FUNCTION JAVA_INLINED void begin(T* lane, T identity) {
    for (int l = 0; l < LANES; l++) lane[l] = identity;
}

// Calls step(lane, position) for each position of one tile, [0, n) with n of at most 2048. The inner loop, over the
// lanes of a row, is vectorized by compilers.
template <class I, class F> JAVA_FUNCTION JAVA_INLINED void rows(I n, F step) {
    I row = 0;
    for (; row + LANES <= n; row += LANES) {
        for (int l = 0; l < LANES; l++) step(l, row + l);
    }
    for (int l = 0; row + l < n; l++) step(l, row + l);
}

// Folds the lanes by halves.
template <class T, class Op> JAVA_FUNCTION JAVA_INLINED T folded(T* lane, Op op) {
    for (int s = LANES / 2; s > 0; s /= 2) {
        for (int l = 0; l < s; l++) lane[l] = op(lane[l], lane[l + s]);
    }
    return lane[0];
}

// Reduces one tile in the order of order.h.
template <class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION JAVA_INLINED void reduce(I n, T identity, Op op, F contribution, Sink sink) {
    T lane[LANES];
    begin(lane, identity);
    rows(n, [&](int l, I p) JAVA_INLINED { lane[l] = op(lane[l], contribution(p)); });
    sink(folded(lane, op));
}
}
