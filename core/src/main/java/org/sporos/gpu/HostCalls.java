package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Work;
import org.sporos.param.Param;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.RunFrame;

/**
 * The host nodes of one executable: Java code on a thread of the driver. They tell runs apart by counting, since runs follow
 * each other: the first of a run takes the params as they were at its submit, and after a failure the others of that run
 * call nothing. Thread-safe.
 */
final class HostCalls {
    private final GpuDriver driver;
    private final Owned owned;
    private final FaultRecord faults;
    private final RunFrame frame;
    private final RunValues values;
    private final long[] current;
    private final List<GraphRunException> failures = new ArrayList<>();
    private int perRun;
    private int begun;
    private boolean failed;

    HostCalls(GpuDriver driver, Owned owned, FaultRecord faults, Param[] params) {
        this.driver = driver;
        this.owned = owned;
        this.faults = faults;
        this.frame = new RunFrame(false, (Object[]) params);
        this.values = new RunValues(params.length);
        this.current = new long[params.length];
    }

    /** Returns what the driver calls for a node. It throws nothing. */
    Runnable of(LaunchUnit unit, Work.HostCall call) {
        Runnable body = () -> run(unit, call);
        owned.add(() -> driver.releaseHost(body));
        perRun++;
        return body;
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

    private void run(LaunchUnit unit, Work.HostCall call) {
        if (begin()) {
            return;
        }
        RunFrame before = RunFrame.enter(frame);
        try {
            call.body().run();
        } catch (Throwable e) {
            fail(GraphRunException.of("R303", unit.graph().label(), unit.node(), what(e), e));
        } finally {
            RunFrame.enter(before);
            // An interrupt of one call is none of the next.
            Thread.interrupted();
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

    private static String what(Throwable e) {
        if (e.getMessage() != null && e.getMessage().startsWith("R305")) {
            return "calls what waits for its own graph: " + e.getMessage();
        }
        return "throws " + e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }

    private synchronized void fail(GraphRunException failure) {
        failed = true;
        failures.add(failure);
    }

    /** Returns the failures of the runs since the last call. */
    synchronized List<GraphRunException> takeFailures() {
        List<GraphRunException> taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }
}
