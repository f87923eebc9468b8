package org.sporos.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.space.ExecutionSpace;

/** One piece of work in a graph, with its predecessors. Immutable; compared by identity. */
public final class Node {
    private final int id;
    private final String label;
    private final Work work;
    private final int priority;
    private final List<Node> predecessors;
    private final SourceLocation where;
    private final NodeEffects effects;
    private final KernelCall.@Nullable Role role;
    private final @Nullable ExecutionSpace space;

    /**
     * Retains the lists, which must be immutable.
     *
     * @param kernels the kernels of the work, not retained: large graphs use less memory without them
     * @param space the space that it runs on, or null
     */
    Node(
            int id,
            String label,
            Work work,
            int priority,
            List<KernelCall> kernels,
            List<Node> predecessors,
            SourceLocation where,
            @Nullable ExecutionSpace space) {
        this.id = id;
        this.label = label;
        this.work = work;
        this.priority = priority;
        this.predecessors = predecessors;
        this.where = where;
        this.space = space;
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

    /** Returns its work. */
    public Work work() {
        return work;
    }

    /** Returns its priority on the device: 0 is the default, and higher ones start first. */
    public int priority() {
        return priority;
    }

    /**
     * Returns the space that it runs on, as named by {@link NodeRef#on}, or null: then it runs where the node does that
     * holds its graph, or on the space of the instantiation.
     */
    public @Nullable ExecutionSpace space() {
        return space;
    }

    /** Returns the name of the space that it names, or the empty string. */
    public String spaceName() {
        return space == null ? "" : space.name();
    }

    /** Returns the effects of its work. */
    public NodeEffects effects() {
        return effects;
    }

    /** Returns the kernel bodies of its work. */
    public List<KernelCall> kernels() {
        return role == null ? List.of() : work.kernels();
    }

    /** Returns the role of its first kernel body, or null if it has none. */
    public KernelCall.@Nullable Role role() {
        return role;
    }

    /** Returns its predecessors, each once, in the order of definition. */
    public List<Node> predecessors() {
        return predecessors;
    }

    /**
     * Returns the line that defined it; for a join, the line of the node defined next. A lambda written as the argument
     * of a call may keep the line of that call even if its object is extracted from the node and passed to another one.
     */
    public SourceLocation where() {
        return where;
    }

    /** Returns one line, as in {@code #4 axpy parallelFor[0, 1048576)}. */
    @Override
    public String toString() {
        String where = space == null ? "" : " on " + space.name();
        return "#" + id + " " + Labels.shown(label) + " " + work + Tasks.shown(priority) + where;
    }
}
