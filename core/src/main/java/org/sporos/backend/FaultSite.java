package org.sporos.backend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.JdkFailure;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.cpp.CppSite;
import org.sporos.kernel.ir.Op;
import org.sporos.view.View;

/**
 * A site in a kernel that can fail: an access not proven in bounds, a division, or an operation that may overflow or
 * refuse a range.
 *
 * @param member the index of the kernel among fused ones
 * @param view the accessed view, or null
 * @param length the length of the accessed local array, or one of the negative constants below
 * @param position the source position
 */
public record FaultSite(int member, @Nullable View view, int length, SourcePosition position) {
    private static final int DIVISION = -1;
    private static final int INT_OVERFLOW = -2;
    private static final int LONG_OVERFLOW = -3;
    private static final int BEGIN_BEHIND_END = -4;

    /** Returns the site of C++ code. */
    public static FaultSite of(CppSite site) {
        int length = switch (site.kind()) {
            case DIVISION -> DIVISION;
            case INT_OVERFLOW -> INT_OVERFLOW;
            case LONG_OVERFLOW -> LONG_OVERFLOW;
            case BEGIN_BEHIND_END -> BEGIN_BEHIND_END;
            default -> site.length();
        };
        return new FaultSite(site.body(), site.view(), length, site.position());
    }

    /** Returns an access to a view. */
    public static FaultSite access(int member, View view, SourcePosition position) {
        return new FaultSite(member, view, 0, position);
    }

    /** Returns an access to a local array. */
    public static FaultSite array(int member, int length, SourcePosition position) {
        return new FaultSite(member, null, length, position);
    }

    /** Returns an integer division. */
    public static FaultSite division(int member, SourcePosition position) {
        return new FaultSite(member, null, DIVISION, position);
    }

    /** Returns a check without an access. */
    public static FaultSite check(int member, Op.Check check, SourcePosition position) {
        int length = switch (check.failure()) {
            case INDEX -> check.bound();
            case INT_OVERFLOW -> INT_OVERFLOW;
            case LONG_OVERFLOW -> LONG_OVERFLOW;
            case BEGIN_BEHIND_END -> BEGIN_BEHIND_END;
        };
        return new FaultSite(member, null, length, position);
    }

    /** Returns the exception for indexes, with the kernel's lines as its stack trace. */
    public RuntimeException failure(long... indexes) {
        return thrownAt(position, cause(indexes));
    }

    /** Returns the exception with the lines of a kernel as its stack trace. */
    public static RuntimeException thrownAt(SourcePosition position, RuntimeException failure) {
        List<StackTraceElement> trace = new ArrayList<>();
        trace.add(element(position));
        position.callers().forEach(caller -> trace.add(element(caller)));
        failure.setStackTrace(trace.toArray(new StackTraceElement[0]));
        return failure;
    }

    private RuntimeException cause(long... indexes) {
        if (view != null) {
            return view.outside(Arrays.copyOf(indexes, view.rank()));
        }
        return switch (length) {
            case DIVISION -> new ArithmeticException("/ by zero");
            case INT_OVERFLOW -> new ArithmeticException("integer overflow");
            case LONG_OVERFLOW -> new ArithmeticException("long overflow");
            case BEGIN_BEHIND_END -> JdkFailure.beginBehindEnd();
            default ->
                new ArrayIndexOutOfBoundsException("Index " + indexes[0] + " out of bounds for length " + length);
        };
    }

    private static StackTraceElement element(SourcePosition at) {
        int dot = at.method().lastIndexOf('.');
        String owner = dot < 0 ? at.method() : at.method().substring(0, dot);
        return new StackTraceElement(owner, at.method().substring(dot + 1), at.file(), at.line());
    }
}
