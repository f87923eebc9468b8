package org.sporos.verify;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.sporos.space.Allocation;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.MemorySpace;
import org.sporos.space.StridedRegion;
import org.sporos.view.GraphMemory;
import org.sporos.view.LevelMemory;
import org.sporos.view.RingState;
import org.sporos.view.View;

/**
 * Copies of views for one space: views that share memory have copies that share memory in the same way. What views hold
 * is copied when a view of that memory is asked for first; memory of a graph begins as zeros. A level of a ring has the
 * copy of the memory that it has at the position of the ring, which turns here alone. Used by one thread.
 */
final class ViewCopies implements AutoCloseable {
    private final ExecutionSpace space;
    private final Map<View, View> copies = new IdentityHashMap<>();
    private final Map<Allocation, View> owners = new IdentityHashMap<>();
    private final Set<View> all = Sets.newIdentityHashSet();
    private final List<View> made = new ArrayList<>();
    private final Map<RingState, Integer> positions = new IdentityHashMap<>();

    ViewCopies(ExecutionSpace space) {
        this.space = space;
    }

    ExecutionSpace space() {
        return space;
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
        Allocation memory = memory(view.allocation());
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

    private Allocation memory(Allocation memory) {
        return memory instanceof LevelMemory level
                ? level.at(positions.computeIfAbsent(level.ring(), RingState::position))
                : memory;
    }

    /** Turns a ring for views that are asked for from now on. */
    void turn(RingState ring) {
        positions.put(ring, 1 + positions.computeIfAbsent(ring, RingState::position));
        copies.keySet().removeIf(view -> view.allocation() instanceof LevelMemory level && level.ring() == ring);
    }

    /** Host memory has copies in the host memory that copy nodes of the space can use. */
    private MemorySpace memoryFor(View view) {
        MemorySpace own = space.memorySpace();
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
        return new StridedRegion(memory, 0, new long[] {memory.size()}, new long[] {1});
    }

    @Override
    public void close() {
        made.forEach(View::close);
    }
}
