package org.sporos.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.sporos.graph.Work;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.view.DoubleView;

/**
 * Runs a plan as freely as its edges allow: loops in pieces, the indexes of a piece in any order, pieces of units in
 * any order, where an edge that holds index by index orders nothing but the same pieces.
 */
final class RandomRun {
    private static final int PIECE = 5;

    private final LaunchPlan plan;
    private final Random random;
    private final int[] pieces;
    private final boolean[][] done;
    private final double[][] contributions;

    private RandomRun(LaunchPlan plan, Random random) {
        this.plan = plan;
        this.random = random;
        this.pieces = new int[plan.size()];
        this.done = new boolean[plan.size()][];
        this.contributions = new double[plan.size()][];
        for (int u = 0; u < plan.size(); u++) {
            pieces[u] = Math.max(1, (size(plan.units().get(u)) + PIECE - 1) / PIECE);
            done[u] = new boolean[pieces[u]];
            contributions[u] = new double[RandomGraphs.N];
        }
    }

    /** Runs the units of a plan that is not merged one after the other, their indexes in order. */
    static void inOrder(LaunchPlan plan) {
        RandomRun run = new RandomRun(plan, new Random(0));
        for (int u = 0; u < plan.size(); u++) {
            LaunchUnit unit = plan.units().get(u);
            for (int i = 0; i < size(unit) && !unit.empty(); i++) {
                run.item(u, unit.work(), i);
            }
            if (unit.work() instanceof Work.ParallelReduce reduce) {
                finish(reduce.reductions().get(0), run.contributions[u]);
            }
        }
    }

    static void run(LaunchPlan plan, Random random) {
        RandomRun run = new RandomRun(plan, random);
        List<int[]> left = new ArrayList<>();
        for (int u = 0; u < plan.size(); u++) {
            for (int piece = 0; piece < run.pieces[u]; piece++) {
                left.add(new int[] {u, piece});
            }
        }
        while (!left.isEmpty()) {
            List<int[]> ready = left.stream().filter(run::isReady).toList();
            int[] next = ready.get(random.nextInt(ready.size()));
            left.remove(next);
            run.piece(next[0], next[1]);
        }
    }

    private boolean isReady(int[] piece) {
        int u = piece[0];
        for (int k = 0; k < plan.predecessorCount(u); k++) {
            int from = plan.predecessor(u, k);
            if (plan.isPointwise(u, k) && pieces[from] == pieces[u]) {
                if (!done[from][piece[1]]) {
                    return false;
                }
            } else {
                for (boolean one : done[from]) {
                    if (!one) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private void piece(int u, int piece) {
        LaunchUnit unit = plan.units().get(u);
        if (unit.merge() == FusionKind.PHASED) {
            unit.members().forEach(this::phase);
            done[u][piece] = true;
            return;
        }
        List<Integer> indexes = new ArrayList<>();
        for (int i = piece * PIECE; i < Math.min(size(unit), (piece + 1) * PIECE); i++) {
            indexes.add(i);
        }
        Collections.shuffle(indexes, random);
        List<LaunchUnit> members = unit.isMerged() ? unit.members() : List.of(unit);
        int loops = members.size() - unit.callsAfter();
        for (int i : indexes) {
            members.subList(0, loops).forEach(member -> item(u, member.work(), i));
        }
        done[u][piece] = true;
        boolean all = true;
        for (boolean one : done[u]) {
            all &= one;
        }
        if (all && members.get(loops - 1).work() instanceof Work.ParallelReduce reduce) {
            finish(reduce.reductions().get(0), contributions[u]);
        }
        if (all) {
            members.subList(loops, members.size()).forEach(call -> item(u, call.work(), 0));
        }
    }

    /** Runs the members of a phase in any order, all indexes of one after those of another. */
    private void phase(LaunchUnit phase) {
        List<LaunchUnit> launched = new ArrayList<>(phase.launched());
        Collections.shuffle(launched, random);
        for (LaunchUnit unit : launched) {
            LaunchPlan alone = new LaunchPlan(
                    plan.graph(), List.of(unit.at(0)), new int[2], new int[0], new BitSet(), List::of, List::of);
            run(alone, random);
        }
    }

    private static int size(LaunchUnit unit) {
        if (unit.merge() == FusionKind.PHASED) {
            return 1;
        }
        LaunchUnit first = unit.isMerged() ? unit.members().get(0) : unit;
        if (first.empty()) {
            return 1;
        } else if (first.work() instanceof Work.ParallelFor loop) {
            return (int) loop.policy().size();
        } else if (first.work() instanceof Work.ParallelReduce reduce) {
            return (int) reduce.policy().size();
        }
        boolean isCall = first.work() instanceof Work.HostCall || first.work() instanceof Work.Single;
        return isCall ? 1 : RandomGraphs.N;
    }

    /** Runs the index of a loop that is so far from its first, or does that element of a copy or fill. */
    private void item(int u, Work work, int i) {
        if (work instanceof Work.ParallelFor loop) {
            ((RangeBody) loop.body()).at(((RangePolicy) loop.policy()).begin() + i);
        } else if (work instanceof Work.ParallelReduce reduce) {
            int begin = ((RangePolicy) reduce.policy()).begin();
            contributions[u][i] =
                    ((DoubleContribution.Range) reduce.reductions().get(0).contribution()).at(begin + i);
        } else if (work instanceof Work.Fill fill) {
            ((DoubleView) fill.view()).set(i, fill.value().asDouble());
        } else if (work instanceof Work.DeepCopy copy) {
            ((DoubleView) copy.to()).set(i, ((DoubleView) copy.from()).get(i));
        } else if (work instanceof Work.HostCall call) {
            call.body().run();
        } else if (work instanceof Work.Single call) {
            call.body().run();
        }
    }

    private static void finish(Reduction reduction, double[] contributions) {
        double sum = 0;
        for (double contribution : contributions) {
            sum += contribution;
        }
        ((DoubleView) reduction.result()).set(sum);
    }
}
