package org.sporos.internal.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.EagerOrder;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;

/**
 * The memory and the position of a ring, and the order of the runs that use it.
 *
 * <p>A submit takes the locks of all rings of its graph, in one order for all threads, and holds them until the run is
 * in its stream: so no rotation comes between the positions that the run sees and the place that it has among other runs.
 * Runs of one stream are in order by themselves. Runs that rotate the ring come after those of all other streams before,
 * and runs of other streams after the last one that rotated it. Events order the streams, so that no submit waits for
 * a run. Only where a stream is closed or of another space, or many streams use the ring, a submit waits for the runs
 * before. Thread-safe.
 */
public final class RingState {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    /** The streams whose runs are told apart. */
    private static final int MOST_STREAMS = 8;

    private final int number = NUMBERS.getAndIncrement();
    private final String label;
    /** The memories of each part, in the order of the levels at position 0. */
    private final List<List<Allocation>> memories;

    private final List<List<LevelMemory>> levels;
    private final ReentrantLock lock = new ReentrantLock();
    /** One for each stream, since a wait that is enqueued later means the last record of an event. */
    private final Map<ExecutionStream, Event> events = new WeakHashMap<>();

    private volatile int position;
    /** The streams with runs since the last one that rotated the ring, each behind that one; the first has that one. */
    private final List<ExecutionStream> streams = new ArrayList<>(1);
    /** True if a run of the first of the streams rotated the ring. */
    private boolean rotated;

    /**
     * Makes a ring at position 0.
     *
     * @param memories for each part of a level, such as the components of records, those of all levels, of one type
     *     and size
     * @param levelLabels gives the label of a part of a level
     */
    public RingState(String label, List<List<Allocation>> memories, LevelLabels levelLabels) {
        this.label = label;
        this.memories = memories;
        this.levels = IntStream.range(0, memories.size())
                .mapToObj(part -> levels(part, memories.get(part).get(0), levelLabels))
                .toList();
    }

    /** The labels of levels. */
    public interface LevelLabels {
        /** Returns the label of a part of a level. */
        String of(int part, int level);
    }

    private List<LevelMemory> levels(int part, Allocation first, LevelLabels levelLabels) {
        return IntStream.range(0, size())
                .mapToObj(level -> new LevelMemory(levelLabels.of(part, level), this, part, level, first))
                .toList();
    }

    /** Returns the label of the ring, which is that of its first view. */
    public String label() {
        return label;
    }

    /** Returns the number of levels. */
    public int size() {
        return memories.get(0).size();
    }

    /** Returns the number of memories that a level has. */
    public int parts() {
        return memories.size();
    }

    /** Returns the memories of a part of all levels, in the order at position 0. */
    public List<Allocation> memories(int part) {
        return memories.get(part);
    }

    /** Returns all memories. */
    public List<Allocation> memories() {
        return memories.stream().flatMap(List::stream).toList();
    }

    /** Returns the memory of a part of all levels, which rotates. */
    public List<LevelMemory> levels(int part) {
        return levels.get(part);
    }

    /** Returns the number of rotations, modulo the number of levels. */
    public int position() {
        return position;
    }

    /** Rotates the ring for later code. */
    public void advance() {
        lock.lock();
        try {
            rotate(1);
        } finally {
            lock.unlock();
        }
    }

    private void rotate(int times) {
        position = (position + times) % size();
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
     * @param rotates whether the run rotates the ring
     * @throws RuntimeException the failure of a run that this waited for, if it was not reported yet; the submit has
     *     ended then
     */
    public void submits(ExecutionStream to, boolean rotates) {
        lock.lock();
        try {
            if (streams.size() == MOST_STREAMS && !streams.contains(to)) {
                awaitRuns();
            }
            if (rotates) {
                follow(to, streams);
            } else if (rotated && !streams.contains(to)) {
                follow(to, streams.subList(0, 1));
            }
        } catch (RuntimeException | Error failure) {
            lock.unlock();
            throw failure;
        }
    }

    /** Has all that comes later in a stream begin after the runs of others. */
    private void follow(ExecutionStream to, List<ExecutionStream> others) {
        // By numbers: an iterator would be garbage of each submit.
        for (int k = 0; k < others.size(); k++) {
            ExecutionStream from = others.get(k);
            if (from == to) {
                continue;
            }
            Event before = events.computeIfAbsent(from, stream -> Event.of(label));
            if (from.space() != to.space() || !isRecorded(before, from)) {
                awaitRuns();
                return;
            }
            to.await(before);
        }
    }

    private void awaitRuns() {
        EagerOrder.await(new EagerCall("submit", label, effects()));
        streams.clear();
        rotated = false;
    }

    private static boolean isRecorded(Event before, ExecutionStream from) {
        try {
            from.record(before);
            return true;
        } catch (IllegalStateException closed) {
            return false;
        }
    }

    private List<MemoryEffect> effects() {
        return memories().stream().map(RingState::writesAll).toList();
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
     * @param rotations the number of rotations in the run
     */
    public void submitted(@Nullable ExecutionStream to, int rotations) {
        if (to != null) {
            if (rotations > 0) {
                streams.clear();
                rotated = true;
                rotate(rotations);
            }
            if (!streams.contains(to)) {
                streams.add(to);
            }
        }
        lock.unlock();
    }
}
