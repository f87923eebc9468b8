package org.sporos.gpu;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.NodeFailure;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Work;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.view.LevelMemory;
import org.sporos.param.Param;
import org.sporos.plan.LaunchUnit;

/**
 * The host nodes of one executable: Java code on a driver thread. Runs are in sequence, so counting calls identifies
 * the run: its first call loads the params of its submit, and calls after a failure in the same run are skipped.
 * Thread-safe.
 */
final class HostCalls {
    private final GpuDriver driver;
    private final NativeResources owned;
    private final FaultRecord faults;
    private final RunFrame frame;
    private final int params;
    private final RunValues values;
    private final long[] current;
    private final ArrayDeque<Thrown> failures = new ArrayDeque<>();
    /** The last unit whose exception could not be recorded for lack of memory, or null. */
    private @Nullable LaunchUnit unrecorded;

    private final List<LevelMemory> levels;
    private int callsPerRun;
    /** True once the host nodes of the first native graph are counted; others have the same number. */
    private boolean counted;

    private int callsBegun;
    private boolean failed;

    HostCalls(GpuDriver driver, NativeResources owned, FaultRecord faults, Param[] params, List<LevelMemory> levels) {
        this.driver = driver;
        this.owned = owned;
        this.faults = faults;
        this.levels = levels;
        this.params = params.length;
        List<Object> sources = new ArrayList<>(Arrays.asList(params));
        sources.addAll(levels);
        this.frame = new RunFrame(false, sources.toArray());
        this.values = new RunValues(params.length);
        this.current = new long[params.length];
    }

    /** Returns the callback of a node, which throws nothing. */
    Runnable of(LaunchUnit unit, Work.HostCall call, GraphAddresses addresses) {
        RunFrame own = levels.isEmpty() ? frame : withLevels(addresses);
        Runnable body = () -> run(unit, call, own);
        owned.add(() -> driver.releaseHost(body));
        callsPerRun += counted ? 0 : 1;
        return body;
    }

    /** Returns a frame with the memory of the ring levels at the node's position in the graph. */
    private RunFrame withLevels(GraphAddresses addresses) {
        RunFrame own = frame.withOwnMemory();
        for (int k = 0; k < levels.size(); k++) {
            own.memory(params + k, addresses.memory(levels.get(k)));
        }
        return own;
    }

    /** Ends the count of host nodes: the first native graph is complete. */
    void endCount() {
        counted = true;
    }

    /** Enqueues the param values of the next run, before its launch. */
    void submitted(long[] params) {
        if (callsPerRun > 0) {
            values.add(params);
        }
    }

    /** Undoes the last {@link #submitted} after a failed launch. */
    void notSubmitted() {
        if (callsPerRun > 0) {
            values.dropLast();
        }
    }

    private void run(LaunchUnit unit, Work.HostCall call, RunFrame own) {
        try {
            if (!begin()) {
                RunFrame before = RunFrame.enter(own);
                try {
                    call.body().run();
                } finally {
                    RunFrame.enter(before);
                    // An interrupt of one call must not affect the next.
                    Thread.interrupted();
                }
            }
        } catch (Throwable e) {
            fail(unit, e);
        }
    }

    /** Begins a call, the first of a run with new values; returns whether the call is skipped. */
    private synchronized boolean begin() {
        if (callsBegun++ == 0) {
            failed = false;
            values.take(current);
            for (int i = 0; i < current.length; i++) {
                frame.bits(i, current[i]);
            }
        }
        callsBegun %= callsPerRun;
        return failed || faults.isPresent();
    }

    /**
     * An exception thrown by a host node. Its text is built on the thread of the fence, because that calls methods of
     * user exceptions.
     */
    private record Thrown(LaunchUnit unit, Throwable cause) {
        GraphRunException toException() {
            return NodeFailure.of("R303", unit, cause, "");
        }
    }

    private synchronized void fail(LaunchUnit unit, Throwable cause) {
        failed = true;
        try {
            failures.add(new Thrown(unit, cause));
        } catch (OutOfMemoryError noMemory) {
            unrecorded = unit;
        }
    }

    /** Moves the failures of runs since the last call to a list; those without memory for a report are kept. */
    void moveFailures(List<GraphRunException> to) {
        Thrown next = first();
        while (next != null) {
            to.add(next.toException());
            remove(next);
            next = first();
        }
        LaunchUnit lost = unrecorded();
        if (lost != null) {
            String what = "and there was too little memory to note in which node; give the JVM more heap";
            to.add(GraphRunException.ofRun("R310", lost.graph().label(), what, null));
            clearUnrecorded();
        }
    }

    private synchronized @Nullable Thrown first() {
        return failures.peek();
    }

    private synchronized void remove(Thrown reported) {
        failures.removeIf(other -> other == reported);
    }

    private synchronized @Nullable LaunchUnit unrecorded() {
        return unrecorded;
    }

    private synchronized void clearUnrecorded() {
        unrecorded = null;
    }

    /** A queue of the param values of submitted runs that have not started. Thread-safe. */
    private static final class RunValues {
        private final int count;
        private long[] ring;
        private int first;
        private int size;

        /** @param count the number of values of a run */
        RunValues(int count) {
            this.count = count;
            this.ring = new long[16 * count];
        }

        /** Adds the values of a run. */
        synchronized void add(long[] values) {
            if (count == 0) {
                return;
            }
            int capacity = ring.length / count;
            if (size == capacity) {
                grow(capacity);
                capacity = ring.length / count;
            }
            System.arraycopy(values, 0, ring, (first + size) % capacity * count, count);
            size++;
        }

        private void grow(int capacity) {
            long[] wider = Arrays.copyOfRange(ring, first * count, first * count + 2 * ring.length);
            int tail = (capacity - first) * count;
            System.arraycopy(ring, 0, wider, tail, first * count);
            ring = wider;
            first = 0;
        }

        /** Removes the run added last. */
        synchronized void dropLast() {
            size -= count == 0 ? 0 : 1;
        }

        /** Moves the values of the oldest run to an array. */
        synchronized void take(long[] to) {
            if (count > 0 && size > 0) {
                System.arraycopy(ring, first * count, to, 0, count);
                first = (first + 1) % (ring.length / count);
                size--;
            }
        }
    }
}
