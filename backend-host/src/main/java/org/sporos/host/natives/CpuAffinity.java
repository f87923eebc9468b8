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
 * Tells on which core a thread runs, and moves it to another one. Linux wakes a thread on the core that it slept on, or
 * on that of the thread that wakes it, and may take a second to move one of the two. Java has no call for that. A few
 * lines of C++ make it, if there is a compiler. Thread-safe.
 *
 * <p>Source: sched_getcpu(3), sched_setaffinity(2).
 */
public final class CpuAffinity {
    /** The result of {@link #current()} where the system does not tell the core. */
    public static final int UNKNOWN = -1;

    private static final Logger LOG = SafeLogger.of("org.sporos");
    /** The requests to the function: to leave a core, to stay away from one, and to be free to go anywhere again. */
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
            // Returns the core that this thread runs on, after it has done what {what, core} asks for.
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
                    // To be allowed on it again does not bring it back.
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

    /**
     * Has what it takes compiled and loaded in the background, the first time that it is called, if there is a
     * compiler.
     */
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

    /** Returns the core that this thread runs on, or {@link #UNKNOWN}. */
    public static int current() {
        ToIntBiFunction<@Nullable Object, @Nullable Object> found = function;
        return found == null ? UNKNOWN : found.applyAsInt(null, null);
    }

    /** Has this thread go on on another core than it runs on, if there is one for it. Takes some ten microseconds. */
    public static void leave() {
        ask(LEAVE, UNKNOWN);
    }

    /** Keeps this thread off a core until it {@link #roam roams}, if there are others for it. */
    public static void avoid(int core) {
        ask(AVOID, core);
    }

    /** Lets this thread run on all cores again that it could run on before it avoided one. */
    public static void roam() {
        ask(ROAM, UNKNOWN);
    }

    /** Returns the core that this thread runs on then, or {@link #UNKNOWN}. */
    private static int ask(long what, long core) {
        ToIntBiFunction<@Nullable Object, @Nullable Object> found = function;
        return found == null ? UNKNOWN : found.applyAsInt(new long[] {what, core}, null);
    }
}
