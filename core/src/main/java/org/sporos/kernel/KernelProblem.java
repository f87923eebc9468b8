package org.sporos.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One compile error of a kernel: code, message, cure and source position.
 *
 * @param code the stable code
 * @param kernel the display name of the kernel, such as {@code kernel 'smooth' of graph 'step'}
 * @param clause the predicate of the message, as in {@code calls String.length()}
 * @param cure the advice, as a clause
 * @param position the source position, with its chain of callers
 * @param variable the source name of the offending variable, or null
 */
public record KernelProblem(
        KernelCode code,
        String kernel,
        String clause,
        String cure,
        SourcePosition position,
        @Nullable String variable) {

    /** The number of calls that the message of a long chain names, beside the outermost one. */
    private static final int SHOWN_CALLS = 5;

    /** Returns the source file. */
    public String file() {
        return position.file();
    }

    /** Returns the line in the source file, or 0. */
    public int line() {
        return position.line();
    }

    /** Returns the positions of the enclosing inlined calls, innermost first; empty in the kernel's own body. */
    public List<SourcePosition> callChain() {
        return position.callers();
    }

    /** Returns this problem under another display name of the kernel. */
    public KernelProblem of(String kernel) {
        return new KernelProblem(code, kernel, clause, cure, position, variable);
    }

    /** Returns the error, its position and the call chain in one line. */
    public String message() {
        StringBuilder text = new StringBuilder(kernel).append(' ').append(clause);
        if (position != SourcePosition.UNKNOWN) {
            text.append(", at ").append(position);
        }
        SourcePosition callee = position;
        List<SourcePosition> chain = callChain();
        int last = chain.size() - 1;
        int shown = last < 2 * SHOWN_CALLS ? chain.size() : SHOWN_CALLS;
        for (SourcePosition call : chain.subList(0, shown)) {
            text.append(", in ").append(callee.method()).append(", called at ").append(call);
            callee = call;
        }
        if (shown < chain.size()) {
            text.append(", in ")
                    .append(last - shown)
                    .append(" more calls, called at ")
                    .append(chain.get(last));
        }
        return text.toString();
    }

    /** Returns the cure as a sentence. */
    public String instead() {
        return Character.toUpperCase(cure.charAt(0)) + cure.substring(1) + ".";
    }

    /** Returns two lines, in the format of other violations: code and message, then the cure. */
    @Override
    public String toString() {
        return code + ": " + message() + "\n" + " ".repeat(code.name().length() + 2) + instead();
    }
}
