package org.sporos.host.code;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.host.cpp.NativeLoop;
import org.sporos.policy.KernelBody;
import org.sporos.view.IntView;

/** The code of one kernel in one node: plain Java code always, that of vectors and C++ as well once they are there. */
public final class CodeLoop {
    private static final int TILE = 2048;
    private static final Bound NOTHING = new Bound(List.of(), new long[0], List.of(), List.of(), false);

    /**
     * So many indexes are given to code of vectors at once, and fewer at first. The JVM compiles a method by the number of its
     * calls; what it makes of a loop that is running already makes an object of each vector that comes from before the loop.
     */
    private static final int BLOCK = 1 << 15;

    private static final int FIRST_BLOCK = 1 << 10;
    private static final int FIRST_CALLS = 2000;

    private final Made plain;
    private final Choice choice;
    private final boolean lambda;
    private final @Nullable VectorLoops vectorLoops;
    private @Nullable String withoutCpp;
    /** Calls of code of vectors; threads may lose some. */
    private int vectorCalls;

    private CodeLoop(KernelLoop loop) {
        this.plain = new Made(loop, NOTHING, false);
        this.vectorLoops = null;
        this.choice = new Choice(() -> {}, null);
        this.lambda = true;
    }

    /** Returns the loop that calls a lambda for each index. */
    public static CodeLoop of(KernelBody body) {
        return of(body, null);
    }

    /**
     * Returns the loop that calls a lambda for each index.
     *
     * @param elements where the indexes stand, if what is run is their positions; else null
     */
    public static CodeLoop of(KernelBody body, @Nullable IntView elements) {
        return new CodeLoop(LambdaLoops.of(body, elements));
    }

    /** @param vectorLoops the code of vectors that may be had, or null */
    CodeLoop(Made plain, @Nullable VectorLoops vectorLoops, Runnable onBusy) {
        this.plain = plain;
        this.vectorLoops = vectorLoops;
        this.choice = new Choice(onBusy, vectorLoops);
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

    /** Has all work done by vectors from now on, where there is such code. */
    void forceVectors() {
        choice.forceVectors();
    }

    /** Returns whether C++ does the work now. */
    public boolean isNative() {
        return choice.chosen() == Choice.Way.CPP;
    }

    /** Returns whether vectors do the work now. */
    public boolean isVectors() {
        return choice.chosen() == Choice.Way.VECTORS;
    }

    /** Returns why there is no code of vectors, or null if there is, or nobody wants it. */
    public @Nullable String withoutVectors() {
        return vectorLoops == null ? null : vectorLoops.refusal();
    }

    /** Notes why there is no C++ code, where somebody wants it. */
    public void refuseCpp(@Nullable String reason) {
        withoutCpp = reason;
    }

    /** Returns why there is no C++ code, or null if there may be, or nobody wants it. */
    public @Nullable String withoutCpp() {
        return withoutCpp;
    }

    KernelLoop loop() {
        return plain.loop();
    }

    Bound bound() {
        return plain.bound();
    }

    /** Returns whether it can fold tiles. */
    public boolean folds() {
        return plain.folds();
    }

    private static Made present(@Nullable Made made) {
        return Objects.requireNonNull(made);
    }

    private static NativeLoop present(@Nullable NativeLoop loop) {
        return Objects.requireNonNull(loop);
    }

    /** Runs the body for n indexes from a first one. */
    public void run(long begin, int n) {
        Choice.Way way = choice.next(n);
        long before = choice.before();
        switch (way) {
            case CPP -> {
                if (!present(choice.cpp()).run(begin, begin + n)) {
                    run(plain, begin, n);
                }
            }
            case VECTORS -> blocks(present(choice.vectors()), begin, n);
            case REHEARSAL -> {
                int part = Math.min(n, Choice.REHEARSED);
                run(choice.rehearsed(), begin, part);
                choice.afterRehearsal(part, before);
                run(plain, begin + part, n - part);
                return;
            }
            default -> run(plain, begin, n);
        }
        choice.after(way, n, before);
    }

    private static void run(Made made, long begin, int n) {
        made.loop().run(made.bound(), begin, n);
    }

    private void blocks(Made made, long begin, int n) {
        for (int done = 0; done < n; ) {
            int length = Math.min(block(), n - done);
            run(made, begin + done, length);
            done += length;
        }
    }

    private int block() {
        if (vectorCalls >= FIRST_CALLS) {
            return BLOCK;
        }
        vectorCalls++;
        return FIRST_BLOCK;
    }

    /** Runs the body for each index of a box of rank 2. */
    public void run(int i, int iEnd, int j, int jEnd) {
        long n = (long) (iEnd - i) * (jEnd - j);
        Choice.Way way = choice.next(n);
        long before = choice.before();
        switch (way) {
            case CPP -> {
                if (!present(choice.cpp()).run(i, iEnd, j, jEnd)) {
                    run(plain, i, iEnd, j, jEnd);
                }
            }
            case VECTORS -> blocks(present(choice.vectors()), i, iEnd, j, jEnd);
            case REHEARSAL -> {
                if (n > 0) {
                    int part = Math.min(jEnd - j, Choice.REHEARSED);
                    run(choice.rehearsed(), i, i + 1, j, j + part);
                    choice.afterRehearsal(part, before);
                    run(plain, i, i + 1, j + part, jEnd);
                    run(plain, i + 1, iEnd, j, jEnd);
                }
                return;
            }
            default -> run(plain, i, iEnd, j, jEnd);
        }
        choice.after(way, n, before);
    }

    private static void run(Made made, int i, int iEnd, int j, int jEnd) {
        made.loop().run(made.bound(), i, iEnd, j, jEnd);
    }

    private void blocks(Made made, int i, int iEnd, int j, int jEnd) {
        for (int from = i; from < iEnd; ) {
            int to = from + Math.min(rows(jEnd - j), iEnd - from);
            run(made, from, to, j, jEnd);
            from = to;
        }
    }

    /** Returns how many rows of some indexes are a block. */
    private int rows(long indexes) {
        return (int) Math.max(1, block() / Math.max(1, indexes));
    }

    /** Runs the body for each index of a box of rank 3. */
    public void run(int i, int iEnd, int j, int jEnd, int k, int kEnd) {
        long n = (long) (iEnd - i) * (jEnd - j) * (kEnd - k);
        Choice.Way way = choice.next(n);
        long before = choice.before();
        switch (way) {
            case CPP -> {
                if (!present(choice.cpp()).run(i, iEnd, j, jEnd, k, kEnd)) {
                    run(plain, i, iEnd, j, jEnd, k, kEnd);
                }
            }
            case VECTORS -> blocks(present(choice.vectors()), i, iEnd, j, jEnd, k, kEnd);
            case REHEARSAL -> {
                if (n > 0) {
                    int part = Math.min(kEnd - k, Choice.REHEARSED);
                    run(choice.rehearsed(), i, i + 1, j, j + 1, k, k + part);
                    choice.afterRehearsal(part, before);
                    run(plain, i, i + 1, j, j + 1, k + part, kEnd);
                    run(plain, i, i + 1, j + 1, jEnd, k, kEnd);
                    run(plain, i + 1, iEnd, j, jEnd, k, kEnd);
                }
                return;
            }
            default -> run(plain, i, iEnd, j, jEnd, k, kEnd);
        }
        choice.after(way, n, before);
    }

    private static void run(Made made, int i, int iEnd, int j, int jEnd, int k, int kEnd) {
        made.loop().run(made.bound(), i, iEnd, j, jEnd, k, kEnd);
    }

    private void blocks(Made made, int i, int iEnd, int j, int jEnd, int k, int kEnd) {
        for (int from = i; from < iEnd; ) {
            int planes = rows((long) (jEnd - j) * (kEnd - k));
            int to = from + Math.min(planes, iEnd - from);
            for (int row = j; row < jEnd; ) {
                int rows = planes > 1 ? jEnd - j : rows(kEnd - k);
                int rowTo = row + Math.min(rows, jEnd - row);
                run(made, from, to, row, rowTo, k, kEnd);
                row = rowTo;
            }
            from = to;
        }
    }

    /**
     * Evaluates n indexes of a row into an array; see {@link KernelLoop#fill}. Where tiles are folded too this is what is left
     * over by them, which tells nothing of what is fast.
     */
    public void fill(int i, int j, long begin, int n, Object into, int at) {
        if (plain.folds()) {
            Made vectors = choice.vectors();
            fill(isVectors() && vectors != null ? vectors : plain, i, j, begin, n, into, at);
            return;
        }
        Choice.Way way = choice.next(n);
        long before = choice.before();
        switch (way) {
            case VECTORS -> fill(present(choice.vectors()), i, j, begin, n, into, at);
            case REHEARSAL -> {
                int part = Math.min(n, Choice.REHEARSED);
                fill(choice.rehearsed(), i, j, begin, part, into, at);
                choice.afterRehearsal(part, before);
                fill(plain, i, j, begin + part, n - part, into, at + part);
                return;
            }
            default -> fill(plain, i, j, begin, n, into, at);
        }
        choice.after(way, n, before);
    }

    private static void fill(Made made, int i, int j, long begin, int n, Object into, int at) {
        made.loop().fill(made.bound(), i, j, begin, n, into, at);
    }

    /**
     * Folds whole tiles one after the other.
     *
     * @param begin the first index of the first tile
     * @param tile the number of the first tile: its place in the array that the C++ code was asked for with
     * @param results takes the results where Java code does it
     */
    public void tiles(long begin, int tile, int count, Results results) {
        long n = (long) count * TILE;
        Choice.Way way = choice.next(n);
        long before = choice.before();
        switch (way) {
            case CPP -> {
                if (!present(choice.cpp()).tiles(begin, count, tile)) {
                    tiles(plain, begin, tile, count, results);
                }
            }
            case VECTORS -> tiles(present(choice.vectors()), begin, tile, count, results);
            case REHEARSAL -> {
                int part = Math.min(1, count);
                tiles(choice.rehearsed(), begin, tile, part, results);
                choice.afterRehearsal((long) part * TILE, before);
                tiles(plain, begin + (long) part * TILE, tile + part, count - part, results);
                return;
            }
            default -> tiles(plain, begin, tile, count, results);
        }
        choice.after(way, n, before);
    }

    private static void tiles(Made made, long begin, int tile, int count, Results results) {
        for (int t = 0; t < count; t++) {
            results.put(tile + t, made.loop().tile(made.bound(), begin + (long) t * TILE));
        }
    }

    /** Takes results of tiles. */
    public interface Results {
        /** Takes the raw bits of the result of the tile of that number. */
        void put(int tile, long bits);
    }
}
