package org.sporos.host.natives;

import java.io.IOException;
import java.lang.System.Logger;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.kernel.diskcache.CacheKey;
import org.sporos.kernel.diskcache.UnusableProgramException;

/**
 * The function of a C++ source, from the cache or the compiler. A compiler that exceeds its time limit or produces
 * unloadable libraries is not used again by this JVM. Thread-safe.
 */
final class NativeCode {
    private static final Logger LOG = SafeLogger.of("org.sporos");

    /** Disabled compilers, with the reason. */
    private static final Map<Toolchain, String> REFUSED = new ConcurrentHashMap<>();

    private NativeCode() {}

    /** Thrown if there is no compiler and no cached library. */
    static final class MissingException extends IOException {
        private static final long serialVersionUID = 1L;
        private final String why;

        MissingException(String message, String why) {
            super(message);
            this.why = why;
        }

        /** Returns the reason why there is no compiler. */
        String why() {
            return why;
        }
    }

    /** Thrown if a logged warning has explained the failure of the compiler. */
    static final class ReportedException extends IOException {
        private static final long serialVersionUID = 1L;

        ReportedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Returns the function {@link NativeLibrary#FUNCTION} of a source. */
    static ToIntBiFunction<Object, Object> of(String source, BinaryCache cache) throws Exception {
        return of(source, cache, Toolchain.ofMachine());
    }

    /** Returns the function of a source, compiled if it is not cached and there is a compiler. */
    static ToIntBiFunction<Object, Object> of(String source, BinaryCache cache, @Nullable Toolchain compiler)
            throws Exception {
        String refused = compiler == null ? Toolchain.absence() : REFUSED.get(compiler);
        return compiler == null || refused != null
                ? fromCache(source, cache, String.valueOf(refused))
                : compiledBy(source, cache, compiler);
    }

    /** Returns the function of a source if it is cached. */
    static Optional<ToIntBiFunction<Object, Object>> cached(String source, BinaryCache cache) throws Exception {
        Toolchain compiler = Toolchain.ofMachine();
        if (compiler == null || REFUSED.containsKey(compiler)) {
            CacheKey key = new CacheKey(source, CpuFeatures.name(), "any compiler", Toolchain.flags());
            return cache.findOfAnyCompiler(key, NativeLibrary::load);
        }
        return cache.find(
                new CacheKey(source, CpuFeatures.name(), compiler.version(), Toolchain.flags()), NativeLibrary::load);
    }

    private static ToIntBiFunction<Object, Object> compiledBy(String source, BinaryCache cache, Toolchain compiler)
            throws Exception {
        CacheKey key = new CacheKey(source, CpuFeatures.name(), compiler.version(), Toolchain.flags());
        try {
            return cache.get(key, () -> compiler.compile(source), NativeLibrary::load);
        } catch (CompilerProcess.TimeoutException e) {
            throw refuse(compiler, String.valueOf(e.getMessage()), e);
        } catch (UnusableProgramException e) {
            String text = "K403: the compiler " + compiler.command() + " has written what cannot be loaded ("
                    + e.getMessage() + ") and is not asked again; see that it makes shared libraries for this machine";
            throw refuse(compiler, text, e);
        }
    }

    private static ReportedException refuse(Toolchain compiler, String why, Exception cause) {
        REFUSED.put(compiler, why);
        LOG.log(Logger.Level.WARNING, why + ". Kernels stay Java code");
        return new ReportedException(why, cause);
    }

    /** Returns the cached function of a source, compiled by any compiler. */
    private static ToIntBiFunction<Object, Object> fromCache(String source, BinaryCache cache, String refused)
            throws Exception {
        CacheKey key = new CacheKey(source, CpuFeatures.name(), "any compiler", Toolchain.flags());
        return cache.findOfAnyCompiler(key, NativeLibrary::load)
                .orElseThrow(() -> new MissingException(
                        "K401: no C++ of these kernels: " + refused + ", and " + cache.difference(key)
                                + ". See that a compiler can work, or fill the cache on a machine like this",
                        refused));
    }
}
