package org.sporos.graph;

/**
 * The line of the user's code that defined a node.
 *
 * @param file the file name without its folder, such as {@code Heat.java}
 * @param line the line, or a negative number if the class has no line table
 */
public record SourceLocation(String file, int line) {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final String OWN_PACKAGE = SourceLocation.class.getPackageName() + ".";

    /** Returns the first line up the stack that is outside of this package. */
    static SourceLocation ofCaller() {
        return WALKER.walk(frames -> frames.filter(frame -> !isOwn(frame.getClassName()))
                .findFirst()
                .map(frame -> new SourceLocation(file(frame), frame.getLineNumber()))
                .orElseGet(() -> new SourceLocation("unknown", -1)));
    }

    private static boolean isOwn(String className) {
        return className.startsWith(OWN_PACKAGE) && className.indexOf('.', OWN_PACKAGE.length()) < 0;
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
