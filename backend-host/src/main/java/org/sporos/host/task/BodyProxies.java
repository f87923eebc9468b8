package org.sporos.host.task;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.run.PrintScope;
import org.sporos.internal.run.PrintedLine;
import org.sporos.internal.run.PrintedLines;
import org.sporos.policy.KernelBody;
import org.sporos.policy.TeamMember;

/** Proxies that wrap each call of a body, for checks and prints, where the cost of a call is irrelevant. */
final class BodyProxies {
    private BodyProxies() {}

    /** Returns a body whose printed lines are attributed to a node and, through its thread, to a work item. */
    static KernelBody printing(KernelBody body, PrintedLines lines, int node) {
        return of(body, (proxy, method, arguments) -> {
            PrintScope before = PrintScope.enter(scope(lines, node, listed(arguments)));
            try {
                return call(body, method, arguments);
            } finally {
                PrintScope.enter(before);
            }
        });
    }

    private static PrintScope scope(PrintedLines lines, int node, @Nullable Object[] arguments) {
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

    /** Returns a body that records the accesses of each work item. */
    static KernelBody noting(KernelBody body, ItemAccesses accesses) {
        return of(body, (proxy, method, arguments) -> {
            StrictAccesses.Listener outer = StrictAccesses.current();
            StrictAccesses.enter(accesses.listener(listed(arguments)).after(outer));
            try {
                return call(body, method, arguments);
            } finally {
                StrictAccesses.enter(outer);
            }
        });
    }

    private static @Nullable Object[] listed(@Nullable Object @Nullable [] arguments) {
        return arguments == null ? new Object[0] : arguments;
    }

    /** Returns a proxy with all interfaces of a body and a handler for its calls. */
    private static KernelBody of(KernelBody body, InvocationHandler handler) {
        return (KernelBody) Proxy.newProxyInstance(
                KernelBody.class.getClassLoader(),
                bodyInterfaces(body.getClass()).toArray(Class<?>[]::new),
                handler);
    }

    /** Calls the body of a proxy, and rethrows its exception. */
    private static @Nullable Object call(KernelBody body, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(body, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    /** Returns the library interfaces of a body class. */
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
}
