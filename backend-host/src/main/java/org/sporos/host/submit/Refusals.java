package org.sporos.host.submit;

import org.sporos.host.threads.Worker;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.run.RunFrame;

/** Refuses calls inside of a run that would wait for that run. */
final class Refusals {

    /** True once a thread may have kept the frame of a run for lack of stack at its end. */
    static volatile boolean stranded;

    private Refusals() {}

    /** Throws if this thread runs a host node or a capture, or is a worker in a kernel. */
    static void inRun(String call) {
        if (stranded) {
            leaveFrame();
        }
        RunFrame.refuseInHostNode(call);
        if (Thread.currentThread() instanceof Worker) {
            throw RunRefusal.ofCall(
                    "R305",
                    "a kernel or capture must not call " + call
                            + ": it would wait for the graph that it is part of; do it after the graph");
        }
    }

    private static void leaveFrame() {
        RunFrame frame = RunFrame.current();
        if (frame != null && frame.isKernel() && !(Thread.currentThread() instanceof Worker)) {
            RunFrame.enter(null);
        }
    }
}
