package org.sporos.kernel.capture;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Clones objects of user classes with references replaced: records by their canonical constructor, others without a
 * constructor call. Stateless.
 */
final class ObjectClones {

    private ObjectClones() {}

    /** Registers a clone before its fields are set, for cyclic references. */
    interface CloneRegistry {
        void add(Object clone);
    }

    /**
     * Returns a clone.
     *
     * @param mapping maps the values of reference fields
     * @throws RewriteException if the fields of its class cannot be written
     */
    static Object of(Object object, UnaryOperator<@Nullable Object> mapping, CloneRegistry clones) {
        Class<?> type = object.getClass();
        try {
            if (type.isRecord()) {
                Object clone = ofRecord(object, mapping);
                clones.add(clone);
                return clone;
            }
            Object clone = allocate(type);
            clones.add(clone);
            for (Class<?> c = type; c != null && !FinalFields.isOfJdk(c); c = c.getSuperclass()) {
                fields(c, object, clone, mapping);
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

    private static Object ofRecord(Object record, UnaryOperator<@Nullable Object> mapping)
            throws ReflectiveOperationException {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new Object[components.length];
        for (int k = 0; k < types.length; k++) {
            types[k] = components[k].getType();
            Field field = record.getClass().getDeclaredField(components[k].getName());
            Object value =
                    new CapturedFields().read(record, field).orElseThrow().value();
            values[k] = types[k].isPrimitive() ? value : mapping.apply(value);
        }
        Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static void fields(Class<?> type, Object object, Object clone, UnaryOperator<@Nullable Object> mapping)
            throws ReflectiveOperationException {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(object);
            boolean isFollowed =
                    Modifier.isFinal(field.getModifiers()) && !field.getType().isPrimitive();
            field.set(clone, isFollowed ? mapping.apply(value) : value);
        }
    }

    /** By name: javac has no way to suppress the warning about the class. */
    private static Object allocate(Class<?> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object instance = factory.getMethod("getReflectionFactory").invoke(null);
        Constructor<?> plain =
                (Constructor<?>) factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                        .invoke(instance, type, Object.class.getDeclaredConstructor());
        return plain.newInstance();
    }
}
