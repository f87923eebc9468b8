package org.sporos.kernel.capture;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sporos.policy.KernelBody;

/**
 * The kernel interface (see {@link KernelBody}) of a class other than a lambda. Immutable, cached per class.
 *
 * @param count the number of implemented kernel interfaces
 * @param owner the internal name of the class
 * @param method the name of the interface's method; empty unless count is 1
 * @param descriptor the descriptor of that method
 */
record BodyInterface(int count, String owner, String method, String descriptor) {
    private static final ClassValue<BodyInterface> KNOWN = new ClassValue<>() {
        @Override
        protected BodyInterface computeValue(Class<?> type) {
            return find(type);
        }
    };

    /** Returns the interface of a class. */
    static BodyInterface of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static BodyInterface find(Class<?> type) {
        List<Method> methods = methodsOf(type);
        String owner = type.getName().replace('.', '/');
        if (methods.size() != 1) {
            return new BodyInterface(methods.size(), owner, "", "");
        }
        Method method = methods.get(0);
        String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
        return new BodyInterface(1, owner, method.getName(), descriptor);
    }

    /** Returns the abstract methods of the kernel interfaces of a class, one per interface. */
    private static List<Method> methodsOf(Class<?> type) {
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
