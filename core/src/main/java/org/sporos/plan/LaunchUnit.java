package org.sporos.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.graph.Conditional;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.Work;

/**
 * The unit of launching: the work of a node, of several fused nodes, or nothing for a join. Immutable.
 *
 * @param index the index in the plan, in topological order; of a member the index among the members
 * @param node the user's node; of a fused unit that of its first member
 * @param graph the graph that contains the node, possibly a nested one
 * @param empty whether it has no work: a join, or the start or end of a nested graph
 * @param bodies the plans of the bodies of a conditional: then and else, the loop body, or the cases
 * @param merge the kind of fusion of its members
 * @param members the fused units, in topological order; empty without fusion
 */
public record LaunchUnit(
        int index,
        Node node,
        Graph graph,
        boolean empty,
        List<LaunchPlan> bodies,
        FusionKind merge,
        List<LaunchUnit> members) {

    private static final NodeEffects NONE = new Work.Join().effects();

    /** Keeps unmodifiable copies. */
    public LaunchUnit {
        bodies = List.copyOf(bodies);
        members = List.copyOf(members);
        if (members.isEmpty() != (merge == FusionKind.NONE)) {
            throw new InternalException(merge + " unit of " + members.size() + " members");
        }
    }

    /** Creates the unit of a single node. */
    LaunchUnit(int index, Node node, Graph graph, boolean empty, List<LaunchPlan> bodies) {
        this(index, node, graph, empty, bodies, FusionKind.NONE, List.of());
    }

    /** Returns a fused unit. */
    static LaunchUnit of(int index, FusionKind merge, List<LaunchUnit> members) {
        LaunchUnit first = members.get(0);
        return new LaunchUnit(index, first.node, first.graph, false, List.of(), merge, numbered(members));
    }

    private static List<LaunchUnit> numbered(List<LaunchUnit> members) {
        List<LaunchUnit> numbered = new ArrayList<>();
        for (LaunchUnit member : members) {
            numbered.add(member.at(numbered.size()));
        }
        return numbered;
    }

    /** Returns one unit for the units of a level, which run concurrently if there are several. */
    static LaunchUnit phase(List<LaunchUnit> level) {
        boolean isOne = level.size() == 1 && level.get(0).merge != FusionKind.HORIZONTAL;
        return isOne
                ? level.get(0)
                : of(
                        0,
                        FusionKind.HORIZONTAL,
                        level.stream().flatMap(unit -> unit.launched().stream()).toList());
    }

    /** Returns this loop as one launch that repeats the phases of its body. */
    LaunchUnit repeating(FusionKind kind, List<LaunchUnit> phases) {
        List<LaunchUnit> all = new ArrayList<>(phases);
        all.add(this);
        return new LaunchUnit(index, node, graph, false, List.of(), kind, numbered(all));
    }

    /** Returns the loop whose phases a launch repeats, as it was before. */
    LaunchUnit repeated() {
        return members.get(members.size() - 1);
    }

    /** Returns the same unit with another index. */
    LaunchUnit at(int newIndex) {
        return newIndex == index ? this : new LaunchUnit(newIndex, node, graph, empty, bodies, merge, members);
    }

    /** Returns whether it is a fusion of several nodes. */
    public boolean isMerged() {
        return merge != FusionKind.NONE;
    }

    /** Returns the number of trailing members that are single calls after a reduction. */
    public int callsAfter() {
        int calls = 0;
        while (merge == FusionKind.VERTICAL
                && calls < members.size()
                && isCall(members.get(members.size() - 1 - calls))) {
            calls++;
        }
        return calls == members.size() ? 0 : calls;
    }

    private static boolean isCall(LaunchUnit member) {
        return member.node.role() != null && member.node.kernels().get(0).policy() == null;
    }

    /**
     * Returns the units in one launch, whose code it selects by blocks or phases, in order: concurrent members, the
     * units of all phases and the loop that repeats them, or the unit itself.
     */
    public List<LaunchUnit> launched() {
        return switch (merge) {
            case NONE, VERTICAL -> List.of(this);
            case HORIZONTAL -> members;
            case PHASED, LOOP, WAVE_LOOP ->
                members.stream().flatMap(phase -> phase.launched().stream()).toList();
        };
    }

    /** Returns its nodes, in a valid sequential order. */
    public List<Node> nodes() {
        return isMerged()
                ? members.stream().flatMap(member -> member.nodes().stream()).toList()
                : List.of(node);
    }

    /**
     * Returns the work of its node.
     *
     * @throws IllegalStateException if it is fused: only its members have work
     */
    public Work work() {
        if (isMerged()) {
            throw new InternalException("the merged unit " + this + " has the work of all its members");
        }
        return node.work();
    }

    /** Returns the priority of its launch, the highest of its members. */
    public int priority() {
        return isMerged()
                ? members.stream().mapToInt(LaunchUnit::priority).max().orElse(0)
                : empty ? 0 : node.priority();
    }

    /** Returns whether it is a conditional node of a kind. */
    public boolean isConditional(Conditional.Kind kind) {
        Conditional conditional = isMerged() || empty ? null : node.work().conditional();
        return conditional != null && conditional.kind() == kind;
    }

    /** Returns its effects on memory, events and semaphores, except those of kernels; so none for a fused unit. */
    public NodeEffects effects() {
        return isMerged() || empty ? NONE : node.effects();
    }

    /** Identity: each copy of a nested graph has launches of its own. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /**
     * Returns its node as text, or its members, separated by {@code ;} in vertical and {@code |} in horizontal fusion,
     * and {@code >} between phases.
     */
    @Override
    public String toString() {
        String between = merge == FusionKind.VERTICAL ? "; " : merge == FusionKind.HORIZONTAL ? " | " : " > ";
        return isMerged()
                ? members.stream().map(LaunchUnit::toString).collect(Collectors.joining(between, "{", "}"))
                : node.toString();
    }
}
