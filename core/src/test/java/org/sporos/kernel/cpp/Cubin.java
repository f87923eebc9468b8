package org.sporos.kernel.cpp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the machine instructions of the functions in a cubin for sm_90, without a disassembler: they have 16 bytes
 * each, the low 12 bits are the operation, and a branch has its distance in multiples of 4 in bits 16 to 23 and 34 to
 * 81.
 */
final class Cubin {
    private static final int NOP = 0x918;
    private static final int BRANCH = 0x947;
    private static final int BYTES = 16;

    private Cubin() {}

    /**
     * The size of a function.
     *
     * @param all its instructions, without the padding at its end
     * @param loop the instructions of its longest innermost loop, 0 if it has none
     */
    record Size(int all, int loop) {}

    /** Returns the sizes of all functions by name. */
    static Map<String, Size> sizes(Path file) throws IOException {
        ByteBuffer elf = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        long headers = elf.getLong(0x28);
        int size = elf.getShort(0x3A);
        int count = elf.getShort(0x3C);
        int strings = (int) headers + size * elf.getShort(0x3E);
        int names = (int) elf.getLong(strings + 0x18);
        Map<String, Size> sizes = new TreeMap<>();
        for (int k = 0; k < count; k++) {
            int header = (int) headers + size * k;
            String name = text(elf, names + elf.getInt(header));
            if (name.startsWith(".text.")) {
                int at = (int) elf.getLong(header + 0x18);
                sizes.put(name.substring(6), size(elf, at, (int) elf.getLong(header + 0x20) / BYTES));
            }
        }
        return sizes;
    }

    private static String text(ByteBuffer elf, int at) {
        int end = at;
        while (elf.get(end) != 0) {
            end++;
        }
        return new String(elf.array(), at, end - at, StandardCharsets.US_ASCII);
    }

    private static Size size(ByteBuffer elf, int at, int instructions) {
        int all = instructions;
        while (all > 0 && (operation(elf, at, all - 1) == NOP || target(elf, at, all - 1) == all - 1)) {
            all--;
        }
        int longest = 0;
        for (int k = 0; k < all; k++) {
            int target = target(elf, at, k);
            if (target >= 0 && target < k && isInnermost(elf, at, target, k)) {
                longest = Math.max(longest, k - target + 1);
            }
        }
        return new Size(all, longest);
    }

    private static boolean isInnermost(ByteBuffer elf, int at, int begin, int end) {
        for (int k = begin; k < end; k++) {
            int target = target(elf, at, k);
            if (target >= begin && target <= k) {
                return false;
            }
        }
        return true;
    }

    private static int operation(ByteBuffer elf, int at, int k) {
        return (int) elf.getLong(at + BYTES * k) & 0xFFF;
    }

    /** Returns the target of a branch, or -1 for another instruction. */
    private static int target(ByteBuffer elf, int at, int k) {
        if (operation(elf, at, k) != BRANCH) {
            return -1;
        }
        long low = elf.getLong(at + BYTES * k);
        long high = elf.getLong(at + BYTES * k + 8);
        long upper = low >>> 34 | (high & 0x3FFFF) << 30;
        long distance = (upper << 16 >> 16 << 8 | low >>> 16 & 0xFF) * 4;
        return k + 1 + (int) (distance / BYTES);
    }
}
