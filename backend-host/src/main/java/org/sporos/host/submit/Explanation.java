package org.sporos.host.submit;

import java.util.function.IntFunction;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.task.RotateTask;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.plan.BufferAssignment;
import org.sporos.spi.LoweringContext;

/** The report of how a graph was lowered for host threads. */
final class Explanation {
    private static final String[] KINDS = {
        "nothing",
        "kernel",
        "host call on a worker",
        "choice",
        "loop",
        "",
        "",
        "",
        "allocation",
        "free",
        "record",
        "wait",
        "signal",
        "wait"
    };

    private Explanation() {}

    @SuppressWarnings("ReferenceEquality")
    static String of(
            String graph, String space, Program program, String tuner, String summary, IntFunction<String> bodies) {
        StringBuilder text = new StringBuilder();
        text.append("graph ").append(Labels.quoted(graph)).append(" on ").append(space);
        text.append(": ").append(program.units().size()).append(" units; ").append(tuner);
        BufferAssignment memory = program.memoryPlan();
        if (memory.buffers() > 0) {
            text.append("; memory of ")
                    .append(memory.bytes())
                    .append(" bytes in ")
                    .append(memory.buffers());
            text.append(memory.buffers() == 1 ? " place" : " places");
        }
        text.append('\n').append(summary);
        int step = 0;
        while (step < program.size()) {
            int next = step + 1;
            while (next < program.size() && program.unit()[next] == program.unit()[step]) {
                next++;
            }
            // Restored rings are listed by the plan.
            if (program.unit()[step] != null && !(program.task()[step] instanceof RotateTask)) {
                unit(text, program, step, next);
                text.append(bodies.apply(step)).append('\n');
            }
            step = next;
        }
        return text.toString();
    }

    /** Returns a line for each option without effect on host: kernels share memory and bits with the JVM. */
    static String ofIgnoredOptions(LoweringContext context) {
        StringBuilder text = new StringBuilder();
        if (context.option(BoundsChecks.class, BoundsChecks.ON) == BoundsChecks.OFF) {
            text.append("BoundsChecks.OFF is for GPUs: on host each index is checked that is not proven\n");
        }
        Arithmetic arithmetic = context.option(Arithmetic.class, Arithmetic.STRICT);
        if (arithmetic != Arithmetic.STRICT) {
            text.append("Arithmetic.").append(arithmetic).append(" is for GPUs: on host arithmetic is strict\n");
        }
        return text.toString();
    }

    /** Appends the line of the unit that owns the steps, one step for each phase. */
    private static void unit(StringBuilder text, Program program, int begin, int end) {
        byte kind = program.kind()[begin];
        text.append(program.unit()[begin]).append(": ").append(KINDS[kind]);
        if (kind == StepKind.ALLOCATE) {
            Allocation memory = program.memories().get(program.slot()[begin]).allocation();
            text.append(" of ").append(memory.bytes()).append(" bytes in place ");
            text.append(program.memoryPlan().buffer(memory));
        } else if (kind == StepKind.TASK) {
            int all = 0;
            for (int step = begin; step < end; step++) {
                text.append(step == begin ? " in " : " + ").append(program.chunks()[step]);
                all += program.chunks()[step];
            }
            text.append(all == 1 ? " chunk" : " chunks");
            text.append(", code: ").append(program.task()[begin].tier().word());
            String note = program.task()[begin].note();
            text.append(note.isEmpty() ? "" : "; ").append(note);
        }
    }
}
