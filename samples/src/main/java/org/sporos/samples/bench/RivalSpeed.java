package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Measures a step of common problems beside JAX, CuPy, PyTorch or NumPy, which run the problems of
 * {@code samples/src/bench/python/rivals.py}. The first run of each is compared: a number of the result must be equal
 * to six digits (three for floats).
 */
public final class RivalSpeed {
    private static final int REPETITIONS = 5;
    private static final double OF_DOUBLES = 1e-6;
    private static final double OF_FLOATS = 1e-3;

    private static final List<String> SMALL = List.of(
            "heat-128-100",
            "heat-1024-100",
            "lattice-256-10",
            "cg-1000-100",
            "nbody-4096-1",
            "csr-50-1",
            "sum-10000000-1",
            "scan-10000000-1",
            "sort-10000000-1",
            "histogram-10000000-1");

    private static final List<String> LARGE = List.of(
            "heat-8192-10",
            "lattice-1024-10",
            "nbody-16384-1",
            "csr-100-1",
            "sum-100000000-1",
            "scan-100000000-1",
            "sort-100000000-1");

    private RivalSpeed() {}

    /**
     * Runs it on the space that the library takes by itself.
     *
     * @param args counterparts, each as {@code name=command}, such as {@code "JAX=python3 rivals.py jax"};
     *     {@code --only=regex} for the problems whose names match; {@code --large} for larger ones too, which fill a
     *     GPU
     */
    public static void main(String... args) throws IOException {
        List<String> problems = new ArrayList<>(SMALL);
        String[] others =
                Arrays.stream(args).filter(arg -> !arg.equals("--large")).toArray(String[]::new);
        if (others.length < args.length) {
            problems.addAll(LARGE);
        }
        try (ExecutionSpace space = ExecutionSpaces.open();
                Comparison table = new Comparison("Sporos", others)) {
            System.out.println("RivalSpeed on " + space.description());
            table.head();
            problems.stream().filter(table::has).forEach(problem -> row(table, space, problem));
        }
    }

    private static void row(Comparison table, ExecutionSpace space, String name) {
        String[] parts = name.split("-");
        int steps = Integer.parseInt(parts[2]);
        try (RivalProblem problem = RivalProblem.of(parts[0], Integer.parseInt(parts[1]), steps, space);
                ExecutableGraph exec = problem.graph().instantiate(space)) {
            exec.submit();
            table.check(name, problem.result(), parts[0].equals("nbody") ? OF_FLOATS : OF_DOUBLES);
            table.row(name, name, REPETITIONS, () -> Clock.total(space, exec) / steps);
        }
    }
}
