package org.sporos.host.jit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Value;

/**
 * The blocks of a region as they are written: those of loops that are fully unrolled once for each pass, and all others
 * once. Sparse conditional constant propagation (Wegman and Zadeck, 1991) over these copies says which values are
 * constants there, such as a loop's counter in a pass; blocks that it finds unreachable are not written. Used by one
 * thread.
 */
final class Unrolling {
    private final Region region;
    private final List<LoopInfo> loops;
    private final Map<Value, Block> homes = new IdentityHashMap<>();
    /** The values that are used outside of an unrolled loop that they are in: after its last pass. */
    private final Set<Value> escaping = Collections.newSetFromMap(new IdentityHashMap<>());
    /** The constants among the arguments of each place that is reached. */
    private final Map<Place, @Nullable Long[]> arguments = new LinkedHashMap<>();

    private final boolean propagates;
    private final List<Place> places;
    private final boolean entersAgain;

    private @Nullable Place lookedAt;
    private final Map<Value, Optional<Long>> looked = new IdentityHashMap<>();

    /**
     * A block in certain passes of the unrolled loops that it is in.
     *
     * @param passes the number of the pass of each of these loops, by the loop's header
     */
    record Place(Block block, Map<Integer, Integer> passes) {
        Place {
            passes = Map.copyOf(passes);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Place place && place.block == block && place.passes.equals(passes);
        }

        @Override
        public int hashCode() {
            return 31 * block.id() + passes.hashCode();
        }
    }

    private Unrolling(Region region, Collection<LoopInfo> unrolled, boolean propagates) {
        this.region = region;
        this.propagates = propagates;
        this.loops = List.copyOf(unrolled);
        this.entersAgain = !ControlFlow.of(region).predecessors(0).isEmpty();
        if (!propagates) {
            this.places = each(region);
        } else {
            for (Block block : region.blocks()) {
                block.arguments().forEach(argument -> homes.put(argument, block));
                block.instructions().forEach(instruction -> homes.put(instruction, block));
            }
            region.blocks().forEach(this::noteUses);
            propagate();
            this.places = inOrder();
        }
    }

    /** Returns the blocks of a region, the given loops unrolled and constants propagated. */
    static Unrolling of(Region region, Collection<LoopInfo> unrolled) {
        return new Unrolling(region, unrolled, true);
    }

    /** Returns the blocks of a region as they are. */
    static Unrolling none(Region region) {
        return new Unrolling(region, List.of(), false);
    }

    private static List<Place> each(Region region) {
        ControlFlow flow = ControlFlow.of(region);
        List<Place> places = new ArrayList<>();
        for (Block block : region.blocks()) {
            if (block.id() == 0 || !flow.predecessors(block.id()).isEmpty()) {
                places.add(new Place(block, Map.of()));
            }
        }
        return places;
    }

    /** Returns the blocks in the order in which they are written, the entry first. */
    List<Place> places() {
        return places;
    }

    /** Returns whether something jumps to the entry. */
    boolean entersAgain() {
        return entersAgain;
    }

    /** Returns how many instructions are not constants. */
    int size() {
        int size = 0;
        for (Place place : places) {
            for (Instruction instruction : place.block().instructions()) {
                size += constant(instruction, place) == null ? 1 : 0;
            }
        }
        return size;
    }

    private void noteUses(Block user) {
        user.instructions().forEach(instruction -> noteUses(user, instruction.operands()));
        noteUses(user, user.terminator().operands());
        user.terminator().edges().forEach(edge -> noteUses(user, edge.arguments()));
    }

    private void noteUses(Block user, List<Value> used) {
        for (Value value : used) {
            int home = Objects.requireNonNull(homes.get(value)).id();
            if (loops.stream().anyMatch(loop -> loop.contains(home) && !loop.contains(user.id()))) {
                escaping.add(value);
            }
        }
    }

    /** Goes over all places until no argument turns out to have more values than one. */
    private void propagate() {
        Place entry = new Place(region.entry(), passes(null, 0));
        arguments.put(entry, new Long[region.arguments().size()]);
        boolean changed = true;
        while (changed) {
            changed = false;
            Deque<Place> left = new ArrayDeque<>(arguments.keySet());
            while (!left.isEmpty()) {
                Place place = left.poll();
                for (Edge edge : edges(place)) {
                    Place target = target(place, edge);
                    if (!arguments.containsKey(target)) {
                        left.add(target);
                    }
                    changed |= meet(place, edge, target);
                }
            }
        }
    }

    private boolean meet(Place from, Edge edge, Place target) {
        @Nullable
        Long[] now =
                edge.arguments().stream().map(value -> constant(value, from)).toArray(Long[]::new);
        @Nullable Long[] before = arguments.putIfAbsent(target, now);
        if (before == null) {
            return true;
        }
        boolean changed = false;
        for (int k = 0; k < now.length; k++) {
            if (before[k] != null && !before[k].equals(now[k])) {
                before[k] = null;
                changed = true;
                lookedAt = null;
            }
        }
        return changed;
    }

    /** Returns the places in reverse postorder, as blocks stand in regions. */
    private List<Place> inOrder() {
        List<Place> postorder = new ArrayList<>();
        Set<Place> seen = new HashSet<>();
        Deque<Place> path = new ArrayDeque<>();
        Deque<Iterator<Edge>> left = new ArrayDeque<>();
        Place next = arguments.keySet().iterator().next();
        seen.add(next);
        path.push(next);
        left.push(edges(next).iterator());
        while (!path.isEmpty()) {
            if (!left.element().hasNext()) {
                postorder.add(path.pop());
                left.pop();
                continue;
            }
            next = target(path.element(), left.element().next());
            if (seen.add(next)) {
                path.push(next);
                left.push(edges(next).iterator());
            }
        }
        Collections.reverse(postorder);
        return postorder;
    }

    private List<Edge> edges(Place place) {
        Edge only = onlyEdge(place);
        return only == null ? place.block().terminator().edges() : List.of(only);
    }

    /** Returns the edge that surely is taken at the end of a place, or null if that is not known. */
    @Nullable
    Edge onlyEdge(Place place) {
        Terminator end = place.block().terminator();
        if (end instanceof Terminator.Branch branch) {
            Long condition = constant(branch.condition(), place);
            return condition == null ? null : condition != 0 ? branch.whenTrue() : branch.whenFalse();
        } else if (end instanceof Terminator.Switch choice) {
            Long value = constant(choice.value(), place);
            int key = value == null ? -1 : choice.keys().indexOf(value.intValue());
            return value == null
                    ? null
                    : key < 0 ? choice.otherwise() : choice.cases().get(key);
        }
        return null;
    }

    /** Returns where an edge leads from a place. */
    Place target(Place from, Edge edge) {
        return new Place(region.block(edge.target()), passes(from, edge.target()));
    }

    private Map<Integer, Integer> passes(@Nullable Place from, int target) {
        if (loops.isEmpty()) {
            return Map.of();
        }
        Map<Integer, Integer> passes = new HashMap<>();
        for (LoopInfo loop : loops) {
            if (loop.contains(target)) {
                Integer pass =
                        from == null ? null : from.passes().get(loop.header().id());
                passes.put(
                        loop.header().id(),
                        pass == null ? 0 : target == loop.header().id() ? pass + 1 : pass);
            }
        }
        return passes;
    }

    /**
     * Returns whether a value is the same constant wherever code uses what a place computes: no code needs to compute
     * it.
     */
    boolean isConstant(Value value, Place at) {
        return propagates && !escaping.contains(value) && constant(value, at) != null;
    }

    /** Returns the bits that a value surely has at a place, or null if they are not known. */
    @Nullable
    Long constant(Value value, Place at) {
        if (!propagates) {
            return ConstantFolding.literal(value);
        }
        if (!at.equals(lookedAt)) {
            lookedAt = at;
            looked.clear();
        }
        Optional<Long> known = looked.get(value);
        if (known == null) {
            Long found = value instanceof Argument argument
                    ? argument(argument, at)
                    : ConstantFolding.evaluate((Instruction) value, operand -> constant(operand, at));
            known = Optional.ofNullable(found);
            looked.put(value, known);
        }
        return known.orElse(null);
    }

    /** An argument of another block is that of the same passes of the loops that both are in. */
    private @Nullable Long argument(Argument argument, Place at) {
        Block home = Objects.requireNonNull(homes.get(argument));
        Map<Integer, Integer> passes = new HashMap<>();
        for (LoopInfo loop : loops) {
            if (loop.contains(home.id())) {
                Integer pass = at.passes().get(loop.header().id());
                if (pass == null) {
                    return null;
                }
                passes.put(loop.header().id(), pass);
            }
        }
        @Nullable Long[] known = arguments.get(new Place(home, passes));
        return known == null ? null : known[home.arguments().indexOf(argument)];
    }
}
