package org.sporos.view;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Objects;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.Labels;

/** Views as files in NumPy's format, by way of a copy in a Java array. */
final class NpyFile {
    /** Elements are converted in pieces of at most that many bytes. */
    private static final int BUFFER = 1 << 16;

    private NpyFile() {}

    /** Writes a view beside the file, and then puts it in its place: a reader sees the old file or the new one. */
    static void save(View view, Path file) throws IOException {
        view.requireUsable();
        try (View host = view.onHost(Layout.RIGHT)) {
            Views.read("save", host, view);
            Path target = file.toAbsolutePath();
            Path written = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part");
            try {
                try (OutputStream out = Files.newOutputStream(written)) {
                    out.write(NpyHeader.of(view).bytes());
                    write(out, host);
                }
                replace(target, written);
            } finally {
                Files.deleteIfExists(written);
            }
        }
    }

    private static void replace(Path target, Path written) throws IOException {
        try {
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void write(OutputStream out, View host) throws IOException {
        byte[] bytes = new byte[BUFFER];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int n = (int) host.size();
        int step = BUFFER / host.elementType().bytes();
        for (int begin = 0; begin < n; begin += step) {
            buffer.clear();
            NpyElements.put(buffer, array(host), begin, Math.min(n, begin + step));
            out.write(bytes, 0, buffer.position());
        }
    }

    /** Reads all of a file before it touches the view. */
    static void load(View view, Path file) throws IOException {
        view.requireUsable();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            NpyHeader header = NpyHeader.read(in, file);
            if (!header.hasElements(view.elementType())
                    || !Arrays.equals(header.extents(), view.region().extents())) {
                throw new CodedArgumentException(
                        "S268",
                        "file " + file + " holds " + header + " and view " + Labels.quoted(view.label()) + " is "
                                + NpyHeader.of(view) + "; load it into a view of its type and extents");
            }
            try (View host = view.onHost(header.layout())) {
                read(in, file, host, header.byteOrder());
                Views.write("load", view, host);
            }
        }
    }

    /** Returns the extents of the array in a file. */
    static long[] extents(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return NpyHeader.read(in, file).extents();
        }
    }

    private static void read(InputStream in, Path file, View host, ByteOrder order) throws IOException {
        byte[] bytes = new byte[BUFFER];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
        int n = (int) host.size();
        int width = host.elementType().bytes();
        int step = BUFFER / width;
        for (int begin = 0; begin < n; begin += step) {
            int end = Math.min(n, begin + step);
            if (in.readNBytes(bytes, 0, (end - begin) * width) < (end - begin) * width) {
                throw NpyHeader.damaged(file, "it ends before its last element");
            }
            NpyElements.get(buffer.clear(), array(host), begin, end);
        }
        if (in.read() >= 0) {
            throw NpyHeader.damaged(file, "it has more than its " + n + " elements");
        }
    }

    private static Object array(View host) {
        return Objects.requireNonNull(host.allocation().backingArray());
    }
}
