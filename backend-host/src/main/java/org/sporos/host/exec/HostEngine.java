package org.sporos.host.exec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.error.Required;
import org.sporos.graph.ExecutableGraph;
import org.sporos.host.task.TaskContext;
import org.sporos.space.EagerCall;
import org.sporos.space.EagerOrder;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemoryEffect;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.RunEffects;
import org.sporos.spi.StallWarning;

/** What makes a host space run: its threads, its streams, its executables and the failures of its runs. Thread-safe. */
public final class HostEngine implements EagerOrder.Runs {
    private final ExecutionSpace space;
    private final TaskContext taskContext;
    private final Pool pool;
    private final FailureLog failures = new FailureLog();
    private final Trials trials = new Trials();
    /** Null where the space is not strict. */
    private final @Nullable StrictOrder strictOrder;

    private final HostStream defaultStream;
    private volatile HostStream[] streams;
    private final Set<HostExecutable> executables = new LinkedHashSet<>();
    private volatile boolean closed;

    /**
     * @param space the space that it belongs to
     * @param taskContext the number of threads, and whether the space is strict
     */
    public HostEngine(ExecutionSpace space, TaskContext taskContext) {
        this.space = space;
        this.taskContext = taskContext;
        this.pool = taskContext.asksCompiler() ? Pool.moving(taskContext.threads()) : new Pool(taskContext.threads());
        this.strictOrder = taskContext.strict() ? new StrictOrder() : null;
        this.defaultStream = new HostStream(this, "default", true);
        this.streams = new HostStream[] {defaultStream};
        defaultStream.rehearse();
        EagerOrder.register(this);
    }

    ExecutionSpace space() {
        return space;
    }

    TaskContext taskContext() {
        return taskContext;
    }

    Pool pool() {
        return pool;
    }

    @Nullable
    StrictOrder strictOrder() {
        return strictOrder;
    }

    Trials trials() {
        return trials;
    }

    FailureLog failures() {
        return failures;
    }

    /** Returns the stream that is used where none is named. */
    public HostStream defaultStream() {
        return defaultStream;
    }

    /** Returns a new stream. */
    public ExecutionStream stream(String label) {
        Required.argument(label, "the label of a stream");
        HostStream stream = new HostStream(this, label, false);
        synchronized (this) {
            requireOpen();
            HostStream[] more = Arrays.copyOf(streams, streams.length + 1);
            more[streams.length] = stream;
            streams = more;
        }
        return stream;
    }

    /** Returns a stream as one of this space. */
    HostStream own(ExecutionStream stream) {
        if (stream instanceof HostStream own && own.engine() == this) {
            return own;
        }
        String name = stream.space().name();
        String ours =
                name.equals(space.name()) ? "another space of that name" : "the space " + Labels.quoted(space.name());
        throw new IllegalArgumentException("S218: stream " + Labels.quoted(stream.label()) + " belongs to space "
                + Labels.quoted(name) + " and the executable to " + ours + "; make a stream with stream() of that one");
    }

    /** Returns an executable of a plan. */
    public ExecutableGraph lower(LoweringContext context) {
        requireOpen();
        HostExecutable executable = new HostExecutable(this, context);
        boolean late;
        synchronized (this) {
            late = closed;
            executables.add(executable);
        }
        if (late) {
            executable.close();
            requireOpen();
        }
        StrictOrder order = strictOrder;
        return order == null ? executable : new StrictExecutable(executable, this, order);
    }

    synchronized void forget(HostStream stream) {
        streams = Arrays.stream(streams).filter(other -> other != stream).toArray(HostStream[]::new);
    }

    synchronized void forget(HostExecutable executable) {
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
        if (strictOrder != null) {
            strictOrder.requireOrdered(element);
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
            StallWarning warning = new StallWarning("S222: " + call, () -> effects(before));
            before.forEach(executable -> executable.awaitRuns(warning));
        }
    }

    private synchronized List<HostExecutable> executables() {
        return List.copyOf(executables);
    }

    /** Returns the effects of the runs that have not ended. */
    List<RunEffects> unfinished() {
        return effects(executables());
    }

    private static List<RunEffects> effects(List<HostExecutable> of) {
        return of.stream()
                .filter(executable -> !executable.isIdle())
                .map(HostExecutable::effects)
                .toList();
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("S217: space " + Labels.quoted(space.name()) + " is closed");
        }
    }

    /** Returns whether it is not closed. */
    public boolean isOpen() {
        return !closed;
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
            closed = true;
            lastExecutables = List.copyOf(executables);
        }
        lastExecutables.forEach(HostExecutable::close);
        for (HostStream stream : streams) {
            stream.close();
        }
        pool.crew().close();
        EagerOrder.unregister(this);
    }
}
