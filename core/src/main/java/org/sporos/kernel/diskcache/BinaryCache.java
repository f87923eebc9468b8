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
 * Compiled programs in a folder, each in a file that is named after its {@link CacheKey}.
 *
 * <p>Thread-safe, and safe for several processes at once: a file appears whole or not at all, and one that is damaged
 * or cannot be loaded counts as missing and is written anew. The files take no more than a bound; those used least
 * recently go first. A program is kept once it has been loaded.
 *
 * <p>Programs are native code. What others than this user and root could have written is not used: see
 * {@link FileTrust}. Where nothing can be kept there, this JVM keeps programs in its heap, and nothing fails.
 */
public final class BinaryCache {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final long DEFAULT_BYTES = 256L << 20;

    /** Programs of this JVM that no folder has, by the digests of their keys; those used least recently first. */
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

    /** Returns a cache in a folder, which is made when it is needed. */
    public static BinaryCache in(Path folder, long bound) {
        return in(folder, bound, FileTrust.ofProcess());
    }

    static BinaryCache in(@Nullable Path folder, long bound, FileTrust trust) {
        return new BinaryCache(folder == null ? null : new CacheFolder(folder, bound, trust), bound, true);
    }

    /** Returns a cache that keeps nothing. */
    public static BinaryCache off() {
        return new BinaryCache(null, 0, false);
    }

    /**
     * Returns the cache of this user: in the folder that the system property {@code sporos.cache} names ({@code off}
     * for none), else in {@code $XDG_CACHE_HOME/sporos}, else in {@code ~/.cache/sporos}; of at most
     * {@code sporos.cache.bytes} bytes, 256 MiB if that is not set.
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
     * Returns what a loader makes of the program of a key: of the one in the cache, else of what the compiler returns,
     * which is kept once it is loaded.
     *
     * @throws UnusableProgramException if what the compiler returns cannot be loaded
     * @throws Exception what the compiler and the loader throw
     */
    public <T> T get(CacheKey key, Callable<byte[]> compiler, ProgramLoader<T> loader) throws Exception {
        Optional<T> kept = kept(key, loader);
        if (kept.isPresent()) {
            return kept.get();
        }
        misses.incrementAndGet();
        LOG.log(Logger.Level.DEBUG, () -> "a kernel is compiled: " + difference(key));
        FlightSpan compilation = span(key, false);
        byte[] program = compiler.call();
        Flight.end(compilation);
        T loaded = loader.load(program);
        keep(key, program);
        return loaded;
    }

    /**
     * Returns what a loader makes of the program of a key, or nothing if it is not there.
     *
     * @throws Exception what the loader throws
     */
    public <T> Optional<T> kept(CacheKey key, ProgramLoader<T> loader) throws Exception {
        return search(key, false, loader);
    }

    /**
     * Returns what a loader makes of the program of a key, whatever compiler made it, or nothing if it is not there.
     *
     * @throws Exception what the loader throws
     */
    public <T> Optional<T> find(CacheKey key, ProgramLoader<T> loader) throws Exception {
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

    /** A program that cannot be loaded stays until a better one takes its place: it may do on another machine. */
    private static <T> Optional<T> load(byte[] kept, ProgramLoader<T> loader) throws Exception {
        try {
            return Optional.of(loader.load(kept));
        } catch (UnusableProgramException e) {
            LOG.log(Logger.Level.DEBUG, "a compiled kernel of the cache cannot be loaded: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Returns whether somebody has compiled programs before, so that one that is not there is worth a word. */
    public boolean hasEntries() {
        return folder != null && folder.hasEntries();
    }

    /** Returns in what the programs that are there differ from that of a key, in words. */
    public String difference(CacheKey key) {
        if (folder == null) {
            return "there is no folder of compiled kernels";
        }
        List<CacheEntry.Head> heads = folder.headsOfText(key);
        if (!folder.hasEntries()) {
            return Labels.path(folder.path()) + " has no compiled kernels that can be used";
        }
        if (heads.isEmpty()) {
            return Labels.path(folder.path())
                    + " has no kernels of this text: those there are of other graphs, sizes or releases of Sporos";
        }
        TreeSet<String> architectures = new TreeSet<>();
        TreeSet<String> compilers = new TreeSet<>();
        for (CacheEntry.Head head : heads) {
            architectures.add(head.architecture());
            compilers.add(head.compiler());
        }
        return architectures.contains(key.architecture())
                ? Labels.path(folder.path()) + " has these kernels as made by " + String.join(", ", compilers)
                        + (compilers.contains(key.compiler())
                                ? ", but they cannot be loaded"
                                : ", not by " + key.compiler())
                : Labels.path(folder.path()) + " has these kernels for " + String.join(", ", architectures)
                        + ", not for " + key.architecture();
    }

    /** Returns how many programs were found. */
    public long hits() {
        return hits.get();
    }

    /** Returns how many programs were not found and compiled. */
    public long misses() {
        return misses.get();
    }

    private void keep(CacheKey key, byte[] program) {
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
