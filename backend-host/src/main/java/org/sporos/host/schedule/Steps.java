package org.sporos.host.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.host.schedule.Control.Body;
import org.sporos.host.task.HostTask;
import org.sporos.host.task.RotateTask;
import org.sporos.internal.space.Allocation;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.Event;
import org.sporos.view.View;

/** The growable arrays of a program under construction. Used by one thread. */
public final class Steps {
    /** The slot of memory that the graph frees but has not allocated. */
    public static final int NO_SLOT = -1;

    private static final Object NOTHING = new Object();
    private static final HostTask NO_TASK = new NoTask();

    private int size;
    private byte[] kind = new byte[16];
    private int[] chunks = new int[16];
    private int[] phase = new int[16];
    private int[] slot = new int[16];
    private HostTask[] task = new HostTask[16];
    private Object[] extra = new Object[16];
    private @Nullable LaunchUnit[] unit = new LaunchUnit[16];

    private int edges;
    private int[] from = new int[16];
    private int[] to = new int[16];
    private final BitSet alignedEdges = new BitSet();

    private final List<Integer> tickets = new ArrayList<>();
    private final List<Integer> waiting = new ArrayList<>();
    private final List<View> memories = new ArrayList<>();
    private final IdentityHashMap<Allocation, Integer> memorySlots = new IdentityHashMap<>();
    private int loops;

    int size() {
        return size;
    }

    int add(byte stepKind, @Nullable LaunchUnit of, @Nullable Object with) {
        if (size == kind.length) {
            grow();
        }
        kind[size] = stepKind;
        chunks[size] = 1;
        task[size] = NO_TASK;
        extra[size] = with == null ? NOTHING : with;
        unit[size] = of;
        return size++;
    }

    void task(byte stepKind, LaunchUnit of, HostTask does, int part) {
        int step = add(stepKind, of, null);
        task[step] = does;
        phase[step] = part;
        chunks[step] = does.chunks(part);
        if (stepKind == StepKind.HOST) {
            addWaiting(step);
        }
    }

    void event(byte stepKind, LaunchUnit of, Event event) {
        int step = add(stepKind, of, new EventUse(event, tickets.size()));
        tickets.add(step);
        if (stepKind == StepKind.AWAIT) {
            addWaiting(step);
        }
    }

    void semaphore(byte stepKind, LaunchUnit of) {
        int step = add(stepKind, of, of.work());
        if (stepKind == StepKind.WAIT) {
            addWaiting(step);
        }
    }

    private void addWaiting(int step) {
        slot[step] = waiting.size();
        waiting.add(step);
    }

    void allocate(LaunchUnit of, View view) {
        int step = add(StepKind.ALLOCATE, of, view);
        // A graph that is nested twice allocates the same view twice.
        slot[step] = memorySlots.computeIfAbsent(view.allocation(), memory -> {
            memories.add(view);
            return memories.size() - 1;
        });
    }

    void free(LaunchUnit of, View view) {
        int step = add(StepKind.FREE, of, view);
        slot[step] = memorySlots.getOrDefault(view.allocation(), NO_SLOT);
    }

    void loop(LaunchUnit of) {
        int step = add(StepKind.LOOP, of, null);
        slot[step] = loops++;
    }

    boolean isControl(int step) {
        return kind[step] == StepKind.BRANCH || kind[step] == StepKind.LOOP;
    }

    void extra(int step, Object with) {
        extra[step] = with;
    }

    /** Returns the tasks after a loop step that restore the positions of rings. */
    List<RotateTask> rotations(LaunchUnit loop, int control) {
        return IntStream.range(control, size)
                .takeWhile(step -> unit[step] == loop)
                .filter(step -> phase[step] == 0 && task[step] instanceof RotateTask)
                .mapToObj(step -> (RotateTask) task[step])
                .toList();
    }

    void edge(int before, int after) {
        if (edges == from.length) {
            from = Arrays.copyOf(from, 2 * edges);
            to = Arrays.copyOf(to, 2 * edges);
        }
        from[edges] = before;
        to[edges++] = after;
    }

    /** Adds an edge: chunk by chunk if both steps have the same chunks, else between whole steps. */
    void pointwiseEdge(int before, int after) {
        if (task[before].isCutAs(task[after])) {
            alignedEdges.set(edges);
        }
        edge(before, after);
    }

    Program program(Body main, int serialStep, List<LaunchUnit> units, BufferAssignment memoryPlan) {
        int[] waits = new int[size];
        int[] first = new int[size + 1];
        for (int e = 0; e < edges; e++) {
            waits[to[e]]++;
            first[from[e] + 1]++;
        }
        for (int s = 0; s < size; s++) {
            waits[s] = Math.max(1, waits[s]);
            first[s + 1] += first[s];
        }
        int[] successors = new int[edges];
        boolean[] aligned = new boolean[edges];
        int[] next = first.clone();
        for (int e = 0; e < edges; e++) {
            int index = next[from[e]]++;
            successors[index] = to[e];
            aligned[index] = alignedEdges.get(e);
        }
        return new Program(
                Arrays.copyOf(kind, size),
                Arrays.copyOf(chunks, size),
                Arrays.copyOf(phase, size),
                Arrays.copyOf(task, size),
                Arrays.copyOf(extra, size),
                Arrays.copyOf(unit, size),
                waits,
                first,
                successors,
                aligned,
                Arrays.copyOf(slot, size),
                main,
                serialStep,
                array(tickets),
                array(waiting),
                List.copyOf(memories),
                memoryPlan,
                loops,
                none(StepKind.HOST) && none(StepKind.AWAIT) && none(StepKind.WAIT),
                isChain(first, waits),
                !none(StepKind.HOST),
                List.copyOf(units));
    }

    private boolean none(byte wanted) {
        int s = 0;
        while (s < size && kind[s] != wanted) {
            s++;
        }
        return s == size;
    }

    private boolean isChain(int[] first, int[] waits) {
        boolean isChain = true;
        for (int s = 0; isChain && s < size; s++) {
            isChain = chunks[s] == 1 && first[s + 1] - first[s] <= 1 && waits[s] == 1;
        }
        return isChain;
    }

    private static int[] array(List<Integer> list) {
        int[] array = new int[list.size()];
        for (int k = 0; k < array.length; k++) {
            array[k] = list.get(k);
        }
        return array;
    }

    private void grow() {
        int capacity = 2 * size;
        kind = Arrays.copyOf(kind, capacity);
        chunks = Arrays.copyOf(chunks, capacity);
        phase = Arrays.copyOf(phase, capacity);
        slot = Arrays.copyOf(slot, capacity);
        task = Arrays.copyOf(task, capacity);
        extra = Arrays.copyOf(extra, capacity);
        unit = Arrays.copyOf(unit, capacity);
    }

    /** The task of steps without one. */
    private static final class NoTask implements HostTask {
        @Override
        public void run(int phase, int chunk) {}
    }
}
