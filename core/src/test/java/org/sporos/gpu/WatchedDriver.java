package org.sporos.gpu;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stands before any driver: it counts the native objects that are alive, notices what is given back twice, and makes
 * one call fail if it is told to. Thread-safe.
 */
public final class WatchedDriver {
    /** What makes an object, and what gives it back. */
    private static final Map<String, String> PAIRS = Map.ofEntries(
            Map.entry("allocate", "free"),
            Map.entry("allocatePinned", "freePinned"),
            Map.entry("createStream", "destroyStream"),
            Map.entry("createEvent", "destroyEvent"),
            Map.entry("importSemaphore", "destroySemaphore"),
            Map.entry("loadModule", "unloadModule"),
            Map.entry("createGraph", "destroyGraph"),
            Map.entry("endCapture", "destroyGraph"),
            Map.entry("instantiate", "destroyExecutable"),
            Map.entry("addHost", "releaseHost"));

    private static final int FATAL = 719;

    private final GpuDriver inner;
    private final GpuDriver driver;
    private final Map<String, Map<Object, String>> alive = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int calls;
    private int failing = -1;
    private String failed = "";
    private boolean failedInMark;
    private boolean ended;

    public WatchedDriver(GpuDriver inner) {
        this.inner = inner;
        this.driver = (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(),
                new Class<?>[] {GpuDriver.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    /** Returns the driver to use. */
    public GpuDriver driver() {
        return driver;
    }

    /** Makes the call after so many that can fail do so, once. */
    public synchronized void failAfter(int good) {
        calls = 0;
        failing = good;
        failed = "";
        failedInMark = false;
    }

    /** Ends the device: from now on each call fails that does not give something back. */
    public synchronized void end() {
        ended = true;
    }

    /** Returns how many calls that can fail were made since {@link #failAfter}. */
    public synchronized int calls() {
        return calls;
    }

    /** Returns the method that was made to fail, or an empty text. */
    public synchronized String failed() {
        return failed;
    }

    /** Returns whether the method that was made to fail should have marked the end of a run, for warnings alone. */
    public synchronized boolean failedInMark() {
        return failedInMark;
    }

    /** Returns what is alive by the method that made it, and what was given back wrongly; empty if all is well. */
    public synchronized List<String> leaks() {
        List<String> leaks = new ArrayList<>(wrong);
        alive.forEach((kind, objects) -> {
            if (!objects.isEmpty()) {
                leaks.add(objects.size() + " to be given back by " + kind);
            }
        });
        return leaks;
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.equals("isFatal")) {
            return (int) arguments[0] == FATAL;
        } else if (isWatched(name)) {
            before(name, arguments);
        }
        Object result;
        try {
            result = method.invoke(inner, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        after(name, arguments, result);
        return result;
    }

    /** What gives back is not made to fail: a driver that cannot free has nothing that could be done about it. */
    private static boolean isWatched(String name) {
        return !PAIRS.containsValue(name)
                && !List.of("properties", "isFatal", "isOutOfMemory", "pinnedBuffer", "compilerVersion", "close")
                        .contains(name);
    }

    private synchronized void before(String name, Object[] arguments) {
        if (ended) {
            throw new GpuException(name, FATAL, "ENDED", "the device has ended");
        }
        if (calls++ == failing) {
            failed = name;
            failing = -1;
            if (name.equals("endCapture")) {
                // The native stream leaves its recording all the same.
                inner.destroyGraph(inner.endCapture((Long) arguments[0]));
            }
            failedInMark = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().equals(CompletionMarks.class.getName())));
            throw new GpuException(name, 999, "INJECTED", "made to fail");
        }
    }

    private synchronized void after(String name, Object[] arguments, Object result) {
        String end = PAIRS.get(name);
        if (end != null) {
            Object made = name.equals("addHost") ? arguments[1] : result;
            alive.computeIfAbsent(end, e -> new HashMap<>()).put(made, name);
        } else if (PAIRS.containsValue(name)) {
            Map<Object, String> objects = alive.getOrDefault(name, Map.of());
            // A host node that could not be added is released all the same.
            if (!objects.containsKey(arguments[0]) && !name.equals("releaseHost")) {
                wrong.add(name + " of what is not alive: " + arguments[0]);
            } else {
                objects.remove(arguments[0]);
            }
        }
    }
}
