package org.sporos.host.task;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;

/** A body that promises to write different elements: its lambda is called as it is, and its accesses are noted. */
record DistinctBody(KernelBody body, ItemAccesses accesses) implements InvocationHandler {

    /** Returns a body that calls another one, whose accesses are noted. */
    static KernelBody of(KernelBody body, ItemAccesses accesses) {
        return BodyProxies.of(body, new DistinctBody(body, accesses));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        CheckedItem item = CheckedItem.of(arguments == null ? new Object[0] : arguments);
        ItemAccesses.Scope before = ItemAccesses.enter(new ItemAccesses.Scope(accesses, item));
        try {
            return BodyProxies.call(body, method, arguments);
        } finally {
            ItemAccesses.enter(before);
        }
    }
}
