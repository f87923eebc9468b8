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
 * <p>A submit locks all rings of its graph, in one order for all threads, until the run is in its stream: so no
 * rotation can separate the positions of the run from its order among other runs. Runs of one stream are ordered by the
 * stream. A run that rotates the ring is ordered after all earlier runs of other streams, and runs of other streams
 * after the last rotating one. The streams are ordered by events, so that submits do not wait for runs, except if a
 * stream is closed or of another space, or if many streams use the ring. Thread-safe.
 */
public final class RingState {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    /** The largest number of streams tracked separately. */
    private static final int MOST_STREAMS = 8;

    private final int number = NUMBERS.getAndIncrement();
    private final String label;
    /** What frees the memories when it is unreachable: held as long as a level or a graph that rotates the ring is. */
    @SuppressWarnings("unused")
    private final Object owners;
    /** The memories of each part, in the order of the levels at position 0. */
    private final List<List<Allocation>> memories;

    private final List<List<LevelMemory>> levels;
    private final ReentrantLock lock = new ReentrantLock();
    /** An event for each stream, since a later wait would refer to the last record of a shared event. */
    private final Map<ExecutionStream, Event> events = new WeakHashMap<>();

    private volatile int position;
    /** The streams with runs since the last rotating one, all ordered after it; the first one has that run. */
    private final List<ExecutionStream> streams = new ArrayList<>(1);
    /** True if the first of the streams has a rotating run. */
    private boolean rotated;

    /**
     * Creates a ring at position 0.
     *
     * @param owners the views that own the memories
     * @param memories the memories of all levels, of equal type and size, for each part of a level, such as the
     * components of records
     * @param levelLabels the labels of the parts of levels
     */
    public RingState(String label, Object owners, List<List<Allocation>> memories, LevelLabels levelLabels) {
        this.label = label;
        this.owners = owners;
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

    /** Returns the number of parts of a level, each with its own memory. */
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

    /** Returns the rotating memory of a part of all levels. */
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

    /** Returns rings in the order of their locks. */
    public static List<RingState> inOrder(Collection<RingState> rings) {
        return rings.stream()
                .sorted(Comparator.comparingInt((RingState ring) -> ring.number))
                .toList();
    }

    /**
     * Begins a submit: blocks others that use the ring until {@link #submitted}.
     *
     * @param rotates whether the run rotates the ring
     * @throws RuntimeException the unreported failure of an awaited run; then the submit has ended
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

    /** Orders later operations of a stream after the runs of other streams. */
    private void follow(ExecutionStream to, List<ExecutionStream> others) {
        // By index: an iterator would be garbage at each submit.
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

    /** Returns whether two allocations share elements: several may be created over one array or address. */
    public static boolean shareElements(Allocation one, Allocation other) {
        return writesAll(one).conflictsWith(writesAll(other));
    }

    /**
     * Ends a submit.
     *
     * @param to the stream of the run, or null if the submit failed
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
