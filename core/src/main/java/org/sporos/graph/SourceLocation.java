package org.sporos.graph;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The line of the user's code that defined a node.
 *
 * @param file the file name without its folder, such as {@code Heat.java}
 * @param line the line, or a negative number if the class has no line table
 */
public record SourceLocation(String file, int line) {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final Set<String> OWN = Stream.of(
                    SourceLocation.class, Graph.class, GraphRecorder.class, NodeRef.class, Contributions.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    /** Returns the first line up the stack that is outside of the classes that define graphs. */
    static SourceLocation ofCaller() {
        return WALKER.walk(frames -> frames.filter(frame -> !OWN.contains(frame.getClassName()))
                .findFirst()
                .map(frame -> new SourceLocation(file(frame), frame.getLineNumber()))
                .orElseGet(() -> new SourceLocation("unknown", -1)));
    }

    private static String file(StackWalker.StackFrame frame) {
        String file = frame.getFileName();
        return file == null ? frame.getClassName() : file;
    }

    /** Returns it as in {@code Heat.java:41}. */
    @Override
    public String toString() {
        return line < 0 ? file : file + ":" + line;
    }
}
