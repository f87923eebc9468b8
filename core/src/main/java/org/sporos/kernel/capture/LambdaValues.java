package org.sporos.kernel.capture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;

/**
 * Reads what lambdas captured without serialising them: from the fields of their class, in which the JVM keeps captured
 * values in order. The first lambda of a class is serialised too; where both tell different values, or the fields
 * cannot be read, all lambdas of that class are serialised. Thread-safe.
 */
public final class LambdaValues {
    private static final MethodType OF_OBJECT = MethodType.methodType(Object.class, Object.class);
    private static final String PREFIX = "arg$";

    /** A class keeps its own entry alive, and nothing else does. */
    private static final ClassValue<LambdaValues> KNOWN = new ClassValue<>() {
        @Override
        protected LambdaValues computeValue(Class<?> type) {
            return new LambdaValues(getters(type));
        }
    };

    /** Null where the fields are of no use. */
    private volatile MethodHandle @Nullable [] getters;

    private volatile boolean proven;

    private LambdaValues(MethodHandle @Nullable [] getters) {
        this.getters = getters;
    }

    /** Hands over the captured values of a lambda, primitives boxed, and returns whether they could be read. */
    public static boolean read(Object lambda, Consumer<@Nullable Object> values) {
        LambdaValues of = KNOWN.get(lambda.getClass());
        MethodHandle[] getters = of.getters;
        if (getters == null || !of.proven && !of.prove(lambda, getters)) {
            return serialised(lambda, values);
        }
        for (MethodHandle getter : getters) {
            values.accept(value(getter, lambda));
        }
        return true;
    }

    private static boolean serialised(Object lambda, Consumer<@Nullable Object> values) {
        if (KernelCapture.of(lambda) instanceof CaptureResult.Found found) {
            found.kernel().captured().forEach(values);
            return true;
        }
        return false;
    }

    private boolean prove(Object lambda, MethodHandle[] candidates) {
        List<@Nullable Object> read = new ArrayList<>();
        for (MethodHandle getter : candidates) {
            read.add(value(getter, lambda));
        }
        boolean isSame = KernelCapture.of(lambda) instanceof CaptureResult.Found found
                && found.kernel().captured().size() == read.size()
                && CapturedKernel.areSame(read, found.kernel().captured());
        if (isSame) {
            proven = true;
        } else {
            getters = null;
        }
        return isSame;
    }

    private static @Nullable Object value(MethodHandle getter, Object lambda) {
        try {
            return (Object) getter.invokeExact(lambda);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new InternalException("a field of a lambda cannot be read", e);
        }
    }

    private static MethodHandle @Nullable [] getters(Class<?> type) {
        try {
            List<Field> fields = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    fields.add(field);
                }
            }
            fields.sort(Comparator.comparingInt(LambdaValues::number));
            MethodHandle[] getters = new MethodHandle[fields.size()];
            for (int k = 0; k < getters.length; k++) {
                Optional<MethodHandle> getter = getter(fields.get(k));
                if (getter.isEmpty()) {
                    return null;
                }
                getters[k] = getter.get();
            }
            return getters;
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }

    private static int number(Field field) {
        return Integer.parseInt(field.getName().substring(PREFIX.length()));
    }

    private static Optional<MethodHandle> getter(Field field) {
        try {
            return field.trySetAccessible()
                    ? Optional.of(MethodHandles.lookup().unreflectGetter(field).asType(OF_OBJECT))
                    : PrivateFields.getterOf(field);
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }
}
