package org.sporos.verify;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.internal.view.RingState;
import org.sporos.space.MemorySpace;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/**
 * Copies of views in one memory space. Views that share memory have copies that share memory; levels of a ring are
 * copied as one ring. Contents are copied at the first request; memory of a graph starts as zeros. Used by one thread.
 */
final class ViewCopies implements AutoCloseable {
    private final MemorySpace own;
    private final Map<View, View> copies = new IdentityHashMap<>();
    private final Map<Allocation, View> owners = new IdentityHashMap<>();
    private final Set<View> all = Sets.newIdentityHashSet();
    private final List<View> made = new ArrayList<>();
    private final Map<RingState, RingState> rings = new IdentityHashMap<>();

    /** @param own the memory of the copies; copies of host memory stay on the host if a direct copy is impossible */
    ViewCopies(MemorySpace own) {
        this.own = own;
    }

    /** Returns the copy of a view. */
    View of(View view) {
        View known = copies.get(view);
        if (known == null) {
            known = view.onto(owner(view));
            copies.put(view, known);
            all.add(known);
        }
        return known;
    }

    /** Returns whether a view is one of the copies. */
    boolean isCopy(View view) {
        return all.contains(view);
    }

    private View owner(View view) {
        Allocation memory = view.allocation();
        if (memory instanceof LevelMemory level) {
            LevelMemory copied = of(level.ring()).levels(level.part()).get(level.level());
            return owners.computeIfAbsent(copied, this::over);
        }
        View owner = owners.get(memory);
        if (owner == null) {
            owner = over(allocated(memory));
            owners.put(memory, owner);
            if (!(memory instanceof GraphMemory)) {
                transfer(owner.allocation(), memory);
            }
        }
        return owner;
    }

    /** Returns the copy of a ring. */
    RingState of(RingState ring) {
        RingState copy = rings.get(ring);
        if (copy == null) {
            List<List<Allocation>> memories = IntStream.range(0, ring.parts())
                    .mapToObj(part -> ring.levels(part).stream()
                            .map(level -> over(allocated(level)).allocation())
                            .toList())
                    .toList();
            copy = new RingState(
                    ring.label(),
                    made,
                    memories,
                    (part, level) -> ring.levels(part).get(level).label());
            rings.put(ring, copy);
            for (int part = 0; part < ring.parts(); part++) {
                for (int level = 0; level < ring.size(); level++) {
                    transfer(copy.levels(part).get(level), ring.levels(part).get(level));
                }
            }
        }
        return copy;
    }

    /** Returns a view that owns a memory, closed with this object. */
    private View over(Allocation memory) {
        View owner = ViewSpec.of(memory.type(), memory.size()).over(memory.label(), memory);
        made.add(owner);
        return owner;
    }

    /** Copies host memory into host memory that copy nodes of the space can access. */
    private Allocation allocated(Allocation like) {
        boolean isOfHost = like.space().isHostAccessible() && !own.isHostAccessible();
        return AllocationSpace.of(isOfHost ? own.mirrorSpace() : own).allocate(like.label(), like.type(), like.size());
    }

    /** Applies a function to a host array with all elements of the copy of a view's memory. */
    <R> R read(View view, Function<Allocation, R> use) {
        return read(of(view).allocation(), use);
    }

    /** Sets all elements of the copy of a view's memory. */
    void write(View view, Allocation array) {
        Allocation copy = of(view).allocation();
        AllocationSpace.of(copy.space()).copy(whole(copy), whole(array));
    }

    private static <R> R read(Allocation memory, Function<Allocation, R> use) {
        Allocation array = HostMemorySpace.INSTANCE.allocate(memory.label(), memory.type(), memory.size());
        try {
            AllocationSpace.of(memory.space()).copy(whole(array), whole(memory));
            return use.apply(array);
        } finally {
            array.release();
        }
    }

    /** Copies between any two memories through a host array. */
    private static void transfer(Allocation to, Allocation from) {
        read(from, array -> {
            AllocationSpace.of(to.space()).copy(whole(to), whole(array));
            return array;
        });
    }

    private static StridedRegion whole(Allocation memory) {
        return new StridedRegion(LevelMemory.of(memory), 0, new long[] {memory.size()}, new long[] {1});
    }

    @Override
    public void close() {
        made.forEach(View::close);
    }
}
