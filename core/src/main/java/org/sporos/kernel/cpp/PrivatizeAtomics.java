package org.sporos.kernel.cpp;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.dependence.Aliasing;
import org.sporos.kernel.analysis.dependence.AtomicUpdates;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.policy.ReductionOp;
import org.sporos.view.View;

/**
 * Privatizes small views that a loop updates by atomics alone. On a GPU each block updates a copy in shared memory, and
 * merges its changed elements into the view at its end. On the host each call does so with a copy on its stack.
 *
 * <p>Precondition: integers, so that the order of updates does not change bits; one operator; unused results; no other
 * access to the elements in the launch. Cost on a GPU: there are enough blocks of at least an index per element. A
 * block merges with neighbouring threads: atomics at neighbouring addresses cost a fraction of those at random ones.
 * Cost on the host: a call has an index per element.
 */
public final class PrivatizeAtomics implements LoopPass {
    /** The most bytes of the copies of a block, of which several must fit on a multiprocessor, or of a call. */
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
     * Returns the pass for a loop on a GPU, or null if it does not pay.
     *
     * @param steps calls and stores for each index
     * @param size the number of indexes
     */
    static @Nullable PrivatizeAtomics of(EntryFunction entry, List<LoopIr> steps, long size) {
        if (entry.blocks().isPart()) {
            return null;
        }
        List<AtomicUpdates> small = small(updates(entry, steps), elements -> blocks(size, elements) >= BLOCKS);
        // Translates the kernels first: parameters are in the order of their first use.
        small.forEach(updates -> calls(steps).get(updates.kernel()).body());
        return small.isEmpty() ? null : new PrivatizeAtomics(copies(entry, small), size);
    }

    /** Returns the copies of a loop on the host, whose number of indexes each call has; null if it has none. */
    static @Nullable PrivatizeAtomics onHost(EntryFunction entry, List<LoopIr> steps) {
        List<AtomicUpdates> small = small(updates(entry, steps), elements -> true);
        return small.isEmpty() ? null : new PrivatizeAtomics(copies(entry, small), 0);
    }

    /** Returns whether a loop of the host over some kernels makes all of their atomics on copies. */
    public static boolean isFree(List<ProvenKernel> kernels) {
        List<View> views =
                kernels.stream().flatMap(kernel -> kernel.views().stream()).toList();
        List<AtomicUpdates> small =
                small(AtomicUpdates.of(members(kernels), List.of(), view -> Aliasing.isAlone(view, views)), n -> true);
        Set<View> copied = Sets.newIdentityHashSet();
        small.forEach(updates -> copied.add(updates.view()));
        boolean[] free = {true};
        for (ProvenKernel kernel : kernels) {
            Walk.instructions(
                    kernel.kernel(),
                    at -> free[0] &= !(at.op() instanceof Op.Atomic atomic)
                            || atomic.view() instanceof ViewRef.Captured ref && copied.contains(kernel.view(ref)));
        }
        return free[0];
    }

    /** Returns the updates whose copies fit, and pay by their number of elements. */
    private static List<AtomicUpdates> small(List<AtomicUpdates> all, LongPredicate pays) {
        List<AtomicUpdates> small = new ArrayList<>();
        long bytes = 0;
        for (AtomicUpdates updates : all) {
            long elements = updates.elements();
            long more = elements > MOST_BYTES
                    ? elements
                    : capacity((int) elements) * updates.view().elementType().bytes();
            if (elements > 0 && pays.test(elements) && bytes + more <= MOST_BYTES) {
                bytes += more;
                small.add(updates);
            }
        }
        return small;
    }

    private static List<Copy> copies(EntryFunction entry, List<AtomicUpdates> some) {
        return some.stream().map(updates -> copy(entry, updates)).toList();
    }

    private static List<AtomicUpdates> updates(EntryFunction entry, List<LoopIr> steps) {
        List<ProvenKernel> kernels =
                calls(steps).stream().map(CppFunction::proven).toList();
        List<View> others = new ArrayList<>();
        for (LoopIr step : steps) {
            if (step instanceof LoopIr.Elements elements) {
                others.add(elements.unit().to());
                if (elements.unit().from() != null) {
                    others.add(elements.unit().from());
                }
            }
        }
        return AtomicUpdates.of(members(kernels), others, entry.unit::isAlone);
    }

    private static List<AtomicUpdates.Member> members(List<ProvenKernel> kernels) {
        return kernels.stream()
                .map(kernel -> new AtomicUpdates.Member(kernel.kernel().body(), kernel.views()))
                .toList();
    }

    private static List<CppFunction> calls(List<LoopIr> steps) {
        return steps.stream()
                .filter(LoopIr.Call.class::isInstance)
                .map(step -> ((LoopIr.Call) step).version())
                .toList();
    }

    private static Copy copy(EntryFunction entry, AtomicUpdates updates) {
        View view = updates.view();
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

    /** Returns loops whose kernels update copies without atomics. */
    List<LoopIr> inCopies(List<LoopIr> loops) {
        Set<View> views = Sets.newIdentityHashSet();
        copies.forEach(copy -> views.add(copy.view));
        return LoopIr.innermost(loops, loop -> {
            List<LoopIr> body = new ArrayList<>();
            for (LoopIr node : loop.body()) {
                body.add(
                        node instanceof LoopIr.Call call
                                ? call.of(call.version().inCopies(views))
                                : node);
            }
            return List.of(loop.with(body));
        });
    }

    /**
     * Returns the loops of a call on the host: on copies if it has an index for each element.
     *
     * @param outer the outermost loop before passes
     */
    List<LoopIr> guarded(
            LoopIr.Loop outer, List<LoopIr> inCopies, List<LoopIr> otherwise, UnaryOperator<String> names) {
        StringBuilder size = new StringBuilder();
        LoopIr node = outer;
        while (node instanceof LoopIr.Loop loop) {
            LoopIr.Axis axis = loop.axis();
            size.append(size.length() == 0 ? "" : " * ")
                    .append("((long long) " + axis.to() + " - " + axis.from() + ")");
            node = loop.body().get(0);
        }
        String elements = copies.stream().map(Copy::count).collect(Collectors.joining(" + "));
        return List.of(new LoopIr.Guard(size + " >= " + elements, apply(inCopies, names), otherwise));
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
