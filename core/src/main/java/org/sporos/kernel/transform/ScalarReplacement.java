package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.SsaConstruction;
import org.sporos.kernel.ir.SsaConstruction.Variable;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/**
 * Scalar replacement of the local arrays whose indexes are all literals: each element becomes values in static single
 * assignment form. An access out of bounds becomes a check that fails.
 *
 * <p>Precondition: no team operations. Cost: an element may occupy a register, so long arrays stay.
 */
final class ScalarReplacement implements KernelPass {
    private static final int MOST_ELEMENTS = 64;

    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        Map<LocalArray, List<Variable>> arrays = arrays(kernel.kernel());
        return arrays.isEmpty() ? kernel : kernel.with(new Replacement(kernel.kernel(), arrays).edited());
    }

    /** Returns the loaded or stored array if it is short and no table, else null. */
    static @Nullable LocalArray accessed(Op op) {
        LocalArray array = op instanceof Op.ArrayLoad load
                ? load.array()
                : op instanceof Op.ArrayStore store ? store.array() : null;
        return array == null || array.isTable() || array.length() > MOST_ELEMENTS ? null : array;
    }

    private static Map<LocalArray, List<Variable>> arrays(Kernel kernel) {
        Map<LocalArray, List<Variable>> arrays = new LinkedHashMap<>();
        for (Block block : kernel.body().blocks()) {
            for (Instruction at : block.instructions()) {
                if (at.op() instanceof Op.ArrayNew fresh && fresh.array().length() <= MOST_ELEMENTS) {
                    arrays.computeIfAbsent(fresh.array(), array -> elements(array, at));
                }
            }
        }
        for (Block block : kernel.body().blocks()) {
            for (Instruction at : block.instructions()) {
                LocalArray array = accessed(at.op());
                if (array != null && ConstantFolding.literal(at.operand(0)) == null) {
                    arrays.remove(array);
                }
            }
        }
        return arrays;
    }

    private static List<Variable> elements(LocalArray array, Instruction at) {
        List<Variable> elements = new ArrayList<>();
        for (int k = 0; k < array.length(); k++) {
            elements.add(new Variable(array.element().value(), array.name() + k, at.position()));
        }
        return elements;
    }

    /** The replacement of the arrays of one kernel. */
    private static final class Replacement {
        private final Kernel kernel;
        private final KernelEdit edit;
        private final SsaConstruction variables;
        private final Map<LocalArray, List<Variable>> arrays;
        private final List<Pending> pending = new ArrayList<>();
        private final Map<Variable, Value> assigned = new HashMap<>();

        /** A load without an earlier store in its block. */
        private record Pending(DraftBlock block, Instruction load, Variable element) {}

        Replacement(Kernel kernel, Map<LocalArray, List<Variable>> arrays) {
            this.kernel = kernel;
            this.edit = KernelEdit.of(kernel);
            this.variables = new SsaConstruction(edit);
            this.arrays = arrays;
        }

        KernelEdit edited() {
            kernel.body().blocks().forEach(this::visit);
            pending.forEach(load -> edit.replace(load.load, variables.atEntry(load.block, load.element)));
            return edit;
        }

        private void visit(Block block) {
            DraftBlock draft = edit.block(block);
            assigned.clear();
            for (Instruction at : block.instructions()) {
                if (at.op() instanceof Op.ArrayNew fresh && arrays.containsKey(fresh.array())) {
                    Type type = fresh.array().element().value();
                    arrays.get(fresh.array()).forEach(element -> assigned.put(element, edit.constant(type, 0)));
                    draft.remove(at);
                } else {
                    LocalArray array = accessed(at.op());
                    if (array != null && arrays.containsKey(array)) {
                        access(draft, at, array, arrays.get(array));
                        draft.remove(at);
                    }
                }
            }
            assigned.forEach((element, value) -> variables.assign(draft, element, value));
        }

        private void access(DraftBlock block, Instruction at, LocalArray array, List<Variable> elements) {
            long index = Objects.requireNonNull(ConstantFolding.literal(at.operand(0)));
            boolean loads = at.op() instanceof Op.ArrayLoad;
            if (index < 0 || index >= array.length()) {
                Op.Check check = new Op.Check(Op.Check.Failure.INDEX, array.name(), array.length());
                edit.insert(block, at, check, Type.I32, List.of(at.operand(0)));
                if (loads) {
                    edit.replace(at, edit.constant(at.type(), 0));
                }
                return;
            }
            Variable element = elements.get((int) index);
            if (!loads) {
                assigned.put(element, narrowed(block, at, array.element()));
            } else if (assigned.containsKey(element)) {
                edit.replace(at, assigned.get(element));
            } else {
                pending.add(new Pending(block, at, element));
            }
        }

        /** Returns the value of an element after a store. */
        private Value narrowed(DraftBlock block, Instruction store, Storage element) {
            Value stored = store.operand(1);
            Op op = stored instanceof Instruction at ? at.op() : null;
            Conversion narrowing = Conversion.narrowing(element);
            if (op == (element == Storage.BOOL ? Conversion.BOOL2I : narrowing)) {
                return stored;
            } else if (element == Storage.BOOL) {
                return edit.insert(block, store, Binary.AND, Type.I32, List.of(stored, edit.constant(Type.I32, 1)));
            }
            return narrowing == null ? stored : edit.insert(block, store, narrowing, Type.I32, List.of(stored));
        }
    }
}
