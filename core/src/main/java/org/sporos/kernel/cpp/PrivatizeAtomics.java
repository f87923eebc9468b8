package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.dependence.AtomicUpdates;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.ReductionOp;
import org.sporos.view.View;

/**
 * Privatizes small views that a loop on a GPU updates by atomics alone: each block updates a copy in shared memory, and
 * merges its changed elements into the view at its end.
 *
 * <p>Precondition: integers, so that the order of updates does not change bits; one operator; unused results; no other
 * access to the elements in the launch. Cost: there are enough blocks of at least an index per element. A block merges
 * with neighbouring threads: atomics at neighbouring addresses cost a fraction of those at random ones.
 */
final class PrivatizeAtomics implements LoopPass {
    /** The most bytes of the copies of a block: several blocks must fit on a multiprocessor. */
    private static final int MOST_BYTES = 32 << 10;

    /**
     * The fewest blocks: about half of those resident on a large device, as fewer would slow down kernels with much
     * other work.
     */
    private static final int BLOCKS = 512;

    /** The fewest indexes of a block: one per thread, as without copies. */
    private static final int INDEXES = 256;

    private final List<Copy> copies;
    private final long size;

    /**
     * A copy of a view.
     *
     * @param elements the number of elements from the first to the last one of the view, including gaps
     * @param pointer the variable of the view's elements in kernels
     * @param all the parameter of the view's elements
     * @param count the parameter of the number of elements
     */
    private record Copy(View view, ReductionOp operator, int elements, String pointer, String all, String count) {}

    private PrivatizeAtomics(List<Copy> copies, long size) {
        this.copies = copies;
        this.size = size;
    }

    /**
     * Returns the pass for a loop, or null if it does not pay.
     *
     * @param steps calls and stores for each index
     * @param size the number of indexes
     */
    static @Nullable PrivatizeAtomics of(EntryFunction entry, List<LoopIr> steps, long size) {
        List<Copy> copies = new ArrayList<>();
        long bytes = 0;
        for (AtomicUpdates updates : entry.blocks().isPart() ? List.<AtomicUpdates>of() : updates(entry, steps)) {
            View view = updates.view();
            long elements = updates.elements();
            long more = elements > MOST_BYTES
                    ? elements
                    : capacity((int) elements) * view.elementType().bytes();
            boolean pays = elements > 0 && blocks(size, elements) >= BLOCKS;
            if (pays && bytes + more <= MOST_BYTES) {
                bytes += more;
                copies.add(copy(entry, calls(steps).get(updates.kernel()), updates));
            }
        }
        return copies.isEmpty() ? null : new PrivatizeAtomics(copies, size);
    }

    private static List<AtomicUpdates> updates(EntryFunction entry, List<LoopIr> steps) {
        List<AtomicUpdates.Member> members = new ArrayList<>();
        calls(steps).forEach(version -> {
            ProvenKernel proven = version.proven();
            members.add(new AtomicUpdates.Member(proven.kernel().body(), proven.views()));
        });
        List<View> others = new ArrayList<>();
        for (LoopIr step : steps) {
            if (step instanceof LoopIr.Elements elements) {
                others.add(elements.unit().to());
                if (elements.unit().from() != null) {
                    others.add(elements.unit().from());
                }
            }
        }
        return AtomicUpdates.of(members, others, entry.unit::isAlone);
    }

    private static List<CppFunction> calls(List<LoopIr> steps) {
        return steps.stream()
                .filter(LoopIr.Call.class::isInstance)
                .map(step -> ((LoopIr.Call) step).version())
                .toList();
    }

    private static Copy copy(EntryFunction entry, CppFunction version, AtomicUpdates updates) {
        View view = updates.view();
        // Translates the kernel first: parameters are in the order of their first use.
        version.body();
        String pointer = entry.unit.pointer(view, updates.ref().name()).name();
        return new Copy(
                view,
                updates.operator(),
                (int) updates.elements(),
                pointer,
                entry.parameter(
                        Words.type(view.elementType()) + "*", pointer + "_all", new CppArgument.ViewAddress(view)),
                entry.constant(pointer + "_count", updates.elements()));
    }

    /** Returns the array length of a copy, a power of two: views of similar sizes share a program. */
    private static int capacity(int elements) {
        return Math.max(INDEXES, Integer.highestOneBit(2 * elements - 1));
    }

    /** Returns the maximum blocks of the loop. */
    long blocks() {
        return blocks(size, copies.stream().mapToInt(Copy::elements).max().orElse(1));
    }

    private static long blocks(long size, long elements) {
        return size / Math.max(elements, INDEXES);
    }

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        List<LoopIr> inside = loops;
        for (Copy copy : copies) {
            Type type = Storage.of(copy.view.elementType()).value();
            String neutral =
                    Words.literal(type, Operators.identity(copy.operator, type)).text();
            String merge = switch (copy.operator) {
                case SUM -> "java::AtomicAdd()";
                case MIN -> "java::AtomicMin()";
                default -> "java::AtomicMax()";
            };
            String element = Words.type(copy.view.elementType());
            LoopIr.Lambda work = new LoopIr.Lambda("", List.of(element + "* " + copy.pointer), false, inside);
            inside = List.of(new LoopIr.Prelude(
                    "java::in_copy<" + capacity(copy.elements) + ">",
                    List.of(copy.all, copy.count, neutral, merge),
                    work));
        }
        return inside;
    }
}
