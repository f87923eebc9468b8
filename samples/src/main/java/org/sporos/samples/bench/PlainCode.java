package org.sporos.samples.bench;

import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** A code in plain Java: serial, or with each loop as a parallel stream. */
abstract class PlainCode implements Code {
    /** The leaf tasks per thread of a parallel stream, as in {@code java.util.stream}. */
    private static final int TASKS = 4;

    final boolean parallel;

    PlainCode(boolean parallel) {
        this.parallel = parallel;
    }

    /** Runs a loop of few, long iterations. */
    final void each(int begin, int end, IntConsumer body) {
        ranges(begin, end, (from, to) -> {
            for (int i = from; i < to; i++) {
                body.accept(i);
            }
        });
    }

    /** Cuts a loop into ranges, so that the JIT can optimize the inner loop of the body. */
    final void ranges(int begin, int end, Range body) {
        if (!parallel) {
            body.accept(begin, end);
            return;
        }
        int tasks = Math.min(end - begin, TASKS * ForkJoinPool.getCommonPoolParallelism());
        long length = end - begin;
        IntStream.range(0, tasks)
                .parallel()
                .forEach(
                        k -> body.accept(begin + (int) (length * k / tasks), begin + (int) (length * (k + 1) / tasks)));
    }

    /** A part of a loop. */
    interface Range {
        void accept(int from, int to);
    }
}
