package org.sporos.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One reason why a kernel cannot be translated: what, where, and what to do instead.
 *
 * @param code the stable code
 * @param kernel what the kernel is called in texts, such as {@code kernel 'smooth' of graph 'step'}
 * @param clause what is wrong with it, as in {@code calls String.length()}
 * @param cure what to do instead, as a clause
 * @param position where it stands, with the calls that led there
 * @param variable the source name of the variable it is about, or null
 */
public record KernelProblem(
        KernelCode code,
        String kernel,
        String clause,
        String cure,
        SourcePosition position,
        @Nullable String variable) {

    /** Returns the source file. */
    public String file() {
        return position.file();
    }

    /** Returns the line in the source file, or 0. */
    public int line() {
        return position.line();
    }

    /** Returns the places of the calls that led there, nearest first; empty in the kernel's own body. */
    public List<SourcePosition> callChain() {
        return position.callers();
    }

    /** Returns the same problem of a kernel that is called otherwise. */
    public KernelProblem of(String kernel) {
        return new KernelProblem(code, kernel, clause, cure, position, variable);
    }

    /** Returns what is wrong and where, with the calls that led there, in one line. */
    public String message() {
        StringBuilder text = new StringBuilder(kernel).append(' ').append(clause);
        if (position != SourcePosition.UNKNOWN) {
            text.append(", at ").append(position);
        }
        SourcePosition callee = position;
        for (SourcePosition call : callChain()) {
            text.append(", in ").append(callee.method()).append(", called at ").append(call);
            callee = call;
        }
        return text.toString();
    }

    /** Returns what to do instead, as a sentence. */
    public String instead() {
        return Character.toUpperCase(cure.charAt(0)) + cure.substring(1) + ".";
    }

    /** Returns two lines, as those of other violations: the code and the message, then what to do instead. */
    @Override
    public String toString() {
        return code + ": " + message() + "\n" + " ".repeat(code.name().length() + 2) + instead();
    }
}
