package org.sporos.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.policy.Condition;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.Selector;
import org.sporos.policy.SingleBody;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementValue;
import org.sporos.space.Event;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/** What a node does, without a word of any backend. Immutable; {@code toString} is the short form that graphs print. */
public sealed interface Work {

    /** Nothing: the point where several nodes have ended. */
    record Join() implements Work {
        @Override
        public String toString() {
            return "whenAll";
        }
    }

    /**
     * A body called once per index of a policy.
     *
     * @param body the body interface that fits the policy
     */
    record ParallelFor(Policy policy, KernelBody body) implements Work {
        @Override
        public String toString() {
            return "parallelFor" + Text.of(policy);
        }
    }

    /** One or more reductions over the indexes of a policy. */
    record ParallelReduce(Policy policy, List<Reduction> reductions) implements Work {
        @Override
        public String toString() {
            return "parallelReduce" + Text.of(policy) + " " + reductions;
        }
    }

    /**
     * Prefix sums over the indexes of a range.
     *
     * @param contribution what each index adds
     * @param consumer what takes the sum of each index
     */
    record ParallelScan(Policy policy, KernelBody contribution, KernelBody consumer, Scan scan) implements Work {
        @Override
        public String toString() {
            return "parallelScan" + Text.of(policy) + " " + scan;
        }
    }

    /** One call on the device. */
    record Single(SingleBody body) implements Work {
        @Override
        public String toString() {
            return "then";
        }
    }

    /**
     * One call of any Java code on the CPU.
     *
     * @param accesses the views that it touches, as declared
     */
    record HostCall(List<Access> accesses, Runnable body) implements Work {
        @Override
        public String toString() {
            return "host";
        }
    }

    /** A copy of all elements of one view to another. */
    record DeepCopy(View to, View from) implements Work {
        @Override
        public String toString() {
            return "deepCopy " + Labels.quoted(from.label()) + " -> " + Labels.quoted(to.label());
        }
    }

    /**
     * One value for all elements of a view.
     *
     * @param value of the type of the view
     */
    record Fill(View view, ElementValue value) implements Work {
        @Override
        public String toString() {
            return "fill " + Labels.quoted(view.label());
        }
    }

    /** All nodes of another graph. */
    record SubGraph(Graph graph) implements Work {
        @Override
        public String toString() {
            return "graph " + Labels.quoted(graph.label());
        }
    }

    /** Calls that a capture describes. */
    record Captured(Capture capture) implements Work {
        @Override
        public String toString() {
            return "capture";
        }
    }

    /** One graph or another, by a condition that is evaluated on the device. */
    record If(Condition condition, Graph then, @Nullable Graph otherwise) implements Work {
        @Override
        public String toString() {
            return "if " + Labels.quoted(then.label()) + ""
                    + (otherwise == null ? "" : " else " + Labels.quoted(otherwise.label()));
        }
    }

    /**
     * A graph again and again while a condition holds, which is evaluated on the device before each pass.
     *
     * @param maxPasses more than these are a failure
     * @param passes takes the number of passes, if not null
     */
    record While(
            Condition condition,
            Graph body,
            int maxPasses,
            @Nullable IntView passes) implements Work {
        @Override
        public String toString() {
            return "while " + Labels.quoted(body.label()) + ""
                    + (maxPasses == Integer.MAX_VALUE ? "" : " at most " + maxPasses);
        }
    }

    /** One of several graphs, by an index that is evaluated on the device; none if it names none. */
    record Switch(Selector selector, List<Graph> cases) implements Work {
        @Override
        public String toString() {
            return "switch of " + cases.size();
        }
    }

    /** The beginning of memory that lives inside of the graph. */
    record Allocate(ViewSpec<?> spec, View view) implements Work {
        @Override
        public String toString() {
            return "allocate " + Labels.quoted(view.label());
        }
    }

    /** The end of memory that lives inside of the graph. */
    record Free(View view) implements Work {
        @Override
        public String toString() {
            return "free " + Labels.quoted(view.label());
        }
    }

    /** A record of an event. */
    record RecordEvent(Event event) implements Work {
        @Override
        public String toString() {
            return "record " + event;
        }
    }

    /** A wait for the last record of an event that was submitted before. */
    record AwaitEvent(Event event) implements Work {
        @Override
        public String toString() {
            return "await " + event;
        }
    }

    /** A rise of a semaphore to a value. */
    record SignalSemaphore(ExternalSemaphore semaphore, long value) implements Work {
        @Override
        public String toString() {
            return "signal " + semaphore + " " + value;
        }
    }

    /** A wait for a semaphore to have at least a value. */
    record WaitSemaphore(ExternalSemaphore semaphore, long value) implements Work {
        @Override
        public String toString() {
            return "wait " + semaphore + " " + value;
        }
    }
}
