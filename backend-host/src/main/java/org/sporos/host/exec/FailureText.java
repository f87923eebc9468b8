package org.sporos.host.exec;

import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Work;
import org.sporos.host.cpp.ItemFailure;
import org.sporos.host.cpp.MemberFailure;
import org.sporos.plan.LaunchUnit;
import org.sporos.spi.WorkItems;

/** Makes the text of a failed run: the code, the node, and the line of the kernel as far as the stack trace tells. */
final class FailureText {
    static final String BOUNDS = "R301";
    static final String KERNEL = "R302";
    static final String HOST_NODE = "R303";
    static final String PASSES = "R304";
    static final String ALLOCATION = "R309";

    /** The code of what a view, a team or the library itself has refused during a run: it is the failure's. */
    private static final Pattern CODE = Pattern.compile("(R3\\d{2}): ");

    private static final Set<String> OWN_PACKAGES = Set.of(
            "org.sporos.host.exec",
            "org.sporos.host.task",
            "org.sporos.host.code",
            "org.sporos.view",
            "org.sporos.space",
            "org.sporos.param",
            "org.sporos.policy",
            "org.sporos.reduce");

    private static final Pattern OWN_CLASS =
            Pattern.compile("org\\.sporos\\.host\\.(Host|Strict|Pinned)(Memory)?Space(\\$.*)?");

    private FailureText() {}

    /** Returns the failure of a unit. */
    static GraphRunException of(LaunchUnit unit, RunFailure failure) {
        Throwable cause = failure.cause();
        if (cause instanceof MemberFailure of) {
            return of(
                    unit.members().get(of.member()),
                    RunFailure.of(failure.step(), failure.kind(), Objects.requireNonNull(of.getCause())));
        }
        if (unit.isMerged()) {
            // What no member can be blamed for, such as a lack of memory.
            return of(unit.members().get(0), failure);
        }
        if (cause instanceof ItemFailure item) {
            RunFailure real = RunFailure.of(failure.step(), failure.kind(), Objects.requireNonNull(item.getCause()));
            return of(unit, real, WorkItems.describe(unit.work(), item.first(), item.second()));
        }
        return of(unit, failure, "");
    }

    /** @param item the work item, as in {@code in work item 6}, or the empty string */
    private static GraphRunException of(LaunchUnit unit, RunFailure failure, String item) {
        Throwable cause = failure.cause();
        String graph = unit.graph().label();
        if (cause == null) {
            String what = "has made " + failure.limit() + (failure.limit() == 1 ? " pass" : " passes")
                    + " and its condition still holds; allow more with maxPasses, or make the loop converge";
            return GraphRunException.of(PASSES, graph, unit.node(), what, null);
        }
        String message = String.valueOf(cause.getMessage());
        Matcher known = CODE.matcher(message);
        if (known.lookingAt()) {
            String what = "fails" + at(cause, item) + ": " + message.substring(known.end());
            return GraphRunException.of(known.group(1), graph, unit.node(), what, cause);
        }
        return GraphRunException.of(code(unit, failure, cause), graph, unit.node(), what(failure, cause, item), cause);
    }

    private static String code(LaunchUnit unit, RunFailure failure, Throwable cause) {
        if (failure.kind() == StepKind.HOST && !(unit.work() instanceof Work.Captured)) {
            return HOST_NODE;
        }
        if (failure.kind() == StepKind.ALLOCATE) {
            return ALLOCATION;
        }
        return cause instanceof IndexOutOfBoundsException ? BOUNDS : KERNEL;
    }

    private static String what(RunFailure failure, Throwable cause, String item) {
        if (failure.kind() == StepKind.ALLOCATE) {
            return "cannot allocate: " + cause.getMessage();
        }
        String at = at(cause, item);
        if (cause instanceof ArithmeticException && "/ by zero".equals(cause.getMessage())) {
            return "divides an integer by zero" + at;
        }
        String name = cause.getClass().getSimpleName();
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return "throws " + (name.isEmpty() ? cause.getClass().getName() : name) + at + message;
    }

    private static String at(Throwable cause, String item) {
        StackTraceElement line = userLine(cause.getStackTrace());
        String where = line == null ? "" : " at " + line.getFileName() + ":" + line.getLineNumber();
        return item.isEmpty() ? where : where + " " + item;
    }

    /** Returns the innermost line that is neither of this library nor of the JDK, or null. */
    private static @Nullable StackTraceElement userLine(StackTraceElement[] stack) {
        for (StackTraceElement line : stack) {
            String name = line.getClassName();
            boolean own = OWN_PACKAGES.contains(packageOf(name))
                    || OWN_CLASS.matcher(name).matches();
            boolean jdk = name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
            if (!jdk && !own && line.getFileName() != null) {
                return line;
            }
        }
        return null;
    }

    private static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }
}
