package org.sporos.host.task;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;

/** Bodies that do something around each call of another one. Where they are used, the cost of a call does not count. */
final class BodyProxies {
    private BodyProxies() {}

    /** Returns a body that has all interfaces of another one, whose calls a handler gets. */
    static KernelBody of(KernelBody body, InvocationHandler handler) {
        return (KernelBody) Proxy.newProxyInstance(
                KernelBody.class.getClassLoader(),
                bodyInterfaces(body.getClass()).toArray(Class<?>[]::new),
                handler);
    }

    /** Calls the body behind a proxy, and throws what it throws. */
    static @Nullable Object call(KernelBody body, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(body, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        }
    }

    /** Returns the interfaces of the library that a class of bodies has, by which it is called. */
    private static Set<Class<?>> bodyInterfaces(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Class<?> parent : c.getInterfaces()) {
                if (parent.getModule() == KernelBody.class.getModule()
                        && parent.getPackage() == KernelBody.class.getPackage()) {
                    found.add(parent);
                } else {
                    found.addAll(bodyInterfaces(parent));
                }
            }
        }
        return found;
    }
}
