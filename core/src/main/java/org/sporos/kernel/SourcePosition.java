package org.sporos.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in the user's Java source, and the calls that led there.
 *
 * @param file the name of the source file, or of the class where the compiler left none
 * @param line the line, or 0 where the compiler left none
 * @param method class and method, such as {@code Heat2D.flux}
 * @param caller the place of the call, or null in the kernel's own body
 */
public record SourcePosition(
        String file, int line, String method, @Nullable SourcePosition caller) {
    /** The place of what stands in no source. */
    public static final SourcePosition UNKNOWN = new SourcePosition("?", 0, "?", null);

    /** Returns the callers, nearest first. */
    public List<SourcePosition> callers() {
        List<SourcePosition> chain = new ArrayList<>();
        for (SourcePosition at = caller; at != null; at = at.caller()) {
            chain.add(at);
        }
        return List.copyOf(chain);
    }

    /** Returns it as in {@code Heat2D.java:41}. */
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line : file;
    }
}
