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

/** The format of a cache file: a header and the program. */
final class CacheEntry {
    /** The size limit of an entry, larger than any compiled program. */
    static final long LARGEST = 256L << 20;

    private CacheEntry() {}

    /**
     * The header of an entry.
     *
     * @param digest the digest of the key
     * @param architecture the architecture of the key
     * @param compiler the compiler of the key
     * @param length the bytes of the program
     * @param sum the SHA-256 of the program, in hexadecimal digits
     */
    record Header(String digest, String architecture, String compiler, int length, String sum) {
        int bytes() {
            return write(this).length;
        }
    }

    static byte[] wrap(CacheKey key, byte[] program) {
        byte[] header =
                write(new Header(key.digest(), key.architecture(), key.compiler(), program.length, sha256(program)));
        byte[] entry = Arrays.copyOf(header, header.length + program.length);
        System.arraycopy(program, 0, entry, header.length, program.length);
        return entry;
    }

    /** Returns the header of a regular file, without reading the program. */
    static Header header(Path file) throws IOException {
        try (DataInputStream in = open(file)) {
            return header(in);
        }
    }

    /**
     * Returns the program of a regular file.
     *
     * @throws IOException if the file is unreadable, incomplete, or of another key
     */
    static byte[] read(Path file, String digest) throws IOException {
        try (DataInputStream in = open(file)) {
            Header header = header(in);
            long bytes = Files.size(file);
            // Checked before the allocation.
            if (!header.digest.equals(digest)
                    || header.length < 0
                    || bytes > LARGEST
                    || bytes != header.bytes() + header.length) {
                throw new IOException("it is no entry of this key");
            }
            byte[] program = new byte[header.length];
            in.readFully(program);
            if (!sha256(program).equals(header.sum)) {
                throw new IOException("its bytes have changed");
            }
            return program;
        }
    }

    private static DataInputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        return new DataInputStream(new BufferedInputStream(in));
    }

    private static Header header(DataInputStream in) throws IOException {
        return new Header(in.readUTF(), in.readUTF(), in.readUTF(), in.readInt(), in.readUTF());
    }

    private static byte[] write(Header header) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(header.digest);
            out.writeUTF(header.architecture);
            out.writeUTF(header.compiler);
            out.writeInt(header.length);
            out.writeUTF(header.sum);
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
