package org.sporos.host.exec;

import org.sporos.space.RunFrame;

/** Refuses calls from within a run that would wait for that run. */
final class Refusals {

    private Refusals() {}

    /** Throws if this thread runs a host node, a capture or a kernel on a worker. */
    static void inRun(String call) {
        RunFrame.refuseInHostNode(call);
        if (Thread.currentThread() instanceof Worker) {
            throw new IllegalStateException("R305: a kernel or capture must not call " + call
                    + ": it would wait for the graph that it is part of; do it after the graph");
        }
    }
}
