package org.sporos.host.task;

import java.util.ArrayList;
import java.util.List;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.internal.space.MemoryMeter;
import org.sporos.kernel.ir.ScratchLevel;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.view.Slice;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/**
 * The scratch memory of a team, reused for each league rank. Pieces are laid out as on a GPU: consecutively, each
 * aligned to its elements. The k-th request of every member returns the same piece.
 */
final class Scratch {
    private static final String LABEL = "scratch";

    /** The bits of a NaN for doubles and floats, and of odd numbers for all others. */
    private static final long UNEXPECTED = 0x7ff8_5bad_7ff8_5badL;

    private final ScratchLevel level;
    private final int limit;
    private final String node;
    private final boolean strict;
    private final List<Piece> pieces = new ArrayList<>();
    private long used;
    private int given;

    /**
     * @param policy the policy of the team, which states the number of bytes
     * @param strict whether to fill pieces with unexpected values, which expose missing initialisations, and to note
     *     accesses
     */
    Scratch(ScratchLevel level, TeamPolicy policy, String node, boolean strict) {
        this.level = level;
        this.limit = level.bytes(policy);
        this.node = node;
        this.strict = strict;
    }

    /** Releases the pieces of the previous league rank. */
    void begin() {
        used = 0;
        given = 0;
    }

    /** Returns the piece of a member's request: a view with elements of the type. */
    View piece(int rank, int request, ElementType type, int n) {
        if (rank == 0) {
            return give(type, n);
        }
        if (request >= given || pieces.get(request).type != type || pieces.get(request).n != n) {
            throw RunRefusal.ofCall(
                    "R307",
                    "in node " + Labels.quoted(node) + ", member " + rank + " asks for "
                            + level.request(n, type.javaName()) + " as its request " + (request + 1)
                            + ", and member 0 did not;"
                            + " all members of a team must ask for the same scratch in the same order");
        }
        return pieces.get(request).view;
    }

    private View give(ElementType type, int n) {
        count(type, n);
        if (given == pieces.size()) {
            pieces.add(new Piece(type, n, strict));
        } else if (!pieces.get(given).holds(type, n)) {
            pieces.set(given, new Piece(type, n, strict));
        }
        Piece piece = pieces.get(given++);
        piece.cut(n);
        if (strict) {
            piece.spoil();
        }
        return piece.view;
    }

    private void count(ElementType type, int n) {
        if (n < 0) {
            throw RunRefusal.ofCall("R306", "it " + level.negative(n));
        }
        long size = type.bytes();
        used = (used + size - 1) / size * size + n * size;
        if (used > limit) {
            throw RunRefusal.ofCall("R306", "it " + level.exceeded(used, limit));
        }
    }

    /** One piece: a view of the requested length over an array that may be longer. */
    private static final class Piece {
        final ElementType type;
        private final View whole;
        View view;
        int n;

        Piece(ElementType type, int n, boolean strict) {
            MemoryMeter meter = new MemoryMeter();
            this.type = type;
            this.n = n;
            this.whole = ViewSpec.of(type, n)
                    .over(LABEL, strict ? new NotedMemory(type, n, meter) : new OpenMemory(type, n, meter));
            this.view = whole;
        }

        boolean holds(ElementType wanted, int length) {
            return type == wanted && length <= whole.size();
        }

        void cut(int length) {
            if (length != n) {
                n = length;
                view = whole.subview(Slice.range(0, length));
            }
        }

        /** Sets elements to a value that no kernel expects. */
        void spoil() {
            HostMemorySpace.INSTANCE.fill(whole.region(), ElementValue.ofBits(type, UNEXPECTED));
        }
    }

    /** Scratch is accessed by kernels alone, so it is open. */
    private static final class OpenMemory extends ArrayAllocation {
        OpenMemory(ElementType type, int size, MemoryMeter meter) {
            super(LABEL, MemorySpace.host(), type, size, meter);
        }

        @Override
        public Object openArray() {
            return backingArray();
        }
    }

    /** Scratch whose accesses are noted. */
    static final class NotedMemory extends ArrayAllocation {
        NotedMemory(ElementType type, int size, MemoryMeter meter) {
            super(LABEL, MemorySpace.host(), type, size, meter);
        }

        @Override
        protected void check(String label, long index, AccessKind access) {
            StrictAccesses.note(this, label, index, access);
        }
    }
}
