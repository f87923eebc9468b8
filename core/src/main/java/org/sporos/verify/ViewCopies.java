package org.sporos.verify;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.sporos.space.Allocation;
import org.sporos.space.MemorySpace;
import org.sporos.space.StridedRegion;
import org.sporos.view.GraphMemory;
import org.sporos.view.LevelMemory;
import org.sporos.view.RingState;
import org.sporos.view.View;
import org.sporos.view.ViewRing;

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
    private final Map<RingState, ViewRing<View>> rings = new IdentityHashMap<>();

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
            return ring(level.ring(), view).level(level.level());
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
    ViewRing<View> of(ViewRing<?> ring) {
        return ring(ring.state(), ring.level(0));
    }

    /** @param view one of the levels */
    private ViewRing<View> ring(RingState ring, View view) {
        ViewRing<View> copy = rings.get(ring);
        if (copy == null) {
            copy = ViewRing.of(ring.size(), level -> view.ownerIn(memoryFor(view)));
            rings.put(ring, copy);
            for (int level = 0; level < ring.size(); level++) {
                transfer(copy.level(level).allocation(), ring.memory(ring.position(), level));
            }
        }
        return copy;
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
        rings.values().forEach(ViewRing::close);
    }
}
