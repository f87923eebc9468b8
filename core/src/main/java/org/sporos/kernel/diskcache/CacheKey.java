package org.sporos.kernel.diskcache;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * All that decides what a compiler makes: equal keys stand for equal programs. What proofs relied on needs no place of
 * its own: text that was emitted with a proof differs from text without it.
 *
 * @param source the whole text
 * @param architecture the name of the architecture, such as {@code sm_90}
 * @param compiler the name and version of the compiler, such as {@code NVRTC 13.0}
 * @param flags the flags that it is given
 */
public record CacheKey(String source, String architecture, String compiler, List<String> flags) {
    /** Changes whenever entries of older releases must not be used any more. */
    private static final String FORMAT = "sporos 2";

    /** The names of entries, and those of the first format. */
    private static final Pattern ENTRY = Pattern.compile("[0-9a-f]{32}-[0-9a-f]{32}\\.bin|[0-9a-f]{64}\\.bin");

    /** Keeps an unmodifiable copy. */
    public CacheKey {
        flags = List.copyOf(flags);
    }

    /** Returns its SHA-256 in hexadecimal digits. */
    public String digest() {
        return digest(FORMAT, architecture, compiler, String.join("\n", flags), source);
    }

    /** Returns the name of its file: entries of one text, for several architectures and compilers, begin alike. */
    String fileName() {
        return contentPrefix() + digest().substring(0, 32) + ".bin";
    }

    /** Returns how the names of all entries of its text and flags begin. */
    String contentPrefix() {
        return digest(FORMAT, String.join("\n", flags), source).substring(0, 32) + "-";
    }

    /** Returns whether a file has the name of an entry. All other files of a folder belong to somebody else. */
    static boolean isEntry(String fileName) {
        return ENTRY.matcher(fileName).matches();
    }

    private static String digest(String... parts) {
        StringBuilder all = new StringBuilder();
        // Lengths keep "a" + "bc" apart from "ab" + "c".
        for (String part : parts) {
            all.append(part.length()).append(':').append(part);
        }
        return Hashing.sha256().hashString(all, StandardCharsets.UTF_8).toString();
    }
}
