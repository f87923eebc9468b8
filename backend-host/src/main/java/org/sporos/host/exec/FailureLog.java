package org.sporos.host.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.space.EagerCall;
import org.sporos.spi.RunEffects;

/** The failures of runs that no fence has thrown yet, in the order in which the runs ended. Thread-safe. */
final class FailureLog {
    /** A loop that never fences must not fill the heap. */
    private static final int MOST = 100;

    private final List<Failed> failed = new ArrayList<>();
    private volatile boolean any;

    private record Failed(HostStream stream, RunEffects effects, GraphRunException failure) {}

    synchronized void add(HostStream stream, RunEffects effects, GraphRunException failure) {
        if (failed.size() < MOST) {
            failed.add(new Failed(stream, effects, failure));
        }
        any = true;
    }

    /** Throws the first failure on a stream, the others attached to it, and forgets them. */
    void throwOf(HostStream stream) {
        throwFirst(entry -> entry.stream == stream);
    }

    /** Throws the first failure on any stream, the others attached to it, and forgets them. */
    void throwAny() {
        throwFirst(entry -> true);
    }

    /** Gives the failures of runs that an eager call comes after, and forgets them. */
    void takeOf(EagerCall call, Consumer<RuntimeException> taker) {
        GraphRunException first = any ? take(entry -> entry.effects.conflictsWith(call)) : null;
        if (first != null) {
            taker.accept(first);
        }
    }

    private void throwFirst(Predicate<Failed> wanted) {
        GraphRunException first = any ? take(wanted) : null;
        if (first != null) {
            throw first;
        }
    }

    private synchronized @Nullable GraphRunException take(Predicate<Failed> wanted) {
        GraphRunException first = null;
        for (Failed entry : failed) {
            if (wanted.test(entry)) {
                if (first == null) {
                    first = entry.failure;
                } else {
                    first.addSuppressed(entry.failure);
                }
            }
        }
        failed.removeIf(wanted);
        any = !failed.isEmpty();
        return first;
    }
}
