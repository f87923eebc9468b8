package org.sporos.kernel.capture;

import com.google.common.collect.Sets;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.view.View;

/**
 * Makes bodies that do the same as others with other views. A lambda is made from its serialized form, as the class
 * that has it does when it reads one from a stream; what it captured is followed through arrays, records, lambdas and
 * final fields of objects. Static fields are not: a body that finds its views there keeps them. What reaches no other
 * view is kept as it is. Used by one thread.
 */
public final class CaptureRewriter {
    private static final int MAX_OBJECTS = 20_000;

    private final UnaryOperator<View> views;
    private final Map<Object, Object> made = new IdentityHashMap<>();
    private final Map<Capturing, Maker> makers = new HashMap<>();

    /** The name of a class that has lambdas, among those of a loader. */
    private record Capturing(@Nullable ClassLoader loader, String name) {}

    /** The method of a class that makes its lambdas from their serialized form. */
    private record Maker(Class<?> owner, Method method) {}

    /** @param views gives the other view for each one */
    public CaptureRewriter(UnaryOperator<View> views) {
        this.views = views;
    }

    /**
     * Returns a body that does the same with the other views.
     *
     * @throws RewriteException if it cannot be made
     */
    public KernelBody rewritten(KernelBody body) {
        return (KernelBody) java.util.Objects.requireNonNull(value(body));
    }

    private @Nullable Object value(@Nullable Object value) {
        if (value instanceof View view) {
            return views.apply(view);
        } else if (value == null || isLeaf(value)) {
            return value;
        }
        Object known = made.get(value);
        if (known != null) {
            return known;
        } else if (value.getClass().isHidden()) {
            Object lambda = lambda(value);
            made.put(value, lambda);
            return lambda;
        }
        return reachesOther(value, Sets.newIdentityHashSet()) ? other(value) : value;
    }

    private Object other(Object value) {
        if (value instanceof Object[] array) {
            Object[] copy = (Object[]) Array.newInstance(array.getClass().getComponentType(), array.length);
            made.put(value, copy);
            for (int k = 0; k < copy.length; k++) {
                copy[k] = value(array[k]);
            }
            return copy;
        }
        return ObjectClones.of(value, this::value, clone -> made.put(value, clone));
    }

    private static boolean isLeaf(Object value) {
        return value instanceof Param
                || value instanceof ExecutionSpace
                || value instanceof ExecutionStream
                || value instanceof MemorySpace
                || value instanceof Enum
                || (!(value instanceof Object[])
                        && !value.getClass().isHidden()
                        && FinalFields.isOfJdk(value.getClass()));
    }

    private boolean reachesOther(@Nullable Object value, Set<Object> visited) {
        if (value instanceof View view) {
            return views.apply(view) != view;
        } else if (value == null || isLeaf(value) || visited.size() > MAX_OBJECTS || !visited.add(value)) {
            return false;
        } else if (value instanceof Object[] array) {
            return anyReachesOther(array, visited);
        } else if (value.getClass().isHidden()) {
            SerializedLambda form = SerialLambda.of(value);
            return form != null && anyReachesOther(captured(form), visited);
        }
        CapturedFields fields = new CapturedFields();
        for (Field field : FinalFields.of(value.getClass())) {
            Object inside = fields.read(value, field).map(FieldValue::value).orElse(null);
            if (reachesOther(inside, visited)) {
                return true;
            }
        }
        return false;
    }

    private boolean anyReachesOther(@Nullable Object[] values, Set<Object> visited) {
        for (Object value : values) {
            if (reachesOther(value, visited)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Object[] captured(SerializedLambda form) {
        @Nullable Object[] captured = new Object[form.getCapturedArgCount()];
        for (int k = 0; k < captured.length; k++) {
            captured[k] = form.getCapturedArg(k);
        }
        return captured;
    }

    private Object lambda(Object lambda) {
        SerializedLambda form = SerialLambda.of(lambda);
        @Nullable Object[] arguments = form == null ? new Object[0] : captured(form);
        boolean isOther = false;
        for (int k = 0; k < arguments.length; k++) {
            Object argument = value(arguments[k]);
            isOther |= argument != arguments[k];
            arguments[k] = argument;
        }
        return form == null || !isOther
                ? lambda
                : lambda(form, lambda.getClass().getClassLoader(), arguments);
    }

    private Object lambda(SerializedLambda form, @Nullable ClassLoader loader, @Nullable Object[] arguments) {
        try {
            Capturing capturing = new Capturing(loader, form.getCapturingClass());
            Maker maker = makers.get(capturing);
            if (maker == null) {
                Class<?> owner = Class.forName(capturing.name().replace('/', '.'), false, loader);
                maker = new Maker(owner, owner.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class));
                makers.put(capturing, maker);
            }
            return call(maker.method(), with(form, maker.owner(), arguments));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw new RewriteException("is a lambda that its class cannot make again");
        }
    }

    private static Object call(Method maker, SerializedLambda form) throws Throwable {
        if (maker.trySetAccessible()) {
            return maker.invoke(null, form);
        }
        return PrivateFields.method(maker).orElseThrow().invoke(form);
    }

    private static SerializedLambda with(SerializedLambda form, Class<?> owner, @Nullable Object[] arguments) {
        return new SerializedLambda(
                owner,
                form.getFunctionalInterfaceClass(),
                form.getFunctionalInterfaceMethodName(),
                form.getFunctionalInterfaceMethodSignature(),
                form.getImplMethodKind(),
                form.getImplClass(),
                form.getImplMethodName(),
                form.getImplMethodSignature(),
                form.getInstantiatedMethodType(),
                arguments);
    }
}
