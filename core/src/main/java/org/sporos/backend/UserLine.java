package org.sporos.backend;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The innermost line outside of this library and of the JDK, such as {@code Heat.java:41}. Stateless. */
public final class UserLine {
    private static final Set<String> OWN_PACKAGES = Set.of(
            "org.sporos.host.run",
            "org.sporos.host.schedule",
            "org.sporos.host.submit",
            "org.sporos.host.threads",
            "org.sporos.host.tune",
            "org.sporos.host.task",
            "org.sporos.host.jit",
            "org.sporos.graph",
            "org.sporos.pipeline",
            "org.sporos.backend",
            "org.sporos.spi",
            "org.sporos.view",
            "org.sporos.space",
            "org.sporos.internal.error",
            "org.sporos.internal.run",
            "org.sporos.internal.space",
            "org.sporos.internal.view",
            "org.sporos.param",
            "org.sporos.policy",
            "org.sporos.reduce",
            "org.sporos.comm",
            "org.sporos.host.mpi",
            "org.sporos.gpu",
            "org.sporos.hip",
            "org.sporos.cuda");

    private static final Pattern OWN_CLASS =
            Pattern.compile("org\\.sporos\\.host\\.(Host|Strict|Pinned)(Memory)?Space(\\$.*)?");

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final ClassValue<Boolean> IS_USERS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isUsers(type.getName());
        }
    };

    private UserLine() {}

    /** Returns the line of a stack trace, or null if none is the user's. */
    public static @Nullable String of(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(UserLine::isUsers)
                .findFirst()
                .map(UserLine::text)
                .orElse(null);
    }

    /** Returns the line that this thread runs, not yet resolved, for speed; null if none is the user's. */
    public static StackWalker.@Nullable StackFrame now() {
        return WALKER.walk(frames -> frames.filter(frame -> IS_USERS.get(frame.getDeclaringClass()))
                .findFirst()
                .orElse(null));
    }

    /** Returns a line that was found by {@link #now}. */
    public static String text(StackWalker.@Nullable StackFrame frame) {
        return frame == null ? "an unknown line" : text(frame.toStackTraceElement());
    }

    /**
     * Returns the frames from the innermost line of the user to the library that has called it; all if there is none.
     */
    public static StackTraceElement[] stack(StackTraceElement[] stack) {
        StackTraceElement[] users = Arrays.stream(stack)
                .dropWhile(frame -> !isUsers(frame))
                .takeWhile(UserLine::isUsers)
                .toArray(StackTraceElement[]::new);
        return users.length == 0 ? stack : users;
    }

    private static String text(StackTraceElement line) {
        return line.getFileName() + ":" + line.getLineNumber();
    }

    private static boolean isUsers(StackTraceElement line) {
        return isUsers(line.getClassName()) && line.getFileName() != null;
    }

    private static boolean isUsers(String className) {
        boolean own = OWN_PACKAGES.contains(packageOf(className))
                || OWN_CLASS.matcher(className).matches();
        return !own && !className.startsWith("java.") && !className.startsWith("jdk.") && !className.startsWith("sun.");
    }

    private static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }
}
