package org.sporos.host.task;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.RunRefusal;
import org.sporos.policy.IndexSet;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** Tasks that check at each run the declarations of their policies and bodies. */
final class RunChecks {
    private RunChecks() {}

    /** A strict space checks declared distinctness; dynamic bounds are checked on every space. */
    static HostTask ofPolicy(Policy policy, HostTask task, TaskContext context) {
        IndexSet set = policy instanceof RangePolicy range ? range.set() : null;
        IntView elements = ListedBody.elements(policy);
        if (context.strict() && set != null && elements != null && set.isPromised()) {
            return new Promised(task, elements);
        }
        RunRange range = RunRange.of(policy);
        return range.isDynamic() ? new Live(task, range) : task;
    }

    /** Returns a task with recorded accesses, if a body declares disjoint writes. */
    static HostTask ofWrites(HostTask task, List<ItemAccesses> accesses) {
        return accesses.isEmpty() ? task : new Distinct(task, accesses);
    }

    /**
     * A task over a range with dynamic bounds: fails after its first chunk if the bounds are outside of their limits.
     */
    private record Live(HostTask task, RunRange range) implements ForwardingTask {
        @Override
        public void run(int phase, int chunk) {
            task.run(phase, chunk);
            if (chunk == 0) {
                checkLast(phase);
            }
        }

        @Override
        public void run(int phase, int first, int count) {
            task.run(phase, first, count);
            if (first == 0) {
                checkLast(phase);
            }
        }

        @Override
        public void runAll(int phase) {
            task.runAll(phase);
            checkLast(phase);
        }

        /** In its last phase, so that reductions over no indexes have written their results. */
        private void checkLast(int phase) {
            if (phase == phases() - 1) {
                range.check();
            }
        }
    }

    /** A task over an index set with elements in a view. Its first chunk checks that they are distinct. */
    record Promised(HostTask task, IntView elements) implements ForwardingTask {
        @Override
        public boolean isCutAs(HostTask other) {
            return task.isCutAs(other instanceof Promised promised ? promised.task : other);
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

        /** Without a stack trace: no line of a kernel is at fault, and the thread may be in a user's fence. */
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

    /**
     * A task with bodies that declare disjoint writes: an additional first phase clears the accesses of the previous
     * run.
     */
    private record Distinct(HostTask task, List<ItemAccesses> accesses) implements ForwardingTask {
        @Override
        public int phases() {
            return task.phases() + 1;
        }

        @Override
        public int chunks(int phase) {
            return phase == 0 ? 1 : task.chunks(phase - 1);
        }

        @Override
        public boolean isWatched() {
            return true;
        }

        @Override
        public void run(int phase, int chunk) {
            if (phase == 0) {
                accesses.forEach(ItemAccesses::clear);
            } else {
                task.run(phase - 1, chunk);
            }
        }
    }
}
