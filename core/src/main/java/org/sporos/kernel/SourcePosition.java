package org.sporos.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A position in the user's source, with the chain of inlined calls around it.
 *
 * @param file the source file, or the class if the class file names no source
 * @param line the line, or 0 if the class file has no line numbers
 * @param method class and method, such as {@code Heat2D.flux}
 * @param caller the position of the call, or null in the kernel's own body
 */
public record SourcePosition(
        String file, int line, String method, @Nullable SourcePosition caller) {
    /** The position of generated code. */
    public static final SourcePosition UNKNOWN = new SourcePosition("?", 0, "?", null);

    /** Returns the callers, innermost first. */
    public List<SourcePosition> callers() {
        List<SourcePosition> chain = new ArrayList<>();
        for (SourcePosition at = caller; at != null; at = at.caller()) {
            chain.add(at);
        }
        return List.copyOf(chain);
    }

    /** Returns file and line, as in {@code Heat2D.java:41}. */
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line : file;
    }
}
