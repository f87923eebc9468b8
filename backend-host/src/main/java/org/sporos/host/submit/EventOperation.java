package org.sporos.host.submit;

import org.jspecify.annotations.Nullable;
import org.sporos.host.run.HostEvent;
import org.sporos.host.run.Waiter;
import org.sporos.host.threads.Scheduler;
import org.sporos.space.Event;

/** A record of an event in a stream, or a wait for the last one before it. */
final class EventOperation extends StreamOperation {
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

    /** Puts it into its stream. */
    void submit() {
        int free = queue.join(this) ? 2 : 1;
        if (records || event.await(ticket, waiter)) {
            free++;
        }
        if (release(free)) {
            start(this, Place.ELSEWHERE);
        }
    }

    /** Goes on when the awaited record has happened. */
    private void goOn() {
        if (release(1)) {
            start(this, Place.ELSEWHERE);
        }
    }

    @Override
    boolean begin(Place where) {
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
