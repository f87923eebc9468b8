package org.sporos.host.exec;

import java.util.HashMap;
import java.util.Map;
import org.sporos.plan.LaunchUnit;

/** The text that tells how a graph was prepared for host threads. */
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

    static String of(String graph, String space, Program program, Pace pace) {
        Map<LaunchUnit, Integer> firstStep = new HashMap<>();
        Map<LaunchUnit, String> chunks = new HashMap<>();
        for (int step = 0; step < program.size(); step++) {
            LaunchUnit unit = program.unit()[step];
            if (unit != null) {
                firstStep.putIfAbsent(unit, step);
                chunks.merge(unit, Integer.toString(program.chunks()[step]), (a, b) -> a + " + " + b);
            }
        }
        StringBuilder text = new StringBuilder();
        text.append("graph '").append(graph).append("' on ").append(space);
        text.append(": ").append(program.units().size()).append(" units; ").append(pace.describe());
        text.append('\n');
        for (LaunchUnit unit : program.units()) {
            byte kind = program.kind()[firstStep.get(unit)];
            text.append(unit).append(": ").append(KINDS[kind]);
            if (kind == StepKind.TASK) {
                String count = chunks.get(unit);
                text.append(" in ").append(count).append(count.equals("1") ? " chunk" : " chunks");
            }
            text.append('\n');
        }
        return text.toString();
    }
}
