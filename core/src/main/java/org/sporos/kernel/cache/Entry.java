package org.sporos.kernel.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import org.sporos.error.InternalException;

/** The bytes of a file of the cache: the digest of the key, the length and the SHA-256 of the program, the program. */
final class Entry {
    private static final int HEAD = 64 + Long.BYTES + 32;

    private Entry() {}

    static byte[] wrap(CacheKey key, byte[] program) {
        return ByteBuffer.allocate(HEAD + program.length)
                .put(key.digest().getBytes(StandardCharsets.US_ASCII))
                .putLong(program.length)
                .put(sha256(program))
                .put(program)
                .array();
    }

    /** Returns the program, if the file is whole and of that key. */
    static Optional<byte[]> unwrap(CacheKey key, byte[] file) {
        if (file.length < HEAD) {
            return Optional.empty();
        }
        byte[] program = Arrays.copyOfRange(file, HEAD, file.length);
        return Arrays.equals(file, wrap(key, program)) ? Optional.of(program) : Optional.empty();
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new InternalException("every JDK has SHA-256", impossible);
        }
    }

    static String hex(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (byte b : bytes) {
            out.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        return out.toString();
    }
}
