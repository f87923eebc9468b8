package org.sporos.gpu;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Work;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.view.LevelMemory;
import org.sporos.param.Param;
import org.sporos.plan.LaunchUnit;

/**
 * The host nodes of one executable: Java code on a thread of the driver. They tell runs apart by counting, since runs
 * follow each other: the first of a run takes the params as they were at its submit, and after a failure the others of
 * that run call nothing. Thread-safe.
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
    /** The first unit of which there was no memory to note what it threw, or null. */
    private @Nullable LaunchUnit untold;

    private final List<LevelMemory> levels;
    private int perRun;
    /** True once all host nodes of a run are counted; further native graphs have the same ones. */
    private boolean counted;

    private int begun;
    private boolean failed;

    HostCalls(GpuDriver driver, NativeResources owned, FaultRecord faults, Param[] params, List<LevelMemory> levels) {
        this.driver = driver;
        this.owned = owned;
        this.faults = faults;
        this.levels = levels;
        this.params = params.length;
        this.frame = new RunFrame(
                false, Stream.concat(Stream.of(params), levels.stream()).toArray());
        this.values = new RunValues(params.length);
        this.current = new long[params.length];
    }

    /** Returns what the driver calls for a node. It throws nothing. */
    Runnable of(LaunchUnit unit, Work.HostCall call, GraphAddresses addresses) {
        RunFrame own = levels.isEmpty() ? frame : withLevels(addresses);
        Runnable body = () -> run(unit, call, own);
        owned.add(() -> driver.releaseHost(body));
        perRun += counted ? 0 : 1;
        return body;
    }

    /** Each node sees the levels as they are where it stands in the graph. */
    private RunFrame withLevels(GraphAddresses addresses) {
        RunFrame own = frame.withOwnMemory();
        for (int k = 0; k < levels.size(); k++) {
            own.memory(params + k, addresses.memory(levels.get(k)));
        }
        return own;
    }

    /** Says that the first native graph has all its host nodes. */
    void count() {
        counted = true;
    }

    /** Notes the values that the next run has, before it is launched. */
    void submitted(long[] params) {
        if (perRun > 0) {
            values.add(params);
        }
    }

    /** Takes the last {@link #submitted} back: the launch failed. */
    void notSubmitted() {
        if (perRun > 0) {
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
                    // An interrupt of one call is none of the next.
                    Thread.interrupted();
                }
            }
        } catch (Throwable e) {
            fail(unit, e);
        }
    }

    /** Begins a call, the first of a run with new values, and returns whether it must call nothing. */
    private synchronized boolean begin() {
        if (begun++ == 0) {
            failed = false;
            values.take(current);
            for (int i = 0; i < current.length; i++) {
                frame.bits(i, current[i]);
            }
        }
        begun %= perRun;
        return failed || faults.isPresent();
    }

    /**
     * The exception that a host node threw. Its text is made by the thread that asks for it: that runs methods of what
     * users throw.
     */
    private record Thrown(LaunchUnit unit, Throwable cause) {
        GraphRunException told() {
            String graph = unit.graph().label();
            if (cause instanceof RunRefusal refusal) {
                return GraphRunException.of(refusal.code(), graph, unit.node(), "fails: " + refusal.what(), cause);
            }
            return GraphRunException.of("R303", graph, unit.node(), "throws " + ThrownText.of(cause), cause);
        }
    }

    private synchronized void fail(LaunchUnit unit, Throwable cause) {
        failed = true;
        try {
            failures.add(new Thrown(unit, cause));
        } catch (OutOfMemoryError noMemory) {
            untold = unit;
        }
    }

    /** Moves the failures of the runs since the last call to a list; what cannot be told now is kept. */
    void moveFailures(List<GraphRunException> to) {
        Thrown next = first();
        while (next != null) {
            to.add(next.told());
            forget(next);
            next = first();
        }
        LaunchUnit lost = untold();
        if (lost != null) {
            String what = "and there was too little memory to note in which node; give the JVM more heap";
            to.add(GraphRunException.ofRun("R310", lost.graph().label(), what, null));
            told();
        }
    }

    private synchronized @Nullable Thrown first() {
        return failures.peek();
    }

    private synchronized void forget(Thrown told) {
        failures.removeIf(other -> other == told);
    }

    private synchronized @Nullable LaunchUnit untold() {
        return untold;
    }

    private synchronized void told() {
        untold = null;
    }
}
