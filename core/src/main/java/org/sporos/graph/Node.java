package org.sporos.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/**
 * One piece of work in a graph, with those that must end before it. Immutable; compared by identity.
 */
public final class Node {
    private final int id;
    private final String label;
    private final Work work;
    private final int priority;
    private final List<Node> predecessors;
    private final SourceLocation where;
    private final NodeEffects effects;
    private final KernelCall.@Nullable Role role;

    /**
     * Takes the lists as they are: they must be immutable ones.
     *
     * @param kernels those of the work, which are not kept: a graph of many nodes holds less memory without them
     */
    Node(
            int id,
            String label,
            Work work,
            int priority,
            List<KernelCall> kernels,
            List<Node> predecessors,
            SourceLocation where) {
        this.id = id;
        this.label = label;
        this.work = work;
        this.priority = priority;
        this.predecessors = predecessors;
        this.where = where;
        this.effects = work.effects();
        this.role = kernels.isEmpty() ? null : kernels.get(0).role();
    }

    /** Returns its position in the order of definition, which is a topological order. */
    public int id() {
        return id;
    }

    /** Returns its label. Labels need not be unique. */
    public String label() {
        return label;
    }

    /** Returns what it does. */
    public Work work() {
        return work;
    }

    /** Returns the priority of its kernels: 0 is the usual one, and higher ones go first. */
    public int priority() {
        return priority;
    }

    /** Returns the effects of its work. */
    public NodeEffects effects() {
        return effects;
    }

    /** Returns the kernel bodies of its work. */
    public List<KernelCall> kernels() {
        return role == null ? List.of() : work.kernels();
    }

    /** Returns the part that its first kernel body plays, or null if it calls none. */
    public KernelCall.@Nullable Role role() {
        return role;
    }

    /** Returns the nodes that must end before it starts, each once, in the order of definition. */
    public List<Node> predecessors() {
        return predecessors;
    }

    /**
     * Returns the line that defined it; of a join that of the node which was defined next. A lambda that is written as
     * the argument of a call may keep the line of that call where its object is taken out of the node and given to
     * another.
     */
    public SourceLocation where() {
        return where;
    }

    /** Returns one line, as in {@code #4 axpy parallelFor[0, 1048576)}. */
    @Override
    public String toString() {
        return "#" + id + " " + Labels.shown(label) + " " + work + (priority == 0 ? "" : " of priority " + priority);
    }
}
