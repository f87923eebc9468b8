package org.sporos.plan;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;
import org.sporos.view.View;

/**
 * The places of the memories of a graph: buffers are reused where lifetimes are disjoint, also when nodes run
 * in parallel. Immutable.
 *
 * <p>A memory lives from its allocate node to its free node, between which lie all that use it. Another one may take
 * its place only if the free node comes before the allocate node of the other along edges of the plan; a place then has
 * its memories one after the other in each run. Memory that is never freed lives to the end of the run, and memory that
 * several nodes allocate (those of a graph that is nested several times) has a place of its own.
 */
public final class BufferAssignment {
    /** The plan of a graph without memory. */
    public static final BufferAssignment NONE = new BufferAssignment();
    /**
     * The number of units that are looked at, back from an allocate node: time stays linear. Memory further back is not
     * reused.
     */
    private static final int MOST_LOOKS = 256;

    private final Map<Allocation, Integer> places = new IdentityHashMap<>();
    private final List<Place> all = new ArrayList<>();

    /** A place, with the memory that had it last as far as the plan is made. */
    private static final class Place {
        private final int number;
        private final Object kind;
        private @Nullable Allocation last;
        private long bytes;

        Place(int number, Object kind) {
            this.number = number;
            this.kind = kind;
        }

        /** Returns whether it is better for so many bytes: the smallest that is large enough, else the largest. */
        boolean isBetter(Place than, long wanted) {
            return than.bytes < wanted ? bytes > than.bytes : bytes >= wanted && bytes < than.bytes;
        }
    }

    private BufferAssignment() {}

    /**
     * Returns the plan of the memories that the units of a launch plan allocate; bodies of conditional nodes allocate
     * none.
     *
     * @param kind what memories must have in common to lie in the same place
     */
    public static BufferAssignment of(LaunchPlan plan, Function<Allocation, Object> kind) {
        Map<Allocation, Integer> count = new IdentityHashMap<>();
        for (LaunchUnit unit : plan.units()) {
            if (allocated(unit) != null) {
                count.merge(allocated(unit), 1, Integer::sum);
            }
        }
        BufferAssignment made = count.isEmpty() ? NONE : new BufferAssignment();
        int[] seen = new int[count.isEmpty() ? 0 : plan.size()];
        for (LaunchUnit unit : plan.units()) {
            Allocation memory = allocated(unit);
            if (memory != null && !made.places.containsKey(memory)) {
                boolean alone = Objects.requireNonNull(count.get(memory)) > 1;
                made.put(memory, alone ? memory : kind.apply(memory), plan, unit.index(), seen);
            }
        }
        return made;
    }

    private static @Nullable Allocation allocated(LaunchUnit unit) {
        View view = unit.effects().allocates();
        return view == null ? null : view.allocation();
    }

    private void put(Allocation memory, Object kind, LaunchPlan plan, int unit, int[] seen) {
        Place place = freeBefore(plan, unit, seen, kind, memory.bytes());
        if (place == null) {
            place = new Place(all.size(), kind);
            all.add(place);
        }
        place.last = memory;
        place.bytes = Math.max(place.bytes, memory.bytes());
        places.put(memory, place.number);
    }

    /**
     * Returns the best of the places whose last memory was freed before a unit starts, the nearest of those as good.
     */
    private @Nullable Place freeBefore(LaunchPlan plan, int unit, int[] seen, Object kind, long bytes) {
        Place best = null;
        int[] open = new int[MOST_LOOKS];
        open[0] = unit;
        int size = 1;
        for (int looks = 0; looks < size && (best == null || best.bytes != bytes); looks++) {
            for (int k = 0; k < plan.predecessorCount(open[looks]) && size < MOST_LOOKS; k++) {
                int before = plan.predecessor(open[looks], k);
                if (seen[before] != unit + 1) {
                    seen[before] = unit + 1;
                    open[size++] = before;
                    Place free = freed(plan.units().get(before));
                    if (free != null && free.kind.equals(kind) && (best == null || free.isBetter(best, bytes))) {
                        best = free;
                    }
                }
            }
        }
        return best;
    }

    /** Returns the place that a unit frees, if no other memory has it since. */
    private @Nullable Place freed(LaunchUnit unit) {
        View view = unit.effects().frees();
        if (view == null) {
            return null;
        }
        Allocation memory = view.allocation();
        Integer place = places.get(memory);
        return place != null && all.get(place).last == memory ? all.get(place) : null;
    }

    /** Returns the number of places. */
    public int places() {
        return all.size();
    }

    /** Returns the place of a memory, from 0. */
    public int place(Allocation memory) {
        return Objects.requireNonNull(places.get(memory));
    }

    /** Returns the bytes of the largest memory of a place. */
    public long bytes(int place) {
        return all.get(place).bytes;
    }

    /** Returns the bytes of all places. */
    public long bytes() {
        return all.stream().mapToLong(place -> place.bytes).sum();
    }
}
