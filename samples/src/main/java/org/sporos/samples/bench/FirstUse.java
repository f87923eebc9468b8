package org.sporos.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiationProgress;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.SampleStep;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Measures the time to the first result of a program, step by step, then that of further graphs. Each graph is new to
 * the process, except for the last, which has the text of the first. Samples follow, each with new memory every time.
 *
 * <p>On a GPU "native graph" includes the kernels of the library that the graph needs. With a filled cache "compile +
 * load" is the load of the module alone, so the difference is the compiler.
 */
public final class FirstUse {
    private static final int N = 1_000;
    private static final String CACHE = "sporos.cache";

    private FirstUse() {}

    /**
     * Runs it on the default space.
     *
     * @param args {@code --cold} for an empty cache of compiled kernels in a new folder; by default the user's cache,
     * filled by an earlier run; names of samples, such as {@code SedovBlast}, each six times
     */
    public static void main(String... args) throws IOException {
        Instant start = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
        Options options = new Options(args);
        if (options.has("cold")) {
            Path folder = Files.createTempDirectory("sporos-first-use");
            System.setProperty(CACHE, folder.toString());
        }
        long main = sinceStart(start);
        long begin = System.nanoTime();
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            double opened = millis(begin);
            try (DoubleView x = DoubleView.of("x", space, N);
                    DoubleView y = DoubleView.of("y", space, N)) {
                System.out.println("FirstUse on " + space.description() + ", " + String.join(" ", args));
                System.out.printf(Locale.ROOT, "%-34s %9d%n", "start of the JVM to main, ms", main);
                System.out.printf(Locale.ROOT, "%-34s %9.1f%n", "libraries and context, ms", opened);
                graph(space, "first", () -> loop("first", x));
                System.out.printf(Locale.ROOT, "%-34s %9d%n", "start of the JVM to first result", sinceStart(start));
                graph(
                        space,
                        "another loop",
                        () -> Graph.define("another", root -> {
                            root.thenParallelFor("another", RangePolicy.of(N), i -> x.set(i, 3 * x.get(i) + i));
                        }));
                graph(
                        space,
                        "two roots",
                        () -> Graph.define("wide", root -> {
                            root.thenParallelFor("left", RangePolicy.of(N), i -> x.set(i, 5 * x.get(i)));
                            root.thenParallelFor("right", RangePolicy.of(N / 2), i -> y.set(i, 7));
                        }));
                graph(space, "first again", () -> loop("first", x));
                for (String sample : options.words()) {
                    sample(space, sample);
                }
            }
        }
    }

    private static void sample(ExecutionSpace space, String name) {
        for (int k = 0; k < 6; k++) {
            try (SampleStep step = name.equals("SedovBlast")
                    ? SampleStep.blast(space, 10)
                    : Objects.requireNonNull(SampleStep.all(16).get(name), name).apply(space)) {
                graph(space, name + ", " + step.graph().nodes().size() + " nodes", step::graph);
            }
        }
    }

    private static Graph loop(String label, DoubleView x) {
        return Graph.define(label, root -> root.thenParallelFor(label, RangePolicy.of(N), i -> x.set(i, 2 * x.get(i))));
    }

    /** A graph definition with code of its own. */
    private interface Definition {
        Graph define();
    }

    private static void graph(ExecutionSpace space, String name, Definition definition) {
        Duration used = Turn.cpuTime();
        long begin = System.nanoTime();
        Graph graph = definition.define();
        double defined = millis(begin);
        Map<Step, Duration> begins = new EnumMap<>(Step.class);
        Duration[] compiled = {Duration.ZERO};
        try (ExecutableGraph exec = graph.instantiate(
                space,
                InstantiateOption.Merging.OFF,
                InstantiateOption.onProgress(news -> note(news, begins, compiled)))) {
            double instantiated = millis(begin);
            long submit = System.nanoTime();
            exec.submit();
            space.fence();
            System.out.printf(
                    Locale.ROOT,
                    "%s: %.1f ms in all (%d of processor time), define %.1f, %s, submit + fence %.1f%n",
                    name,
                    millis(begin),
                    Turn.cpuTime().minus(used).toMillis(),
                    defined,
                    steps(begins, compiled[0], instantiated - defined),
                    millis(submit));
        }
    }

    private static void note(InstantiationProgress news, Map<Step, Duration> begins, Duration[] compiled) {
        begins.putIfAbsent(news.step(), news.elapsed());
        if (news.step() == Step.COMPILE) {
            compiled[0] = news.elapsed();
        }
    }

    /** Returns the time of each step, from its start to that of the next; the native graph follows the compiler. */
    private static String steps(Map<Step, Duration> begins, Duration compiled, double all) {
        StringBuilder text = new StringBuilder();
        List<Map.Entry<Step, Duration>> steps = List.copyOf(begins.entrySet());
        for (int s = 0; s < steps.size(); s++) {
            Step step = steps.get(s).getKey();
            if (step == Step.READY) {
                continue;
            }
            double begin = steps.get(s).getValue().toNanos() * 1e-6;
            double end = s + 1 < steps.size() ? steps.get(s + 1).getValue().toNanos() * 1e-6 : all;
            if (step == Step.COMPILE) {
                double until = compiled.toNanos() * 1e-6;
                text.append(String.format(Locale.ROOT, "compile + load %.1f, native graph ", until - begin));
                begin = until;
            } else {
                text.append(step.name().toLowerCase(Locale.ROOT)).append(' ');
            }
            text.append(String.format(Locale.ROOT, "%.1f, ", end - begin));
        }
        return text.substring(0, Math.max(0, text.length() - 2));
    }

    private static long sinceStart(Instant start) {
        return Duration.between(start, Instant.now()).toMillis();
    }

    private static double millis(long begin) {
        return (System.nanoTime() - begin) * 1e-6;
    }
}
