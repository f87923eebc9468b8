package org.sporos.view;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.space.ElementType;

/**
 * The header of a file in NumPy's format: a magic string, a version, and a Python dictionary as text. Immutable.
 *
 * <p>Source: NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays", versions 1.0 to 3.0.
 *
 * @param type the type of an element, such as {@code <f8}: order of bytes, kind, and number of bytes
 * @param layout the order of the elements
 * @param extents the extents of the array, none for a single number
 */
record NpyHeader(String type, Layout layout, long... extents) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /** Files begin their elements at a multiple of this. */
    private static final int ALIGNMENT = 64;

    private static final int MAX_LENGTH = 1 << 16;
    private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([<>|=]\\w+)'");
    /** A type of numbers, with the bytes of an element. */
    private static final Pattern WIDTH = Pattern.compile(".[iufcb](\\d+)");

    private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
    private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([\\d,\\s]*)\\)");

    /** Returns the header of a file that is written: little-endian, in row-major order. */
    static NpyHeader of(ElementType type, long... extents) {
        return new NpyHeader("<" + words(type), Layout.RIGHT, extents);
    }

    private static String words(ElementType type) {
        return NpyElements.kind(type) + Integer.toString(type.bytes());
    }

    /** Returns the bytes of a file before its elements. */
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
     * Reads a header; the elements come next.
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

    /** Returns the order of the bytes of an element. */
    ByteOrder byteOrder() {
        return switch (type.charAt(0)) {
            case '>' -> ByteOrder.BIG_ENDIAN;
            case '=' -> ByteOrder.nativeOrder();
            default -> ByteOrder.LITTLE_ENDIAN;
        };
    }

    /** Returns whether the elements are those of a type, in either order of bytes. */
    boolean hasElements(ElementType wanted) {
        return type.substring(1).equals(words(wanted));
    }

    /** Throws S267 if a file of so many bytes behind its header has not the bytes of its elements. */
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
                    "it ends before its last element: its header says " + this + ", and " + bytes + " bytes follow");
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
