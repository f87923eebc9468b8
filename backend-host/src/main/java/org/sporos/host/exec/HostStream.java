package org.sporos.host.exec;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.space.StackReserve;
import org.sporos.spi.StallWarning;

/**
 * A stream of a host space: a linked queue whose first entry runs. Putting in takes no lock. The queue is bounded: a submit
 * to a full one waits until half of it has ended. So a loop that submits faster than the machine computes uses no more
 * memory, and its fence does not take much longer than its submits.
 */
final class HostStream implements ExecutionStream, Awaited {
    /** The runs and stream operations under way past which a submit waits: about as many as CUDA takes. */
    static final int MOST_UNDER_WAY = 1024;

    private final HostEngine engine;
    private final String label;
    private final boolean isDefault;
    private final AtomicReference<@Nullable Entry> tail = new AtomicReference<>();
    private final AtomicLong submitted = new AtomicLong();
    private volatile long ended;
    private volatile boolean closed;

    HostStream(HostEngine engine, String label, boolean isDefault) {
        this.engine = engine;
        this.label = label;
        this.isDefault = isDefault;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public ExecutionSpace space() {
        return engine.space();
    }

    HostEngine engine() {
        return engine;
    }

    /** Throws if nothing can be put in any more. */
    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("S219: stream " + Labels.quoted(label) + " is used after it was closed");
        }
    }

    boolean isOpen() {
        return !closed;
    }

    /** Waits while the stream is full. */
    void awaitRoom() {
        long all = submitted.get();
        if (all - ended >= MOST_UNDER_WAY) {
            StallWarning warning = new StallWarning("S223: a submit to the full " + this, engine::unfinished);
            engine.pool().await(this, all - MOST_UNDER_WAY / 2, warning);
        }
    }

    /** Puts an entry in. Returns whether there is nothing before it. */
    boolean join(Entry entry) {
        submitted.incrementAndGet();
        Entry before = tail.getAndSet(entry);
        if (before == null) {
            return true;
        }
        if (before instanceof Shortcut shortcut) {
            shortcut.awaitRun();
            return true;
        }
        boolean first = !before.next.compareAndSet(null, entry);
        before.letGo();
        return first;
    }

    /**
     * Puts two entries in and takes them out, while there is memory. An entry that is the last of the stream must be linked
     * behind the one before it, whatever happens; the first link loads classes, which fails where the heap is full.
     */
    void rehearse() {
        Entry first = new Rehearsed();
        Entry second = new Rehearsed();
        first.reset();
        second.reset();
        join(first);
        join(second);
        leave(first);
        leave(second);
    }

    /** An entry that neither begins nor ends by itself. */
    private static final class Rehearsed extends Entry {
        @Override
        boolean begin(Place where) {
            return true;
        }

        @Override
        @Nullable
        Entry end() {
            return null;
        }
    }

    /** Puts a shortcut in that is about to run, or leaves it in. Returns false if there is something before it. */
    boolean enter(Shortcut shortcut) {
        Entry last = tail.get();
        if (last == shortcut) {
            return true;
        }
        if (last == null) {
            return tail.compareAndSet(null, shortcut);
        }
        return last instanceof Shortcut other && other.replace(tail, shortcut);
    }

    /** Takes a shortcut out that will not run again. */
    void remove(Shortcut shortcut) {
        tail.compareAndSet(shortcut, null);
    }

    /** Takes out the first entry, which has ended, and returns the one behind it if it must be started now. */
    @Nullable
    Entry leave(Entry entry) {
        // Before the next one can begin: ends are counted by one thread at a time.
        countEnd();
        Entry behind = entry.next.getAndSet(Entry.DONE);
        if (behind == null && tail.compareAndSet(entry, null)) {
            entry.letGo();
        }
        return behind != null && behind.release(1) ? behind : null;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void countEnd() {
        // Volatile, and not atomic: the next entry, whose end writes it next, begins after this. Each reader sees all
        // runs
        // counted.
        ended++;
    }

    @Override
    public boolean isDone(long target) {
        return ended >= target;
    }

    long submitted() {
        return submitted.get();
    }

    /** Waits until all that was put in has ended. */
    void await() {
        Entry last = tail.get();
        if (last instanceof Shortcut shortcut) {
            long target = shortcut.target();
            if (target != 0) {
                engine.pool().await(shortcut, target);
            }
        } else if (last != null) {
            engine.pool().await(this, submitted.get());
        }
    }

    @Override
    public void fence() {
        Refusals.inRun("fence");
        requireOpen();
        awaitAndCover();
        engine.failures().throwOf(this);
    }

    private void awaitAndCover() {
        StrictOrder order = engine.strictOrder();
        VectorClock after = order == null ? null : order.after(this);
        await();
        if (order != null && after != null) {
            order.cover(after);
        }
    }

    @Override
    public void record(Event event) {
        prepare("record");
        new StreamEntry(this, event, true).submit();
        StrictOrder order = engine.strictOrder();
        if (order != null) {
            order.recorded(event, this);
        }
    }

    @Override
    public void await(Event event) {
        prepare("await");
        new StreamEntry(this, event, false).submit();
        StrictOrder order = engine.strictOrder();
        if (order != null) {
            order.awaited(event, this);
        }
    }

    /** Refuses a call before it draws a ticket, which only an entry of the stream gives back. */
    private void prepare(String call) {
        Refusals.inRun(call);
        requireOpen();
        engine.requireOpen();
        StackReserve.require(0);
    }

    @Override
    public void close() {
        Refusals.inRun("close");
        // The default stream is closed with its space alone.
        closed |= !isDefault || !engine.isOpen();
        if (!isDefault) {
            engine.forget(this);
        }
        awaitAndCover();
        StrictOrder order = engine.strictOrder();
        if (order != null && !isDefault) {
            order.forget(this);
        }
    }

    @Override
    public String toString() {
        return "stream " + Labels.quoted(label) + " of " + engine.space().name();
    }
}
