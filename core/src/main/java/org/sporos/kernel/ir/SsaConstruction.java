package org.sporos.kernel.ir;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.HashBasedTable;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Table;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.Region.Value;

/**
 * SSA construction for variables assigned in blocks of a draft: a block with several reaching values gets an argument
 * (M. Braun and others, "Simple and Efficient Construction of Static Single Assignment Form", 2013). All edges and all
 * assignments precede the first read; an assignment precedes each read on every path. Not thread-safe.
 */
public final class SsaConstruction {
    private final ListMultimap<DraftBlock, Incoming> incoming = ArrayListMultimap.create();
    private final Table<DraftBlock, Variable, Value> atEnd = HashBasedTable.create();
    private final Table<DraftBlock, Variable, Value> atEntry = HashBasedTable.create();
    private final Set<DraftBlock> reached = new LinkedHashSet<>();
    private final Deque<Join> joins = new ArrayDeque<>();

    /** A variable, compared by identity. */
    public static final class Variable {
        private final Type type;
        private final String name;
        private final SourcePosition position;

        public Variable(Type type, String name, SourcePosition position) {
            this.type = type;
            this.name = name;
            this.position = position;
        }
    }

    private record Incoming(DraftBlock from, DraftEdge edge) {}

    /** An argument whose incoming edges are incomplete. */
    private record Join(DraftBlock block, Variable variable) {}

    public SsaConstruction(KernelEdit edit) {
        reached.addAll(edit.draft().body().blocks());
        for (DraftBlock block : reached) {
            for (DraftEdge edge : block.end().edges) {
                incoming.put(edge.target, new Incoming(block, edge));
            }
        }
    }

    /** Returns whether a block is reachable. */
    public boolean isReached(DraftBlock block) {
        return reached.contains(block);
    }

    /** Assigns a variable; the value holds at the end of the block. */
    public void assign(DraftBlock block, Variable variable, Value value) {
        atEnd.put(block, variable, value);
    }

    /** Returns the value of a variable at the entry of a block. */
    public Value atEntry(DraftBlock block, Variable variable) {
        Value value = reaching(block, variable);
        while (!joins.isEmpty()) {
            // First in, first out: the order of the arguments of each block.
            Join join = joins.remove();
            for (Incoming from : incoming.get(join.block)) {
                Value assigned = atEnd.get(from.from, join.variable);
                from.edge.arguments.add(assigned != null ? assigned : reaching(from.from, join.variable));
            }
        }
        return value;
    }

    private Value reaching(DraftBlock block, Variable variable) {
        DraftBlock at = block;
        @Nullable Value value = atEntry.get(at, variable);
        while (value == null) {
            List<Incoming> from = incoming.get(at);
            if (from.size() == 1) {
                at = from.get(0).from;
                value = atEnd.get(at, variable);
                value = value != null ? value : atEntry.get(at, variable);
            } else {
                Required.internal(from.isEmpty() ? null : at, "an assignment of " + variable.name);
                value = at.argument(variable.type, variable.name, variable.position);
                atEntry.put(at, variable, value);
                joins.add(new Join(at, variable));
            }
        }
        atEntry.put(block, variable, value);
        return value;
    }
}
