package org.sporos.verify;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sporos.space.Allocation;
import org.sporos.space.MemorySpace;
import org.sporos.space.StridedRegion;
import org.sporos.view.GraphMemory;
import org.sporos.view.LevelMemory;
import org.sporos.view.RingState;
import org.sporos.view.View;

/**
 * Copies of views in one memory space. Views that share memory have copies that share memory in the same way, and the
 * levels of a ring are copied as one ring. Contents are copied when a view of that memory is requested first; memory of
 * a graph begins as zeros. Used by one thread.
 */
final class ViewCopies implements AutoCloseable {
    private final MemorySpace own;
    private final Map<View, View> copies = new IdentityHashMap<>();
    private final Map<Allocation, View> owners = new IdentityHashMap<>();
    private final Set<View> all = Sets.newIdentityHashSet();
    private final List<View> made = new ArrayList<>();
    private final Map<RingState, RingState> rings = new IdentityHashMap<>();

    /** @param own the memory of the copies, but for those of host memory that it cannot be copied to */
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
            return of(level.ring()).levels(level.part()).get(level.level());
        }
        View owner = owners.get(memory);
        if (owner == null) {
            owner = view.ownerIn(memoryFor(view));
            made.add(owner);
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
            List<List<View>> owners = IntStream.range(0, ring.parts())
                    .mapToObj(part -> ring.levels(part).stream()
                            .map(level -> level.ownerIn(memoryFor(level)))
                            .toList())
                    .toList();
            owners.forEach(made::addAll);
            copy = new RingState(
                    ring.label(),
                    owners,
                    (part, level) -> ring.levels(part).get(level).label());
            rings.put(ring, copy);
            for (int part = 0; part < ring.parts(); part++) {
                for (int level = 0; level < ring.size(); level++) {
                    transfer(allocation(copy, part, level), allocation(ring, part, level));
                }
            }
        }
        return copy;
    }

    private static Allocation allocation(RingState ring, int part, int level) {
        return ring.levels(part).get(level).allocation();
    }

    /** Host memory has copies in the host memory that copy nodes of the space can use. */
    private MemorySpace memoryFor(View view) {
        boolean isOfHost = view.memorySpace().isHostAccessible() && !own.isHostAccessible();
        return isOfHost ? own.mirrorSpace() : own;
    }

    /** Returns what a function makes of all elements of the copy of a view's memory, given as an array of the host. */
    <R> R read(View view, Function<Allocation, R> use) {
        return read(of(view).allocation(), use);
    }

    /** Sets all elements of the copy of a view's memory. */
    void write(View view, Allocation array) {
        Allocation copy = of(view).allocation();
        copy.space().copy(whole(copy), whole(array));
    }

    private static <R> R read(Allocation memory, Function<Allocation, R> use) {
        Allocation array = MemorySpace.host().allocate(memory.label(), memory.type(), memory.size());
        try {
            memory.space().copy(whole(array), whole(memory));
            return use.apply(array);
        } finally {
            array.release();
        }
    }

    /** Any two memories can be copied by way of an array. */
    private static void transfer(Allocation to, Allocation from) {
        read(from, array -> {
            to.space().copy(whole(to), whole(array));
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
