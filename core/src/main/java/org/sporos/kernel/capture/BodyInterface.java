package org.sporos.kernel.capture;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sporos.policy.KernelBody;

/** Finds the functional interfaces of {@link KernelBody} that a class implements, and their one method. */
final class BodyInterface {

    private BodyInterface() {}

    /** Returns the abstract methods of the kernel interfaces of a class, one for each interface. */
    static List<Method> methodsOf(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            collect(c, all);
        }
        List<Method> found = new ArrayList<>();
        for (Class<?> candidate : all) {
            for (Method method : candidate.getDeclaredMethods()) {
                if (Modifier.isAbstract(method.getModifiers())) {
                    found.add(method);
                }
            }
        }
        return found;
    }

    private static void collect(Class<?> type, Set<Class<?>> into) {
        for (Class<?> parent : type.getInterfaces()) {
            if (KernelBody.class.isAssignableFrom(parent) && into.add(parent)) {
                collect(parent, into);
            }
        }
    }
}
