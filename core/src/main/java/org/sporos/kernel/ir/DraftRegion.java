package org.sporos.kernel.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** A {@link Region} while it is made: its entry and all blocks that can be reached from it. Not thread-safe. */
public final class DraftRegion {
    private final KernelBuilder kernel;
    private final DraftBlock entry;
    private final Type result;

    DraftRegion(KernelBuilder kernel, Type result) {
        this.kernel = kernel;
        this.entry = new DraftBlock(kernel);
        this.result = result;
    }

    /** Returns the entry; its arguments are those of the region. */
    public DraftBlock entry() {
        return entry;
    }

    /** Returns a new block. It is a part of the region once an edge leads to it. */
    public DraftBlock block() {
        return new DraftBlock(kernel);
    }

    /** Returns the type of what it returns. */
    public Type result() {
        return result;
    }

    /** Returns the blocks that can be reached, in reverse postorder. */
    List<DraftBlock> blocks() {
        List<DraftBlock> postorder = new ArrayList<>();
        Set<DraftBlock> seen = new HashSet<>(Set.of(entry));
        Deque<Visit> stack = new ArrayDeque<>();
        stack.push(new Visit(entry));
        while (!stack.isEmpty()) {
            Visit visit = stack.element();
            if (!visit.left.hasNext()) {
                postorder.add(stack.pop().block);
            } else {
                DraftBlock next = visit.left.next();
                if (seen.add(next)) {
                    stack.push(new Visit(next));
                }
            }
        }
        Collections.reverse(postorder);
        return postorder;
    }

    /**
     * A block on the stack of the depth-first search; the last edge is followed first, so that the first comes out
     * first.
     */
    private static final class Visit {
        final DraftBlock block;
        final Iterator<DraftBlock> left;

        Visit(DraftBlock block) {
            this.block = block;
            List<DraftBlock> targets = new ArrayList<>();
            for (DraftEnd.DraftEdge edge : block.end().edges) {
                targets.add(0, edge.target);
            }
            this.left = targets.iterator();
        }
    }
}
