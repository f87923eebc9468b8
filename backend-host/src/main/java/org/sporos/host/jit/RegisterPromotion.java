package org.sporos.host.jit;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;
import org.sporos.view.View;

/**
 * Elements that stay in local variables while several bodies run for one index: those of views that all bodies touch at
 * that very index alone, inside, and through no other view of the same memory. An element is loaded at most once and
 * stored at most once, after the last body. Only straight bodies have any. Immutable.
 */
final class RegisterPromotion {
    private final Set<View> views = new LinkedHashSet<>();
    private final List<Integer> shape = new ArrayList<>();

    private RegisterPromotion() {}

    /** Returns what can be kept for some members that run one after the other for each index. */
    static RegisterPromotion of(CaptureLoader captured) {
        RegisterPromotion kept = new RegisterPromotion();
        List<Region> bodies = new ArrayList<>();
        boolean straight = true;
        for (KernelFacts member : captured.members()) {
            Region body = member.kernel().body();
            bodies.add(body);
            straight &= body.blocks().size() == 1;
        }
        if (bodies.size() < 2 || !straight) {
            return kept;
        }
        Map<View, Integer> counts = new LinkedHashMap<>();
        Map<Object, View> owners = new IdentityHashMap<>();
        Set<Object> shared = Sets.newIdentityHashSet();
        for (int m = 0; m < bodies.size(); m++) {
            for (Instruction access : bodies.get(m).entry().instructions()) {
                View view = viewOf(captured, m, access);
                if (view != null) {
                    Object memory = memory(view.allocation());
                    View owner = owners.putIfAbsent(memory, view);
                    counts.merge(view, 1, Integer::sum);
                    boolean own = isOwn(bodies.get(m), access)
                            && captured.members().get(m).proofs().isInBounds(access);
                    if (!own || owner != null && owner != view) {
                        shared.add(memory);
                    }
                }
            }
        }
        counts.forEach((view, count) -> {
            if (count > 1 && !shared.contains(memory(view.allocation()))) {
                kept.views.add(view);
            }
        });
        kept.note(captured, bodies);
        return kept;
    }

    /** Code that keeps other accesses is other code. */
    private void note(CaptureLoader captured, List<Region> bodies) {
        Map<View, Integer> numbers = new IdentityHashMap<>();
        for (int m = 0; m < bodies.size(); m++) {
            for (Instruction access : bodies.get(m).entry().instructions()) {
                View view = viewOf(captured, m, access);
                if (view != null) {
                    shape.add(views.contains(view) ? numbers.computeIfAbsent(view, v -> numbers.size()) : -1);
                }
            }
        }
    }

    private static @Nullable View viewOf(CaptureLoader captured, int member, Instruction access) {
        Op op = access.op();
        if (op instanceof Op.Load load) {
            return captured.view(member, load.view());
        } else if (op instanceof Op.Store store) {
            return captured.view(member, store.view());
        }
        return op instanceof Op.Atomic atomic ? captured.view(member, atomic.view()) : null;
    }

    /** Memory that is the same array is the same; that of a graph has none yet. */
    static Object memory(Allocation allocation) {
        Object array = allocation.openArray();
        return array == null ? allocation : array;
    }

    private static boolean isOwn(Region body, Instruction access) {
        List<? extends Value> indexes = body.arguments();
        boolean store = access.op() instanceof Op.Store;
        int rank = access.operands().size() - (store ? 1 : 0);
        return (store || access.op() instanceof Op.Load)
                && rank == indexes.size()
                && access.operands().subList(0, rank).equals(indexes);
    }

    /** Returns all that code depends on here. */
    List<Integer> shape() {
        return shape;
    }

    /** Returns the elements of one index, which have not been touched yet. */
    Now now(MethodWriter code) {
        return new Now(code);
    }

    /** The elements of one index, while code for it is written. */
    final class Now {
        private final MethodWriter code;
        private final Map<View, Integer> locals = new HashMap<>();
        private final Set<View> known = new HashSet<>();
        private final Map<View, Runnable> stores = new LinkedHashMap<>();

        private Now(MethodWriter code) {
            this.code = code;
        }

        /** Takes local variables for all elements, which outlive those of the bodies. */
        void open() {
            for (View view : views) {
                locals.put(view, code.local(Type.of(view.elementType())));
            }
        }

        boolean keeps(View view) {
            return views.contains(view);
        }

        /** Leaves an element on the stack, loading it where no body has touched it before. */
        void load(View view, Runnable fromMemory) {
            Type type = Type.of(view.elementType());
            int local = Objects.requireNonNull(locals.get(view));
            if (known.add(view)) {
                fromMemory.run();
                code.store(type, local);
            }
            code.load(type, local);
        }

        /** Takes the value on the stack for an element, and remembers how it is stored in the end. */
        void store(View view, Runnable toMemory) {
            code.store(Type.of(view.elementType()), Objects.requireNonNull(locals.get(view)));
            known.add(view);
            stores.put(view, toMemory);
        }

        /** Leaves the value of an element on the stack. */
        void value(View view) {
            code.load(Type.of(view.elementType()), Objects.requireNonNull(locals.get(view)));
        }

        /** Stores what has changed. */
        void close() {
            for (Runnable store : stores.values()) {
                store.run();
            }
        }
    }
}
