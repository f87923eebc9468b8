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
 * Getters and method handles of private members of a user class in a closed module, cached with the class. Read-only;
 * never for JDK classes. Thread-safe.
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

    /** Returns the value of a field (static if the object is null), or empty if unreadable. */
    static Optional<FieldValue> read(@Nullable Object object, Field field) {
        Optional<MethodHandle> getter = getterOf(field);
        return getter.isEmpty() ? Optional.empty() : call(getter.get(), object);
    }

    /** Returns a getter of a field, of type {@code (Object)Object}, or empty. */
    static Optional<MethodHandle> getterOf(Field field) {
        return KNOWN.get(field.getDeclaringClass()).getters.computeIfAbsent(field, PrivateFields::createGetter);
    }

    /** Returns a handle of a method, or empty. */
    static Optional<MethodHandle> method(Method method) {
        return PrivateMembers.method(method);
    }

    private static Optional<FieldValue> call(MethodHandle getter, @Nullable Object object) {
        try {
            return Optional.of(new FieldValue((Object) getter.invokeExact(object)));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            // A static initializer failed.
            return Optional.empty();
        }
    }

    /** Getters of static fields ignore their argument. */
    private static Optional<MethodHandle> createGetter(Field field) {
        return PrivateMembers.getter(field).map(found -> {
            MethodHandle getter = Modifier.isStatic(field.getModifiers())
                    ? MethodHandles.dropArguments(found, 0, Object.class)
                    : found;
            return getter.asType(MethodType.methodType(Object.class, Object.class));
        });
    }
}
