package org.sporos.pipeline;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.kernel.compile.Helpers;

/** The daemon threads of the process for compiling graphs: as many as there are spare processors. */
final class CompilerThreads {
    private static final int MOST_THREADS = 7;
    private static final int IDLE_SECONDS = 5;

    static final Helpers HELPERS =
            helpers(Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors() - 1));

    private CompilerThreads() {}

    private static Helpers helpers(int count) {
        if (count == 0) {
            return Helpers.NONE;
        }
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                count,
                count,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("sporos-lift", Thread.NORM_PRIORITY));
        pool.allowCoreThreadTimeOut(true);
        return new Helpers(pool, count);
    }
}
