package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.CapturesBuilder;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Verifier;
import org.sporos.kernel.ir.ViewRef;

/**
 * Kernel fusion: one kernel that runs several kernels for each index, in order. A view captured by several of them has
 * one name.
 *
 * <p>Precondition: {@link #fits}. Cost: none; the instructions are the same.
 */
public final class FusedKernel {
    private final CapturesBuilder captures = new CapturesBuilder();
    private final List<Instruction> instructions = new ArrayList<>();
    private final Map<Value, Origin> origins = new IdentityHashMap<>();
    private final List<Place> scalars = new ArrayList<>();
    private final LaunchedKernel code;
    private int ids;

    /** A captured scalar of one of the kernels. */
    public record Place(int member, int scalar) {}

    private record Origin(int member, Guarantees proofs, Value value) {}

    /** The names of one kernel in the fused one. */
    private record Names(
            List<ViewRef.Captured> views, List<ParamRef> params, List<ScalarRef> scalars, List<LocalArray> arrays) {
        Op renamed(Op op) {
            if (op instanceof Op.Load load) {
                return new Op.Load(view(load.view()));
            } else if (op instanceof Op.Store store) {
                return new Op.Store(view(store.view()));
            } else if (op instanceof Op.Atomic atomic) {
                return new Op.Atomic(view(atomic.view()), atomic.kind());
            } else if (op instanceof Op.Extent extent) {
                return new Op.Extent(view(extent.view()), extent.dimension());
            } else if (op instanceof Op.Scalar scalar) {
                return new Op.Scalar(scalars.get(scalar.scalar().index()));
            } else if (op instanceof Op.Param param) {
                return new Op.Param(params.get(param.param().index()));
            } else if (op instanceof Op.ArrayNew fresh) {
                return new Op.ArrayNew(arrays.get(fresh.array().index()));
            } else if (op instanceof Op.ArrayLoad load) {
                return new Op.ArrayLoad(arrays.get(load.array().index()));
            } else if (op instanceof Op.ArrayStore store) {
                return new Op.ArrayStore(arrays.get(store.array().index()));
            }
            return op;
        }

        private ViewRef view(ViewRef ref) {
            return views.get(((ViewRef.Captured) ref).index());
        }
    }

    private FusedKernel(List<LaunchedKernel> codes, List<Binding> bindings) {
        Kernel first = codes.get(0).kernel();
        List<Argument> indexes = first.body().arguments();
        ids = indexes.size();
        for (int m = 0; m < codes.size(); m++) {
            add(m, codes.get(m), bindings.get(m), indexes);
        }
        Terminator end = new Terminator.Return(null, first.position());
        Kernel kernel = first.with(List.of(new Block(0, indexes, instructions, end)), Type.VOID, ids)
                .with(first.label(), captures.build());
        code = LaunchedKernel.of(Verifier.verified(kernel), new Proofs(), ViewRef.Captured::view, false);
    }

    /**
     * Returns whether kernels can be fused: at least two, without branches, results and team operations, of equal index
     * types.
     */
    public static boolean fits(List<LaunchedKernel> codes) {
        List<Type> indexes = indexes(codes.get(0).kernel().body());
        return codes.size() > 1
                && codes.stream()
                        .map(code -> code.kernel().body())
                        .allMatch(body -> body.blocks().size() == 1
                                && body.result() == Type.VOID
                                && indexes(body).equals(indexes)
                                && body.entry().instructions().stream()
                                        .allMatch(at -> at.regions().isEmpty()));
    }

    private static List<Type> indexes(Region body) {
        return body.arguments().stream().map(Argument::type).toList();
    }

    /** @param bindings the captured values of each kernel */
    public static FusedKernel of(List<LaunchedKernel> codes, List<Binding> bindings) {
        return new FusedKernel(codes, bindings);
    }

    private void add(int member, LaunchedKernel added, Binding binding, List<Argument> indexes) {
        Kernel kernel = added.kernel();
        Map<Value, Value> now = new IdentityHashMap<>();
        for (int k = 0; k < indexes.size(); k++) {
            Argument old = kernel.body().arguments().get(k);
            now.put(old, indexes.get(k));
            origins.putIfAbsent(indexes.get(k), new Origin(member, added.proofs(), old));
        }
        Names renamed = names(member, kernel, binding);
        for (Instruction old : kernel.body().entry().instructions()) {
            List<Value> operands = new ArrayList<>(old.operands());
            operands.replaceAll(operand -> Objects.requireNonNull(now.get(operand)));
            Op op = renamed.renamed(old.op());
            Instruction made = new Instruction(ids++, old.type(), old.name(), old.position(), op, operands, List.of());
            now.put(old, made);
            origins.put(made, new Origin(member, added.proofs(), old));
            instructions.add(made);
        }
    }

    private Names names(int member, Kernel kernel, Binding binding) {
        Names now = new Names(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (ViewRef.Captured ref : kernel.views()) {
            now.views.add(captures.view(ref.name(), binding.view(ref)));
        }
        for (ParamRef ref : kernel.params()) {
            now.params.add(captures.param(ref.name(), binding.params().get(ref.index())));
        }
        for (ScalarRef ref : kernel.scalars()) {
            long bits = binding.scalars().get(ref.index());
            now.scalars.add(captures.scalar(ref.name(), ref.type(), bits));
            scalars.add(new Place(member, ref.index()));
        }
        for (LocalArray old : kernel.arrays()) {
            now.arrays.add(
                    old.isTable()
                            ? captures.table(old.name(), old.contents(), old.contents())
                            : captures.array(old.name(), old.element(), old.length()));
        }
        return now;
    }

    /** Returns the fused kernel with its proofs. */
    public LaunchedKernel code() {
        return code;
    }

    /** Returns the number of the original kernel of an instruction. */
    public int member(Value instruction) {
        return Objects.requireNonNull(origins.get(instruction)).member;
    }

    /** Returns the original of a captured scalar of the fused kernel. */
    public Place place(ScalarRef scalar) {
        return scalars.get(scalar.index());
    }

    /** The proofs of an instruction hold for its copy. */
    private final class Proofs implements Guarantees {
        private @Nullable Origin origin(Value value) {
            return origins.get(value);
        }

        @Override
        public boolean cannotOverflow(Instruction operation) {
            Origin old = origin(operation);
            return old != null && old.proofs.cannotOverflow((Instruction) old.value);
        }

        @Override
        public boolean isInBounds(Instruction access, int k) {
            Origin old = origin(access);
            return old != null && old.proofs.isInBounds((Instruction) old.value, k);
        }

        @Override
        public boolean isDivisorNonZero(Instruction division) {
            Origin old = origin(division);
            return old != null && old.proofs.isDivisorNonZero((Instruction) old.value);
        }

        @Override
        public long least(Value value) {
            Origin old = origin(value);
            return old == null ? Long.MIN_VALUE : old.proofs.least(old.value);
        }

        @Override
        public long greatest(Value value) {
            Origin old = origin(value);
            return old == null ? Long.MAX_VALUE : old.proofs.greatest(old.value);
        }

        @Override
        public boolean hasScratch() {
            return false;
        }
    }
}
