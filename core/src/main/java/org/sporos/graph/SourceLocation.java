package org.sporos.graph;

import java.util.Set;
import java.util.Spliterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The source line that defined a node: a file name and a line. Immutable, thread-safe. */
public final class SourceLocation {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final Function<Stream<StackWalker.StackFrame>, StackWalker.@Nullable StackFrame> FIRST =
            SourceLocation::first;

    /** The packages that implement eager calls. */
    private static final Set<String> OF_LIBRARY = Set.of(
            "org.sporos.space",
            "org.sporos.internal.run",
            "org.sporos.internal.space",
            "org.sporos.internal.view",
            "org.sporos.view",
            "org.sporos.graph",
            "org.sporos.pipeline",
            "org.sporos.spi",
            "org.sporos.gpu",
            "org.sporos.comm",
            "org.sporos.algorithm");

    /** The packages that create tasks and graphs for their callers. */
    private static final Set<String> MAKERS = Set.of("org.sporos.comm", "org.sporos.algorithm");

    private static final Set<String> BACKENDS = Set.of("org.sporos.host", "org.sporos.cuda", "org.sporos.hip");

    /** Resolved on demand: the line costs as much as the rest of a node's definition. */
    private StackWalker.@Nullable StackFrame frame;

    /** The location that this one was resolved to, or null. */
    private @Nullable SourceLocation same;

    private @Nullable String file;
    private int line;

    private SourceLocation() {}

    SourceLocation(StackWalker.StackFrame frame) {
        this.frame = frame;
    }

    /**
     * Creates a location.
     *
     * @param file the file name without its folder, such as {@code Heat.java}
     * @param line the line, or a negative number if the class has no line table
     */
    public SourceLocation(String file, int line) {
        this.file = file;
        this.line = line;
    }

    /** Returns a location to be set later. */
    static SourceLocation later() {
        return new SourceLocation();
    }

    /** Sets a location from {@link #later}. */
    synchronized void is(SourceLocation known) {
        same = known;
    }

    /** Returns the line of the innermost frame outside of the classes that define graphs. */
    static SourceLocation ofCaller() {
        StackWalker.StackFrame caller = callerFrame();
        return caller == null ? unknown() : new SourceLocation(caller);
    }

    /** Returns the innermost frame outside of the classes that define graphs, or null. */
    static StackWalker.@Nullable StackFrame callerFrame() {
        return WALKER.walk(FIRST);
    }

    static SourceLocation unknown() {
        return new SourceLocation("unknown", -1);
    }

    /** Returns the line of the innermost frame outside of this library. */
    static SourceLocation ofUser() {
        return WALKER.walk(frames -> frames.filter(frame -> !isOfLibrary(frame.getDeclaringClass()))
                .findFirst()
                .map(SourceLocation::new)
                .orElseGet(SourceLocation::unknown));
    }

    private static boolean isOfLibrary(Class<?> type) {
        String name = type.getPackageName();
        return OF_LIBRARY.contains(name) || BACKENDS.stream().anyMatch(name::startsWith);
    }

    private static StackWalker.@Nullable StackFrame first(Stream<StackWalker.StackFrame> frames) {
        Spliterator<StackWalker.StackFrame> all = frames.spliterator();
        Finder finder = new Finder();
        boolean more = true;
        while (more && finder.found == null) {
            more = all.tryAdvance(finder);
        }
        return finder.found;
    }

    /** Finds the first frame of user code. */
    private static final class Finder implements java.util.function.Consumer<StackWalker.StackFrame> {
        private StackWalker.@Nullable StackFrame found;

        @Override
        public void accept(StackWalker.StackFrame frame) {
            if (!isOwn(frame.getDeclaringClass())) {
                found = frame;
            }
        }

        private static boolean isOwn(Class<?> type) {
            return type == NodeRef.class
                    || type == GraphRecorder.class
                    || type == SourceLocation.class
                    || type == Graph.class
                    || type == Contributions.class
                    || type == BodyLines.class
                    || type == Tasks.class
                    || type == ParamFills.class
                    || type == Definition.class
                    || type == Task.class
                    || type == BodyTask.class
                    || type == EagerCalls.class
                    || type == EagerRun.class
                    || type == Recording.class
                    || MAKERS.contains(type.getPackageName());
        }
    }

    /** Returns the file name without its folder, or the class name if the class has no source file attribute. */
    public synchronized String file() {
        StackWalker.StackFrame seen = frame;
        if (same != null) {
            file = same.file();
            line = same.line();
            same = null;
        } else if (seen != null) {
            String name = seen.getFileName();
            file = name == null ? seen.getClassName() : name;
            line = seen.getLineNumber();
            frame = null;
        }
        return file == null ? "unknown" : file;
    }

    /** Returns the line, or a negative number if the class has no line table. */
    public synchronized int line() {
        file();
        return line;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SourceLocation that && line() == that.line() && file().equals(that.file());
    }

    @Override
    public int hashCode() {
        return 31 * file().hashCode() + line();
    }

    /** Returns it as in {@code Heat.java:41}. */
    @Override
    public String toString() {
        return line() < 0 ? file() : file() + ":" + line();
    }
}
