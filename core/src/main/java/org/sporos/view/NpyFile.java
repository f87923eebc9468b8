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
import java.nio.charset.StandardCharsets;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.ElementType;

/** A reader of a file in NumPy's format: its header first, then its elements. Used by one thread. */
final class NpyFile implements Closeable {
    /** The size of the buffer for the conversion of elements, in bytes. */
    private static final int BUFFER = 1 << 16;
    /** The most symbolic links followed, as on Linux. */
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
     * Opens a file and reads its header. A file of another length than its header requires is refused here, before
     * memory for its elements is allocated.
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

    /** Returns the extents of the array in a file with the element type of a view. */
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
     * Reads all elements to a Java array, in the order of the file.
     *
     * @throws IllegalArgumentException if the file ends before the last element or has more bytes after it
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
            PackedElements.load(buffer.clear(), array, begin, end - begin);
        }
        if (in.read() >= 0) {
            throw NpyHeader.damaged(file, "it has more than its " + n + " elements");
        }
    }

    /**
     * Writes an array to a temporary file, and then replaces the file atomically: a reader sees the old file or the new
     * one. As with a plain write, links are followed, an old file keeps its mode, and a device or pipe is written
     * directly.
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
                // The umask of the process may have removed bits.
                Files.setPosixFilePermissions(written, mode);
            }
            replace(target, written);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** Returns the target of a symbolic link, which need not exist. */
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
            int count = Math.min(n - begin, step);
            PackedElements.store(buffer.clear(), array, begin, count);
            out.write(bytes, 0, count * type.bytes());
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /**
     * The header of a file in NumPy's format: a magic string, a version, and a Python dictionary as text. Immutable.
     *
     * <p>Source: NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays", versions 1.0 to 3.0.
     *
     * @param type the type of an element, such as {@code <f8}: byte order, kind, and number of bytes
     * @param layout the order of the elements
     * @param extents the extents of the array, none for a single number
     */
    record NpyHeader(String type, Layout layout, long... extents) {
        private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

        /** The alignment of the first element in a file. */
        private static final int ALIGNMENT = 64;

        private static final int MAX_LENGTH = 1 << 16;
        private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([<>|=]\\w+)'");
        /** A numeric type, with the number of bytes of an element. */
        private static final Pattern WIDTH = Pattern.compile(".[iufcb](\\d+)");

        private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
        private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([\\d,\\s]*)\\)");

        /** Returns the header of a new file: little-endian, in row-major order. */
        static NpyHeader of(ElementType type, long... extents) {
            return new NpyHeader("<" + words(type), Layout.RIGHT, extents);
        }

        private static String words(ElementType type) {
            boolean isReal = type == ElementType.DOUBLE || type == ElementType.FLOAT;
            return (isReal ? "f" : "i") + type.bytes();
        }

        /** Returns the bytes of the file before its elements. */
        byte[] bytes() {
            String shape = Arrays.stream(extents).mapToObj(n -> n + ",").collect(Collectors.joining(" "));
            String tuple = extents.length > 1 ? shape.substring(0, shape.length() - 1) : shape;
            String descriptor = type.endsWith("1") ? "|" + type.substring(1) : type;
            String text = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }".formatted(descriptor, tuple);
            int before = MAGIC.length + 4;
            int length = (before + text.length() + ALIGNMENT) / ALIGNMENT * ALIGNMENT - before;
            ByteBuffer bytes = ByteBuffer.allocate(before + length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) length);
            bytes.put(text.getBytes(StandardCharsets.US_ASCII));
            while (bytes.remaining() > 1) {
                bytes.put((byte) ' ');
            }
            return bytes.put((byte) '\n').array();
        }

        /**
         * Reads a header, up to the first element.
         *
         * @throws IllegalArgumentException if the file is of another format
         */
        static NpyHeader read(InputStream in, Path file) throws IOException {
            byte[] start = in.readNBytes(MAGIC.length + 2);
            if (start.length < MAGIC.length + 2 || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
                throw damaged(file, "it does not begin as a file of NumPy");
            }
            int version = start[MAGIC.length];
            if (version < 1 || version > 3) {
                throw damaged(file, "its version is " + version);
            }
            long length = length(in, file, version == 1 ? 2 : 4);
            if (length > MAX_LENGTH) {
                throw damaged(file, "its header has " + length + " bytes");
            }
            byte[] text = in.readNBytes((int) length);
            if (text.length < length) {
                throw damaged(file, "it ends in its header");
            }
            return parsed(new String(text, StandardCharsets.UTF_8), file);
        }

        private static long length(InputStream in, Path file, int bytes) throws IOException {
            byte[] read = in.readNBytes(bytes);
            if (read.length < bytes) {
                throw damaged(file, "it ends in its header");
            }
            ByteBuffer buffer = ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
            return bytes == 2 ? Short.toUnsignedInt(buffer.getShort()) : Integer.toUnsignedLong(buffer.getInt());
        }

        private static NpyHeader parsed(String text, Path file) {
            Matcher type = TYPE.matcher(text);
            Matcher order = ORDER.matcher(text);
            Matcher shape = SHAPE.matcher(text);
            if (!type.find() || !order.find() || !shape.find()) {
                throw damaged(file, "its header is " + Labels.shown(text.strip()));
            }
            long[] extents;
            try {
                extents = Arrays.stream(shape.group(1).split(","))
                        .map(String::strip)
                        .filter(number -> !number.isEmpty())
                        .mapToLong(Long::parseLong)
                        .toArray();
            } catch (NumberFormatException e) {
                throw damaged(file, "its header is " + Labels.shown(text.strip()));
            }
            return new NpyHeader(type.group(1), order.group(1).equals("True") ? Layout.LEFT : Layout.RIGHT, extents);
        }

        /** Returns the byte order of the elements. */
        ByteOrder byteOrder() {
            return switch (type.charAt(0)) {
                case '>' -> ByteOrder.BIG_ENDIAN;
                case '=' -> ByteOrder.nativeOrder();
                default -> ByteOrder.LITTLE_ENDIAN;
            };
        }

        /** Returns whether the elements have a type, in either byte order. */
        boolean hasElements(ElementType wanted) {
            return type.substring(1).equals(words(wanted));
        }

        /** Throws S267 if the number of bytes after the header does not match the elements. */
        void requireLength(Path file, long bytes) {
            Matcher width = WIDTH.matcher(type);
            if (!width.matches()) {
                return;
            }
            double wanted = Double.parseDouble(width.group(1));
            for (long extent : extents) {
                wanted *= extent;
            }
            if (wanted > bytes) {
                throw damaged(
                        file,
                        "it ends before its last element: its header says " + this + ", and " + bytes
                                + " bytes follow");
            }
        }

        /** Returns the type and the extents, such as {@code f8 [3, 4]}. */
        @Override
        public String toString() {
            return type.substring(1) + " " + Arrays.toString(extents);
        }

        static CodedArgumentException damaged(Path file, String what) {
            return new CodedArgumentException(
                    "S267",
                    "file " + file + " cannot be loaded: " + what
                            + "; it must be an .npy file of one array of numbers, as Views.save and numpy.save write it");
        }
    }
}
