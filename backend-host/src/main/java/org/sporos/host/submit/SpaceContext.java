package org.sporos.host.submit;

import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.host.task.TaskContext;
import org.sporos.host.threads.Scheduler;
import org.sporos.internal.error.Labels;
import org.sporos.space.ExecutionSpace;

/**
 * The shared state of the streams and executables of one space: its threads, its failures, and its open flag.
 * Thread-safe.
 */
final class SpaceContext {
    private final ExecutionSpace space;
    private final TaskContext taskContext;
    private final Scheduler scheduler;
    private final FailureLog failures = new FailureLog();
    /** Null unless the space is strict. */
    private final @Nullable StrictOrder strictOrder;

    private volatile boolean closed;

    SpaceContext(ExecutionSpace space, TaskContext taskContext) {
        this.space = space;
        this.taskContext = taskContext;
        this.scheduler = taskContext.asksCompiler()
                ? Scheduler.moving(taskContext.threads())
                : new Scheduler(taskContext.threads());
        this.strictOrder = taskContext.strict() ? new StrictOrder() : null;
    }

    ExecutionSpace space() {
        return space;
    }

    TaskContext taskContext() {
        return taskContext;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    FailureLog failures() {
        return failures;
    }

    @Nullable
    StrictOrder strictOrder() {
        return strictOrder;
    }

    boolean isOpen() {
        return !closed;
    }

    void requireOpen() {
        if (closed) {
            throw new CodedStateException("S217", "space " + Labels.quoted(space.name()) + " is closed");
        }
    }

    /** Refuses all later submits. */
    void close() {
        closed = true;
    }
}
