package org.sporos.kernel.diskcache;

import com.google.common.hash.Hashing;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.sporos.error.InternalException;

/** The bytes of a file of the cache: a head, which says what it is for, and the program. */
final class CacheEntry {
    /** No compiler makes programs of this size; a file that is larger is none of the cache's. */
    static final long LARGEST = 256L << 20;

    private CacheEntry() {}

    /**
     * The purpose of an entry.
     *
     * @param digest that of the key
     * @param architecture that of the key
     * @param compiler that of the key
     * @param length how many bytes the program has
     * @param sum the SHA-256 of the program, in hexadecimal digits
     */
    record Head(String digest, String architecture, String compiler, int length, String sum) {
        int bytes() {
            return write(this).length;
        }
    }

    static byte[] wrap(CacheKey key, byte[] program) {
        byte[] head =
                write(new Head(key.digest(), key.architecture(), key.compiler(), program.length, sha256(program)));
        byte[] entry = Arrays.copyOf(head, head.length + program.length);
        System.arraycopy(program, 0, entry, head.length, program.length);
        return entry;
    }

    /** Returns the head of a file, which is a regular one. Reads no more of it than that. */
    static Head head(Path file) throws IOException {
        try (DataInputStream in = open(file)) {
            return head(in);
        }
    }

    /**
     * Returns the program of a file, which is a regular one.
     *
     * @throws IOException if it cannot be read, is not whole, or belongs to another key
     */
    static byte[] read(Path file, String digest) throws IOException {
        try (DataInputStream in = open(file)) {
            Head head = head(in);
            long bytes = Files.size(file);
            // Compared before anything of that size is allocated.
            if (!head.digest.equals(digest)
                    || head.length < 0
                    || bytes > LARGEST
                    || bytes != head.bytes() + head.length) {
                throw new IOException("it is no entry of this key");
            }
            byte[] program = new byte[head.length];
            in.readFully(program);
            if (!sha256(program).equals(head.sum)) {
                throw new IOException("its bytes have changed");
            }
            return program;
        }
    }

    private static DataInputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        return new DataInputStream(new BufferedInputStream(in));
    }

    private static Head head(DataInputStream in) throws IOException {
        return new Head(in.readUTF(), in.readUTF(), in.readUTF(), in.readInt(), in.readUTF());
    }

    private static byte[] write(Head head) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(head.digest);
            out.writeUTF(head.architecture);
            out.writeUTF(head.compiler);
            out.writeInt(head.length);
            out.writeUTF(head.sum);
        } catch (IOException e) {
            throw new InternalException("the name of an architecture or compiler is too long", e);
        }
        return bytes.toByteArray();
    }

    /** Returns the SHA-256 of bytes, in hexadecimal digits. */
    static String sha256(byte[] bytes) {
        return Hashing.sha256().hashBytes(bytes).toString();
    }
}
