package org.sporos.gpu;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A driver that does nothing and writes down the calls of interest: handles are numbers that grow, in the order in
 * which they are given out. What a call answers can be scripted, once each or for all calls.
 */
final class ScriptedDriver implements InvocationHandler {
    private final List<String> noted;
    private final List<String> calls = new ArrayList<>();
    private final Map<String, Deque<Supplier<Object>>> sequences = new HashMap<>();
    private final Map<String, Function<Object[], Object>> answers = new HashMap<>();
    private long next = 1;

    /** Makes one that notes the calls of these methods. */
    ScriptedDriver(String... noted) {
        this.noted = List.of(noted);
    }

    GpuDriver driver() {
        return (GpuDriver)
                Proxy.newProxyInstance(GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, this);
    }

    /** Returns the calls noted so far, to which tests can add what they see. */
    List<String> calls() {
        return calls;
    }

    /** Has the next call of a method that is not scripted yet answer so, or throw. */
    void sequence(String method, Supplier<Object> answer) {
        sequences.computeIfAbsent(method, name -> new ArrayDeque<>()).add(answer);
    }

    /** Answers all calls of a method that are not scripted one by one. */
    void answer(String method, Function<Object[], Object> with) {
        answers.put(method, with);
    }

    void fail(String method, int status, String error) {
        sequence(method, () -> {
            throw new GpuException(method, status, error, "scripted");
        });
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        String name = method.getName();
        if (noted.contains(name)) {
            calls.add(name + (arguments == null ? "" : " " + join(arguments)));
        }
        Deque<Supplier<Object>> sequence = sequences.get(name);
        if (sequence != null && !sequence.isEmpty()) {
            return sequence.poll().get();
        } else if (answers.containsKey(name)) {
            return answers.get(name).apply(arguments);
        }
        return switch (name) {
            case "properties" ->
                new GpuProperties("test", "sm_90", 0, 32, 1, 1024, 1L << 41, 48 << 10, 1L << 34, "13.0");
            case "compilerVersion" -> "scripted";
            case "compile" -> new byte[1];
            case "pinnedBuffer" -> ByteBuffer.allocateDirect((int) arguments[1]).order(ByteOrder.nativeOrder());
            case "features" -> GpuFeatures.ALL;
            case "countNodes" -> Map.of();
            case "isFatal" -> (int) arguments[0] == 700;
            case "isOutOfMemory" -> (int) arguments[0] == 2;
            case "isIdle" -> true;
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default -> answer(method.getReturnType());
        };
    }

    private static String join(Object[] arguments) {
        return String.join(" ", Arrays.stream(arguments).map(String::valueOf).toList());
    }

    private Object answer(Class<?> type) {
        if (type == long.class) {
            return next++;
        } else if (type == int.class) {
            return 256;
        } else if (type == long[].class) {
            return new long[] {next++, next++};
        }
        return type == boolean.class ? Boolean.FALSE : null;
    }
}
