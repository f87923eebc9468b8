package org.sporos.plan;

import com.google.common.math.IntMath;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.internal.view.RingState;

/**
 * The launch units of a graph and the edges among them, as flat arrays. Nested graphs are inlined; those of conditional
 * nodes have plans of their own. Immutable.
 */
public final class LaunchPlan {
    private final Graph graph;
    private final List<LaunchUnit> units;
    private final int[] firstPredecessor;
    private final int[] predecessors;
    private final int[] firstSuccessor;
    private final int[] successors;
    private final BitSet pointwise;
    private final List<String> remarks;
    private final List<String> phased;
    private final Map<RingState, Integer> turns;

    /**
     * Takes the arrays as they are.
     *
     * @param first where the edges to each unit begin; at the end their number
     * @param before the units that are waited for
     */
    LaunchPlan(Graph graph, List<LaunchUnit> units, int[] first, int[] before, BitSet pointwise, Remarks remarks) {
        this.graph = graph;
        this.pointwise = pointwise;
        this.remarks = List.copyOf(remarks.lines());
        this.phased = List.copyOf(remarks.merged());
        this.units = Collections.unmodifiableList(units);
        this.firstPredecessor = first;
        this.predecessors = before;
        this.firstSuccessor = new int[units.size() + 1];
        this.successors = new int[predecessors.length];
        this.turns = Collections.unmodifiableMap(turns(units));
        turnEdges();
    }

    private static Map<RingState, Integer> turns(List<LaunchUnit> units) {
        Map<RingState, Integer> turns = new LinkedHashMap<>();
        for (LaunchUnit unit : units) {
            RingState ring = unit.effects().turns();
            if (ring != null) {
                turns.merge(ring, 1, (sum, one) -> (sum + one) % ring.size());
            }
        }
        turns.values().removeIf(count -> count == 0);
        return turns;
    }

    private void turnEdges() {
        for (int from : predecessors) {
            firstSuccessor[from + 1]++;
        }
        for (int unit = 0; unit < units.size(); unit++) {
            firstSuccessor[unit + 1] += firstSuccessor[unit];
        }
        int[] next = firstSuccessor.clone();
        for (int unit = 0; unit < units.size(); unit++) {
            for (int e = firstPredecessor[unit]; e < firstPredecessor[unit + 1]; e++) {
                successors[next[predecessors[e]]++] = unit;
            }
        }
    }

    /** Returns the graph it was made of. */
    public Graph graph() {
        return graph;
    }

    /** Returns the units in a topological order. */
    public List<LaunchUnit> units() {
        return units;
    }

    /** Returns the number of units. */
    public int size() {
        return units.size();
    }

    /** Returns the number of units that must end before a unit starts. */
    public int predecessorCount(int unit) {
        return firstPredecessor[unit + 1] - firstPredecessor[unit];
    }

    /** Returns the k-th of the units that must end before a unit starts. */
    public int predecessor(int unit, int k) {
        return predecessors[firstPredecessor[unit] + k];
    }

    /**
     * Returns whether a unit waits for the k-th of those before it index by index: both run over the same indexes, and
     * what one of them and all that are before it along such edges change, the other touches at its own index alone. So
     * where both are cut into the same pieces, a piece may start once that piece of the other has ended.
     */
    public boolean isPointwise(int unit, int k) {
        return pointwise.get(firstPredecessor[unit] + k);
    }

    /** Returns whether it or a body of a conditional has a launch of phases. */
    public boolean hasPhases() {
        return units.stream()
                .anyMatch(unit -> unit.merge() == FusionKind.PHASED
                        || unit.bodies().stream().anyMatch(LaunchPlan::hasPhases));
    }

    /** Returns the launches that became phases of one and what that saves, a line for each, for people. */
    public List<String> phased() {
        return phased;
    }

    /** Returns what was not merged and why, a line each, for people. */
    public List<String> remarks() {
        return remarks;
    }

    /**
     * Returns the rings that a run leaves at another position, each with its turns modulo its levels. Bodies of
     * conditionals count nothing: a conditional restores the positions.
     */
    public Map<RingState, Integer> turns() {
        return turns;
    }

    /** Returns the number of runs after which all rings are at the position of the first one. */
    public int cycle() {
        int cycle = 1;
        for (Map.Entry<RingState, Integer> turned : turns.entrySet()) {
            int levels = turned.getKey().size();
            int own = levels / IntMath.gcd(levels, turned.getValue());
            cycle = Math.multiplyExact(cycle / IntMath.gcd(cycle, own), own);
        }
        return cycle;
    }

    /** Returns the number of units that wait for a unit. */
    public int successorCount(int unit) {
        return firstSuccessor[unit + 1] - firstSuccessor[unit];
    }

    /** Returns the k-th of the units that wait for a unit. */
    public int successor(int unit, int k) {
        return successors[firstSuccessor[unit] + k];
    }

    /**
     * Returns a line for each unit, with the units that it waits for; then those of the bodies of conditional nodes.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("plan of " + graph + '\n');
        for (LaunchUnit unit : units) {
            int from = firstPredecessor[unit.index()];
            int[] before = Arrays.copyOfRange(predecessors, from, firstPredecessor[unit.index() + 1]);
            text.append(unit.index())
                    .append(unit.empty() ? " nothing of " : " ")
                    .append(unit);
            text.append(" after ").append(Arrays.toString(before)).append('\n');
            unit.bodies().forEach(body -> text.append(body.toString().indent(2)));
        }
        return text.toString();
    }
}
