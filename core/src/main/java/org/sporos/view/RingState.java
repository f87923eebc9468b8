package org.sporos.view;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sporos.run.EagerCall;
import org.sporos.run.EagerOrder;
import org.sporos.run.MemoryEffect;
import org.sporos.space.Allocation;
import org.sporos.space.ExecutionStream;
import org.sporos.space.StridedRegion;

/**
 * The position of a ring, and the order of the runs that use it. For backends; a user has a {@link ViewRing}.
 *
 * <p>A submit takes the locks of all rings of its graph, in one order for all threads, and holds them until the run is
 * in its stream: so no turn comes between the positions that the run sees and the place that it has among other runs.
 * Runs of one stream are in order by themselves. A submit to another stream than that of a run which turned the ring,
 * or that turns the ring while another stream uses it, first waits for the runs there. Thread-safe.
 */
public final class RingState {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final int number = NUMBERS.getAndIncrement();
    private final String label;
    private final List<Allocation> memories;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int position;
    /** The only stream with runs since the last wait; null if there are none, or several. */
    private @Nullable ExecutionStream stream;

    private boolean severalStreams;
    /** True if a run since the last wait turns the ring. */
    private boolean turned;

    RingState(String label, List<Allocation> memories) {
        this.label = label;
        this.memories = List.copyOf(memories);
    }

    /** Returns the label of the ring, which is that of its first view. */
    public String label() {
        return label;
    }

    /** Returns the number of levels. */
    public int size() {
        return memories.size();
    }

    /** Returns the memory of all levels, in the order at position 0. */
    public List<Allocation> memories() {
        return memories;
    }

    /** Returns the memory that a level has at a position. */
    public Allocation memory(int at, int level) {
        return memories.get((at + level) % memories.size());
    }

    /** Returns how often it was turned, modulo the number of levels. */
    public int position() {
        return position;
    }

    /** Turns it for code that comes later. */
    void advance() {
        lock.lock();
        try {
            turn(1);
        } finally {
            lock.unlock();
        }
    }

    private void turn(int times) {
        position = (position + times) % memories.size();
    }

    /** Returns rings in the order in which their locks are taken. */
    public static List<RingState> inOrder(Collection<RingState> rings) {
        return rings.stream()
                .sorted(Comparator.comparingInt((RingState ring) -> ring.number))
                .toList();
    }

    /**
     * Begins a submit: no other one that uses the ring goes on until {@link #submitted}.
     *
     * @param turns whether the run turns the ring
     * @throws RuntimeException the failure of a run on another stream that this waited for, if it was not reported
     *     yet; the submit has ended then
     */
    public void submits(ExecutionStream to, boolean turns) {
        lock.lock();
        try {
            boolean isElsewhere = severalStreams || stream != null && stream != to;
            if (isElsewhere && (turned || turns)) {
                EagerOrder.await(new EagerCall("submit", label, effects()));
                stream = null;
                severalStreams = false;
                turned = false;
            }
        } catch (RuntimeException | Error failure) {
            lock.unlock();
            throw failure;
        }
    }

    private List<MemoryEffect> effects() {
        return memories.stream().map(RingState::writesAll).toList();
    }

    private static MemoryEffect writesAll(Allocation memory) {
        return MemoryEffect.writes(new StridedRegion(memory, 0, new long[] {memory.size()}, new long[] {1}));
    }

    /** Returns whether two allocations have elements in common: several may be laid over one array or address. */
    public static boolean shareElements(Allocation one, Allocation other) {
        return writesAll(one).conflictsWith(writesAll(other));
    }

    /**
     * Ends a submit.
     *
     * @param to the stream that has the run now, or null if there is none
     * @param turns how often the run turns the ring
     */
    public void submitted(@Nullable ExecutionStream to, int turns) {
        if (to != null) {
            severalStreams |= stream != null && stream != to;
            stream = severalStreams ? null : to;
            turned |= turns > 0;
            turn(turns);
        }
        lock.unlock();
    }
}
