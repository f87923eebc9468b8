package org.sporos.host.submit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.AffectedRuns;
import org.sporos.backend.RunEffects;
import org.sporos.backend.StallWatch;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.task.TaskContext;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.EagerOrder;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;
import org.sporos.spi.ForwardingExecutable;
import org.sporos.spi.LoweringContext;
import org.sporos.spi.MemoryNeeds;
import org.sporos.trace.ProfiledExecutable;
import org.sporos.trace.ProfiledPart;

/** The engine of a host space: its threads, its streams, its executables and the failures of its runs. Thread-safe. */
public final class HostEngine implements EagerOrder.Runs {
    private final SpaceContext context;
    private final FailureLog failures;
    private final @Nullable StrictOrder strictOrder;
    private final HostStream defaultStream;
    private final HostStream.Siblings siblings = new Streams();
    private volatile HostStream[] streams;
    private final Set<HostExecutable> executables = new LinkedHashSet<>();
    private final StallWatch stalls;

    /**
     * @param space the owning space
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
        this.stalls =
                StallWatch.ofSpace(space.name(), siblings::unfinished, siblings::progress, () -> queued(executables()));
    }

    /** Returns the default stream. */
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

    /** Returns the memory that an executable of a plan would need. */
    public MemoryNeeds memoryNeeds(LoweringContext plan) {
        context.requireOpen();
        return new MemoryNeeds(context.space().memorySpace(), ProgramBuilder.buffers(plan.plan()), false, List.of());
    }

    /** Returns the bytes of the Java heap that no memory space uses. */
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

    /** Also reports failures of ended runs. */
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
            try (StallWatch watch = StallWatch.ofCall(
                    "S222: " + call, () -> effects(before), siblings::progress, () -> queued(before))) {
                before.forEach(HostExecutable::awaitRuns);
            }
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
                            .sum()
                    + executables().stream()
                            .mapToLong(HostExecutable::inlineRuns)
                            .sum();
        }
    }

    private static List<RunEffects> effects(List<HostExecutable> of) {
        return of.stream()
                .filter(executable -> !executable.isIdle())
                .map(HostExecutable::effects)
                .toList();
    }

    /** Throws if the space is closed, or in a host node, where GPU drivers forbid the named call. */
    public void requireOpen(String call) {
        RunFrame.refuseDeviceCallInHostNode(call);
        context.requireOpen();
    }

    /** Returns whether the space is open. */
    public boolean isOpen() {
        return context.isOpen();
    }

    /** Waits for all earlier submits, and throws the first unreported failure. */
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
        boolean wasOpen;
        synchronized (this) {
            wasOpen = context.isOpen();
            context.close();
            lastExecutables = List.copyOf(executables);
        }
        lastExecutables.forEach(HostExecutable::close);
        for (HostStream stream : streams) {
            stream.close();
        }
        context.scheduler().workerThreads().close();
        EagerOrder.unregister(this);
        stalls.close();
        if (wasOpen) {
            AffectedRuns.warn(context.space().name(), failures.all());
        }
    }

    /**
     * The part of the Java heap left for the memory of host spaces. Other objects of the program are not counted, since
     * only the garbage collector can determine which are reachable: no request that might fit is refused.
     */
    private static final class HeapRoom {
        /** Waits of 1, 2, 4, ... ms for the cleaner of unreachable views: an eighth of a second in all. */
        private static final int MOST_WAITS = 7;

        private HeapRoom() {}

        /** Returns the bytes of the largest heap minus those of views. */
        static long freeBytes(MemorySpace of) {
            Set<MemorySpace> spaces = new LinkedHashSet<>();
            spaces.add(MemorySpace.host());
            spaces.add(of);
            spaces.add(of.mirrorSpace());
            long used = 0;
            for (MemorySpace space : spaces) {
                used += space.statistics().bytesInUse();
            }
            return Math.max(0, Runtime.getRuntime().maxMemory() - used);
        }

        /**
         * Throws if an executable needs more than is free after unreachable views were closed.
         *
         * @throws OutOfMemoryException if the memory does not fit
         */
        static void require(String graph, MemoryNeeds needs) {
            long wanted = needs.bytes();
            for (int waits = 0; wanted > freeBytes(needs.space()); waits++) {
                if (waits == MOST_WAITS) {
                    throw needs.lacking(graph, freeBytes(needs.space()));
                }
                System.gc();
                pause(1L << waits);
            }
        }

        private static void pause(long millis) {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** An executable of a strict space, which records its runs in the strict order. */
    private record StrictExecutable(HostExecutable current, StrictOrder order)
            implements ForwardingExecutable, ProfiledExecutable {

        /** A tracked run of a strict space. */
        private record Tracked(Submission inner, VectorClock after, StrictOrder order) implements Submission {

            /** A run whose end was observed counts as awaited. */
            @Override
            public boolean isDone() {
                boolean done = inner.isDone();
                if (done) {
                    order.cover(after);
                }
                return done;
            }

            @Override
            public void await() {
                Refusals.inRun("await");
                try {
                    inner.await();
                } finally {
                    isDone();
                }
            }

            @Override
            public boolean await(Duration timeout) {
                Refusals.inRun("await");
                try {
                    return inner.await(timeout);
                } finally {
                    isDone();
                }
            }

            @Override
            public CompletionStage<Void> completion() {
                return inner.completion().whenComplete((nothing, failure) -> isDone());
            }

            @Override
            public Optional<GraphRunException> failure() {
                return inner.failure();
            }
        }

        @Override
        public void submit(ExecutionStream stream) {
            order.requireOrdered(graph(), current.effects(), stream);
            current.submit(stream);
            order.submitted(graph(), current.effects(), stream);
        }

        @Override
        public Submission submitTracked(ExecutionStream stream) {
            order.requireOrdered(graph(), current.effects(), stream);
            Submission submission = current.submitTracked(stream);
            return new Tracked(submission, order.submitted(graph(), current.effects(), stream), order);
        }

        /** All its runs have ended on return. */
        @Override
        public Profile profile(int runs) {
            return ordered(() -> current.profile(runs));
        }

        @Override
        public Profile profiled(Function<ProfiledPart, Profile> use) {
            return ordered(() -> current.profiled(use));
        }

        private Profile ordered(Supplier<Profile> runs) {
            VectorClock after = order.submitted(graph(), current.effects(), current.defaultStream());
            try {
                return runs.get();
            } finally {
                order.cover(after);
            }
        }

        @Override
        public void close() {
            VectorClock after = order.after(current.effects());
            current.close();
            order.cover(after);
            order.forget(current.effects());
        }

        @Override
        public String toString() {
            return current.toString();
        }
    }
}
