package org.sporos.host.natives;

import java.lang.System.Logger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.diskcache.BinaryCache;

/**
 * Reads the core of the calling thread and moves the thread off a core. Linux wakes a thread on the core of its last
 * sleep or of its waker, and may need a second to separate the two. Java has no such call, so that a few lines of C++
 * are compiled, if there is a compiler. Thread-safe.
 *
 * <p>Source: sched_getcpu(3), sched_setaffinity(2).
 */
public final class CpuAffinity {
    /** The result of {@link #current()} if the core is unknown. */
    public static final int UNKNOWN = -1;

    private static final Logger LOG = SafeLogger.of("org.sporos");
    /** Requests: leave the current core, avoid a core, and restore the thread's affinity. */
    private static final long LEAVE = 1;

    private static final long AVOID = 2;
    private static final long ROAM = 3;

    private static final String SOURCE = """
            #include <sched.h>
            static thread_local cpu_set_t all;
            static thread_local bool avoids = false;
            static bool allow(const cpu_set_t& cores) { return !sched_setaffinity(0, sizeof cores, &cores); }
            static bool avoid(int core) {
                if (core < 0 || core >= CPU_SETSIZE || sched_getaffinity(0, sizeof all, &all)) return false;
                cpu_set_t others = all;
                CPU_CLR(core, &others);
                return CPU_COUNT(&others) > 0 && allow(others);
            }
            // Executes the request {what, core}, and returns the core that this thread then runs on.
            extern "C" __attribute__((visibility("default"))) int NAME(void*** env, void*, void* ask, void*) {
                if (ask == nullptr) return sched_getcpu();
                const auto pin = (void* (*)(void*, void*, unsigned char*)) (*env)[222];
                const auto unpin = (void (*)(void*, void*, void*, int)) (*env)[223];
                constexpr int ABORT = 2, LEAVE = 1, AVOID = 2;
                long long* asked = (long long*) pin(env, ask, nullptr);
                if (asked == nullptr) return -1;
                const long long what = asked[0], core = asked[1];
                unpin(env, ask, asked, ABORT);
                if (what == LEAVE) {
                    // Allowing the core again does not move the thread back.
                    if (!avoids && avoid(sched_getcpu())) allow(all);
                } else if (what == AVOID) {
                    avoids = avoids || avoid((int) core);
                } else if (avoids) {
                    avoids = !allow(all);
                }
                return sched_getcpu();
            }
            """.replace("NAME", NativeLibrary.FUNCTION);

    private static final AtomicBoolean ASKED = new AtomicBoolean();
    private static volatile @Nullable ToIntBiFunction<@Nullable Object, @Nullable Object> function;

    private CpuAffinity() {}

    /** Compiles and loads the function in the background at the first call, if there is a compiler. */
    public static void findSoon() {
        if (!ASKED.get() && !ASKED.getAndSet(true)) {
            ExecutorService thread = DaemonThreads.background("sporos-cores");
            thread.execute(CpuAffinity::find);
            thread.shutdown();
        }
    }

    private static void find() {
        try {
            function = NativeCode.of(SOURCE, BinaryCache.ofUser());
        } catch (Exception | LinkageError e) {
            LOG.log(Logger.Level.DEBUG, "threads stay on the cores that they are woken on: " + e.getMessage());
        }
    }

    /** Returns the core of this thread, or {@link #UNKNOWN}. */
    public static int current() {
        ToIntBiFunction<@Nullable Object, @Nullable Object> found = function;
        return found == null ? UNKNOWN : found.applyAsInt(null, null);
    }

    /** Moves this thread to another core, if it may use one; takes about ten microseconds. */
    public static void leave() {
        ask(LEAVE, UNKNOWN);
    }

    /** Keeps this thread off a core until {@link #roam}, if it may use others. */
    public static void avoid(int core) {
        ask(AVOID, core);
    }

    /** Restores the affinity from before {@link #avoid}. */
    public static void roam() {
        ask(ROAM, UNKNOWN);
    }

    /** Returns the core of this thread after the request, or {@link #UNKNOWN}. */
    private static int ask(long what, long core) {
        ToIntBiFunction<@Nullable Object, @Nullable Object> found = function;
        return found == null ? UNKNOWN : found.applyAsInt(new long[] {what, core}, null);
    }
}
