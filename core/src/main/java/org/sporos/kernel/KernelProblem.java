package org.sporos.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One reason why a kernel cannot be translated: what, where, and what to do instead.
 *
 * @param code the stable code
 * @param message what is wrong, as a clause: {@code kernel 'smooth' calls String.length()}
 * @param cure what to do instead, as a clause
 * @param position where it stands, with the calls that led there
 * @param variable the source name of the variable it is about, or null
 */
public record KernelProblem(
        KernelCode code,
        String message,
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

    /** Returns the whole text: code, place, message, cure, and one line for each call that led there. */
    public String text() {
        StringBuilder text = new StringBuilder(code.name());
        if (position != SourcePosition.UNKNOWN) {
            text.append(" at ").append(position);
        }
        text.append(": ").append(message).append("; ").append(cure).append('.');
        SourcePosition callee = position;
        for (SourcePosition call : callChain()) {
            text.append("\n     in ")
                    .append(callee.method())
                    .append(", called at ")
                    .append(call);
            callee = call;
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return text();
    }
}
