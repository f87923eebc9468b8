package org.sporos.plan;

import com.google.common.math.IntMath;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sporos.graph.Graph;
import org.sporos.internal.view.RingState;

/**
 * The launch units of a graph and their edges, as flat arrays. Nested graphs are inlined; bodies of conditionals have
 * plans of their own. Immutable.
 */
public final class LaunchPlan {
    private final Graph graph;
    private final List<LaunchUnit> units;
    private final int[] firstPredecessor;
    private final int[] predecessors;
    private final int[] firstSuccessor;
    private final int[] successors;
    private final BitSet pointwise;
    private final Supplier<List<String>> phased;
    private final Supplier<List<String>> remarks;
    private final Map<RingState, Integer> rotations;

    /**
     * Keeps the arrays without copying.
     *
     * @param first the offset of each unit's predecessors in {@code before}; the last element is its size
     * @param before the predecessors
     * @param phased the lines of {@link #phased}, made when a user asks for them
     * @param remarks those of {@link #remarks}
     */
    LaunchPlan(
            Graph graph,
            List<LaunchUnit> units,
            int[] first,
            int[] before,
            BitSet pointwise,
            Supplier<List<String>> phased,
            Supplier<List<String>> remarks) {
        this.graph = graph;
        this.phased = phased;
        this.pointwise = pointwise;
        this.remarks = remarks;
        this.units = Collections.unmodifiableList(units);
        this.firstPredecessor = first;
        this.predecessors = before;
        this.firstSuccessor = new int[units.size() + 1];
        this.successors = new int[predecessors.length];
        this.rotations = Collections.unmodifiableMap(rotations(units));
        invertEdges();
    }

    private static Map<RingState, Integer> rotations(List<LaunchUnit> units) {
        Map<RingState, Integer> rotations = new LinkedHashMap<>();
        for (LaunchUnit unit : units) {
            RingState ring = unit.effects().rotates();
            if (ring != null) {
                rotations.merge(ring, 1, (sum, one) -> (sum + one) % ring.size());
            }
        }
        rotations.values().removeIf(count -> count == 0);
        return rotations;
    }

    private void invertEdges() {
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

    /** Returns the graph of the plan. */
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

    /** Returns the number of predecessors of a unit. */
    public int predecessorCount(int unit) {
        return firstPredecessor[unit + 1] - firstPredecessor[unit];
    }

    /** Returns the k-th predecessor of a unit. */
    public int predecessor(int unit, int k) {
        return predecessors[firstPredecessor[unit] + k];
    }

    /**
     * Returns whether the edge from the k-th predecessor of a unit is pointwise: both have the same indexes, and
     * conflicting accesses of the unit and of its predecessors along pointwise edges are at equal indexes. So with
     * equal chunks, a chunk may start when the same chunk of the predecessor is complete.
     */
    public boolean isPointwise(int unit, int k) {
        return pointwise.get(firstPredecessor[unit] + k);
    }

    /** Returns whether it or a body of a conditional has a launch of phases. */
    public boolean hasPhases() {
        return units.stream()
                .anyMatch(unit -> unit.merge() == FusionKind.PHASED
                        || unit.merge().isLoop()
                        || unit.bodies().stream().anyMatch(LaunchPlan::hasPhases));
    }

    /** Returns the phased launches and their savings, one line each, for users. */
    public List<String> phased() {
        return phased.get();
    }

    /** Returns the remarks on missed fusion, one line each, for users. */
    public List<String> remarks() {
        return remarks.get();
    }

    /**
     * Returns the rings whose position a run changes, with their rotations modulo the number of levels. Bodies of
     * conditionals do not count, because conditionals restore the positions.
     */
    public Map<RingState, Integer> rotations() {
        return rotations;
    }

    /** Returns the number of runs after which all rings are at their first position again. */
    public int cycle() {
        int cycle = 1;
        for (Map.Entry<RingState, Integer> rotation : rotations.entrySet()) {
            int levels = rotation.getKey().size();
            int own = levels / IntMath.gcd(levels, rotation.getValue());
            cycle = Math.multiplyExact(cycle / IntMath.gcd(cycle, own), own);
        }
        return cycle;
    }

    /** Returns the number of successors of a unit. */
    public int successorCount(int unit) {
        return firstSuccessor[unit + 1] - firstSuccessor[unit];
    }

    /** Returns the k-th successor of a unit. */
    public int successor(int unit, int k) {
        return successors[firstSuccessor[unit] + k];
    }

    /** Returns a line for each unit, with its predecessors and the plans of its bodies. */
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
