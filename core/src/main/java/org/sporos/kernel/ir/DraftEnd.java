package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/** The end of a {@link DraftBlock}: a {@link Terminator} that passes can change. */
final class DraftEnd {

    enum Kind {
        JUMP,
        BRANCH,
        SWITCH,
        RETURN
    }

    /** An {@link Edge} that passes can change. */
    static final class DraftEdge {
        DraftBlock target;
        final List<Value> arguments;

        DraftEdge(DraftBlock target, List<? extends Value> arguments) {
            this.target = target;
            this.arguments = new ArrayList<>(arguments);
        }
    }

    final Kind kind;
    final @Nullable Value value;
    final List<Integer> keys;
    final SourcePosition position;
    final List<DraftEdge> edges = new ArrayList<>();
    Terminator.Hint hint = Terminator.Hint.NONE;

    DraftEnd(Kind kind, @Nullable Value value, List<Integer> keys, SourcePosition position) {
        this.kind = kind;
        this.value = value;
        this.keys = keys;
        this.position = position;
    }

    void add(DraftBlock target, List<? extends Value> arguments) {
        edges.add(new DraftEdge(target, arguments));
    }
}
