package org.sporos.host.natives;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.diskcache.BinaryCache;

/**
 * Asks Linux to put large Java arrays into pages of 2 MiB, which reduces TLB misses. The elements of an array stay as
 * they are. If the machine is set up to have no such pages, or Linux is older than 6.1, arrays stay where they are. Not
 * thread-safe.
 *
 * <p>Only AMD's processors are asked to, unless the system property {@code sporos.host.hugepages} is {@code true}: on
 * an Intel Xeon (Sapphire Rapids) a stencil took four times as long in them, with arrays that begin at the same place
 * of their pages, as large ones do in the G1 collector's heap.
 *
 * <p>Source: madvise(2), {@code MADV_HUGEPAGE} and {@code MADV_COLLAPSE}.
 */
final class HugePages {
    /** Arrays of less are not worth it, and few huge pages lie in them as a whole. */
    static final long LEAST_BYTES = 4L << 20;

    private static final Logger LOG = SafeLogger.of("org.sporos");

    /** The file with the setting of the machine for huge pages. */
    private static final Path SETTING = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private static final Path PROCESSOR = Path.of("/proc/cpuinfo");
    /** So much is moved at a time: a garbage collector that must not move the array meanwhile waits for it. */
    private static final long PIECE_BYTES = 4L << 20;

    private static final int DONE = 0;

    /** Kernels that are to be compiled do not wait for it. */
    private static final ExecutorService MOVER = DaemonThreads.background("sporos-pages");
    /** The huge pages that this machine has, null if it has none; looked for once, by that thread. */
    private static @Nullable Optional<HugePages> found;

    private static final String SOURCE = """
            #include <cstdint>
            #include <sys/mman.h>
            // The bytes {from, to} of an array, as far as they are whole pages: 0 if they are in huge pages now.
            extern "C" __attribute__((visibility("default"))) int NAME(void*** env, void*, void* array, void* range) {
                if (array == nullptr) return 1;
                const auto pin = (void* (*)(void*, void*, unsigned char*)) (*env)[222];
                const auto unpin = (void (*)(void*, void*, void*, int)) (*env)[223];
                constexpr int ABORT = 2, HUGEPAGE = 14, COLLAPSE = 25;
                constexpr uintptr_t HUGE = 2 << 20;
                long long* bytes = (long long*) pin(env, range, nullptr);
                if (bytes == nullptr) return 1;
                const long long from = bytes[0], to = bytes[1];
                unpin(env, range, bytes, ABORT);
                char* at = (char*) pin(env, array, nullptr);
                if (at == nullptr) return 1;
                const uintptr_t begin = ((uintptr_t) at + from + HUGE - 1) & ~(HUGE - 1);
                const uintptr_t end = ((uintptr_t) at + to) & ~(HUGE - 1);
                int failed = 0;
                if (begin < end) {
                    failed = madvise((void*) begin, end - begin, HUGEPAGE);
                    if (failed == 0) failed = madvise((void*) begin, end - begin, COLLAPSE);
                }
                unpin(env, array, at, ABORT);
                return failed;
            }
            """.replace("NAME", NativeLibrary.FUNCTION);

    private final ToIntBiFunction<Object, Object> function;

    private HugePages(ToIntBiFunction<Object, Object> function) {
        this.function = function;
    }

    /**
     * Returns what asks for them, or null if this machine has none, or is better off without, or the user wants none.
     */
    static @Nullable HugePages find(BinaryCache cache) {
        if (!areWanted(System.getProperty("sporos.host.hugepages")) || !areAllowed()) {
            return null;
        }
        try {
            return new HugePages(NativeCode.of(SOURCE, cache));
        } catch (Exception | LinkageError e) {
            LOG.log(Logger.Level.INFO, "large views stay in small pages: " + e.getMessage());
            return null;
        }
    }

    /** Has the large ones of some arrays moved in the background, where this machine is better off with that. */
    static void holdSoon(Set<Object> arrays, BinaryCache cache) {
        MOVER.execute(() -> {
            if (found == null) {
                found = Optional.ofNullable(find(cache));
            }
            found.ifPresent(pages -> arrays.forEach(pages::hold));
        });
    }

    private static boolean areWanted(@Nullable String property) {
        return property == null || property.isBlank() ? says(PROCESSOR, "AuthenticAMD") : property.equals("true");
    }

    private static boolean areAllowed() {
        return says(SETTING, "[madvise]") || says(SETTING, "[always]");
    }

    private static boolean says(Path file, String words) {
        try {
            return Files.readString(file).contains(words);
        } catch (IOException unknown) {
            return false;
        }
    }

    /**
     * Puts as much of an array of numbers as there are whole huge pages of into such pages. Takes some milliseconds for
     * each 4 MiB that are in small ones. Returns whether they all are in huge pages now; an array that has less than 4
     * MiB stays as it is.
     */
    boolean hold(Object array) {
        long bytes = bytes(array);
        boolean held = bytes >= LEAST_BYTES;
        for (long from = 0; held && from < bytes; from += PIECE_BYTES) {
            // A piece holds the huge page that begins in the one before, if there is one.
            long begin = Math.max(0, from - PIECE_BYTES / 2);
            held = function.applyAsInt(array, new long[] {begin, Math.min(bytes, from + PIECE_BYTES)}) == DONE;
        }
        return held;
    }

    private static long bytes(Object array) {
        boolean wide = array instanceof double[] || array instanceof long[];
        return (long) Array.getLength(array) * (wide ? Double.BYTES : Float.BYTES);
    }
}
