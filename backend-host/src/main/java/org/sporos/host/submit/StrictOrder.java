package org.sporos.host.submit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunEffects;
import org.sporos.check.StreamRaces;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.MemoryEffect;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;

/**
 * Finds accesses of host code, and runs of other streams, that are unordered with a run of a strict space. A run is
 * covered once a fence, an await, an eager call or a close has waited for it or for a later operation: the order of
 * streams, executables and events is kept as vector clocks. The actual end of a run is irrelevant, so that a finding
 * does not depend on speed. Semaphores cover nothing. Thread-safe.
 */
final class StrictOrder {
    private final Map<ExecutionStream, VectorClock> streams = new HashMap<>();
    private final Map<RunEffects, VectorClock> executables = new HashMap<>();
    private final Map<Event, VectorClock> events = new WeakHashMap<>();
    private final VectorClock covered = new VectorClock();
    /** The last uncovered run of each executable on each stream. */
    private final Map<RunKey, Long> uncovered = new LinkedHashMap<>();

    /** The races of pairs of executables, as sentences. */
    private final Map<RunEffects, Map<RunEffects, Optional<String>>> races = new WeakHashMap<>();

    private long number;
    private volatile boolean anyUncovered;

    private record RunKey(RunEffects executable, ExecutionStream stream) {}

    /**
     * Records a run, and returns the point after it.
     *
     * @param executable the effects of the executable, which identify it
     */
    synchronized VectorClock submitted(Graph graph, RunEffects executable, ExecutionStream stream) {
        VectorClock clock = clock(streams.get(stream), executables.get(executable));
        clock.advance(stream, ++number);
        events(graph, clock, true);
        streams.put(stream, clock);
        executables.put(executable, clock);
        uncovered.put(new RunKey(executable, stream), number);
        anyUncovered = true;
        return clock;
    }

    /** Throws if a run on the stream would be in a race with an unordered run of another stream. */
    synchronized void requireOrdered(Graph graph, RunEffects executable, ExecutionStream stream) {
        VectorClock clock = clock(streams.get(stream), executables.get(executable));
        events(graph, clock, false);
        uncovered.forEach((run, its) -> {
            if (its > clock.of(run.stream)) {
                race(run.executable, executable).ifPresent(race -> {
                    throw new CodedStateException(
                            "S224",
                            "streams " + Labels.quoted(run.stream.label()) + " and " + Labels.quoted(stream.label())
                                    + " have no order: " + race + " Record an event in "
                                    + Labels.quoted(run.stream.label()) + " and await it in "
                                    + Labels.quoted(stream.label()) + ", call fence() between, or use one stream");
                });
            }
        });
    }

    private Optional<String> race(RunEffects one, RunEffects other) {
        if (one.relaxesRaces() || other.relaxesRaces()) {
            return Optional.empty();
        }
        return races.computeIfAbsent(one, of -> new WeakHashMap<>())
                .computeIfAbsent(other, of -> StreamRaces.between(one.graph(), other.graph()));
    }

    private VectorClock clock(@Nullable VectorClock... before) {
        VectorClock clock = new VectorClock();
        for (VectorClock each : before) {
            clock.join(each, covered);
        }
        return clock;
    }

    /** A run records events and waits for them in the order of the definition. */
    private void events(Graph graph, VectorClock clock, boolean isSubmitted) {
        for (Node node : graph.nodes()) {
            NodeEffects effects = node.effects();
            Graph inlined = node.work().inlined();
            if (effects.records() != null && isSubmitted) {
                events.put(effects.records(), clock);
            } else if (effects.awaits() != null) {
                clock.join(events.get(effects.awaits()), covered);
            } else if (inlined != null) {
                events(inlined, clock, isSubmitted);
            }
        }
    }

    /** Records that an event was recorded in a stream. */
    synchronized void recorded(Event event, ExecutionStream stream) {
        events.put(event, clock(streams.get(stream)));
    }

    /** Records that a stream waits for an event. */
    synchronized void awaited(Event event, ExecutionStream stream) {
        streams.put(stream, clock(streams.get(stream), events.get(event)));
    }

    /** Returns the point after all operations of a stream. */
    synchronized VectorClock after(ExecutionStream stream) {
        return clock(streams.get(stream));
    }

    /** Returns the point after all runs of an executable. */
    synchronized VectorClock after(RunEffects executable) {
        return clock(executables.get(executable));
    }

    /** Returns the point after all streams. */
    synchronized VectorClock afterAll() {
        return clock(streams.values().toArray(VectorClock[]::new));
    }

    /** Returns the point after the runs that an eager call waits for. */
    synchronized VectorClock after(EagerCall call) {
        VectorClock clock = new VectorClock();
        for (RunKey key : uncovered.keySet()) {
            if (key.executable.conflictsWith(call)) {
                clock.join(executables.get(key.executable), covered);
            }
        }
        return clock;
    }

    /** Records that host code has waited until a point. */
    synchronized void cover(VectorClock point) {
        covered.join(point, covered);
        uncovered.entrySet().removeIf(run -> run.getValue() <= covered.of(run.getKey().stream));
        anyUncovered = !uncovered.isEmpty();
    }

    /** Removes a closed executable. */
    synchronized void forget(RunEffects executable) {
        executables.remove(executable);
        races.remove(executable);
    }

    /** Removes a closed stream. */
    synchronized void forget(ExecutionStream stream) {
        streams.remove(stream);
        covered.forget(stream);
    }

    /** Throws S221 if an uncovered run touches an element. */
    void requireOrdered(MemoryEffect element) {
        RunEffects.Effect found = anyUncovered ? find(element) : null;
        if (found != null) {
            throw new CodedStateException(
                    "S221",
                    "host code " + (element.writes() ? "writes" : "reads")
                            + " an element of view "
                            + Labels.quoted(element.region().allocation().label()) + " which node "
                            + Labels.quoted(found.node().label()) + " ("
                            + found.node().where() + ") of graph "
                            + Labels.quoted(found.graph().label()) + " " + what(found)
                            + ": a run of it was submitted, and nothing has waited for it since; call fence() before, or copy the"
                            + " whole view by an eager call, which waits by itself");
        }
    }

    private static String what(RunEffects.Effect effect) {
        MemoryEffect memory = effect.memory();
        return memory == null ? "may touch, as it declares no accesses" : memory.writes() ? "writes" : "reads";
    }

    private synchronized RunEffects.@Nullable Effect find(MemoryEffect element) {
        for (RunKey key : uncovered.keySet()) {
            RunEffects.Effect found = key.executable.conflict(element);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
