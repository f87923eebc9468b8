namespace java {
// Reduces one tile, [0, n) with n of at most 2048, in the library's order: all lanes of a row at once.
template <class T, class I, class Op, class F, class Sink>
JAVA_FUNCTION __attribute__((always_inline)) void reduce(I n, T identity, Op op, F contribution, Sink sink) {
    T lane[LANES];
    for (int l = 0; l < LANES; l++) lane[l] = identity;
    I row = 0;
    for (; row + LANES <= n; row += LANES) {
        for (int l = 0; l < LANES; l++) lane[l] = op(lane[l], contribution(row + l));
    }
    for (int l = 0; row + l < n; l++) lane[l] = op(lane[l], contribution(row + l));
    for (int s = LANES / 2; s > 0; s /= 2) {
        for (int l = 0; l < s; l++) lane[l] = op(lane[l], lane[l + s]);
    }
    sink(lane[0]);
}
}
