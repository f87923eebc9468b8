package org.sporos.kernel.capture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.PrivateMembers;

/**
 * The getters of the fields of one class of the user's whose module opens nothing, and handles of its methods.
 * Thread-safe; kept by the class itself. Nothing is ever written, and classes of the JDK are left alone.
 */
final class PrivateFields {
    private static final ClassValue<PrivateFields> KNOWN = new ClassValue<>() {
        @Override
        protected PrivateFields computeValue(Class<?> type) {
            return new PrivateFields();
        }
    };

    private final Map<Field, Optional<MethodHandle>> getters = new ConcurrentHashMap<>();

    private PrivateFields() {}

    /** Returns the value of a field, static where the object is null, or nothing where it cannot be read. */
    static Optional<FieldValue> read(@Nullable Object object, Field field) {
        Optional<MethodHandle> getter = getterOf(field);
        return getter.isEmpty() ? Optional.empty() : call(getter.get(), object);
    }

    /** Returns a getter of an instance field, of type {@code (Object)Object}, or nothing where there is none. */
    static Optional<MethodHandle> getterOf(Field field) {
        return KNOWN.get(field.getDeclaringClass()).getters.computeIfAbsent(field, PrivateFields::made);
    }

    /** Returns a handle of an instance method, or nothing where there is none. */
    static Optional<MethodHandle> method(Method method) {
        return PrivateMembers.method(method);
    }

    private static Optional<FieldValue> call(MethodHandle getter, @Nullable Object object) {
        try {
            return Optional.of(new FieldValue((Object) getter.invokeExact(object)));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            // A static initialiser failed.
            return Optional.empty();
        }
    }

    /** All getters take an object, which those of static fields drop. */
    private static Optional<MethodHandle> made(Field field) {
        return PrivateMembers.getter(field).map(found -> {
            MethodHandle getter = Modifier.isStatic(field.getModifiers())
                    ? MethodHandles.dropArguments(found, 0, Object.class)
                    : found;
            return getter.asType(MethodType.methodType(Object.class, Object.class));
        });
    }
}
