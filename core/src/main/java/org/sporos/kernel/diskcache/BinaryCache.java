package org.sporos.kernel.diskcache;

import java.lang.System.Logger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;

/**
 * A cache of compiled programs in a folder, one file per {@link CacheKey}.
 *
 * <p>Thread-safe and safe for concurrent processes: files are replaced atomically; a damaged or unloadable file counts
 * as missing and is rewritten. The total size is bounded, with LRU eviction. A program is stored after it has been
 * loaded.
 *
 * <p>Programs are native code: files writable by others than this user and root are not used, see {@link FileTrust}. If
 * the folder is unusable, programs are cached in the heap.
 */
public final class BinaryCache {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final long DEFAULT_BYTES = 256L << 20;

    /** Programs not stored in a folder, by the digests of their keys, in LRU order. */
    private static final Map<String, Unstored> UNSTORED = new LinkedHashMap<>(16, 0.75f, true);

    private final @Nullable CacheFolder folder;
    private final long bound;
    private final boolean isOn;

    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong misses = new AtomicLong();

    private record Unstored(String contentPrefix, String architecture, byte[] program) {}

    private BinaryCache(@Nullable CacheFolder folder, long bound, boolean isOn) {
        this.folder = folder;
        this.bound = bound;
        this.isOn = isOn;
    }

    /** Returns a cache in a folder, which is created on demand. */
    public static BinaryCache in(Path folder, long bound) {
        return in(folder, bound, FileTrust.ofProcess());
    }

    static BinaryCache in(@Nullable Path folder, long bound, FileTrust trust) {
        return new BinaryCache(folder == null ? null : new CacheFolder(folder, bound, trust), bound, true);
    }

    /** Returns a disabled cache. */
    public static BinaryCache off() {
        return new BinaryCache(null, 0, false);
    }

    /**
     * Returns the cache of this user: in the folder of the system property {@code sporos.cache} ({@code off} for none),
     * else in {@code $XDG_CACHE_HOME/sporos}, else in {@code ~/.cache/sporos}; of at most {@code sporos.cache.bytes}
     * bytes, by default 256 MiB.
     */
    public static BinaryCache ofUser() {
        return ofUser(
                System.getProperty("sporos.cache"), System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home"));
    }

    static BinaryCache ofUser(@Nullable String property, @Nullable String xdg, @Nullable String home) {
        if ("off".equals(property)) {
            return off();
        }
        long bound = Long.getLong("sporos.cache.bytes", DEFAULT_BYTES);
        return in(UserFolders.cache(property, xdg, home), bound, FileTrust.ofProcess());
    }

    /**
     * Returns the loaded program of a key, from the cache or else from the compiler; a compiled program is stored after
     * loading.
     *
     * @throws UnusableProgramException if the compiled program cannot be loaded
     * @throws Exception from the compiler or the loader
     */
    public <T> T get(CacheKey key, Callable<byte[]> compiler, ProgramLoader<T> loader) throws Exception {
        Optional<T> kept = find(key, loader);
        if (kept.isPresent()) {
            return kept.get();
        }
        misses.incrementAndGet();
        LOG.log(Logger.Level.DEBUG, () -> "a kernel is compiled: " + difference(key));
        FlightSpan compilation = span(key, false);
        byte[] program = compiler.call();
        Flight.end(compilation);
        T loaded = loader.load(program);
        store(key, program);
        return loaded;
    }

    /**
     * Returns the loaded program of a key from the cache, or empty.
     *
     * @throws Exception from the loader
     */
    public <T> Optional<T> find(CacheKey key, ProgramLoader<T> loader) throws Exception {
        return search(key, false, loader);
    }

    /**
     * Returns the loaded program of a key from the cache, by any compiler, or empty.
     *
     * @throws Exception from the loader
     */
    public <T> Optional<T> findOfAnyCompiler(CacheKey key, ProgramLoader<T> loader) throws Exception {
        return search(key, true, loader);
    }

    private <T> Optional<T> search(CacheKey key, boolean ofAnyCompiler, ProgramLoader<T> loader) throws Exception {
        FlightSpan search = span(key, true);
        for (byte[] kept : programs(key, ofAnyCompiler)) {
            Optional<T> loaded = load(kept, loader);
            if (loaded.isPresent()) {
                hits.incrementAndGet();
                Flight.end(search);
                return loaded;
            }
        }
        return Optional.empty();
    }

    private List<byte[]> programs(CacheKey key, boolean ofAnyCompiler) {
        List<byte[]> programs = new ArrayList<>();
        if (isOn && folder != null) {
            programs.addAll(ofAnyCompiler ? folder.readOfAnyCompiler(key) : folder.read(key));
        }
        if (isOn) {
            programs.addAll(unstored(key, ofAnyCompiler));
        }
        return programs;
    }

    private static List<byte[]> unstored(CacheKey key, boolean ofAnyCompiler) {
        synchronized (UNSTORED) {
            Unstored found = UNSTORED.get(key.digest());
            if (!ofAnyCompiler) {
                return found == null ? List.of() : List.of(found.program);
            }
            String prefix = key.contentPrefix();
            return UNSTORED.values().stream()
                    .filter(one -> one.contentPrefix.equals(prefix) && one.architecture.equals(key.architecture()))
                    .map(Unstored::program)
                    .toList();
        }
    }

    private static FlightSpan span(CacheKey key, boolean isFromCache) {
        return Flight.compilation(
                key.compiler(), key.architecture(), key.source().length(), isFromCache);
    }

    /** An unloadable program stays until it is replaced: it may be loadable on another machine. */
    private static <T> Optional<T> load(byte[] kept, ProgramLoader<T> loader) throws Exception {
        try {
            return Optional.of(loader.load(kept));
        } catch (UnusableProgramException e) {
            LOG.log(Logger.Level.DEBUG, "a compiled kernel of the cache cannot be loaded: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns whether the folder has entries, so that a miss deserves a message. */
    public boolean hasEntries() {
        return folder != null && folder.hasEntries();
    }

    /** Returns how the stored programs differ from a key, in words. */
    public String difference(CacheKey key) {
        if (folder == null) {
            return "there is no folder of compiled kernels";
        }
        List<CacheEntry.Header> headers = folder.headersOfText(key);
        if (!folder.hasEntries()) {
            return Labels.path(folder.path()) + " has no compiled kernels that can be used";
        }
        if (headers.isEmpty()) {
            return Labels.path(folder.path())
                    + " has no kernels of this text: those there are of other graphs, sizes or releases of Sporos";
        }
        TreeSet<String> architectures = new TreeSet<>();
        TreeSet<String> compilers = new TreeSet<>();
        for (CacheEntry.Header header : headers) {
            architectures.add(header.architecture());
            compilers.add(header.compiler());
        }
        return architectures.contains(key.architecture())
                ? Labels.path(folder.path()) + " has these kernels as made by " + String.join(", ", compilers)
                        + (compilers.contains(key.compiler())
                                ? ", but they cannot be loaded"
                                : ", not by " + key.compiler())
                : Labels.path(folder.path()) + " has these kernels for " + String.join(", ", architectures)
                        + ", not for " + key.architecture();
    }

    /** Returns the number of hits. */
    public long hits() {
        return hits.get();
    }

    /** Returns the number of misses, each with a compilation. */
    public long misses() {
        return misses.get();
    }

    private void store(CacheKey key, byte[] program) {
        if (isOn && program.length < bound && (folder == null || !folder.write(key, program))) {
            synchronized (UNSTORED) {
                UNSTORED.put(key.digest(), new Unstored(key.contentPrefix(), key.architecture(), program.clone()));
                Iterator<Unstored> oldest = UNSTORED.values().iterator();
                for (long bytes = unstoredBytes(); bytes > bound; ) {
                    bytes -= oldest.next().program.length;
                    oldest.remove();
                }
            }
        }
    }

    private static long unstoredBytes() {
        return UNSTORED.values().stream().mapToLong(one -> one.program.length).sum();
    }
}
