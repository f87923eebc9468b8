package org.sporos.kernel.cpp;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.BooleanContribution;
import org.sporos.policy.KernelBody;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;

/** Makes reductions of bodies whose interface is known only when the test runs. */
final class Reductions {
    private Reductions() {}

    /** Returns the sum of a contribution, or its conjunction and disjunction; empty for other bodies. */
    static List<Reduction> ofContribution(KernelBody body) {
        List<Reduction> all = new ArrayList<>();
        if (body instanceof BooleanContribution) {
            all.add(call(Reducers.LogicalAnd, null, null, body));
            all.add(call(Reducers.LogicalOr, null, null, body));
        } else if (find(Reducers.Sum, body, 2) != null) {
            all.add(call(Reducers.Sum, null, null, body));
        }
        return all;
    }

    /** Returns the reduction of contributions by a join. */
    static Reduction custom(Object identity, KernelBody join, KernelBody contribution) {
        return call(Reducers.Custom, identity, join, contribution);
    }

    private static Reduction call(
            Object reducer, @Nullable Object identity, @Nullable KernelBody join, KernelBody contribution) {
        Method into = find(reducer, contribution, join == null ? 2 : 4);
        try {
            Object result = into.getParameterTypes()[0]
                    .getMethod("of", String.class, MemorySpace.class, long[].class)
                    .invoke(null, "result", MemorySpace.host(), new long[0]);
            return (Reduction)
                    (join == null
                            ? into.invoke(reducer, result, contribution)
                            : into.invoke(reducer, result, identity, join, contribution));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static @Nullable Method find(Object reducer, KernelBody contribution, int parameters) {
        for (Method method : reducer.getClass().getMethods()) {
            Class<?>[] types = method.getParameterTypes();
            if (method.getName().startsWith("into")
                    && types.length == parameters
                    && types[parameters - 1].isInstance(contribution)) {
                return method;
            }
        }
        return null;
    }
}
