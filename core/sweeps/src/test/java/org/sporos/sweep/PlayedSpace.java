package org.sporos.sweep;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.sporos.space.ExecutionSpace;

/** Opens spaces that compute nothing, and counts them. */
final class PlayedSpace implements Supplier<ExecutionSpace> {
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    private final int most;

    /** @param most how many can be opened */
    PlayedSpace(int most) {
        this.most = most;
    }

    @Override
    public ExecutionSpace get() {
        int number = opened.incrementAndGet();
        if (number > most) {
            throw new IllegalStateException("no more spaces");
        }
        AtomicBoolean isOpen = new AtomicBoolean(true);
        return (ExecutionSpace) Proxy.newProxyInstance(
                PlayedSpace.class.getClassLoader(),
                new Class<?>[] {ExecutionSpace.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "name", "toString" -> "played:" + number;
                    case "isUsable" -> isOpen.get();
                    case "isClosed" -> !isOpen.get();
                    case "fence" -> null;
                    case "close" -> {
                        closed.addAndGet(isOpen.getAndSet(false) ? 1 : 0);
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
