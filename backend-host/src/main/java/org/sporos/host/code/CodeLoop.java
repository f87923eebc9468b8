package org.sporos.host.code;

import java.util.List;
import org.sporos.host.cpp.NativeLoop;
import org.sporos.policy.KernelBody;

/** The code of one kernel in one node: Java code always, C++ as well once it is there. */
public final class CodeLoop {
    private static final int TILE = 2048;
    private static final Bound NOTHING = new Bound(List.of(), new long[0], List.of(), List.of(), false);

    private final KernelLoop loop;
    private final Bound bound;
    private final boolean folds;
    private final Choice choice;
    private final boolean lambda;

    private CodeLoop(KernelLoop loop) {
        this.loop = loop;
        this.bound = NOTHING;
        this.folds = false;
        this.choice = new Choice(() -> {});
        this.lambda = true;
    }

    /** Returns the loop that calls a lambda for each index. */
    public static CodeLoop of(KernelBody body) {
        return new CodeLoop(LambdaLoops.of(body));
    }

    CodeLoop(KernelLoop loop, Bound bound, boolean folds, Runnable onBusy) {
        this.loop = loop;
        this.bound = bound;
        this.folds = folds;
        this.choice = new Choice(onBusy);
        this.lambda = false;
    }

    /** Returns whether it calls a lambda for each index. */
    public boolean isLambda() {
        return lambda;
    }

    /** Takes the C++ code, which gets all work from now on, or its share by merit. */
    public void offer(NativeLoop code, boolean always) {
        choice.offer(code, always);
    }

    /** Returns whether C++ does the work now. */
    public boolean isNative() {
        return choice.isNative();
    }

    KernelLoop loop() {
        return loop;
    }

    Bound bound() {
        return bound;
    }

    /** Returns whether it can fold tiles. */
    public boolean folds() {
        return folds;
    }

    /** Runs the body for n indexes from a first one. */
    public void run(long begin, int n) {
        long before = choice.before();
        NativeLoop code = choice.next(n);
        if (code == null || !code.run(begin, begin + n)) {
            loop.run(bound, begin, n);
        }
        choice.after(code != null, n, before);
    }

    /** Runs the body for each index of a box of rank 2. */
    public void run(int i, int iEnd, int j, int jEnd) {
        long before = choice.before();
        long n = (long) (iEnd - i) * (jEnd - j);
        NativeLoop code = choice.next(n);
        if (code == null || !code.run(i, iEnd, j, jEnd)) {
            loop.run(bound, i, iEnd, j, jEnd);
        }
        choice.after(code != null, n, before);
    }

    /** Runs the body for each index of a box of rank 3. */
    public void run(int i, int iEnd, int j, int jEnd, int k, int kEnd) {
        long before = choice.before();
        long n = (long) (iEnd - i) * (jEnd - j) * (kEnd - k);
        NativeLoop code = choice.next(n);
        if (code == null || !code.run(i, iEnd, j, jEnd, k, kEnd)) {
            loop.run(bound, i, iEnd, j, jEnd, k, kEnd);
        }
        choice.after(code != null, n, before);
    }

    /** Evaluates n indexes of a row into an array; see {@link KernelLoop#fill}. */
    public void fill(int i, int j, long begin, int n, Object into, int at) {
        loop.fill(bound, i, j, begin, n, into, at);
    }

    /**
     * Folds whole tiles one after the other.
     *
     * @param begin the first index of the first tile
     * @param tile the number of the first tile: its place in the array that the C++ code was asked for with
     * @param results takes the results where Java code does it
     */
    public void tiles(long begin, int tile, int count, Results results) {
        long before = choice.before();
        long n = (long) count * TILE;
        NativeLoop code = choice.next(n);
        if (code == null || !code.tiles(begin, count, tile)) {
            for (int t = 0; t < count; t++) {
                results.put(tile + t, loop.tile(bound, begin + (long) t * TILE));
            }
        }
        choice.after(code != null, n, before);
    }

    /** Takes results of tiles. */
    public interface Results {
        /** Takes the raw bits of the result of the tile of that number. */
        void put(int tile, long bits);
    }
}
