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
 * One folder of entries. It is checked once, when it is there: a folder that is to be {@link FileTrust trusted} stays
 * so, as nobody else can change it or a folder above. One that is not is not used, which is said once. Thread-safe,
 * also for several processes.
 */
final class CacheFolder {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final String TEMPORARY = "new[0-9]+\\.tmp";
    private static final long ABANDONED_MILLIS = 3_600_000;

    private static final Set<Path> SAID = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final long bound;
    private final FileTrust trust;
    /** True if the folder was there and could be trusted. */
    private volatile boolean trusted;

    CacheFolder(Path folder, long bound, FileTrust trust) {
        this.folder = folder.toAbsolutePath();
        this.bound = bound;
        this.trust = trust;
    }

    Path path() {
        return folder;
    }

    /** Returns the program of a key, if it is there. A file in its place that is no such entry is deleted. */
    List<byte[]> read(CacheKey key) {
        Path file = folder.resolve(key.fileName());
        boolean isThere = isTrusted() && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        byte[] program = isThere ? read(file, key.digest()) : null;
        return program == null ? List.of() : List.of(program);
    }

    /** Returns the newest programs of a key's text and architecture, whatever compiler made them. */
    List<byte[]> readOfAnyCompiler(CacheKey key) {
        List<byte[]> programs = new ArrayList<>();
        for (Path file : entriesOfText(key)) {
            CacheEntry.Head head = head(file);
            if (head != null && head.architecture().equals(key.architecture())) {
                byte[] program = read(file, head.digest());
                if (program != null) {
                    programs.add(program);
                }
            }
        }
        return programs;
    }

    /** Returns the heads of all entries of a key's text. */
    List<CacheEntry.Head> headsOfText(CacheKey key) {
        return entriesOfText(key).stream()
                .map(this::head)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    /** Returns whether there is any entry. */
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
                // Then there are none.
            }
        }
        return entries;
    }

    private CacheEntry.@Nullable Head head(Path file) {
        try {
            return trust.violationOfFile(file) == null ? CacheEntry.head(file) : null;
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

    /** Returns whether nobody else can write this folder. */
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
        if (SAID.add(path)) {
            LOG.log(Logger.Level.WARNING, text);
        }
    }

    private static void touch(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        } catch (IOException readOnly) {
            // Then it is not known to be in use, and goes earlier.
        }
    }

    /** Keeps a program; returns false if it cannot be kept here. */
    boolean write(CacheKey key, byte[] program) {
        byte[] entry = CacheEntry.wrap(key, program);
        if (entry.length > bound || entry.length > CacheEntry.LARGEST || !isTrusted()) {
            return false;
        }
        Path written = null;
        try {
            UserFolders.create(folder);
            // Somebody else may have made it meanwhile.
            if (!isTrusted()) {
                return false;
            }
            written = Files.createTempFile(folder, "new", ".tmp");
            UserFolders.makePrivate(written);
            Files.write(written, entry);
            // Others see the old file or the new one, never a part.
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
            // A later trim takes it.
        }
    }

    private record Kept(Path file, long bytes, long used) {
        boolean isEntry() {
            return CacheKey.isEntry(file.getFileName().toString());
        }

        boolean isAbandoned() {
            return file.getFileName().toString().matches(TEMPORARY)
                    && used < System.currentTimeMillis() - ABANDONED_MILLIS;
        }
    }

    /** Deletes what was used least recently until the rest fits. Other processes may do the same meanwhile. */
    private void trim() throws IOException {
        List<Kept> all = list();
        long total = all.stream().filter(Kept::isEntry).mapToLong(Kept::bytes).sum();
        for (Kept kept : all) {
            if (kept.isAbandoned() || total > bound && kept.isEntry()) {
                Files.deleteIfExists(kept.file);
                total -= kept.isEntry() ? kept.bytes : 0;
            }
        }
    }

    private List<Kept> list() throws IOException {
        List<Kept> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                try {
                    long used = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                            .toMillis();
                    all.add(new Kept(file, Files.size(file), used));
                } catch (NoSuchFileException goneMeanwhile) {
                    // Another process has trimmed it.
                }
            }
        }
        all.sort(Comparator.comparingLong(Kept::used).thenComparing(Kept::file));
        return all;
    }
}
