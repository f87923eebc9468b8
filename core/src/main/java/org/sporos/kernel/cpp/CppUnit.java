package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Scan;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** A unit of launch: bodies, and the indexes that they are called for. Immutable. */
public sealed interface CppUnit {

    /** Returns the label of its node. */
    String label();

    /** Returns whether it tests a gate first, and returns if that is closed. */
    boolean isGated();

    /** Returns its kernels, in the order in which they are emitted. */
    List<ProvenKernel> bodies();

    /** Returns the number of its nodes. */
    default int nodes() {
        return this instanceof Fused fused ? fused.members().size() : 1;
    }

    /** A body for each index of a policy. */
    record For(String label, boolean isGated, Policy policy, ProvenKernel body) implements CppUnit {
        @Override
        public List<ProvenKernel> bodies() {
            return List.of(body);
        }
    }

    /** Reductions over the indexes of a policy. */
    record Reduce(String label, boolean isGated, Policy policy, List<Part> parts) implements CppUnit {
        /** Keeps an unmodifiable copy. */
        public Reduce {
            parts = List.copyOf(parts);
        }

        @Override
        public List<ProvenKernel> bodies() {
            List<ProvenKernel> all = new ArrayList<>();
            for (Part part : parts) {
                all.add(part.contribution());
                if (part.join() != null) {
                    all.add(part.join());
                }
            }
            return all;
        }
    }

    /**
     * One result of a reduction.
     *
     * @param join the operator of a custom reduction, else null
     */
    record Part(
            Reduction reduction,
            ProvenKernel contribution,
            @Nullable ProvenKernel join) {}

    /**
     * A body for each index of a row, the last dimension of a policy, and an array argument of the launch: the results
     * of the body are stored there, or its last argument is loaded from there. Integers and booleans are longs in it.
     * On the host only.
     *
     * @param policy a policy of the same kind as the node's; the row is an argument of the launch
     */
    record Row(String label, Policy policy, ProvenKernel body) implements CppUnit {
        @Override
        public boolean isGated() {
            return false;
        }

        @Override
        public List<ProvenKernel> bodies() {
            return List.of(body);
        }
    }

    /** Prefix sums over the indexes of a range. */
    record Prefix(
            String label, boolean isGated, Policy policy, Scan scan, ProvenKernel contribution, ProvenKernel consumer)
            implements CppUnit {
        @Override
        public List<ProvenKernel> bodies() {
            return List.of(contribution, consumer);
        }
    }

    /**
     * Prefix sums over some tiles of a range, starting from the sums in an array argument of the launch; or the totals
     * of these tiles, stored to that array. Integers are longs in it. On the host only.
     *
     * @param policy a policy of the same kind as the node's; the tiles are arguments of the launch
     */
    record ScanPiece(String label, Policy policy, Scan scan, ProvenKernel contribution, ProvenKernel consumer)
            implements CppUnit {
        @Override
        public boolean isGated() {
            return false;
        }

        @Override
        public List<ProvenKernel> bodies() {
            return List.of(contribution, consumer);
        }
    }

    /** One call of a body. */
    record Single(String label, boolean isGated, ProvenKernel body) implements CppUnit {
        @Override
        public List<ProvenKernel> bodies() {
            return List.of(body);
        }
    }

    /**
     * The condition or selector of a conditional node: 1 or 0, or the index of a case.
     *
     * @param kind the kind of conditional node
     * @param isNative whether the result is also set to a conditional handle of a CUDA graph
     * @param maxIterations the maximum iterations of a loop; more are a fault
     */
    record Answer(String label, boolean isGated, Kind kind, boolean isNative, int maxIterations, ProvenKernel body)
            implements CppUnit {
        /** The kinds of conditional nodes. */
        public enum Kind {
            IF,
            WHILE,
            SWITCH
        }

        @Override
        public List<ProvenKernel> bodies() {
            return List.of(body);
        }
    }

    /**
     * A fill of a view with one value, or a copy of one view to another of the same extents, element by element.
     *
     * @param policy the indexes of all elements
     * @param from the source of a copy, or null for a fill
     * @param value the value of a fill, or null for a copy
     */
    record Elements(
            String label,
            boolean isGated,
            Policy policy,
            View to,
            @Nullable View from,
            @Nullable ElementValue value) implements CppUnit {
        @Override
        public List<ProvenKernel> bodies() {
            return List.of();
        }
    }

    /**
     * Fused units: one loop that runs all members for each index, in order. A fault has the number of its node, counted
     * from the first member.
     *
     * @param members loops, fills and copies over the same indexes, perhaps one reduction and, on a GPU, single calls
     *     after it; or single calls alone
     */
    record Fused(String label, boolean isGated, List<CppUnit> members) implements CppUnit {
        /** Keeps an unmodifiable copy. */
        public Fused {
            members = List.copyOf(members);
        }

        @Override
        public List<ProvenKernel> bodies() {
            return members.stream().flatMap(member -> member.bodies().stream()).toList();
        }
    }

    /**
     * Units in one launch of one block, or of a wave if repeated, phase by phase; on a GPU only.
     *
     * @param phases the independent members of each phase: units of all kinds but scans, conditions, teams, and loops
     *     with blocks of the user's own; none is gated
     * @param repeat the loop that repeats them, or null
     */
    record Phased(
            String label,
            boolean isGated,
            List<List<CppUnit>> phases,
            @Nullable Repeat repeat) implements CppUnit {
        /** Keeps unmodifiable copies. */
        public Phased {
            phases = phases.stream().map(List::copyOf).toList();
        }

        @Override
        public List<ProvenKernel> bodies() {
            List<ProvenKernel> all = new ArrayList<>();
            phases.forEach(phase -> phase.forEach(member -> all.addAll(member.bodies())));
            if (repeat != null) {
                all.addAll(repeat.condition().bodies());
            }
            return all;
        }
    }

    /**
     * A loop that repeats phases.
     *
     * @param condition evaluated before each iteration
     * @param iterations the view of the number of iterations, or null
     * @param isWave whether a wave of blocks runs it, not one block
     */
    record Repeat(Answer condition, @Nullable IntView iterations, boolean isWave) {}

    /**
     * Independent units in one launch (horizontal fusion), each in blocks of its own; on a GPU only.
     *
     * @param members units of all kinds but scans, conditions, teams, and loops with blocks of the user's own
     */
    record Beside(String label, List<CppUnit> members) implements CppUnit {
        /** Keeps an unmodifiable copy. */
        public Beside {
            members = List.copyOf(members);
        }

        @Override
        public boolean isGated() {
            return false;
        }

        @Override
        public List<ProvenKernel> bodies() {
            return members.stream().flatMap(member -> member.bodies().stream()).toList();
        }
    }
}
