package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.NodeTasks;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.View;
import org.sporos.view.Views;

/**
 * A random sequence of actions on several executables, streams and memories, against plain loops: submits, eager calls,
 * fences, closes, rebinding, updates, params and turns. Runs that touch the same memory have an order by the memory
 * model, or get one by a fence or an event. A failing session is made smaller by leaving out actions and operations.
 */
public final class ProgramSession {
    private static final int MEMORIES = 2;
    private static final int EXECUTABLES = 3;
    private static final int STREAMS = 3;
    private static final int PROGRAMS = 3;
    /** How often a smaller session is tried, as some failures depend on timing. */
    private static final int TRIES = 3;

    private static final Pattern CODE = Pattern.compile("\\b([A-Z][0-9]{3}): ");
    private static final Pattern COMPARED = Pattern.compile("\\[([a-z ]+)");

    private final List<Program> programs;
    private final List<Action> actions;

    private ProgramSession(List<Program> programs, List<Action> actions) {
        this.programs = List.copyOf(programs);
        this.actions = List.copyOf(actions);
    }

    private enum Kind {
        SUBMIT,
        FENCE,
        REPLACE,
        REBIND,
        UPDATE,
        RENEW,
        EAGER,
        CALL,
        PARAM,
        ADVANCE,
        STREAM,
        PROFILE,
        CHECK
    }

    /** One action; what the numbers mean depends on the kind. */
    private record Action(Kind kind, int executable, int memory, int stream, int program, int number, Program calls) {
        static Action random(Random random) {
            Kind kind = random.nextInt(3) > 0 ? Kind.SUBMIT : Kind.values()[random.nextInt(Kind.values().length)];
            Program calls = Program.random(random, kind == Kind.EAGER ? 1 + random.nextInt(2) : 0);
            return new Action(
                    kind,
                    random.nextInt(EXECUTABLES),
                    random.nextInt(MEMORIES),
                    random.nextInt(STREAMS),
                    random.nextInt(PROGRAMS),
                    random.nextInt(),
                    calls);
        }

        Stream<Action> smaller() {
            return calls.smaller().map(less -> new Action(kind, executable, memory, stream, program, number, less));
        }

        @Override
        public String toString() {
            return switch (kind) {
                case SUBMIT -> "submit e" + executable + " to stream " + stream;
                case FENCE -> "fence of stream " + stream;
                case REPLACE -> "close e" + executable + ", which becomes program " + program + " on memory " + memory;
                case REBIND -> "rebind e" + executable + " to memory " + memory + ", of bits " + number;
                case UPDATE -> "update e" + executable + " to program " + program + " on memory " + memory;
                case RENEW -> "close memory " + memory + " and its executables, make it anew, call " + number;
                case EAGER -> "eager calls on memory " + memory + ", stream " + stream + "\n" + calls;
                case CALL -> "waiting call " + number + " on memory " + memory;
                case PARAM -> "param of memory " + memory + " becomes " + number;
                case ADVANCE -> "turn ring" + (number & 1) + " of memory " + memory;
                case STREAM -> "close stream " + stream + ", make it anew";
                case PROFILE -> "profile e" + executable;
                case CHECK -> "check memory " + memory;
            };
        }
    }

    private static ProgramSession random(long seed) {
        Random random = new Random(seed);
        List<Program> programs = new ArrayList<>();
        for (int p = 0; p < PROGRAMS; p++) {
            programs.add(Program.random(random, 1 + random.nextInt(10)));
        }
        List<Action> actions = new ArrayList<>();
        for (int k = 10 + random.nextInt(30); k > 0; k--) {
            actions.add(Action.random(random));
        }
        return new ProgramSession(programs, actions);
    }

    /**
     * Plays the session of a seed.
     *
     * @param known kinds of failures that need no smaller session
     * @param millis how long a failing session may be made smaller
     * @return null, or the kind of the failure, a line break, and the smallest session found
     */
    public static @Nullable String failure(ExecutionSpace space, long seed, Set<String> known, long millis) {
        ProgramSession session = random(seed);
        Throwable thrown = session.play(space);
        if (thrown == null) {
            return null;
        }
        String kind = kind(thrown);
        if (known.contains(kind)) {
            return kind;
        }
        long end = System.nanoTime() + millis * 1_000_000;
        Throwable[] last = {thrown};
        ProgramSession least = session.least(
                smaller -> {
                    Throwable again = smaller.failure(space, kind);
                    last[0] = again == null ? last[0] : again;
                    return again != null;
                },
                end);
        StringBuilder text =
                new StringBuilder(kind).append('\n').append(last[0]).append('\n');
        Arrays.stream(last[0].getStackTrace())
                .filter(at -> at.getClassName().startsWith("org.sporos."))
                .forEach(at -> text.append("    at ").append(at).append('\n'));
        return text.append(least).toString();
    }

    /** Returns what failures of one cause have in common: a code, the memory that differs, or a class and a place. */
    private static String kind(Throwable thrown) {
        String text = String.valueOf(thrown.getMessage());
        Matcher code = CODE.matcher(text);
        if (code.find()) {
            return code.group(1);
        }
        Matcher compared = COMPARED.matcher(text);
        if (compared.find() && thrown instanceof AssertionError) {
            return "other bits in " + compared.group(1).trim();
        }
        return thrown.getClass().getName()
                + Arrays.stream(thrown.getStackTrace())
                        .filter(at -> at.getClassName().startsWith("org.sporos."))
                        .findFirst()
                        .map(at -> " at " + at)
                        .orElse("");
    }

    /** Returns the failure of one kind, or null where some tries give none or another. */
    private @Nullable Throwable failure(ExecutionSpace space, String kind) {
        for (int k = 0; k < TRIES; k++) {
            Throwable thrown = play(space);
            if (thrown != null) {
                return kind(thrown).equals(kind) ? thrown : null;
            }
        }
        return null;
    }

    /** Returns the smallest session that still fails, by steps that leave out one action or operation. */
    private ProgramSession least(Predicate<ProgramSession> fails, long end) {
        ProgramSession least = this;
        List<ProgramSession> all = smaller().toList();
        boolean found = false;
        for (int at = 0; System.nanoTime() < end; ) {
            if (at == all.size()) {
                if (!found) {
                    return least;
                }
                found = false;
                at = 0;
            } else if (all.get(at).size() < least.size() && fails.test(all.get(at))) {
                // What stood behind the part that is gone has its number now.
                found = true;
                least = all.get(at);
                all = least.smaller().toList();
                at = Math.min(at, all.size());
            } else {
                at++;
            }
        }
        return least;
    }

    private int size() {
        return actions.size()
                + actions.stream().mapToInt(action -> action.calls().size()).sum()
                + programs.stream().mapToInt(Program::size).sum();
    }

    /** First without half of the actions, a quarter and so on, then with smaller programs. */
    private Stream<ProgramSession> smaller() {
        Stream<ProgramSession> fewer = IntStream.iterate(actions.size() / 2, part -> part > 0, part -> part / 2)
                .boxed()
                .flatMap(part -> IntStream.iterate(0, from -> from < actions.size(), from -> from + part)
                        .mapToObj(from -> without(from, Math.min(actions.size(), from + part))));
        Stream<ProgramSession> empty = IntStream.range(0, programs.size())
                .mapToObj(p ->
                        new ProgramSession(Program.replaced(programs, p, Program.random(new Random(0), 0)), actions));
        Stream<ProgramSession> less = IntStream.range(0, programs.size())
                .boxed()
                .flatMap(p -> programs.get(p)
                        .smaller()
                        .map(program -> new ProgramSession(Program.replaced(programs, p, program), actions)));
        Stream<ProgramSession> calls = IntStream.range(0, actions.size())
                .boxed()
                .flatMap(a -> actions.get(a)
                        .smaller()
                        .map(action -> new ProgramSession(programs, Program.replaced(actions, a, action))));
        return Stream.of(empty, fewer, less, calls).flatMap(all -> all);
    }

    private ProgramSession without(int from, int to) {
        List<Action> left = new ArrayList<>(actions);
        left.subList(from, to).clear();
        return new ProgramSession(programs, left);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int p = 0; p < programs.size(); p++) {
            text.append("program ").append(p).append(":\n").append(programs.get(p));
        }
        text.append("e0 is program 0 on memory 0, e1 program 1 on memory 1, e2 program 2 on memory 0\n");
        actions.forEach(action -> text.append(action).append('\n'));
        return text.toString();
    }

    /** Returns what went wrong. */
    private @Nullable Throwable play(ExecutionSpace space) {
        Throwable thrown = null;
        Play play = new Play(space);
        try {
            play.begin();
            for (Action action : actions) {
                play.act(action);
            }
            play.checkAll();
        } catch (Exception | AssertionError | StackOverflowError e) {
            thrown = e;
        }
        try {
            play.close();
        } catch (Exception | AssertionError e) {
            thrown = thrown == null ? e : thrown;
        }
        return thrown;
    }

    /** An executable, and what it works on. */
    private record Bound(ExecutableGraph exec, Program program, int memory, ProgramState state, Set<Integer> touched) {
        Last in(int stream) {
            return new Last(exec, program, memory, stream);
        }
    }

    /**
     * The last run that touches a memory: those before are ordered with it.
     *
     * @param rings the memory whose rings it uses
     */
    private record Last(Object executable, Program program, int rings, int stream) {
        boolean isOrderedWith(Last next) {
            return executable == next.executable
                    || stream == next.stream
                    || rings == next.rings && program.isOrderedByRings(next.program);
        }
    }

    private final class Play implements AutoCloseable {
        private final ExecutionSpace space;
        private final ProgramMemory[] memories = new ProgramMemory[MEMORIES];
        private final ProgramState[] states = new ProgramState[MEMORIES];
        private final Last[] last = new Last[MEMORIES];
        private final Bound[] bound = new Bound[EXECUTABLES];
        private final ExecutionStream[] streams = new ExecutionStream[STREAMS];

        Play(ExecutionSpace space) {
            this.space = space;
        }

        void begin() {
            for (int m = 0; m < MEMORIES; m++) {
                memories[m] = new ProgramMemory(space);
                states[m] = new ProgramState();
            }
            for (int s = 1; s < STREAMS; s++) {
                streams[s] = space.stream("stream " + s);
            }
            for (int e = 0; e < EXECUTABLES; e++) {
                bound[e] = made(e % PROGRAMS, e % MEMORIES);
            }
        }

        private Bound made(int p, int memory) {
            Program program = programs.get(p);
            ExecutableGraph exec =
                    program.graph("program " + p, memories[memory]).instantiate(space);
            return new Bound(exec, program, memory, states[memory].bindable(), new LinkedHashSet<>(List.of(memory)));
        }

        void act(Action action) {
            Bound one = bound[action.executable()];
            int m = action.memory();
            switch (action.kind()) {
                case SUBMIT -> submit(one, action.stream(), action.number());
                case FENCE -> fence(action.stream());
                case REPLACE -> {
                    close(one);
                    bound[action.executable()] = made(action.program(), m);
                }
                case REBIND -> bound[action.executable()] = rebound(one, m, action.number());
                case UPDATE -> bound[action.executable()] = updated(one, action.program(), m);
                case RENEW -> renew(m, action.number());
                case EAGER -> eager(m, action);
                case CALL -> call(m, action.number());
                case PARAM -> {
                    memories[m].factor.set(action.number());
                    states[m].factor[0] = action.number();
                }
                case ADVANCE -> {
                    memories[m].rings.get(action.number() & 1).advance();
                    states[m].rings[action.number() & 1].turn();
                }
                case STREAM -> {
                    int s = Math.max(1, action.stream());
                    streams[s].close();
                    forget(run -> run.stream() == s);
                    streams[s] = space.stream("stream " + s);
                }
                case PROFILE -> profile(one, 1 + (action.number() & 1));
                case CHECK -> memories[m].requireEqual(states[m], "memory " + m);
            }
        }

        private void submit(Bound one, int stream, int number) {
            order(one.touched(), one.in(stream), number);
            if ((number & 7) == 0) {
                var tracked =
                        stream == 0 ? one.exec().submitTracked() : one.exec().submitTracked(streams[stream]);
                one.program().runPlainly(one.state());
                if ((number & 8) == 0) {
                    tracked.await();
                }
                return;
            }
            if (stream == 0) {
                one.exec().submit();
            } else {
                one.exec().submit(streams[stream]);
            }
            one.program().runPlainly(one.state());
        }

        /** Has a run come after those that touch the same memory, where nothing else orders them. */
        private void order(Set<Integer> touched, Last next, int number) {
            for (int m : touched) {
                Last before = last[m];
                boolean isOrdered = before == null || before.isOrderedWith(next);
                if (!isOrdered && (number & 16) == 0) {
                    fence(before.stream());
                } else if (!isOrdered) {
                    Event event = Event.of("event");
                    stream(before.stream()).record(event);
                    stream(next.stream()).await(event);
                }
            }
            touched.forEach(m -> last[m] = next);
        }

        private ExecutionStream stream(int stream) {
            return stream == 0 ? space.defaultStream() : streams[stream];
        }

        private void forget(Predicate<Last> ended) {
            for (int m = 0; m < MEMORIES; m++) {
                if (last[m] != null && ended.test(last[m])) {
                    last[m] = null;
                }
            }
        }

        private void fence(int stream) {
            if (stream == 0) {
                space.fence();
                forget(run -> true);
            } else {
                streams[stream].fence();
                forget(run -> run.stream() == stream);
            }
        }

        private void close(Bound one) {
            one.exec().close();
            forget(run -> run.executable() == one.exec());
        }

        private Bound rebound(Bound one, int other, int bits) {
            ProgramState state = states[one.memory()].bindable();
            Map<View, View> others = new HashMap<>();
            Set<Integer> touched = new LinkedHashSet<>(List.of(one.memory()));
            BitSet wholes = one.program().wholes();
            for (int r = 0; r < ProgramState.BINDABLE; r++) {
                if (wholes.get(r)) {
                    int chosen = (bits >>> r & 1) == 0 ? one.memory() : other;
                    others.put(memories[one.memory()].view(r), memories[chosen].view(r));
                    state.bind(r, states[chosen]);
                    touched.add(chosen);
                }
            }
            one.exec().rebind(others);
            return new Bound(one.exec(), one.program(), one.memory(), state, touched);
        }

        private Bound updated(Bound one, int p, int memory) {
            Program program = programs.get(p);
            var result = one.exec().update(program.graph("program " + p, memories[memory]));
            if (program == one.program()) {
                assertThat(result.isDone())
                        .as("update to the same program: %s", result)
                        .isTrue();
            }
            Set<Integer> touched = new LinkedHashSet<>(List.of(memory));
            return result.isDone() ? new Bound(one.exec(), program, memory, states[memory].bindable(), touched) : one;
        }

        /** The new memory may be where the old one was, which is why nothing may still run there. */
        private void renew(int m, int number) {
            List<Integer> users = IntStream.range(0, EXECUTABLES)
                    .filter(e -> bound[e].touched().contains(m))
                    .boxed()
                    .toList();
            ProgramMemory old = memories[m];
            if ((number & 1) == 0) {
                old.close();
            }
            users.forEach(e -> close(bound[e]));
            old.close();
            last[m] = null;
            memories[m] = new ProgramMemory(space);
            states[m] = new ProgramState();
            call(m, number >>> 1);
            for (int e : users) {
                int p = programs.indexOf(bound[e].program());
                bound[e] = made(p, m);
            }
        }

        private void eager(int m, Action action) {
            // Each call is a run of its own, so the rings of all of them order nothing.
            order(Set.of(m), new Last(action, action.calls(), -1, action.stream()), action.number());
            NodeTasks.of(action.calls().graph("eager", memories[m])).forEach(task -> {
                if (action.stream() == 0) {
                    space.submit(task);
                } else {
                    streams[action.stream()].submit(task);
                }
            });
            action.calls().runPlainly(states[m]);
        }

        private void call(int m, int number) {
            int to = Math.floorMod(number >> 4, ProgramState.LONGS);
            int from = (to + 1) % ProgramState.LONGS;
            ProgramMemory memory = memories[m];
            ProgramState state = states[m];
            switch (number & 7) {
                case 0 -> {
                    Views.fill(memory.longs[to], number);
                    Arrays.fill(state.longs[to], number);
                }
                case 1 -> {
                    Views.deepCopy(memory.longs[to], memories[1 - m].longs[from]);
                    System.arraycopy(states[1 - m].longs[from], 0, state.longs[to], 0, ProgramState.N);
                }
                case 2 -> {
                    long[] values = new Random(number).longs(ProgramState.N).toArray();
                    memory.longs[to].assign(values);
                    System.arraycopy(values, 0, state.longs[to], 0, ProgramState.N);
                }
                case 3 -> {
                    Views.deepCopy(memory.rings.get(0).level(1), memory.longs[from]);
                    System.arraycopy(state.longs[from], 0, state.rings[0].level(1), 0, ProgramState.N);
                }
                case 4 -> ProgramMemory.requireEqual("longs", state.longs[to], memory.longs[to].toArray());
                case 5 -> ProgramMemory.requireEqual("array", state.arrays[to], memory.arrays[to].toArray());
                case 6 -> ProgramMemory.requireEqual("total", state.totals[to], memory.totals[to].toArray());
                default ->
                    ProgramMemory.requireEqual(
                            "level",
                            state.rings[0].level(0),
                            memory.rings.get(0).level(0).toArray());
            }
        }

        private void profile(Bound one, int runs) {
            order(one.touched(), one.in(0), 0);
            assertThat(one.exec().profile(runs).recordedRuns()).isNotNull();
            for (int run = 0; run < runs; run++) {
                one.program().runPlainly(one.state());
            }
        }

        void checkAll() {
            for (int m = 0; m < MEMORIES; m++) {
                memories[m].requireEqual(states[m], "memory " + m);
            }
            space.fence();
        }

        @Override
        public void close() {
            List<AutoCloseable> all = new ArrayList<>();
            Arrays.stream(bound).filter(Objects::nonNull).forEach(one -> all.add(one.exec()));
            all.addAll(Arrays.asList(streams));
            all.addAll(Arrays.asList(memories));
            all.add(space::fence);
            RuntimeException thrown = null;
            for (AutoCloseable each : all) {
                try {
                    if (each != null) {
                        each.close();
                    }
                } catch (Exception e) {
                    thrown = e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
                }
            }
            if (thrown != null) {
                throw thrown;
            }
        }
    }
}
