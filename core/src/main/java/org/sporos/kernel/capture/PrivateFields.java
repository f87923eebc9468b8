package org.sporos.kernel.capture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The getters of the fields of one class of the user's whose module opens nothing, and handles of its methods, made by
 * a lookup of that very class.
 * Thread-safe; kept by the class itself.
 *
 * <p>The constructor of such a lookup comes from the JDK's support of serialisation libraries in
 * {@code jdk.unsupported}. Where that gives none, there are no getters. Nothing is ever written, and classes of the JDK
 * are left alone.
 */
final class PrivateFields {
    private static final @Nullable Constructor<?> LOOKUP = constructor();
    private static final ClassValue<PrivateFields> KNOWN = new ClassValue<>() {
        @Override
        protected PrivateFields computeValue(Class<?> type) {
            return new PrivateFields(lookup(type));
        }
    };

    private final @Nullable Lookup lookup;
    private final Map<Field, Optional<MethodHandle>> getters = new ConcurrentHashMap<>();

    private PrivateFields(@Nullable Lookup lookup) {
        this.lookup = lookup;
    }

    /** Returns the value of a field, static where the object is null, or nothing where it cannot be read. */
    static Optional<FieldValue> read(@Nullable Object object, Field field) {
        Optional<MethodHandle> getter = KNOWN.get(field.getDeclaringClass()).getter(field);
        return getter.isEmpty() ? Optional.empty() : call(getter.get(), object);
    }

    /** Returns a getter of an instance field, of type {@code (Object)Object}, or nothing where there is none. */
    static Optional<MethodHandle> getterOf(Field field) {
        return KNOWN.get(field.getDeclaringClass()).getter(field);
    }

    /** Returns a handle of an instance method, or nothing where there is none. */
    static Optional<MethodHandle> method(Method method) {
        Lookup lookup = KNOWN.get(method.getDeclaringClass()).lookup;
        try {
            return lookup == null ? Optional.empty() : Optional.of(lookup.unreflect(method));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
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

    private Optional<MethodHandle> getter(Field field) {
        return lookup == null ? Optional.empty() : getters.computeIfAbsent(field, f -> unreflect(lookup, f));
    }

    /** All getters take an object, which those of static fields drop. */
    private static Optional<MethodHandle> unreflect(Lookup lookup, Field field) {
        try {
            MethodHandle getter = lookup.unreflectGetter(field);
            if (Modifier.isStatic(field.getModifiers())) {
                getter = MethodHandles.dropArguments(getter, 0, Object.class);
            }
            return Optional.of(getter.asType(MethodType.methodType(Object.class, Object.class)));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static @Nullable Lookup lookup(Class<?> type) {
        try {
            return LOOKUP == null || FinalFields.isOfJdk(type) ? null : (Lookup) LOOKUP.newInstance(type);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /** By name: javac warns of each use of the class, whatever it is told. */
    private static @Nullable Constructor<?> constructor() {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            Object instance = factory.getMethod("getReflectionFactory").invoke(null);
            return (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                    .invoke(instance, Lookup.class, Lookup.class.getDeclaredConstructor(Class.class));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }
}
