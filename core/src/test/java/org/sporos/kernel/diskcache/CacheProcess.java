package org.sporos.kernel.diskcache;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A process that fills and reads a cache: arguments are the folder, the bound and the number of rounds. */
final class CacheProcess {
    /** Loads a program as the bytes that it is. */
    static final ProgramLoader<byte[]> BYTES = program -> program;

    private CacheProcess() {}

    /** The program that stands for a key: long enough that half a file would be seen. */
    static byte[] program(int k) {
        byte[] program = new byte[50_000 + k];
        Arrays.fill(program, (byte) (k + 1));
        return program;
    }

    static CacheKey key(int k) {
        return new CacheKey("source " + k, "sm_90", "test 1", List.of());
    }

    public static void main(String[] words) throws Exception {
        BinaryCache cache = BinaryCache.in(Path.of(words[0]), Long.parseLong(words[1]));
        for (int round = 0; round < Integer.parseInt(words[2]); round++) {
            int k = round % 7;
            byte[] program = cache.get(key(k), () -> program(k), BYTES);
            if (!Arrays.equals(program, program(k))) {
                System.exit(1);
            }
        }
    }
}
