package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
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
        Accessed accessed = new Accessed(steps);
        List<Copy> copies = new ArrayList<>();
        long bytes = 0;
        for (Atomics atomics : entry.blocks().isPart() ? List.<Atomics>of() : accessed.byAtomicsAlone()) {
            View view = atomics.view;
            long elements = view.region().lastOffset() - view.region().offset() + 1;
            long more = elements > MOST_BYTES
                    ? elements
                    : capacity((int) elements) * view.elementType().bytes();
            boolean pays = elements > 0 && blocks(size, elements) >= BLOCKS;
            if (pays && bytes + more <= MOST_BYTES && entry.unit.isAlone(view)) {
                bytes += more;
                // Translates the kernel first: parameters are in the order of their first use.
                atomics.version.body();
                String pointer = entry.unit.pointer(view, atomics.name).name();
                copies.add(new Copy(
                        view,
                        atomics.operator,
                        (int) elements,
                        pointer,
                        entry.parameter(
                                Words.type(view.elementType()) + "*",
                                pointer + "_all",
                                new CppArgument.ViewAddress(view)),
                        entry.constant(pointer + "_count", elements)));
            }
        }
        return copies.isEmpty() ? null : new PrivatizeAtomics(copies, size);
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

    /**
     * Returns whether a kernel has an atomic that could be privatized, so that its text depends on the number of
     * indexes.
     */
    static boolean isPossible(Region kernel) {
        Object known = kernel.derived().get(PrivatizeAtomics.class);
        if (known == null) {
            Uses uses = new Uses(kernel);
            boolean[] found = {false};
            Walk.blocks(
                    kernel,
                    block -> block.instructions()
                            .forEach(at -> found[0] |= at.op() instanceof Op.Atomic && operator(at, uses) != null));
            known = kernel.derived().keep(PrivatizeAtomics.class, found[0]);
        }
        return (boolean) known;
    }

    /** Returns the operator of an atomic on integers whose result is not used, or null. */
    private static @Nullable ReductionOp operator(Instruction at, Uses uses) {
        boolean fits = at.op() instanceof Op.Atomic && at.type().isInteger() && uses.count(at) == 0;
        return !fits
                ? null
                : switch (((Op.Atomic) at.op()).kind()) {
                    case ADD -> ReductionOp.SUM;
                    case MIN -> ReductionOp.MIN;
                    case MAX -> ReductionOp.MAX;
                    default -> null;
                };
    }

    /** The atomics on one view. */
    private record Atomics(View view, ReductionOp operator, String name, CppFunction version) {}

    /** The accesses of the steps of a loop. */
    private static final class Accessed {
        private final List<Atomics> atomics = new ArrayList<>();
        private final Map<View, ReductionOp> operators = new IdentityHashMap<>();
        private final Set<View> others = Sets.newIdentityHashSet();

        Accessed(List<LoopIr> steps) {
            for (LoopIr step : steps) {
                if (step instanceof LoopIr.Call call) {
                    add(call.version());
                } else if (step instanceof LoopIr.Elements elements) {
                    others.add(elements.unit().to());
                    if (elements.unit().from() != null) {
                        others.add(elements.unit().from());
                    }
                }
            }
        }

        private void add(CppFunction version) {
            ProvenKernel proven = version.proven();
            Uses uses = new Uses(proven.kernel().body());
            Walk.instructions(proven.kernel(), at -> {
                boolean accesses =
                        at.op() instanceof Op.Load || at.op() instanceof Op.Store || at.op() instanceof Op.Atomic;
                if (accesses && RuntimeChecks.viewOf(at.op()) instanceof ViewRef.Captured ref) {
                    add(proven.view(ref), operator(at, uses), ref.name(), version);
                }
            });
        }

        private void add(View view, @Nullable ReductionOp operator, String name, CppFunction version) {
            ReductionOp known = operators.get(view);
            if (operator == null || known != null && known != operator) {
                others.add(view);
            } else if (known == null) {
                operators.put(view, operator);
                atomics.add(new Atomics(view, operator, name, version));
            }
        }

        List<Atomics> byAtomicsAlone() {
            return atomics.stream().filter(of -> !others.contains(of.view)).toList();
        }
    }
}
