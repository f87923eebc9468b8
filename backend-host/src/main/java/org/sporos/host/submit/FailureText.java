package org.sporos.host.submit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.NodeFailure;
import org.sporos.backend.WorkItems;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.host.natives.ItemFailure;
import org.sporos.host.natives.MemberFailure;
import org.sporos.host.run.RunFailure;
import org.sporos.host.schedule.StepKind;
import org.sporos.internal.base.ThrownText;
import org.sporos.plan.LaunchUnit;

/** The message of a failed run: the code, the node, and the line of the kernel if the stack trace has it. */
public final class FailureText {
    static final String BOUNDS = "R301";
    static final String KERNEL = "R302";
    static final String HOST_NODE = "R303";
    static final String PASSES = "R304";
    static final String ALLOCATION = "R309";
    static final String UNTOLD = "R310";

    private FailureText() {}

    /** Returns the exception that a fence throws for a failure. */
    public static GraphRunException of(RunFailure failure) {
        LaunchUnit unit = failure.unit();
        Throwable cause = failure.cause();
        if (failure.isUntold()) {
            return untold(unit.graph().label(), cause);
        }
        if (cause instanceof MemberFailure of) {
            return of(RunFailure.of(
                    unit.members().get(of.member()), failure.kind(), Objects.requireNonNull(of.getCause())));
        }
        if (unit.isMerged()) {
            // A lack of memory and the like, not attributable to one member.
            return of(new RunFailure(unit.members().get(0), failure.kind(), cause, failure.limit()));
        }
        if (cause instanceof ItemFailure item) {
            RunFailure real = RunFailure.of(unit, failure.kind(), Objects.requireNonNull(item.getCause()));
            return of(real, WorkItems.describe(unit.work(), item.first(), item.second()));
        }
        return of(failure, "");
    }

    /** @param item the work item, as in {@code in work item 6}, or the empty string */
    private static GraphRunException of(RunFailure failure, String item) {
        LaunchUnit unit = failure.unit();
        Throwable cause = failure.cause();
        String graph = unit.graph().label();
        if (cause == null) {
            String what = "has made " + failure.limit() + (failure.limit() == 1 ? " iteration" : " iterations")
                    + " and its condition still holds; allow more in thenWhile, or make the loop converge";
            return GraphRunException.of(PASSES, graph, unit.node(), what, null);
        }
        if (failure.kind() == StepKind.ALLOCATE) {
            String what = "cannot allocate: " + ThrownText.message(cause);
            return GraphRunException.of(ALLOCATION, graph, unit.node(), what, cause);
        }
        return NodeFailure.of(code(unit, failure, cause), unit, cause, item);
    }

    private static GraphRunException untold(String graph, @Nullable Throwable cause) {
        String why = cause == null ? "" : ", by " + ThrownText.of(cause);
        String what = "and there was too little memory or stack to note in which node" + why
                + "; give the JVM more heap, or its threads more stack";
        return GraphRunException.ofRun(UNTOLD, graph, what, cause);
    }

    private static String code(LaunchUnit unit, RunFailure failure, Throwable cause) {
        if (failure.kind() == StepKind.HOST && unit.effects().agent() != Agent.LIBRARY) {
            return HOST_NODE;
        }
        return cause instanceof IndexOutOfBoundsException ? BOUNDS : KERNEL;
    }
}
