package org.sporos.kernel.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compiled programs in a folder, each in a file that is named after its {@link CacheKey}.
 *
 * <p>Thread-safe, and safe for several processes at once: a file appears whole or not at all, and one that is damaged counts
 * as missing and is written anew. The files take no more than a bound; those used least recently go first. Where the folder
 * cannot be read or written everything is compiled, and nothing fails.
 */
public final class BinaryCache {
    private static final long DEFAULT_BYTES = 256L << 20;
    private static final String ENDING = ".bin";

    private final @Nullable Path folder;
    private final long bound;
    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong misses = new AtomicLong();

    private BinaryCache(@Nullable Path folder, long bound) {
        this.folder = folder;
        this.bound = bound;
    }

    /** Returns a cache in a folder, which is made when it is needed. */
    public static BinaryCache in(Path folder, long bound) {
        return new BinaryCache(folder, bound);
    }

    /** Returns a cache that keeps nothing. */
    public static BinaryCache off() {
        return new BinaryCache(null, 0);
    }

    /**
     * Returns the cache of this user: in the folder that the system property {@code sporos.cache} names ({@code off} for
     * none), else in {@code $XDG_CACHE_HOME/sporos}, else in {@code ~/.cache/sporos}; of at most
     * {@code sporos.cache.bytes} bytes, 256 MiB if that is not set.
     */
    public static BinaryCache ofUser() {
        return ofUser(System.getProperty("sporos.cache"), System.getenv("XDG_CACHE_HOME"));
    }

    static BinaryCache ofUser(@Nullable String property, @Nullable String xdg) {
        long bound = Long.getLong("sporos.cache.bytes", DEFAULT_BYTES);
        if ("off".equals(property)) {
            return off();
        } else if (property != null && !property.isEmpty()) {
            return in(Path.of(property), bound);
        } else if (xdg != null && xdg.startsWith("/")) {
            return in(Path.of(xdg, "sporos"), bound);
        }
        return in(Path.of(System.getProperty("user.home", "."), ".cache", "sporos"), bound);
    }

    /**
     * Returns the program of a key: from the cache, else what the compiler returns, which is kept.
     *
     * @throws Exception what the compiler throws
     */
    public byte[] get(CacheKey key, Callable<byte[]> compiler) throws Exception {
        Optional<byte[]> kept = find(key);
        if (kept.isPresent()) {
            hits.incrementAndGet();
            return kept.get();
        }
        misses.incrementAndGet();
        byte[] program = compiler.call();
        keep(key, program);
        return program;
    }

    /** Returns how many programs were found. */
    public long hits() {
        return hits.get();
    }

    /** Returns how many programs were not found and compiled. */
    public long misses() {
        return misses.get();
    }

    private Optional<byte[]> find(CacheKey key) {
        if (folder == null) {
            return Optional.empty();
        }
        Path file = file(folder, key);
        try {
            Optional<byte[]> program = Entry.unwrap(key, Files.readAllBytes(file));
            if (program.isPresent()) {
                touch(file);
            } else {
                Files.deleteIfExists(file);
            }
            return program;
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static void touch(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } catch (IOException readOnly) {
            // Then it is not known to be in use, and goes earlier.
        }
    }

    private void keep(CacheKey key, byte[] program) {
        byte[] entry = Entry.wrap(key, program);
        if (folder == null || entry.length > bound) {
            return;
        }
        Path written = null;
        try {
            Files.createDirectories(folder);
            written = Files.createTempFile(folder, "new", ".tmp");
            Files.write(written, entry);
            // Others see the old file or the new one, never a part.
            Files.move(written, file(folder, key), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            trim(folder);
        } catch (IOException | UncheckedIOException notWritable) {
            delete(written);
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException stays) {
            // A later trim takes it.
        }
    }

    private static Path file(Path folder, CacheKey key) {
        return folder.resolve(key.digest() + ENDING);
    }

    private record Kept(Path file, long bytes, long used) {}

    /** Deletes what was used least recently until the rest fits. Other processes may do the same meanwhile. */
    private void trim(Path folder) throws IOException {
        List<Kept> all = list(folder);
        long total = all.stream().mapToLong(Kept::bytes).sum();
        for (Kept kept : all) {
            boolean abandoned =
                    kept.file.toString().endsWith(".tmp") && kept.used < System.currentTimeMillis() - 3_600_000;
            if (abandoned || total > bound && kept.file.toString().endsWith(ENDING)) {
                Files.deleteIfExists(kept.file);
                total -= kept.bytes;
            }
        }
    }

    private static List<Kept> list(Path folder) throws IOException {
        List<Kept> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                try {
                    all.add(new Kept(
                            file,
                            Files.size(file),
                            Files.getLastModifiedTime(file).toMillis()));
                } catch (NoSuchFileException goneMeanwhile) {
                    // Another process has trimmed it.
                }
            }
        }
        all.sort(Comparator.comparingLong(Kept::used).thenComparing(Kept::file));
        return all;
    }
}
