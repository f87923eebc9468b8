package org.sporos.samples.bench;

import java.util.Locale;
import java.util.Objects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.graph.Profile.ProfiledLaunch;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.Arguments;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Measures the accuracy and the cost of profiles: the launches and gaps of codes beside the time of their runs,
 * then recorded runs beside plain ones by the length of a launch, and runs after a profile beside those of an
 * executable without one.
 */
public final class ProfileCosts {
    private static final int NODES = 600;
    private static final int PASSES = 10;
    private static final int CHAIN = 20;
    private static final int ELEMENTS = 1000;
    private static final int ROUNDS = 15;
    private static final int BATCH = 20;

    private final ExecutionSpace space;
    private final int runs;

    private ProfileCosts(ExecutionSpace space, int runs) {
        this.space = space;
        this.runs = runs;
    }

    /** Runs it: {@code --runs=} of each profile, {@code --space=}. */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "runs=100");
        try (ExecutionSpace space = arguments.openSpace()) {
            System.out.println("ProfileCosts on " + space.description());
            ProfileCosts costs = new ProfileCosts(space, arguments.number("runs"));
            costs.codes();
            costs.disturbance();
        }
    }

    private void codes() {
        System.out.println();
        Table.head("| code | launches a run | launches | gaps | both, us | submit to end, us"
                + " | both / submit to end | recorded / plain |");
        SampleStep.all(1).forEach((name, maker) -> {
            try (SampleStep sample = maker.apply(space)) {
                code(name, sample.graph());
            }
        });
        try (DoubleView v = DoubleView.of("v", space, (long) GraphShapes.WIDTH * GraphShapes.MOST_NODES);
                IntView pass = IntView.of("pass", space)) {
            GraphShapes.Shape layered = GraphShapes.all().get("layered-10x100");
            code("1,000 nodes in layers", Objects.requireNonNull(layered).over(v));
            code("600 nodes in a loop of 10 passes", loop(v, pass));
        }
    }

    private static Graph loop(DoubleView v, IntView pass) {
        Graph body = Graph.define("body", root -> {
            NodeRef last = root.then("count", () -> pass.set(pass.get() + 1));
            for (int k = 1; k < NODES; k++) {
                RangePolicy own = RangePolicy.of(k * GraphShapes.WIDTH, (k + 1) * GraphShapes.WIDTH);
                last = last.thenParallelFor("add " + k, own, i -> v.set(i, v.get(i) + 1));
            }
        });
        return Graph.define(
                "loop", root -> root.thenFill("zero", pass, 0).thenWhile("repeat", () -> pass.get() < PASSES, body));
    }

    private void code(String name, Graph graph) {
        try (ExecutableGraph exec = graph.instantiate(space, Merging.OFF)) {
            Clock.batch(space, 20, exec::submit);
            Profile profile = exec.profile(runs);
            double run = profile.recordedRuns().median() * 1e-3;
            double turnaround = profile.recordedTurnarounds().median() * 1e-3;
            double launches = 0;
            double perRun = 0;
            for (ProfiledLaunch launch : profile.launches()) {
                launches += launch.share();
                perRun += launch.perRun();
            }
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.0f | %.1f %% | %.1f %% | %.1f | %.1f | %.3f | %.3f |%n",
                    name,
                    perRun,
                    100 * launches,
                    100 * profile.gapShare(),
                    (launches + profile.gapShare()) * run,
                    turnaround,
                    (launches + profile.gapShare()) * run / turnaround,
                    turnaround * 1e3 / profile.plainTurnarounds().median());
        }
    }

    /** Chains of equal launches, each with a number of operations for each of a thousand elements. */
    private void disturbance() {
        System.out.println();
        Table.head("| a launch | recorded / plain | after a profile / never profiled |");
        for (int work : new int[] {1, 10, 30, 100}) {
            try (DoubleView x = DoubleView.of("x", space, ELEMENTS);
                    ExecutableGraph exec = chain(x, work).instantiate(space, Merging.OFF);
                    ExecutableGraph never = chain(x, work).instantiate(space, Merging.OFF)) {
                Clock.batch(space, 200, exec::submit);
                Clock.batch(space, 200, never::submit);
                Profile profile = exec.profile(2 * runs);
                double launch = profile.launches().get(0).times().median() * 1e-3;
                double on = (double) profile.recordedTurnarounds().median()
                        / profile.plainTurnarounds().median();
                System.out.printf(Locale.ROOT, "| %.1f us | %.3f | %.3f |%n", launch, on, off(exec, never));
            }
        }
    }

    private double off(ExecutableGraph profiled, ExecutableGraph never) {
        double[] first = new double[ROUNDS];
        double[] second = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            first[round] = Clock.batch(space, BATCH, profiled::submit);
            second[round] = Clock.batch(space, BATCH, never::submit);
        }
        return Clock.median(first) / Clock.median(second);
    }

    private static Graph chain(DoubleView x, int work) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 0; k < CHAIN; k++) {
                last = last.thenParallelFor("turn " + k, RangePolicy.of(ELEMENTS), i -> {
                    double value = x.get(i);
                    for (int turn = 0; turn < work; turn++) {
                        value = 0.5 * value + 1 / (1 + value);
                    }
                    x.set(i, value);
                });
            }
        });
    }
}
