package org.sporos.kernel.capture;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects of users' classes that are like others but for what their fields refer to: records by their canonical
 * constructor, all others without calling one. Stateless.
 */
final class ObjectClones {

    private ObjectClones() {}

    /** Takes a new object before its fields have their values, so that they can refer to it. */
    interface CloneRegistry {
        void is(Object clone);
    }

    /**
     * Returns an object like another.
     *
     * @param inside gives what fields refer to
     * @throws RewriteException if the fields of its class cannot be written
     */
    static Object of(Object object, UnaryOperator<@Nullable Object> inside, CloneRegistry made) {
        Class<?> type = object.getClass();
        try {
            if (type.isRecord()) {
                Object clone = ofRecord(object, inside);
                made.is(clone);
                return clone;
            }
            Object clone = allocate(type);
            made.is(clone);
            for (Class<?> c = type; c != null && !FinalFields.isOfJdk(c); c = c.getSuperclass()) {
                fields(c, object, clone, inside);
            }
            return clone;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            if (e instanceof RewriteException known) {
                throw known;
            }
            throw new RewriteException(
                    "captures an object of class " + type.getName() + ", whose fields cannot be set");
        }
    }

    private static Object ofRecord(Object record, UnaryOperator<@Nullable Object> inside)
            throws ReflectiveOperationException {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new Object[components.length];
        for (int k = 0; k < types.length; k++) {
            types[k] = components[k].getType();
            Field field = record.getClass().getDeclaredField(components[k].getName());
            Object value =
                    new CapturedFields().read(record, field).orElseThrow().value();
            values[k] = types[k].isPrimitive() ? value : inside.apply(value);
        }
        Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static void fields(Class<?> type, Object object, Object clone, UnaryOperator<@Nullable Object> inside)
            throws ReflectiveOperationException {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(object);
            boolean isFollowed =
                    Modifier.isFinal(field.getModifiers()) && !field.getType().isPrimitive();
            field.set(clone, isFollowed ? inside.apply(value) : value);
        }
    }

    /** By name: javac warns of each use of the class, whatever it is told. */
    private static Object allocate(Class<?> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object instance = factory.getMethod("getReflectionFactory").invoke(null);
        Constructor<?> plain =
                (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                        .invoke(instance, type, Object.class.getDeclaredConstructor());
        return plain.newInstance();
    }
}
