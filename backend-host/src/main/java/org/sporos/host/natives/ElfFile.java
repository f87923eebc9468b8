package org.sporos.host.natives;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Checks a shared library before it is loaded: a truncated file would crash the JVM.
 *
 * <p>Source: the ELF-64 object file format, version 1.5.
 */
public final class ElfFile {
    private static final int MAGIC = 0x7f454c46;
    private static final byte CLASS_64 = 2;
    private static final byte LITTLE = 1;
    private static final int SHARED = 3;
    private static final int TYPE = 16;
    private static final int PROGRAM_OFFSET = 32;
    private static final int PROGRAM_SIZE = 54;
    private static final int PROGRAM_COUNT = 56;
    private static final int SEGMENT_OFFSET = 8;
    private static final int SEGMENT_BYTES = 32;

    private ElfFile() {}

    /** Returns the reason why this system cannot load compiled libraries, or null. */
    public static @Nullable String violationOfSystem() {
        String name = System.getProperty("os.name");
        return name.startsWith("Linux") ? null : "libraries are compiled on Linux alone, and this is " + name;
    }

    /** Returns the reason why a file is no complete shared library, or null. */
    public static @Nullable String violation(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        if (file.length < 64 || bytes.getInt(0) != MAGIC) {
            return "it is no ELF file";
        }
        bytes.order(file[5] == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        if (bytes.getShort(TYPE) != SHARED) {
            return "it is no shared library";
        }
        if (file[4] != CLASS_64) {
            return null;
        }
        int size = Short.toUnsignedInt(bytes.getShort(PROGRAM_SIZE));
        int count = Short.toUnsignedInt(bytes.getShort(PROGRAM_COUNT));
        long table = bytes.getLong(PROGRAM_OFFSET);
        for (int k = 0; k < count; k++) {
            if (!isWithin(bytes, table + (long) k * size)) {
                return "it is not whole";
            }
        }
        return count == 0 ? "it has no segments" : null;
    }

    private static boolean isWithin(ByteBuffer bytes, long segment) {
        if (segment < 0 || segment > bytes.limit() - SEGMENT_BYTES - Long.BYTES) {
            return false;
        }
        long offset = bytes.getLong((int) segment + SEGMENT_OFFSET);
        long length = bytes.getLong((int) segment + SEGMENT_BYTES);
        return offset >= 0 && length >= 0 && length <= bytes.limit() && offset <= bytes.limit() - length;
    }
}
