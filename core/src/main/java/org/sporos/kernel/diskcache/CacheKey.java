package org.sporos.kernel.diskcache;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The inputs of a compilation: equal keys give equal programs. Assumptions of proofs are part of the source, as they
 * change the emitted text.
 *
 * @param source the complete source text
 * @param architecture the name of the architecture, such as {@code sm_90}
 * @param compiler the name and version of the compiler, such as {@code NVRTC 13.0}
 * @param flags the compiler flags
 */
public record CacheKey(String source, String architecture, String compiler, List<String> flags) {
    /** The format version, changed to invalidate entries of older releases. */
    private static final String FORMAT = "sporos 2";

    /** The file names of entries, also of the first format. */
    private static final Pattern ENTRY = Pattern.compile("[0-9a-f]{32}-[0-9a-f]{32}\\.bin|[0-9a-f]{64}\\.bin");

    /** Makes an unmodifiable copy. */
    public CacheKey {
        flags = List.copyOf(flags);
    }

    /** Returns the SHA-256 of the key in hexadecimal digits. */
    public String digest() {
        return digest(FORMAT, architecture, compiler, String.join("\n", flags), source);
    }

    /** Returns the file name; entries of one text for several architectures and compilers share a prefix. */
    String fileName() {
        return contentPrefix() + digest().substring(0, 32) + ".bin";
    }

    /** Returns the common prefix of the entries of this text and flags. */
    String contentPrefix() {
        return digest(FORMAT, String.join("\n", flags), source).substring(0, 32) + "-";
    }

    /** Returns whether a file name is of an entry; other files are not touched. */
    static boolean isEntry(String fileName) {
        return ENTRY.matcher(fileName).matches();
    }

    private static String digest(String... parts) {
        StringBuilder all = new StringBuilder();
        // Lengths distinguish "a" + "bc" from "ab" + "c".
        for (String part : parts) {
            all.append(part.length()).append(':').append(part);
        }
        return Hashing.sha256().hashString(all, StandardCharsets.UTF_8).toString();
    }
}
