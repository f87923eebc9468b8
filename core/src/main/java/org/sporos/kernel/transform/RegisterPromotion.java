package org.sporos.kernel.transform;

import com.google.common.collect.Sets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * Register promotion of elements (J. Lu and K. Cooper, 1997): an element at the index of the kernel is loaded at most
 * once and stored at most once, at the end. Other accesses use its value.
 *
 * <p>Precondition: no branches. The view has proofs for all its accesses, all of them are at the index of the kernel,
 * and no other view of the kernel has the same memory. The lifter narrows stored values to the type of elements. Cost:
 * none; loads and stores only get fewer.
 */
public final class RegisterPromotion implements KernelPass {
    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        Promotion found = new Promotion(kernel);
        boolean promotes = found.counts.keySet().stream().anyMatch(found::isPromoted);
        return promotes ? kernel.with(found.edited()) : kernel;
    }

    /** Returns the identity of a memory: its array, or the allocation if that has none yet. */
    public static Object memory(Allocation allocation) {
        Object array = allocation.openArray();
        return array == null ? allocation : array;
    }

    /** The accesses of one kernel. */
    private static final class Promotion {
        private final LaunchedKernel kernel;
        private final Region body;
        /** The number of accesses to each view. */
        private final Map<ViewRef, Integer> counts = new LinkedHashMap<>();
        /** The memories that are also accessed at other indexes or by other views. */
        private final Set<Object> shared = Sets.newIdentityHashSet();

        Promotion(LaunchedKernel kernel) {
            this.kernel = kernel;
            this.body = kernel.kernel().body();
            Map<Object, View> owners = new IdentityHashMap<>();
            for (Instruction at : body.entry().instructions()) {
                View view = view(at.op()) instanceof ViewRef.Captured ref
                        ? kernel.launch().view(ref)
                        : null;
                if (view != null) {
                    Object memory = memory(view.allocation());
                    View owner = owners.putIfAbsent(memory, view);
                    counts.merge(view(at.op()), 1, Integer::sum);
                    if (owner != null && owner != view || !isAtIndex(at)) {
                        shared.add(memory);
                    }
                }
            }
        }

        private static @Nullable ViewRef view(Op op) {
            if (op instanceof Op.Load load) {
                return load.view();
            } else if (op instanceof Op.Store store) {
                return store.view();
            }
            return op instanceof Op.Atomic atomic ? atomic.view() : null;
        }

        private boolean isAtIndex(Instruction access) {
            boolean stores = access.op() instanceof Op.Store;
            int rank = access.operands().size() - (stores ? 1 : 0);
            return (stores || access.op() instanceof Op.Load)
                    && access.operands().subList(0, rank).equals(body.arguments())
                    && kernel.proofs().isInBounds(access, 0);
        }

        private boolean isPromoted(@Nullable ViewRef ref) {
            return ref instanceof ViewRef.Captured captured
                    && counts.getOrDefault(ref, 0) > 1
                    && !shared.contains(memory(kernel.launch().view(captured).allocation()));
        }

        KernelEdit edited() {
            KernelEdit edit = KernelEdit.of(kernel.kernel());
            DraftBlock block = edit.block(body.entry());
            Map<ViewRef, Value> values = new HashMap<>();
            Map<ViewRef, Instruction> stores = new LinkedHashMap<>();
            for (Instruction at : body.entry().instructions()) {
                ViewRef ref = view(at.op());
                if (isPromoted(ref)) {
                    Value known = values.get(ref);
                    if (at.op() instanceof Op.Store) {
                        values.put(ref, at.operand(at.operands().size() - 1));
                        stores.put(ref, at);
                        block.remove(at);
                    } else if (known != null) {
                        edit.replace(at, known);
                        block.remove(at);
                    } else {
                        values.put(ref, at);
                    }
                }
            }
            stores.values().forEach(store -> edit.copyInto(block, store, edit.substituting(Map.of())));
            return edit;
        }
    }
}
