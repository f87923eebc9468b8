package org.sporos.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * A random sequence of operations on some memory that can be run in two ways: one after the other by plain loops, and
 * as a graph whose edges are just those that the operations' reads and writes demand, plus some at random. The
 * operations without bodies are those of {@link ProgramSteps}.
 */
final class Program {
    private final List<Step> steps;
    private final long edgeSeed;

    private Program(List<Step> steps, long edgeSeed) {
        this.steps = List.copyOf(steps);
        this.edgeSeed = edgeSeed;
    }

    /**
     * One operation.
     *
     * @param reads the resources that it reads
     * @param writes the resources that it writes
     * @param parts the resources of which it captures a part only
     * @param turns how often it turns each ring, as seen behind it
     * @param bodies the programs in it
     * @param again the same operation with other bodies
     */
    record Step(
            String text,
            BitSet reads,
            BitSet writes,
            BitSet parts,
            int[] turns,
            BiFunction<NodeRef, ProgramMemory, NodeRef> graph,
            Consumer<ProgramState> plain,
            List<Program> bodies,
            Function<List<Program>, Step> again) {

        static Step of(
                String text,
                BitSet reads,
                BitSet writes,
                BiFunction<NodeRef, ProgramMemory, NodeRef> graph,
                Consumer<ProgramState> plain) {
            int[] turns = new int[ProgramState.RINGS];
            return new Step(
                    text,
                    reads,
                    writes,
                    new BitSet(),
                    turns,
                    graph,
                    plain,
                    List.of(),
                    bodies -> of(text, reads, writes, graph, plain));
        }

        /** Returns a step around bodies, which touches what they touch and some resources more. */
        static Step around(
                String text,
                List<Program> bodies,
                BitSet reads,
                BitSet writes,
                BiFunction<NodeRef, ProgramMemory, NodeRef> graph,
                Consumer<ProgramState> plain,
                Function<List<Program>, Step> again) {
            BitSet parts = new BitSet();
            bodies.forEach(body -> {
                reads.or(body.union(Step::reads));
                writes.or(body.union(Step::writes));
                parts.or(body.union(Step::parts));
            });
            int[] turns = new int[ProgramState.RINGS];
            return new Step(text, reads, writes, parts, turns, graph, plain, bodies, again);
        }

        /** Returns a step around the bodies of a conditional, behind which the rings have the positions from before. */
        static Step conditional(
                String text,
                List<Program> bodies,
                BitSet reads,
                BitSet writes,
                BiFunction<NodeRef, ProgramMemory, NodeRef> graph,
                Consumer<ProgramState> plain,
                Function<List<Program>, Step> again) {
            return around(
                    text,
                    bodies,
                    reads,
                    writes,
                    graph,
                    state -> state.restoringRings(() -> plain.accept(state)),
                    again);
        }

        Step ofParts(int... resources) {
            return new Step(text, reads, writes, set(resources), turns, graph, plain, bodies, again);
        }

        Step turning(int[] rings) {
            return new Step(text, reads, writes, parts, rings, graph, plain, bodies, again);
        }

        /** Returns the steps that are one smaller inside. */
        Stream<Step> smaller() {
            return IntStream.range(0, bodies.size())
                    .boxed()
                    .flatMap(b -> bodies.get(b).smaller().map(body -> again.apply(replaced(bodies, b, body))));
        }
    }

    static BitSet set(int... members) {
        BitSet set = new BitSet();
        for (int member : members) {
            set.set(member);
        }
        return set;
    }

    static <T> List<T> replaced(List<T> list, int index, T by) {
        List<T> copy = new ArrayList<>(list);
        copy.set(index, by);
        return copy;
    }

    /** Returns a program that may do all that a graph can do. */
    static Program random(Random random, int length) {
        return random(random, length, 0);
    }

    private static Program random(Random random, int length, int depth) {
        return new Program(steps(random, length, depth, false), random.nextLong());
    }

    /** Returns a program that may be the body of a conditional. */
    private static Program body(Random random, int length, int depth) {
        return new Program(steps(random, length, depth, true), random.nextLong());
    }

    private static List<Step> steps(Random random, int length, int depth, boolean inBody) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            steps.add(step(random, depth, inBody));
        }
        return steps;
    }

    private static int turned(List<Step> steps, int ring) {
        return steps.stream().mapToInt(step -> step.turns()[ring]).sum();
    }

    private int[] turns() {
        int[] turns = new int[ProgramState.RINGS];
        Arrays.setAll(turns, ring -> turned(steps, ring));
        return turns;
    }

    private static Step step(Random random, int depth, boolean inBody) {
        int last = ProgramState.COUNTERS - 1;
        return switch (random.nextInt(depth < last ? 14 : 11)) {
            case 11 ->
                inBody
                        ? nested(body(random, 1 + random.nextInt(4), depth + 1))
                        : nested(random(random, 1 + random.nextInt(4), depth + 1));
            case 12 -> random.nextBoolean() ? branch(random, depth) : choice(random, depth);
            case 13 -> loop(random.nextInt(4), body(random, 1 + random.nextInt(3), depth + 1), depth);
            default -> ProgramSteps.random(random, inBody);
        };
    }

    Graph graph(String label, ProgramMemory memory) {
        return Graph.define(label, root -> build(root, memory));
    }

    void runPlainly(ProgramState state) {
        steps.forEach(step -> step.plain().accept(state));
    }

    /** Hangs each step on the last that wrote what it touches, and on those that read what it writes. */
    private void build(NodeRef root, ProgramMemory memory) {
        Random random = new Random(edgeSeed);
        NodeRef[] writer = new NodeRef[ProgramState.RESOURCES];
        List<List<NodeRef>> readers = new ArrayList<>();
        for (int r = 0; r < ProgramState.RESOURCES; r++) {
            readers.add(new ArrayList<>());
        }
        List<NodeRef> all = new ArrayList<>();
        for (Step step : steps) {
            Set<NodeRef> waits = new LinkedHashSet<>();
            step.reads().stream().filter(r -> writer[r] != null).forEach(r -> waits.add(writer[r]));
            step.writes().stream().forEach(r -> {
                if (writer[r] != null) {
                    waits.add(writer[r]);
                }
                waits.addAll(readers.get(r));
            });
            if (!all.isEmpty() && random.nextInt(4) == 0) {
                waits.add(all.get(random.nextInt(all.size())));
            }
            NodeRef after = waits.isEmpty() ? root : Graph.whenAll(waits);
            NodeRef node = step.graph().apply(after, memory);
            step.reads().stream().forEach(r -> readers.get(r).add(node));
            step.writes().stream().forEach(r -> {
                writer[r] = node;
                readers.get(r).clear();
            });
            all.add(node);
        }
    }

    private BitSet union(Function<Step, BitSet> of) {
        BitSet all = new BitSet();
        steps.forEach(step -> all.or(of.apply(step)));
        return all;
    }

    /** Returns the resources that are captured, and none of them by parts. */
    BitSet wholes() {
        BitSet wholes = union(Step::reads);
        wholes.or(union(Step::writes));
        wholes.andNot(union(Step::parts));
        return wholes;
    }

    /** Returns whether runs of both over the same rings are ordered: both use one, which one of them turns. */
    boolean isOrderedByRings(Program other) {
        BitSet mine = union(Step::reads);
        BitSet others = other.union(Step::reads);
        return IntStream.range(0, ProgramState.RINGS)
                .filter(r -> mine.get(ProgramState.RING + r) && others.get(ProgramState.RING + r))
                .anyMatch(r -> turns()[r] + other.turns()[r] > 0);
    }

    /** Returns the number of operations, with those of bodies. */
    int size() {
        return steps.stream()
                .mapToInt(step ->
                        1 + step.bodies().stream().mapToInt(Program::size).sum())
                .sum();
    }

    /** Returns programs with fewer operations: without some, with the bodies of one instead, or with smaller bodies. */
    Stream<Program> smaller() {
        Stream<List<Step>> fewer = IntStream.iterate(steps.size(), part -> part > 0, part -> part / 2)
                .boxed()
                .flatMap(part -> IntStream.iterate(0, from -> from < steps.size(), from -> from + part)
                        .mapToObj(from -> with(from, Math.min(steps.size(), from + part), List.of())));
        Stream<List<Step>> flat = IntStream.range(0, steps.size())
                .filter(i -> !steps.get(i).bodies().isEmpty())
                .mapToObj(i -> with(
                        i,
                        i + 1,
                        steps.get(i).bodies().stream()
                                .flatMap(body -> body.steps.stream())
                                .toList()));
        Stream<List<Step>> less = IntStream.range(0, steps.size())
                .boxed()
                .flatMap(i -> steps.get(i).smaller().map(step -> with(i, i + 1, List.of(step))));
        return Stream.of(fewer, flat, less).flatMap(all -> all).map(list -> new Program(list, edgeSeed));
    }

    private List<Step> with(int from, int to, List<Step> instead) {
        List<Step> copy = new ArrayList<>(steps);
        copy.subList(from, to).clear();
        copy.addAll(from, instead);
        return copy;
    }

    @Override
    public String toString() {
        return text("  ");
    }

    private String text(String indent) {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            text.append(indent).append(step.text()).append('\n');
            for (Program body : step.bodies()) {
                text.append(indent)
                        .append("{\n")
                        .append(body.text(indent + "  "))
                        .append(indent)
                        .append("}\n");
            }
        }
        return text.toString();
    }

    private static Step nested(Program inner) {
        return Step.around(
                        "nested",
                        List.of(inner),
                        set(),
                        set(),
                        (after, memory) -> after.thenGraph("nested", inner.graph("nested", memory)),
                        inner::runPlainly,
                        bodies -> nested(bodies.get(0)))
                .turning(inner.turns());
    }

    private static Step branch(Random random, int depth) {
        Program then = body(random, 1 + random.nextInt(3), depth + 1);
        Program otherwise = body(random, random.nextInt(3), depth + 1);
        int at = random.nextInt(ProgramState.SCALARS);
        return random.nextBoolean() ? branch(at, then, otherwise) : longBranch(at, then, otherwise);
    }

    private static Step branch(int scalar, Program then, Program otherwise) {
        return Step.conditional(
                "if scalar" + scalar + " > 10",
                List.of(then, otherwise),
                set(ProgramState.SCALAR + scalar),
                set(),
                (after, memory) -> {
                    DoubleView s = memory.scalars[scalar];
                    return after.thenIf(
                            "if", () -> s.get() > 10, then.graph("then", memory), otherwise.graph("else", memory));
                },
                state -> (state.scalars[scalar][0] > 10 ? then : otherwise).runPlainly(state),
                bodies -> branch(scalar, bodies.get(0), bodies.get(1)));
    }

    private static Step longBranch(int total, Program then, Program otherwise) {
        return Step.conditional(
                "if total" + total + " is even",
                List.of(then, otherwise),
                set(ProgramState.TOTAL + total),
                set(),
                (after, memory) -> {
                    LongView s = memory.totals[total];
                    return after.thenIf(
                            "if",
                            () -> (s.get() & 1) == 0,
                            then.graph("then", memory),
                            otherwise.graph("else", memory));
                },
                state -> ((state.totals[total][0] & 1) == 0 ? then : otherwise).runPlainly(state),
                bodies -> longBranch(total, bodies.get(0), bodies.get(1)));
    }

    private static Step choice(Random random, int depth) {
        List<Program> cases = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            cases.add(body(random, 1 + random.nextInt(3), depth + 1));
        }
        return choice(random.nextInt(ProgramState.TOTALS), cases);
    }

    private static Step choice(int total, List<Program> cases) {
        return Step.conditional(
                "switch total" + total + " % 4",
                cases,
                set(ProgramState.TOTAL + total),
                set(),
                (after, memory) -> {
                    LongView s = memory.totals[total];
                    Graph[] graphs =
                            cases.stream().map(c -> c.graph("case", memory)).toArray(Graph[]::new);
                    return after.thenSwitch("switch", () -> (int) s.get() % 4, graphs);
                },
                state -> {
                    int index = (int) state.totals[total][0] % 4;
                    if (index >= 0 && index < cases.size()) {
                        cases.get(index).runPlainly(state);
                    }
                },
                bodies -> choice(total, bodies));
    }

    /** Loops at one depth share a counter, which keeps them apart. */
    private static Step loop(int passes, Program body, int depth) {
        int counted = ProgramState.COUNTER + depth;
        return Step.conditional(
                "while " + passes + " times",
                List.of(body),
                set(counted),
                set(counted),
                (after, memory) -> {
                    IntView counter = memory.counters[depth];
                    Graph pass = Graph.define("pass", root -> {
                        root.thenGraph("body", body.graph("body", memory));
                        root.then("count", () -> counter.set(counter.get() + 1));
                    });
                    return after.thenFill("zero", counter, 0)
                            .thenWhile("while", () -> counter.get() < passes, pass, 10);
                },
                state -> {
                    for (int pass = 0; pass < passes; pass++) {
                        body.runPlainly(state);
                    }
                    state.counters[depth][0] = passes;
                },
                bodies -> loop(passes, bodies.get(0), depth));
    }
}
