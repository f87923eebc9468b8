package org.sporos.view;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sporos.error.Required;
import org.sporos.space.ElementType;

/** A file in NumPy's format that is read: its header first, then its elements. Used by one thread. */
final class NpyFile implements Closeable {
    /** Elements are converted in pieces of at most that many bytes. */
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final InputStream in;
    private final NpyHeader header;

    private NpyFile(Path file, InputStream in) throws IOException {
        this.file = file;
        this.in = in;
        this.header = NpyHeader.read(in, file);
    }

    /**
     * Opens a file and reads its header.
     *
     * @throws IllegalArgumentException if the file is of another format
     */
    static NpyFile open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            return new NpyFile(file, in);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Returns the extents of the array in a file. */
    static long[] extents(Path file) throws IOException {
        try (NpyFile opened = open(Required.argument(file, "the file of a view"))) {
            return opened.header.extents();
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

    /** Writes an array beside the file, and then puts it in its place: a reader sees the old file or the new one. */
    static void write(Path file, ElementType type, long[] extents, Object array, int n) throws IOException {
        Path target = file.toAbsolutePath();
        Path written = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part");
        try {
            try (OutputStream out = Files.newOutputStream(written)) {
                out.write(NpyHeader.of(type, extents).bytes());
                write(out, type, array, n);
            }
            replace(target, written);
        } finally {
            Files.deleteIfExists(written);
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
