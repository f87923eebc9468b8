package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;

/**
 * The lines of the calls that nodes are defined by. Walking the stack is most of what defining a node costs, so it is
 * left out for the bodies of a lambda which is written as the argument of one call: they come from nowhere else, and
 * that call's line was found before. Thread-safe.
 */
final class BodyLines {
    /** Nodes of a lambda that are defined before its code is read, which takes as long as some hundred walks. */
    private static final int WALKS = 64;

    private static final ClassValue<BodyLines> OF_CLASS = new ClassValue<>() {
        @Override
        protected BodyLines computeValue(Class<?> type) {
            return new BodyLines();
        }
    };

    /** The line of all bodies of the class, once it is known that they have one. */
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

    /** Threads that count at the same time may miss a call or look twice: neither does harm. */
    private SourceLocation walk() {
        StackWalker.StackFrame frame = SourceLocation.callerFrame();
        if (frame == null) {
            return SourceLocation.unknown();
        }
        SourceLocation here = new SourceLocation(frame);
        if (walks <= WALKS && ++walks == WALKS && LambdaArgument.isAt(frame)) {
            // Looked up now: what is kept must not refer to the frame.
            line = new SourceLocation(here.file(), here.line());
        }
        return here;
    }
}
