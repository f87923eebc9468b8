package org.sporos.kernel.cache;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * All that decides what a compiler makes: equal keys stand for equal programs. What proofs relied on needs no place of its
 * own: text that was emitted with a proof differs from text without it.
 *
 * @param source the whole text
 * @param architecture the name of the architecture, such as {@code sm_90}
 * @param compiler the name and version of the compiler, such as {@code NVRTC 13.0}
 * @param flags the flags that it is given
 */
public record CacheKey(String source, String architecture, String compiler, List<String> flags) {
    /** Changes whenever entries of older releases must not be used any more. */
    private static final String FORMAT = "sporos 1";

    /** Keeps an unmodifiable copy. */
    public CacheKey {
        flags = List.copyOf(flags);
    }

    /** Returns its SHA-256 in hexadecimal digits. */
    public String digest() {
        StringBuilder all = new StringBuilder();
        // Lengths keep "a" + "bc" apart from "ab" + "c".
        for (String part : List.of(FORMAT, architecture, compiler, String.join("\n", flags), source)) {
            all.append(part.length()).append(':').append(part);
        }
        return Entry.hex(Entry.sha256(all.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
