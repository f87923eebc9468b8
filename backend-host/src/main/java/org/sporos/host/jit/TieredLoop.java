package org.sporos.host.jit;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.host.natives.NativeLoop;
import org.sporos.policy.KernelBody;
import org.sporos.view.IntView;

/** The code of one kernel in one node: Java code always, and C++ once it has arrived. */
public final class TieredLoop {
    private static final int TILE = 2048;
    private static final BoxSlices.Piece<TieredLoop> SLICE = TieredLoop::run;
    private static final KernelArguments NOTHING =
            new KernelArguments(List.of(), new long[0], List.of(), List.of(), List.of(), false);

    private final CompiledCode plain;
    private final TierSelector selector;
    private final boolean lambda;
    private final String withoutBytecode;
    private volatile @Nullable NativeLoop cpp;
    /** The C++ code for rows left over by tiles, or null. */
    private volatile @Nullable NativeLoop rest;

    /** Set before the first run. */
    private boolean foldsTiles;

    private volatile Supplier<@Nullable String> withoutCpp = () -> null;

    private TieredLoop(CompiledCode plain, boolean lambda, String withoutBytecode, LongConsumer onWork) {
        this.plain = plain;
        this.selector = new TierSelector(onWork);
        this.lambda = lambda;
        this.withoutBytecode = withoutBytecode;
    }

    /** @param onWork receives the nanoseconds of work that C++ could have done */
    TieredLoop(CompiledCode plain, LongConsumer onWork) {
        this(plain, false, "", onWork);
    }

    /**
     * Returns the loop that calls a lambda for each index.
     *
     * @param elements the view with the indexes, or null for a plain range
     */
    public static TieredLoop of(KernelBody body, @Nullable IntView elements) {
        return of(body, elements, "", nanos -> {});
    }

    /**
     * Returns the loop that calls a lambda for each index until there is C++.
     *
     * @param withoutBytecode the reason why there is no bytecode, or the empty string
     * @param onWork receives the nanoseconds of work that C++ could have done
     */
    public static TieredLoop of(
            KernelBody body, @Nullable IntView elements, String withoutBytecode, LongConsumer onWork) {
        CompiledCode calls = new CompiledCode(LambdaLoops.of(body, elements), NOTHING, false);
        return new TieredLoop(calls, true, withoutBytecode, onWork);
    }

    /**
     * Returns the loop over tiles of several reductions, which has C++ only; separate loops run the tiles until it
     * arrives.
     *
     * @param onWork receives the nanoseconds of work that C++ could have done
     */
    public static TieredLoop ofTiles(LongConsumer onWork) {
        return new TieredLoop(new CompiledCode(new KernelLoop() {}, NOTHING, false), onWork);
    }

    /** Returns whether it calls a lambda for each index. */
    public boolean isLambda() {
        return lambda;
    }

    /** Adds C++ code, which runs all work from now on, or competes in trials. */
    public void offer(NativeLoop code, boolean always) {
        cpp = code;
        selector.addCpp(always);
    }

    /** Adds the C++ code for rows left over by tiles. */
    public void offerRest(NativeLoop code) {
        rest = code;
    }

    /** Returns whether C++ is the current tier. */
    public boolean isNative() {
        return selector.chosen() == TierSelector.CodeTier.CPP;
    }

    /** Returns the reason why there is no bytecode, or the empty string. */
    public String withoutBytecode() {
        return withoutBytecode;
    }

    /** Records that C++ code may arrive, with a supplier of the reason why it has not yet. */
    public void awaitCpp(Supplier<@Nullable String> state) {
        withoutCpp = state;
        selector.awaitCpp(true);
    }

    /** Records the reason why there will be no C++ code. */
    public void refuseCpp(String reason) {
        withoutCpp = () -> "no C++: " + reason;
        selector.awaitCpp(false);
    }

    /** Returns "no C++" with the reason, or null if there is C++ or none was requested. */
    public @Nullable String withoutCpp() {
        return cpp != null ? null : withoutCpp.get();
    }

    /** Returns the total nanoseconds of work. */
    public double worked() {
        return selector.worked();
    }

    /** Returns the measured tiers with their times per index, or the empty string. */
    public String times() {
        return TierText.of(selector, lambda);
    }

    private static NativeLoop present(@Nullable NativeLoop loop) {
        return Objects.requireNonNull(loop);
    }

    KernelLoop loop() {
        return plain.loop();
    }

    KernelArguments arguments() {
        return plain.arguments();
    }

    /** Lets {@link #tiles} run whole tiles even if the Java code only evaluates contributions. */
    public void foldTiles() {
        foldsTiles = true;
    }

    /** Returns whether {@link #tiles} runs whole tiles. */
    public boolean folds() {
        return foldsTiles || plain.folds();
    }

    /** Runs the body for n indexes from a first one. */
    public void run(long begin, int n) {
        if (!selector.isDue(n)) {
            run(selector.chosen(), begin, n);
            return;
        }
        selector.begin(n);
        for (int done = 0; done < n; ) {
            TierSelector.CodeTier tier = selector.next();
            int length = (int) Math.min(selector.slice(tier), n - done);
            long before = System.nanoTime();
            run(tier, begin + done, length);
            selector.after(tier, length, System.nanoTime() - before);
            done += length;
        }
    }

    private void run(TierSelector.CodeTier tier, long begin, int n) {
        if (tier != TierSelector.CodeTier.CPP || !present(cpp).run(begin, begin + n)) {
            plain.loop().run(plain.arguments(), begin, n);
        }
    }

    /** Runs the body for each index of a box. Missing dimensions are {@code [0, 1)}. */
    public void run(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        long n = size(i, iEnd, j, jEnd, k, kEnd, l, lEnd);
        if (selector.isDue(n)) {
            selector.begin(n);
            BoxSlices.runSliced(this, selector, SLICE, i, iEnd, j, jEnd, k, kEnd, l, lEnd);
        } else {
            run(selector.chosen(), i, iEnd, j, jEnd, k, kEnd, l, lEnd);
        }
    }

    private void run(TierSelector.CodeTier tier, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        if (tier != TierSelector.CodeTier.CPP || !present(cpp).run(i, iEnd, j, jEnd, k, kEnd, l, lEnd)) {
            plain.loop().run(plain.arguments(), i, iEnd, j, jEnd, k, kEnd, l, lEnd);
        }
    }

    /** Returns the number of indexes of a box. */
    private static long size(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        return ((long) iEnd - i) * ((long) jEnd - j) * ((long) kEnd - k) * ((long) lEnd - l);
    }

    /**
     * Evaluates n indexes of a row into an array; see {@link KernelLoop#fill}. Not timed if tiles are folded: rows left
     * over by tiles are no measure of the tiers.
     */
    public void fill(int i, int j, int k, long begin, int n, Object into, int at) {
        if (folds() || !selector.isDue(n)) {
            fill(selector.chosen(), i, j, k, begin, n, into, at);
            return;
        }
        selector.begin(n);
        for (int done = 0; done < n; ) {
            TierSelector.CodeTier tier = selector.next();
            int length = (int) Math.min(selector.slice(tier), n - done);
            long before = System.nanoTime();
            fill(tier, i, j, k, begin + done, length, into, at + done);
            selector.after(tier, length, System.nanoTime() - before);
            done += length;
        }
    }

    /**
     * Evaluates n indexes of a box, row by row, into an array, if C++ does so; else returns false.
     *
     * @param sides the begin and end of each dimension but the first
     */
    public boolean fillRows(int i, int j, int k, int begin, int n, int[] sides, Object into, int at) {
        NativeLoop code = cpp;
        if (code == null || folds() || selector.upcoming() != TierSelector.CodeTier.CPP) {
            return false;
        } else if (!selector.isDue(n)) {
            return code.rows(i, j, k, begin, n, sides, into, at);
        }
        selector.begin(n);
        if (selector.next() != TierSelector.CodeTier.CPP) {
            return false;
        }
        long before = System.nanoTime();
        boolean done = code.rows(i, j, k, begin, n, sides, into, at);
        selector.after(TierSelector.CodeTier.CPP, n, System.nanoTime() - before);
        return done;
    }

    private void fill(TierSelector.CodeTier tier, int i, int j, int k, long begin, int n, Object into, int at) {
        NativeLoop rows = folds() ? rest : cpp;
        if (tier != TierSelector.CodeTier.CPP || rows == null || !rows.row(i, j, k, begin, n, into, at)) {
            plain.loop().fill(plain.arguments(), i, j, k, begin, n, into, at);
        }
    }

    /**
     * Runs the body for n indexes of a range from a first one, each with an element of an array from its begin on.
     * Never sliced: an offset added to the counter would slow the loop, and n is at most a tile.
     */
    public void take(long begin, int n, Object from) {
        if (!selector.isDue(n)) {
            take(selector.chosen(), begin, n, from);
            return;
        }
        selector.begin(n);
        TierSelector.CodeTier tier = selector.next();
        long before = System.nanoTime();
        take(tier, begin, n, from);
        selector.after(tier, n, System.nanoTime() - before);
    }

    private void take(TierSelector.CodeTier tier, long begin, int n, Object from) {
        if (tier != TierSelector.CodeTier.CPP || !present(cpp).row(0, 0, 0, begin, n, from, 0)) {
            plain.loop().take(plain.arguments(), begin, n, from);
        }
    }

    /** Runs tiles on the selected tier. */
    public void pass(TileWork work, int tile, int count) {
        long n = (long) count * TILE;
        if (!selector.isDue(n)) {
            pass(selector.chosen(), work, tile, count);
            return;
        }
        selector.begin(n);
        for (int done = 0; done < count; ) {
            TierSelector.CodeTier tier = selector.next();
            int length = (int) Math.min(Math.max(1, selector.slice(tier) / TILE), count - done);
            long before = System.nanoTime();
            pass(tier, work, tile + done, length);
            selector.after(tier, (long) length * TILE, System.nanoTime() - before);
            done += length;
        }
    }

    private void pass(TierSelector.CodeTier tier, TileWork work, int tile, int count) {
        if (tier != TierSelector.CodeTier.CPP || !work.pass(present(cpp), tile, count)) {
            work.pass(tile, count);
        }
    }

    /** Sums the contributions of tiles on the current tier, chosen by the main part of the scan. */
    public void totals(ScanTiles scan, int tile, int count) {
        if (selector.chosen() != TierSelector.CodeTier.CPP || !scan.totals(present(cpp), tile, count)) {
            scan.totals(tile, count);
        }
    }

    /** Scans n indexes of integers in Java and returns the total; see {@link KernelLoop#scan}. */
    public long scanInJava(long begin, int n, long before) {
        return plain.loop().scan(plain.arguments(), begin, n, before);
    }

    /** Returns the sum of a whole tile of a scan of integers, in Java. */
    public long totalInJava(long begin) {
        return plain.loop().tile(plain.arguments(), begin);
    }

    /** Evaluates n contributions of a scan of reals into an array, in Java. */
    public void fillInJava(long begin, int n, Object into, int at) {
        plain.loop().fill(plain.arguments(), 0, 0, 0, begin, n, into, at);
    }

    /** Runs the consumer with n prefix sums from an array, in Java. */
    public void takeInJava(long begin, int n, Object from) {
        plain.loop().take(plain.arguments(), begin, n, from);
    }

    /**
     * Folds whole tiles in order.
     *
     * @param begin the first index of the first tile
     * @param tile the number of the first tile, its index in the array of results
     * @param results receives the results of Java code
     */
    public void tiles(long begin, int tile, int count, TileResults results) {
        long n = (long) count * TILE;
        if (!selector.isDue(n)) {
            tiles(selector.chosen(), begin, tile, count, results);
            return;
        }
        selector.begin(n);
        for (int done = 0; done < count; ) {
            TierSelector.CodeTier tier = selector.next();
            int length = (int) Math.min(Math.max(1, selector.slice(tier) / TILE), count - done);
            long before = System.nanoTime();
            tiles(tier, begin + (long) done * TILE, tile + done, length, results);
            selector.after(tier, (long) length * TILE, System.nanoTime() - before);
            done += length;
        }
    }

    private void tiles(TierSelector.CodeTier tier, long begin, int tile, int count, TileResults results) {
        if (tier == TierSelector.CodeTier.CPP && present(cpp).tiles(begin, count, tile)) {
            return;
        } else if (!plain.folds()) {
            evaluate(begin, tile, count, results);
            return;
        }
        for (int t = 0; t < count; t++) {
            results.put(tile + t, totalInJava(begin + (long) t * TILE));
        }
    }

    private void evaluate(long begin, int tile, int count, TileResults results) {
        Object room = results.room();
        for (int t = 0; t < count; t++) {
            fillInJava(begin + (long) t * TILE, TILE, room, 0);
            results.fold(tile + t, room);
        }
    }

    /** Words for the times of tiers. */
    private static final class TierText {
        private static final int DIGITS_BELOW = 10;

        private TierText() {}

        /**
         * Returns the tiers that were timed, each with its time per index, such as
         * {@code "bytecode 14 ns, native 0.50 ns an index"}.
         */
        static String of(TierSelector selector, boolean isLambda) {
            StringJoiner text = new StringJoiner(", ", "", " an index").setEmptyValue("");
            add(text, isLambda ? "loop" : "bytecode", selector.nanos(TierSelector.CodeTier.PLAIN));
            add(text, "native", selector.nanos(TierSelector.CodeTier.CPP));
            return text.toString();
        }

        private static void add(StringJoiner text, String tier, double nanos) {
            if (nanos > 0) {
                String digits = nanos < 1 ? "%.2f" : nanos < DIGITS_BELOW ? "%.1f" : "%.0f";
                text.add(tier + ' ' + String.format(Locale.ROOT, digits, nanos) + " ns");
            }
        }
    }
}
