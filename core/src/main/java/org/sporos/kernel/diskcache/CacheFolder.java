package org.sporos.kernel.diskcache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;

/**
 * A folder of entries. An existing folder is checked once: a {@link FileTrust trusted} folder stays trusted, as only
 * this user and root can change it or its parents. An untrusted folder is not used, with one warning. Thread-safe, also
 * for concurrent processes.
 */
final class CacheFolder {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final String TEMPORARY = "new[0-9]+\\.tmp";
    private static final long ABANDONED_MILLIS = 3_600_000;

    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final long bound;
    private final FileTrust trust;
    /** Whether the folder exists and is trusted. */
    private volatile boolean trusted;

    CacheFolder(Path folder, long bound, FileTrust trust) {
        this.folder = folder.toAbsolutePath();
        this.bound = bound;
        this.trust = trust;
    }

    Path path() {
        return folder;
    }

    /** Returns the program of a key, if present. An invalid file is deleted. */
    List<byte[]> read(CacheKey key) {
        Path file = folder.resolve(key.fileName());
        boolean isThere = isTrusted() && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        byte[] program = isThere ? read(file, key.digest()) : null;
        return program == null ? List.of() : List.of(program);
    }

    /** Returns the programs of a key's text and architecture, by any compiler. */
    List<byte[]> readOfAnyCompiler(CacheKey key) {
        List<byte[]> programs = new ArrayList<>();
        for (Path file : entriesOfText(key)) {
            CacheEntry.Header header = header(file);
            if (header != null && header.architecture().equals(key.architecture())) {
                byte[] program = read(file, header.digest());
                if (program != null) {
                    programs.add(program);
                }
            }
        }
        return programs;
    }

    /** Returns the headers of all entries of a key's text. */
    List<CacheEntry.Header> headersOfText(CacheKey key) {
        return entriesOfText(key).stream()
                .map(this::header)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    /** Returns whether the folder has entries. */
    boolean hasEntries() {
        try (Stream<Path> files = isTrusted() ? Files.list(folder) : Stream.empty()) {
            return files.anyMatch(file -> CacheKey.isEntry(file.getFileName().toString()));
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private List<Path> entriesOfText(CacheKey key) {
        List<Path> entries = new ArrayList<>();
        if (isTrusted()) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, key.contentPrefix() + "*.bin")) {
                files.forEach(entries::add);
            } catch (IOException | RuntimeException unreadable) {
                // Treated as empty.
            }
        }
        return entries;
    }

    private CacheEntry.@Nullable Header header(Path file) {
        try {
            return trust.violationOfFile(file) == null ? CacheEntry.header(file) : null;
        } catch (IOException unreadable) {
            return null;
        }
    }

    private byte @Nullable [] read(Path file, String digest) {
        try {
            String violation = trust.violationOfFile(file);
            if (violation != null) {
                warn(
                        file,
                        "S231: a compiled kernel of the cache is not used, as " + violation + "; it is compiled again");
                delete(file);
                return null;
            }
            byte[] program = CacheEntry.read(file, digest);
            touch(file);
            return program;
        } catch (java.nio.file.AccessDeniedException othersAlone) {
            return null;
        } catch (IOException damaged) {
            delete(file);
            return null;
        }
    }

    /** Returns whether only this user and root can write the folder. */
    private boolean isTrusted() {
        if (trusted) {
            return true;
        }
        boolean isMade = Files.isDirectory(folder);
        String violation = trust.violationOfFolder(folder);
        if (violation != null) {
            warn(
                    folder,
                    "S230: the cache of compiled kernels in " + Labels.path(folder) + " is not used, as " + violation
                            + "; this JVM compiles for itself. Let only you or root write it and the folders above it,"
                            + " or name another one with -Dsporos.cache");
        }
        trusted = isMade && violation == null;
        return violation == null;
    }

    private static void warn(Path path, String text) {
        if (WARNED.add(path)) {
            LOG.log(Logger.Level.WARNING, text);
        }
    }

    private static void touch(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } catch (IOException readOnly) {
            // The entry is evicted earlier.
        }
    }

    /** Stores a program; returns whether it could be stored. */
    boolean write(CacheKey key, byte[] program) {
        byte[] entry = CacheEntry.wrap(key, program);
        if (entry.length > bound || entry.length > CacheEntry.LARGEST || !isTrusted()) {
            return false;
        }
        Path written = null;
        try {
            UserFolders.create(folder);
            // Another process may have created the folder.
            if (!isTrusted()) {
                return false;
            }
            written = Files.createTempFile(folder, "new", ".tmp");
            UserFolders.makePrivate(written);
            Files.write(written, entry);
            // Atomic: readers see the old or the new file.
            Path file = folder.resolve(key.fileName());
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            trim();
            return true;
        } catch (IOException | UncheckedIOException notWritable) {
            if (written != null) {
                delete(written);
            }
            return false;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            // A later trim deletes it.
        }
    }

    private record CacheFile(Path file, long bytes, long used) {
        boolean isEntry() {
            return CacheKey.isEntry(file.getFileName().toString());
        }

        boolean isAbandoned() {
            return file.getFileName().toString().matches(TEMPORARY)
                    && used < System.currentTimeMillis() - ABANDONED_MILLIS;
        }
    }

    /** Evicts entries in LRU order down to the bound. Other processes may trim concurrently. */
    private void trim() throws IOException {
        List<CacheFile> all = list();
        long total = all.stream()
                .filter(CacheFile::isEntry)
                .mapToLong(CacheFile::bytes)
                .sum();
        for (CacheFile kept : all) {
            if (kept.isAbandoned() || total > bound && kept.isEntry()) {
                Files.deleteIfExists(kept.file);
                total -= kept.isEntry() ? kept.bytes : 0;
            }
        }
    }

    private List<CacheFile> list() throws IOException {
        List<CacheFile> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                try {
                    long used = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                            .toMillis();
                    all.add(new CacheFile(file, Files.size(file), used));
                } catch (NoSuchFileException goneMeanwhile) {
                    // Deleted by another process.
                }
            }
        }
        all.sort(Comparator.comparingLong(CacheFile::used).thenComparing(CacheFile::file));
        return all;
    }
}
