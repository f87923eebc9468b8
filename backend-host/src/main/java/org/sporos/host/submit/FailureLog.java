package org.sporos.host.submit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.AffectedRuns;
import org.sporos.backend.RunEffects;
import org.sporos.graph.GraphRunException;
import org.sporos.host.run.RunFailure;
import org.sporos.internal.run.EagerCall;
import org.sporos.space.ExecutionStream;

/**
 * The unreported failures of runs, in the order in which the runs ended. Adding one allocates nothing and never fails.
 * Thread-safe.
 */
final class FailureLog {
    /** The most failures kept: a loop without fences must not fill the heap. */
    private static final int MOST = 100;

    private static final Slot[] NONE = {};

    private final Slot[] slots = slots(MOST);
    private int size;
    private volatile boolean any;

    private static final class Slot {
        @Nullable
        ExecutionStream stream;

        @Nullable
        RunEffects effects;

        @Nullable
        RunFailure failure;

        /** Created by the first later run or eager call, as adding a failure allocates nothing. */
        @Nullable
        AffectedRuns runs;

        AffectedRuns runs() {
            AffectedRuns known = runs;
            if (known == null) {
                known = new AffectedRuns(effects == null ? List.of() : List.of(effects));
                runs = known;
            }
            return known;
        }

        GraphRunException thrown() {
            return FailureText.of(Objects.requireNonNull(failure));
        }
    }

    private static Slot[] slots(int count) {
        Slot[] slots = new Slot[count];
        for (int i = 0; i < count; i++) {
            slots[i] = new Slot();
        }
        return slots;
    }

    synchronized void add(
            @Nullable ExecutionStream stream, @Nullable RunEffects effects, @Nullable RunFailure failure) {
        if (size < MOST) {
            Slot slot = slots[size++];
            slot.stream = stream;
            slot.effects = effects;
            slot.failure = failure;
            slot.runs = null;
        }
        any = true;
    }

    /**
     * Records that a run ended without a failure. If it used memory of a failed run, its results are unspecified, too,
     * and eager calls that conflict with it throw that failure.
     */
    void ended(RunEffects run) {
        if (any) {
            follow(run);
        }
    }

    private synchronized void follow(RunEffects run) {
        try {
            for (int i = 0; i < size; i++) {
                slots[i].runs().follow(run);
            }
        } catch (OutOfMemoryError | StackOverflowError notFollowed) {
            // The fence throws the failure anyway.
        }
    }

    /** Throws the first failure on a stream with the others suppressed, and removes them. */
    void throwOf(ExecutionStream stream) {
        throwFirst(slot -> slot.stream == stream);
    }

    /** Throws the first failure on any stream with the others suppressed, and removes them. */
    void throwAny() {
        throwFirst(slot -> true);
    }

    /**
     * Passes on the first failure of runs that an eager call conflicts with, the others suppressed, and removes them.
     */
    void takeOf(EagerCall call, Consumer<RuntimeException> taker) {
        GraphRunException first = any ? first(take(slot -> slot.runs().conflictsWith(call))) : null;
        if (first != null) {
            taker.accept(first);
        }
    }

    /** Returns all failures, which stay unreported. */
    List<GraphRunException> all() {
        List<RunFailure> failures = new ArrayList<>();
        synchronized (this) {
            for (int i = 0; i < size; i++) {
                failures.add(Objects.requireNonNull(slots[i].failure));
            }
        }
        return failures.stream().map(FailureText::of).toList();
    }

    private void throwFirst(Predicate<Slot> wanted) {
        GraphRunException first = any ? first(take(wanted)) : null;
        if (first != null) {
            throw first;
        }
    }

    /** Messages are built outside of the lock: they call methods of user exceptions. */
    private @Nullable GraphRunException first(Slot[] taken) {
        if (taken.length == 0) {
            return null;
        }
        try {
            GraphRunException first = taken[0].thrown();
            for (int i = 1; i < taken.length; i++) {
                first.addSuppressed(taken[i].thrown());
            }
            return first;
        } catch (Throwable noMemory) {
            for (Slot slot : taken) {
                add(slot.stream, slot.effects, slot.failure);
            }
            throw noMemory;
        }
    }

    private synchronized Slot[] take(Predicate<Slot> wanted) {
        // All allocations come first: if one fails, the state is unchanged.
        boolean[] matches = new boolean[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            matches[i] = wanted.test(slots[i]);
            count += matches[i] ? 1 : 0;
        }
        if (count == 0) {
            return NONE;
        }
        Slot[] taken = slots(count);
        int left = 0;
        int at = 0;
        for (int i = 0; i < matches.length; i++) {
            Slot slot = slots[i];
            if (matches[i]) {
                slots[i] = taken[at];
                taken[at++] = slot;
            } else {
                slots[i] = slots[left];
                slots[left++] = slot;
            }
        }
        size = left;
        any = left > 0;
        return taken;
    }
}
