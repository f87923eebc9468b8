package org.sporos.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/** The names that a 64-bit little-endian ELF library expects others to have. */
final class ElfImports {
    private static final int DYNAMIC_SYMBOLS = 11;
    private static final int SYMBOL_BYTES = 24;

    private final ByteBuffer file;

    private ElfImports(byte[] library) {
        file = ByteBuffer.wrap(library).order(ByteOrder.LITTLE_ENDIAN);
    }

    static Set<String> of(byte[] library) {
        return new ElfImports(library).names();
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        int headers = (int) file.getLong(0x28);
        int headerBytes = file.getShort(0x3a);
        int count = file.getShort(0x3c);
        for (int h = 0; h < count; h++) {
            int header = headers + h * headerBytes;
            if (file.getInt(header + 4) == DYNAMIC_SYMBOLS) {
                int strings = headers + file.getInt(header + 0x28) * headerBytes;
                collect(offset(header), (int) file.getLong(header + 0x20), offset(strings), names);
            }
        }
        return names;
    }

    private int offset(int header) {
        return (int) file.getLong(header + 0x18);
    }

    private void collect(int symbols, int bytes, int strings, Set<String> names) {
        for (int at = symbols; at < symbols + bytes; at += SYMBOL_BYTES) {
            boolean imported = file.getShort(at + 6) == 0;
            String name = imported ? text(strings + file.getInt(at)) : "";
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
    }

    private String text(int at) {
        int end = at;
        while (file.get(end) != 0) {
            end++;
        }
        return new String(file.array(), at, end - at, StandardCharsets.US_ASCII);
    }
}
