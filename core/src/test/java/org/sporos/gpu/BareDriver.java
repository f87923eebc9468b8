package org.sporos.gpu;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A driver of no device: it gives new numbers as handles, writes down what is called, and fails where it is told to.
 */
final class BareDriver {
    private final Map<String, Function<Object[], Object>> answers = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private long handles = 0x1000;

    BareDriver() {
        GpuProperties properties =
                new GpuProperties("test", "sm_90", 0, 32, 1, 1024, 1L << 41, 48 << 10, 1 << 30, "1.0");
        answer("properties", arguments -> properties);
        answer("isOutOfMemory", arguments -> (int) arguments[0] == 2);
    }

    /** Answers the calls of one function. */
    BareDriver answer(String function, Function<Object[], Object> with) {
        answers.put(function, with);
        return this;
    }

    /** Returns the functions that were called, in order. */
    List<String> calls() {
        return calls;
    }

    GpuDriver driver() {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                    String name = method.getName();
                    calls.add(name);
                    if (answers.containsKey(name)) {
                        return answers.get(name).apply(arguments);
                    } else if (method.isDefault()) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments);
                    }
                    Class<?> type = method.getReturnType();
                    if (type == long.class) {
                        return handles++;
                    }
                    return type == int.class ? (Object) 0 : type == boolean.class ? (Object) false : null;
                });
    }
}
