package org.sporos.view;

import com.google.common.io.CountingInputStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.ElementType;

/** A file in NumPy's format that is read: its header first, then its elements. Used by one thread. */
final class NpyFile implements Closeable {
    /** Elements are converted in pieces of at most that many bytes. */
    private static final int BUFFER = 1 << 16;
    /** Links that lead to each other, at most: as many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private final Path file;
    private final InputStream in;
    private final NpyHeader header;

    private NpyFile(Path file, CountingInputStream in) throws IOException {
        this.file = file;
        this.in = in;
        this.header = NpyHeader.read(in, file);
        if (Files.isRegularFile(file)) {
            header.requireLength(file, Files.size(file) - in.getCount());
        }
    }

    /**
     * Opens a file and reads its header. A file shorter or longer than its header says is refused here, before memory
     * for its elements is taken.
     *
     * @throws IllegalArgumentException if the file is of another format
     */
    static NpyFile open(Path file) throws IOException {
        CountingInputStream in = new CountingInputStream(new BufferedInputStream(Files.newInputStream(file)));
        try {
            return new NpyFile(file, in);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Returns the extents of the array in a file, whose elements have the type of a view. */
    static long[] extents(Path file, String label, ElementType type) throws IOException {
        try (NpyFile opened = open(Required.argument(file, "the file of a view"))) {
            opened.requireFits(label, type, opened.header.extents());
            return opened.header.extents();
        }
    }

    /** Throws S268 if the array has another type or other extents than a view. */
    void requireFits(String label, ElementType type, long... extents) {
        if (!header.hasElements(type) || !Arrays.equals(header.extents(), extents)) {
            throw new CodedArgumentException(
                    "S268",
                    "file " + file + " holds " + header + " and view " + Labels.quoted(label) + " is "
                            + NpyHeader.of(type, extents) + "; load it into a view of its type and extents");
        }
    }

    NpyHeader header() {
        return header;
    }

    /**
     * Reads all elements to an array of Java, in the order of the file.
     *
     * @throws IllegalArgumentException if the file ends before the last element or goes on after it
     */
    void read(ElementType type, Object array, int n) throws IOException {
        byte[] bytes = new byte[BUFFER];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(header.byteOrder());
        int width = type.bytes();
        int step = BUFFER / width;
        for (int begin = 0; begin < n; begin += step) {
            int end = Math.min(n, begin + step);
            if (in.readNBytes(bytes, 0, (end - begin) * width) < (end - begin) * width) {
                throw NpyHeader.damaged(file, "it ends before its last element");
            }
            NpyElements.get(buffer.clear(), array, begin, end);
        }
        if (in.read() >= 0) {
            throw NpyHeader.damaged(file, "it has more than its " + n + " elements");
        }
    }

    /**
     * Writes an array beside the file, and then puts it in its place: a reader sees the old file or the new one. As
     * with a plain write, links are followed, an old file keeps its mode, and a device or pipe is written to.
     */
    static void write(Path file, ElementType type, long[] extents, Object array, int n) throws IOException {
        Path target = followed(file.toAbsolutePath());
        boolean exists = Files.exists(target);
        if (exists && !Files.isRegularFile(target)) {
            write(Files.newOutputStream(target), type, extents, array, n);
            return;
        } else if (exists && !Files.isWritable(target)) {
            throw new AccessDeniedException(target.toString());
        }
        PosixFileAttributeView old = exists ? Files.getFileAttributeView(target, PosixFileAttributeView.class) : null;
        Set<PosixFilePermission> mode =
                old == null ? null : old.readAttributes().permissions();
        FileAttribute<?>[] attributes = mode == null
                ? new FileAttribute<?>[0]
                : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)};
        Path written = target.resolveSibling("." + target.getFileName() + "."
                + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".part");
        try {
            Set<StandardOpenOption> created = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            write(
                    Channels.newOutputStream(Files.newByteChannel(written, created, attributes)),
                    type,
                    extents,
                    array,
                    n);
            if (mode != null) {
                // The mask of the process may have cut it.
                Files.setPosixFilePermissions(written, mode);
            }
            replace(target, written);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** Returns the file that a symbolic link leads to, which need not exist. */
    private static Path followed(Path file) throws IOException {
        Path target = file;
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(file.toString());
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target;
    }

    private static void write(OutputStream to, ElementType type, long[] extents, Object array, int n)
            throws IOException {
        try (OutputStream out = to) {
            out.write(NpyHeader.of(type, extents).bytes());
            write(out, type, array, n);
        }
    }

    private static void replace(Path target, Path written) throws IOException {
        try {
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void write(OutputStream out, ElementType type, Object array, int n) throws IOException {
        byte[] bytes = new byte[BUFFER];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int step = BUFFER / type.bytes();
        for (int begin = 0; begin < n; begin += step) {
            buffer.clear();
            NpyElements.put(buffer, array, begin, Math.min(n, begin + step));
            out.write(bytes, 0, buffer.position());
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
