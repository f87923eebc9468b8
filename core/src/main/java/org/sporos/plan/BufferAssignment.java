package org.sporos.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;
import org.sporos.view.View;

/**
 * The assignment of graph memories to buffers, which are shared by memories with disjoint lifetimes, also when nodes
 * run in parallel. Immutable.
 *
 * <p>The lifetime of a memory is from its allocate node to its free node. Two memories share a buffer only if a path of
 * the plan leads from the free node of one to the allocate node of the other. Memory that is never freed lives to the
 * end of the run; memory allocated by several nodes (of a graph nested several times) has its own buffer.
 */
public final class BufferAssignment {
    /** The assignment of a graph without memory. */
    public static final BufferAssignment NONE = new BufferAssignment();
    /**
     * The maximum of units searched backwards from an allocate node, so that time is linear. Memory freed earlier is
     * not reused.
     */
    private static final int MAX_VISITED = 256;

    private final Map<Allocation, Integer> numbers = new HashMap<>();
    private final List<Buffer> all = new ArrayList<>();

    /** A buffer, with the last memory assigned to it so far. */
    private static final class Buffer {
        private final int number;
        private final Object kind;
        private @Nullable Allocation last;
        private long bytes;

        Buffer(int number, Object kind) {
            this.number = number;
            this.kind = kind;
        }

        /** Returns whether it fits {@code wanted} bytes better: the smallest large enough, else the largest. */
        boolean isBetter(Buffer than, long wanted) {
            return than.bytes < wanted ? bytes > than.bytes : bytes >= wanted && bytes < than.bytes;
        }
    }

    private BufferAssignment() {}

    /**
     * Returns the assignment of the memories allocated in a launch plan; bodies of conditionals allocate none.
     *
     * @param kind the key that memories of one buffer have in common
     */
    public static BufferAssignment of(LaunchPlan plan, Function<Allocation, Object> kind) {
        Map<Allocation, Integer> count = new HashMap<>();
        for (LaunchUnit unit : plan.units()) {
            if (allocated(unit) != null) {
                count.merge(allocated(unit), 1, Integer::sum);
            }
        }
        BufferAssignment made = count.isEmpty() ? NONE : new BufferAssignment();
        int[] seen = new int[count.isEmpty() ? 0 : plan.size()];
        for (LaunchUnit unit : plan.units()) {
            Allocation memory = allocated(unit);
            if (memory != null && !made.numbers.containsKey(memory)) {
                boolean isRepeated = Objects.requireNonNull(count.get(memory)) > 1;
                made.put(memory, isRepeated ? memory : kind.apply(memory), plan, unit.index(), seen);
            }
        }
        return made;
    }

    private static @Nullable Allocation allocated(LaunchUnit unit) {
        View view = unit.effects().allocates();
        return view == null ? null : view.allocation();
    }

    private void put(Allocation memory, Object kind, LaunchPlan plan, int unit, int[] seen) {
        Buffer buffer = freeBefore(plan, unit, seen, kind, memory.bytes());
        if (buffer == null) {
            buffer = new Buffer(all.size(), kind);
            all.add(buffer);
        }
        buffer.last = memory;
        buffer.bytes = Math.max(buffer.bytes, memory.bytes());
        numbers.put(memory, buffer.number);
    }

    /** Returns the best buffer whose last memory is freed before a unit starts; among equals, the nearest. */
    private @Nullable Buffer freeBefore(LaunchPlan plan, int unit, int[] seen, Object kind, long bytes) {
        Buffer best = null;
        int[] open = new int[MAX_VISITED];
        open[0] = unit;
        int size = 1;
        for (int visited = 0; visited < size && (best == null || best.bytes != bytes); visited++) {
            for (int k = 0; k < plan.predecessorCount(open[visited]) && size < MAX_VISITED; k++) {
                int predecessor = plan.predecessor(open[visited], k);
                if (seen[predecessor] != unit + 1) {
                    seen[predecessor] = unit + 1;
                    open[size++] = predecessor;
                    Buffer free = freed(plan.units().get(predecessor));
                    if (free != null && free.kind.equals(kind) && (best == null || free.isBetter(best, bytes))) {
                        best = free;
                    }
                }
            }
        }
        return best;
    }

    /** Returns the buffer freed by a unit, unless it has been assigned again. */
    private @Nullable Buffer freed(LaunchUnit unit) {
        View view = unit.effects().frees();
        if (view == null) {
            return null;
        }
        Allocation memory = view.allocation();
        Integer buffer = numbers.get(memory);
        return buffer != null && all.get(buffer).last == memory ? all.get(buffer) : null;
    }

    /** Returns the number of buffers. */
    public int buffers() {
        return all.size();
    }

    /** Returns the index of the buffer of a memory. */
    public int buffer(Allocation memory) {
        return Objects.requireNonNull(numbers.get(memory));
    }

    /** Returns the bytes of the largest memory in a buffer. */
    public long bytes(int buffer) {
        return all.get(buffer).bytes;
    }

    /** Returns the bytes of all buffers. */
    public long bytes() {
        return all.stream().mapToLong(buffer -> buffer.bytes).sum();
    }
}
