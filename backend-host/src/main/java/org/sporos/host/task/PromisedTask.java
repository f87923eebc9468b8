package org.sporos.host.task;

import java.util.HashMap;
import java.util.Map;
import org.sporos.error.Labels;
import org.sporos.run.RunRefusal;
import org.sporos.view.IntView;

/** A task over an index set whose elements a view gives. Its first chunk checks that they are distinct, in each run. */
record PromisedTask(HostTask task, IntView elements) implements ForwardingTask {

    @Override
    public boolean isCutAs(HostTask other) {
        return task.isCutAs(other instanceof PromisedTask promised ? promised.task : other);
    }

    @Override
    public void run(int phase, int chunk) {
        if (phase == 0 && chunk == 0) {
            check();
        }
        task.run(phase, chunk);
    }

    private void check() {
        Map<Integer, Integer> first = new HashMap<>();
        for (int p = 0; p < (int) elements.size(); p++) {
            Integer before = first.putIfAbsent(elements.get(p), p);
            if (before != null) {
                throw broken(before, p);
            }
        }
    }

    /** It has no stack: no line of a kernel is to blame, and the thread may stand in a fence of the user's. */
    private IllegalStateException broken(int first, int second) {
        IllegalStateException broken = RunRefusal.ofCall(
                "R312",
                "view " + Labels.quoted(elements.label()) + " is promised to have distinct elements and has "
                        + elements.get(second) + " at positions " + first + " and " + second
                        + "; fill it with each index once, or run over its positions and use atomics");
        broken.setStackTrace(new StackTraceElement[0]);
        return broken;
    }
}
