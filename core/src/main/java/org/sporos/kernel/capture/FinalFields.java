package org.sporos.kernel.capture;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.sporos.internal.base.PrivateMembers;

/** The final reference-typed instance fields of user classes, declared or inherited, cached per class. */
final class FinalFields {
    private static final ClassValue<List<Field>> KNOWN = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private FinalFields() {}

    /** Returns the fields, the class's own first; none for JDK classes, arrays and enums. */
    static List<Field> of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static List<Field> find(Class<?> type) {
        List<Field> found = new ArrayList<>();
        for (Class<?> c = type; c != null && isUserClass(c); c = c.getSuperclass()) {
            for (Field field : declared(c)) {
                boolean instanceFinal =
                        Modifier.isFinal(field.getModifiers()) && !Modifier.isStatic(field.getModifiers());
                if (instanceFinal && !field.getType().isPrimitive()) {
                    found.add(field);
                }
            }
        }
        return List.copyOf(found);
    }

    private static Field[] declared(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError | RuntimeException e) {
            return new Field[0];
        }
    }

    private static boolean isUserClass(Class<?> type) {
        return !type.isArray() && !type.isEnum() && !isOfJdk(type);
    }

    /** Returns whether a class is of the JDK; its objects hold nothing usable by kernels. */
    static boolean isOfJdk(Class<?> type) {
        return PrivateMembers.isOfJdk(type);
    }
}
