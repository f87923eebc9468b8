package org.sporos.gpu;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Work;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.RunFrame;

/** The host nodes of one executable: Java code on a thread of the driver, whose first failure is kept for the next fence. */
final class HostCalls {
    private final GpuDriver driver;
    private final Owned owned;
    private final RunFrame frame = new RunFrame(false);
    private final AtomicReference<@Nullable GraphRunException> failure = new AtomicReference<>();

    HostCalls(GpuDriver driver, Owned owned) {
        this.driver = driver;
        this.owned = owned;
    }

    /** Returns what the driver calls for a node. It throws nothing. */
    Runnable of(LaunchUnit unit, Work.HostCall call) {
        Runnable body = () -> run(unit, call);
        owned.add(() -> driver.releaseHost(body));
        return body;
    }

    private void run(LaunchUnit unit, Work.HostCall call) {
        RunFrame before = RunFrame.enter(frame);
        try {
            call.body().run();
        } catch (Throwable e) {
            String what = e.getMessage() != null && e.getMessage().startsWith("R305")
                    ? "calls what waits for its own graph: " + e.getMessage()
                    : "throws " + e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
            failure.compareAndSet(
                    null, GraphRunException.of("R303", unit.graph().label(), unit.node(), what, e));
        } finally {
            RunFrame.enter(before);
        }
    }

    /** Returns the first failure since the last call, or null. */
    @Nullable
    GraphRunException takeFailure() {
        return failure.getAndSet(null);
    }
}
