package org.sporos.internal.base;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles of private members of user classes in unopened modules, by a lookup of the class itself. The lookups are
 * never exposed. Thread-safe; handles are cached by their class.
 *
 * <p>The lookup comes from the JDK's support of serialisation libraries in {@code jdk.unsupported}. Without it there
 * are no handles. Classes of the JDK are excluded.
 */
public final class PrivateMembers {
    private static final @Nullable Constructor<?> LOOKUP = constructor();
    private static final ClassValue<Optional<Lookup>> KNOWN = new ClassValue<>() {
        @Override
        protected Optional<Lookup> computeValue(Class<?> type) {
            return lookup(type);
        }
    };

    private PrivateMembers() {}

    /** Returns a getter of a field, if available. */
    public static Optional<MethodHandle> getter(Field field) {
        return find(field.getDeclaringClass(), lookup -> lookup.unreflectGetter(field));
    }

    /** Returns a handle of a method, if available. */
    public static Optional<MethodHandle> method(Method method) {
        return find(method.getDeclaringClass(), lookup -> lookup.unreflect(method));
    }

    /** Returns a handle of a constructor, if available. */
    public static Optional<MethodHandle> constructor(Constructor<?> constructor) {
        return find(constructor.getDeclaringClass(), lookup -> lookup.unreflectConstructor(constructor));
    }

    /** Returns whether a class is one of the JDK's. */
    public static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    private interface Finder {
        MethodHandle find(Lookup lookup) throws ReflectiveOperationException;
    }

    private static Optional<MethodHandle> find(Class<?> owner, Finder finder) {
        Optional<Lookup> lookup = KNOWN.get(owner);
        try {
            return lookup.isEmpty() ? Optional.empty() : Optional.of(finder.find(lookup.get()));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static Optional<Lookup> lookup(Class<?> type) {
        try {
            return LOOKUP == null || isOfJdk(type) ? Optional.empty() : Optional.of((Lookup) LOOKUP.newInstance(type));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** By name: javac warns about each use of the class unconditionally. */
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
