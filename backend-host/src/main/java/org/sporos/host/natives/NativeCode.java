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
 * The function of a C++ text: from the cache, else from the compiler. A compiler that has taken too long, or whose
 * library cannot be loaded, is not used again by this JVM. Thread-safe.
 */
final class NativeCode {
    private static final Logger LOG = SafeLogger.of("org.sporos");

    /** The compilers that are not asked any more, and why, in words. */
    private static final Map<Toolchain, String> REFUSED = new ConcurrentHashMap<>();

    private NativeCode() {}

    /** Thrown where there is no compiler, and the cache has not what it would make. */
    static final class MissingException extends IOException {
        private static final long serialVersionUID = 1L;
        private final String why;

        MissingException(String message, String why) {
            super(message);
            this.why = why;
        }

        /** Returns why there is no compiler, in words. */
        String why() {
            return why;
        }
    }

    /** Thrown where a warning has said what is wrong with the compiler. */
    static final class ReportedException extends IOException {
        private static final long serialVersionUID = 1L;

        ReportedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Returns the function of a text whose only function is {@link NativeLibrary#FUNCTION}. */
    static ToIntBiFunction<Object, Object> of(String source, BinaryCache cache) throws Exception {
        return of(source, cache, Toolchain.ofMachine());
    }

    /** Returns the function of a text, which a compiler makes if there is one and need be. */
    static ToIntBiFunction<Object, Object> of(String source, BinaryCache cache, @Nullable Toolchain compiler)
            throws Exception {
        String refused = compiler == null ? Toolchain.absence() : REFUSED.get(compiler);
        return compiler == null || refused != null
                ? compiled(source, cache, String.valueOf(refused))
                : asked(source, cache, compiler);
    }

    /** Returns the function of a text if it is in the cache. */
    static Optional<ToIntBiFunction<Object, Object>> kept(String source, BinaryCache cache) throws Exception {
        Toolchain compiler = Toolchain.ofMachine();
        if (compiler == null || REFUSED.containsKey(compiler)) {
            CacheKey key = new CacheKey(source, CpuFeatures.name(), "any compiler", Toolchain.flags());
            return cache.findOfAnyCompiler(key, NativeLibrary::load);
        }
        return cache.find(
                new CacheKey(source, CpuFeatures.name(), compiler.version(), Toolchain.flags()), NativeLibrary::load);
    }

    private static ToIntBiFunction<Object, Object> asked(String source, BinaryCache cache, Toolchain compiler)
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

    /** Returns the function of a text as any compiler has made it. */
    private static ToIntBiFunction<Object, Object> compiled(String source, BinaryCache cache, String refused)
            throws Exception {
        CacheKey key = new CacheKey(source, CpuFeatures.name(), "any compiler", Toolchain.flags());
        return cache.findOfAnyCompiler(key, NativeLibrary::load)
                .orElseThrow(() -> new MissingException(
                        "K401: no C++ of these kernels: " + refused + ", and " + cache.difference(key)
                                + ". See that a compiler can work, or fill the cache on a machine like this",
                        refused));
    }
}
