package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;

/**
 * A cache of the source lines of node definitions, by body class. Stack walks dominate the cost of a definition, so a
 * lambda written as the argument of a call is walked once: all bodies of its class come from that call. Thread-safe.
 */
final class BodyLines {
    /** The number of walks before the caller's bytecode is read, which costs as much as some hundred walks. */
    private static final int WALKS = 64;

    private static final ClassValue<BodyLines> OF_CLASS = new ClassValue<>() {
        @Override
        protected BodyLines computeValue(Class<?> type) {
            return new BodyLines();
        }
    };

    /** The line of all bodies of the class, once it is known to be unique. */
    private volatile @Nullable SourceLocation line;

    private int walks;

    private BodyLines() {}

    /** Returns the line of the call that adds a node with a body. */
    static SourceLocation of(KernelBody body) {
        Class<?> type = body.getClass();
        if (!type.isHidden()) {
            return SourceLocation.ofCaller();
        }
        BodyLines lines = OF_CLASS.get(type);
        SourceLocation known = lines.line;
        return known != null ? known : lines.walk();
    }

    /** Concurrent threads may miss a count or walk twice, which is harmless. */
    private SourceLocation walk() {
        StackWalker.StackFrame frame = SourceLocation.callerFrame();
        if (frame == null) {
            return SourceLocation.unknown();
        }
        SourceLocation here = new SourceLocation(frame);
        if (walks <= WALKS && ++walks == WALKS && LambdaArgument.isAt(frame)) {
            // Resolved now: the cache must not retain the frame.
            line = new SourceLocation(here.file(), here.line());
        }
        return here;
    }
}
