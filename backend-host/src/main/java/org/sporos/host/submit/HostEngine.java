package org.sporos.host.submit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunEffects;
import org.sporos.backend.StallWarning;
import org.sporos.graph.ExecutableGraph;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.task.TaskContext;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.EagerOrder;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;

/**
 * The machinery of a host space: its threads, its streams, its executables and the failures of its runs. Thread-safe.
 */
public final class HostEngine implements EagerOrder.Runs {
    private final SpaceContext context;
    private final FailureLog failures;
    private final @Nullable StrictOrder strictOrder;
    private final HostStream defaultStream;
    private final HostStream.Siblings siblings = new Streams();
    private volatile HostStream[] streams;
    private final Set<HostExecutable> executables = new LinkedHashSet<>();

    /**
     * @param space the space that it belongs to
     * @param taskContext the number of threads, and whether the space is strict
     */
    public HostEngine(ExecutionSpace space, TaskContext taskContext) {
        this.context = new SpaceContext(space, taskContext);
        this.failures = context.failures();
        this.strictOrder = context.strictOrder();
        this.defaultStream = new HostStream(context, "default", siblings, null);
        this.streams = new HostStream[] {defaultStream};
        defaultStream.queue().warmUp();
        EagerOrder.register(this);
    }

    /** Returns the stream that is used where none is named. */
    public ExecutionStream defaultStream() {
        return defaultStream;
    }

    /** Returns a new stream. */
    public ExecutionStream stream(String label) {
        RunFrame.refuseDeviceCallInHostNode("stream");
        Required.argument(label, "the label of a stream");
        HostStream stream = new HostStream(context, label, siblings, this::forget);
        synchronized (this) {
            context.requireOpen();
            HostStream[] more = Arrays.copyOf(streams, streams.length + 1);
            more[streams.length] = stream;
            streams = more;
        }
        return stream;
    }

    /** Returns what an executable of a plan would take of memory. */
    public MemoryNeeds memoryNeeds(LoweringContext plan) {
        context.requireOpen();
        return new MemoryNeeds(context.space().memorySpace(), ProgramBuilder.places(plan.plan()), false, List.of());
    }

    /** Returns the bytes of the Java heap that no memory space has. */
    public long freeBytes() {
        context.requireOpen();
        return HeapRoom.freeBytes(context.space().memorySpace());
    }

    /** Returns an executable of a plan. */
    public ExecutableGraph lower(LoweringContext plan) {
        HeapRoom.require(plan.graph().label(), memoryNeeds(plan));
        HostExecutable executable = new HostExecutable(context, defaultStream, plan, this::forget);
        boolean late;
        synchronized (this) {
            late = !context.isOpen();
            executables.add(executable);
        }
        if (late) {
            executable.close();
            context.requireOpen();
        }
        StrictOrder order = strictOrder;
        return order == null ? executable : new StrictExecutable(executable, order);
    }

    private synchronized void forget(HostStream stream) {
        streams = Arrays.stream(streams).filter(other -> other != stream).toArray(HostStream[]::new);
    }

    private synchronized void forget(HostExecutable executable) {
        executables.remove(executable);
    }

    /** Runs that have ended may have left failures. */
    @Override
    public void await(EagerCall call, Consumer<RuntimeException> taker) {
        StrictOrder order = strictOrder;
        VectorClock after = order == null ? null : order.after(call);
        awaitConflicting(call);
        if (after != null) {
            Objects.requireNonNull(order).cover(after);
        }
        failures.takeOf(call, taker);
    }

    @Override
    public void requireOrdered(MemoryEffect element) {
        StrictOrder order = strictOrder;
        if (order != null) {
            order.requireOrdered(element);
        }
    }

    private void awaitConflicting(EagerCall call) {
        List<HostExecutable> before = new ArrayList<>(0);
        for (HostExecutable executable : executables()) {
            if (!executable.isIdle() && executable.effects().conflictsWith(call)) {
                before.add(executable);
            }
        }
        if (!before.isEmpty()) {
            StallWarning warning =
                    new StallWarning("S222: " + call, () -> effects(before), siblings::progress, () -> queued(before));
            before.forEach(executable -> executable.awaitRuns(warning));
        }
    }

    private synchronized List<HostExecutable> executables() {
        return List.copyOf(executables);
    }

    private static long queued(List<HostExecutable> of) {
        return of.stream().mapToLong(HostExecutable::queued).sum();
    }

    private final class Streams implements HostStream.Siblings {
        @Override
        public List<RunEffects> unfinished() {
            return effects(executables());
        }

        @Override
        public long progress() {
            return Arrays.stream(streams)
                    .mapToLong(stream -> stream.queue().done())
                    .sum();
        }
    }

    private static List<RunEffects> effects(List<HostExecutable> of) {
        return of.stream()
                .filter(executable -> !executable.isIdle())
                .map(HostExecutable::effects)
                .toList();
    }

    /** Returns whether it is not closed. */
    public boolean isOpen() {
        return context.isOpen();
    }

    /** Waits until all that was submitted before has ended, and throws the first failure that no fence has thrown. */
    public void fence() {
        Refusals.inRun("fence");
        StrictOrder order = strictOrder;
        VectorClock after = order == null ? null : order.afterAll();
        for (HostStream stream : streams) {
            stream.await();
        }
        if (after != null) {
            Objects.requireNonNull(order).cover(after);
        }
        failures.throwAny();
    }

    /** Waits for all work, closes executables and streams, and ends the threads. Idempotent. */
    public void close() {
        Refusals.inRun("close");
        List<HostExecutable> lastExecutables;
        synchronized (this) {
            context.close();
            lastExecutables = List.copyOf(executables);
        }
        lastExecutables.forEach(HostExecutable::close);
        for (HostStream stream : streams) {
            stream.close();
        }
        context.scheduler().workerThreads().close();
        EagerOrder.unregister(this);
    }
}
