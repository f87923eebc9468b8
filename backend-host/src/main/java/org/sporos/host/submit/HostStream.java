package org.sporos.host.submit;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunEffects;
import org.sporos.backend.StallWatch;
import org.sporos.error.CodedStateException;
import org.sporos.host.run.HostEvent;
import org.sporos.host.run.Waiter;
import org.sporos.host.threads.Scheduler;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.error.ForeignStream;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * A stream of a host space. Its queue is bounded: a submit to a full one waits until half of it has ended. So a loop
 * that submits faster than the machine computes has bounded memory, and its fence waits for a bounded backlog.
 */
final class HostStream implements ExecutionStream {
    /** The most pending operations; a submit to a full stream waits. About the limit of CUDA. */
    static final int MOST_UNDER_WAY = 1024;

    private final SpaceContext context;
    private final Siblings siblings;
    private final @Nullable Consumer<HostStream> forget;
    private final String label;
    private final OperationQueue queue = new OperationQueue();
    private volatile boolean closed;

    /** All streams of its space. */
    interface Siblings {
        /** Returns the effects of unfinished runs. */
        List<RunEffects> unfinished();

        /** Returns a number that grows when runs end. */
        long progress();
    }

    /**
     * @param forget called with the stream when it is closed, or null for the default stream, which is closed with its
     * space
     */
    HostStream(SpaceContext context, String label, Siblings siblings, @Nullable Consumer<HostStream> forget) {
        this.context = context;
        this.label = label;
        this.siblings = siblings;
        this.forget = forget;
    }

    /** Returns a stream as one of a space. */
    static HostStream of(ExecutionStream stream, SpaceContext context) {
        if (stream instanceof HostStream own && own.context == context) {
            return own;
        }
        throw ForeignStream.refusal(
                stream.label(), stream.space().name(), context.space().name());
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public ExecutionSpace space() {
        return context.space();
    }

    OperationQueue queue() {
        return queue;
    }

    /** Throws if the stream accepts no more operations. */
    void requireOpen() {
        if (closed) {
            context.requireOpen();
            throw new CodedStateException("S219", "stream " + Labels.quoted(label) + " is used after it was closed");
        }
    }

    boolean isOpen() {
        return !closed;
    }

    /** Waits while the stream is full. */
    void awaitRoom() {
        long all = queue.submitted();
        if (!queue.isDone(all - MOST_UNDER_WAY + 1)) {
            try (StallWatch watch = StallWatch.ofCall(
                    "S223: a submit to the full " + this, siblings::unfinished, siblings::progress, queue::queued)) {
                context.scheduler().await(queue, all - MOST_UNDER_WAY / 2);
            }
        }
    }

    /** Waits for all operations so far. */
    void await() {
        StreamOperation last = queue.last();
        if (last != null) {
            long target = last.target();
            if (target > 0) {
                context.scheduler().await(Objects.requireNonNull(last.ownEnd()), target);
            } else if (target < 0) {
                context.scheduler().await(queue, queue.submitted());
            }
        }
    }

    @Override
    public void fence() {
        Refusals.inRun("fence");
        requireOpen();
        awaitAndCover();
        context.failures().throwOf(this);
    }

    private void awaitAndCover() {
        StrictOrder order = context.strictOrder();
        VectorClock after = order == null ? null : order.after(this);
        await();
        if (order != null && after != null) {
            order.cover(after);
        }
    }

    @Override
    public void record(Event event) {
        Required.argument(event, "the event to record");
        prepare("record");
        new EventOperation(queue, context.scheduler(), event, true).submit();
        StrictOrder order = context.strictOrder();
        if (order != null) {
            order.recorded(event, this);
        }
    }

    @Override
    public void await(Event event) {
        Required.argument(event, "the event to wait for");
        prepare("await");
        new EventOperation(queue, context.scheduler(), event, false).submit();
        StrictOrder order = context.strictOrder();
        if (order != null) {
            order.awaited(event, this);
        }
    }

    /** Refuses a call before it draws a ticket: only an operation in the stream completes a ticket. */
    private void prepare(String call) {
        Refusals.inRun(call);
        requireOpen();
        context.requireOpen();
        StackReserve.require(0);
    }

    @Override
    public void close() {
        Refusals.inRun("close");
        closed |= forget != null || !context.isOpen();
        if (forget != null) {
            forget.accept(this);
        }
        awaitAndCover();
        StrictOrder order = context.strictOrder();
        if (order != null && forget != null) {
            order.forget(this);
        }
    }

    @Override
    public String toString() {
        return "stream " + Labels.quoted(label) + " of " + context.space().name();
    }

    /** A record of an event in a stream, or a wait for its last earlier record. */
    private static final class EventOperation extends StreamOperation {
        private final OperationQueue queue;
        private final Scheduler scheduler;
        private final HostEvent event;
        private final boolean records;
        private final long ticket;
        private final Waiter waiter = new Waiter() {
            @Override
            public void resume() {
                goOn();
            }
        };

        EventOperation(OperationQueue queue, Scheduler scheduler, Event event, boolean records) {
            this.queue = queue;
            this.scheduler = scheduler;
            this.event = HostEvent.of(event);
            this.records = records;
            this.ticket = records ? this.event.submitRecord() : this.event.submitAwait();
            reset();
        }

        /** Appends it to its stream. */
        void submit() {
            int free = queue.join(this) ? 2 : 1;
            if (records || event.await(ticket, waiter)) {
                free++;
            }
            if (release(free)) {
                start(this, Origin.ELSEWHERE);
            }
        }

        /** Continues after the awaited record. */
        private void goOn() {
            if (release(1)) {
                start(this, Origin.ELSEWHERE);
            }
        }

        @Override
        boolean begin(Origin where) {
            if (records) {
                event.happen(ticket);
            }
            return true;
        }

        @Override
        @Nullable
        StreamOperation end() {
            StreamOperation behind = queue.leave(this);
            letGo();
            scheduler.signalEnd();
            return behind == null ? null : behind.before(null);
        }
    }
}
