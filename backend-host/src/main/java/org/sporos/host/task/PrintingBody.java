package org.sporos.host.task;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamMember;
import org.sporos.run.PrintScope;
import org.sporos.run.PrintedLines;

/**
 * A body that prints: its lambda is called as it is, and knows by its thread for which work item. A proxy serves all
 * interfaces of bodies; where lines are printed, its cost does not count. Immutable.
 */
final class PrintingBody implements InvocationHandler {
    private static final int MOST_INDEXES = 3;

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
        return (KernelBody) Proxy.newProxyInstance(
                KernelBody.class.getClassLoader(),
                bodyInterfaces(body.getClass()).toArray(Class<?>[]::new),
                new PrintingBody(body, lines, node));
    }

    /** Returns the interfaces of the library that a class of bodies has, by which it is called. */
    private static Set<Class<?>> bodyInterfaces(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Class<?> parent : c.getInterfaces()) {
                if (parent.getModule() == KernelBody.class.getModule()
                        && parent.getPackage() == KernelBody.class.getPackage()) {
                    found.add(parent);
                } else {
                    found.addAll(bodyInterfaces(parent));
                }
            }
        }
        return found;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        PrintScope before = PrintScope.enter(scope(arguments == null ? new Object[0] : arguments));
        try {
            return method.invoke(body, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        } finally {
            PrintScope.enter(before);
        }
    }

    private PrintScope scope(@Nullable Object[] arguments) {
        long[] indexes = new long[MOST_INDEXES];
        for (int k = 0; k < Math.min(arguments.length, MOST_INDEXES); k++) {
            if (arguments[k] instanceof TeamMember member) {
                indexes[0] = member.leagueRank();
                indexes[1] = member.teamRank();
            } else if (arguments[k] instanceof Integer || arguments[k] instanceof Long) {
                indexes[k] = ((Number) arguments[k]).longValue();
            }
        }
        return new PrintScope(lines, node, indexes[0], indexes[1], indexes[2]);
    }
}
