package org.sporos.kernel.zoo;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.*;
import org.sporos.reference.SerialTeam;

/** The one method of a body's interface, and what it is called with for an index. */
public final class BodyCall {
    private static final double[] ODD = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, 1e300};

    private final KernelBody body;
    private final Method method;

    private BodyCall(KernelBody body, Method method) {
        this.body = body;
        this.method = method;
    }

    /** Returns the call of a body. */
    public static BodyCall of(KernelBody body) {
        for (Class<?> c = body.getClass(); c != null; c = c.getSuperclass()) {
            for (Class<?> parent : c.getInterfaces()) {
                for (Method method : parent.getMethods()) {
                    if (KernelBody.class.isAssignableFrom(parent) && Modifier.isAbstract(method.getModifiers())) {
                        return new BodyCall(body, method);
                    }
                }
            }
        }
        throw new IllegalArgumentException("no body: " + body);
    }

    /**
     * Returns the arguments, primitives boxed, without a team: the index, then values that depend on the index alone
     * for the sum that a scan hands on and for both sides of a join.
     */
    public List<Object> arguments(long[] index) {
        List<Object> arguments = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            int place = arguments.size();
            if (place < indexes(index)) {
                arguments.add(type == long.class ? (Object) index[place] : (Object) (int) index[place]);
            } else {
                arguments.add(sample(type, index[0], place));
            }
        }
        return arguments;
    }

    private int indexes(long[] index) {
        boolean join = body instanceof DoubleJoin
                || body instanceof FloatJoin
                || body instanceof IntJoin
                || body instanceof LongJoin;
        return join ? 0 : index.length;
    }

    private static Object sample(Class<?> type, long index, int place) {
        SplittableRandom random = new SplittableRandom(index * 31 + place);
        boolean odd = random.nextInt(3) == 0;
        double real = odd ? ODD[random.nextInt(ODD.length)] : random.nextDouble() * 4 - 2;
        if (type == double.class) {
            return real;
        } else if (type == float.class) {
            return (float) real;
        } else if (type == int.class) {
            return odd ? random.nextInt(3) - 1 : random.nextInt();
        }
        return odd ? random.nextInt(3) - 1L : random.nextLong();
    }

    /** Calls the body on the JVM; returns what it returns, boxed, or null of a void one. */
    @Nullable
    Object run(long[] index, @Nullable Policy policy) {
        return policy instanceof TeamPolicy teams
                ? with(SerialTeam.of(teams, index[0]))
                : with(arguments(index).toArray());
    }

    /** Calls the body with some arguments; returns what it returns, boxed, or null of a void one. */
    public @Nullable Object with(Object... arguments) {
        try {
            return method.invoke(body, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new AssertionError(e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
