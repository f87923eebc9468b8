package org.sporos.host.task;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamMember;
import org.sporos.run.PrintScope;
import org.sporos.run.PrintedLine;
import org.sporos.run.PrintedLines;

/**
 * A body that prints: its lambda is called as it is, and knows by its thread for which work item. Immutable.
 */
final class PrintingBody implements InvocationHandler {
    private final KernelBody body;
    private final PrintedLines lines;
    private final int node;

    private PrintingBody(KernelBody body, PrintedLines lines, int node) {
        this.body = body;
        this.lines = lines;
        this.node = node;
    }

    /** Returns a body that calls another one, whose lines belong to a node. */
    static KernelBody of(KernelBody body, PrintedLines lines, int node) {
        return BodyProxies.of(body, new PrintingBody(body, lines, node));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        PrintScope before = PrintScope.enter(scope(arguments == null ? new Object[0] : arguments));
        try {
            return BodyProxies.call(body, method, arguments);
        } finally {
            PrintScope.enter(before);
        }
    }

    private PrintScope scope(@Nullable Object[] arguments) {
        long[] indexes = new long[PrintedLine.MOST_INDEXES];
        for (int k = 0; k < Math.min(arguments.length, PrintedLine.MOST_INDEXES); k++) {
            if (arguments[k] instanceof TeamMember member) {
                indexes[0] = member.leagueRank();
                indexes[1] = member.teamRank();
            } else if (arguments[k] instanceof Integer || arguments[k] instanceof Long) {
                indexes[k] = ((Number) arguments[k]).longValue();
            }
        }
        return new PrintScope(lines, node, indexes[0], indexes[1], indexes[2], indexes[3]);
    }
}
