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
 * Reads captured values from the fields of a lambda's class, in order, without serialization. The first lambda of a
 * class is also serialized for comparison; if the values differ or fields are unreadable, all lambdas of the class are
 * serialized. Thread-safe.
 */
public final class LambdaValues {
    private static final MethodType OF_OBJECT = MethodType.methodType(Object.class, Object.class);
    private static final String PREFIX = "arg$";

    /** The cache entry has the lifetime of its class. */
    private static final ClassValue<LambdaValues> KNOWN = new ClassValue<>() {
        @Override
        protected LambdaValues computeValue(Class<?> type) {
            return new LambdaValues(getters(type));
        }
    };

    /** The getters, or null to use serialization. */
    private volatile MethodHandle @Nullable [] getters;

    private volatile boolean verified;

    private LambdaValues(MethodHandle @Nullable [] getters) {
        this.getters = getters;
    }

    /** Passes the captured values of a lambda, primitives boxed, to a consumer; returns whether they are readable. */
    public static boolean read(Object lambda, Consumer<@Nullable Object> values) {
        LambdaValues of = KNOWN.get(lambda.getClass());
        MethodHandle[] getters = of.getters;
        if (getters == null || !of.verified && !of.verify(lambda, getters)) {
            return serialized(lambda, values);
        }
        for (MethodHandle getter : getters) {
            values.accept(value(getter, lambda));
        }
        return true;
    }

    private static boolean serialized(Object lambda, Consumer<@Nullable Object> values) {
        if (KernelCapture.of(lambda) instanceof CaptureResult.Found found) {
            found.kernel().captured().forEach(values);
            return true;
        }
        return false;
    }

    private boolean verify(Object lambda, MethodHandle[] candidates) {
        List<@Nullable Object> read = new ArrayList<>();
        for (MethodHandle getter : candidates) {
            read.add(value(getter, lambda));
        }
        boolean isSame = KernelCapture.of(lambda) instanceof CaptureResult.Found found
                && found.kernel().captured().size() == read.size()
                && CapturedKernel.areSame(read, found.kernel().captured());
        if (isSame) {
            verified = true;
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
