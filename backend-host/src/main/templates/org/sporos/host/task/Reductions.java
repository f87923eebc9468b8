package org.sporos.host.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.jit.TieredLoop;
import org.sporos.policy.BooleanContribution;
[#list reductions as t]
import org.sporos.policy.${t.Type}Join;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.view.IntView;

/** Makes the tasks of reductions. */
final class Reductions {
    private final Policy policy;
    private final ReduceShape shape;
    private final Node node;
    private final TaskContext context;
    private final KernelCompiler kernels;
    private final List<TieredLoop> codes = new ArrayList<>();
    private final List<KernelCompiler.TiledPart> tiled = new ArrayList<>();
    private String whyLambdas = "";
    /** The number of the contribution of the current part among the bodies of the node. */
    private int contribution;

    private Reductions(Policy policy, Node node, TaskContext context, KernelCompiler kernels) {
        this.policy = policy;
        this.shape = ReduceShape.of(policy, context);
        this.node = node;
        this.context = context;
        this.kernels = kernels;
    }

    /** Returns the task of a node. */
    static HostTask task(Work.ParallelReduce work, Node node, TaskContext context, KernelCompiler kernels) {
        Reductions maker = new Reductions(work.policy(), node, context, kernels);
        List<Reduce> parts = new ArrayList<>();
        for (Reduction reduction : work.reductions()) {
            parts.add(maker.part(reduction));
            maker.contribution += reduction.join() == null ? 1 : 2;
        }
        return new ReduceTask(
                maker.shape, maker.codes, maker.together(parts.size()), maker.whyLambdas, parts.toArray(Reduce[]::new));
    }

    /** Asks for C++ that folds tiles, and returns what does those of all parts in one loop, or null. */
    private @Nullable TieredLoop together(int parts) {
        if (tiled.size() == parts) {
            return kernels.askForTiles(node, policy, tiled);
        }
        tiled.forEach(part -> kernels.askForTiles(node, policy, List.of(part)));
        return null;
    }

    private @Nullable CodeSource code(Reduction reduction) {
        if (policy instanceof TeamPolicy) {
            return null;
        }
        boolean folds = !shape.isGathered() && kernels.foldsTiles(node, contribution, reduction);
        ReductionOp op = folds ? reduction.op() : ReductionOp.CUSTOM;
        TieredLoop code = kernels.contribution(node, contribution, policy, op, shape.isGathered() ? null : reduction);
        if (code == null) {
            whyLambdas = kernels.whyLambda(node, contribution);
            return null;
        }
        codes.add(code);
        return new CodeSource(code, policy);
    }

    private Reduce part(Reduction reduction) {
        if (reduction.op().hasLocation()) {
            return location(reduction);
        }
        ReductionOp op = reduction.op();
        ElementValue identity = reduction.identity();
        KernelBody join = reduction.join();
        Reduce.Result result = Reduce.Result.of(reduction.result());
        return switch (reduction.type()) {
[#list reals as t]
            case ${t.TYPE} -> {
                ${t.Type}Source source = ${t.type}s(reduction);
                ${t.Type}Fold fold = new ${t.Type}Fold(op, identity.as${t.Type}(), (${t.Type}Join) join);
                ${t.Type}Reduce made = new ${t.Type}Reduce(shape, source, fold, result);
                tiled(reduction, source, made.values());
                yield made;
            }
[/#list]
            default -> {
                LongSource source = integers(reduction);
                LongFold fold = new LongFold(op, identity.word(0), join(join));
                LongReduce made = new LongReduce(shape, source, fold, result);
                tiled(reduction, source, made.values());
                yield made;
            }
        };
    }

    private void tiled(Reduction reduction, Object source, Object values) {
        if (source instanceof CodeSource coded && !shape.isGathered()) {
            tiled.add(new KernelCompiler.TiledPart(contribution, reduction, coded.code(), values));
        }
    }

    private Reduce location(Reduction reduction) {
        Keys keys = Keys.of(reduction.op(), reduction.type());
        LongSource source = switch (reduction.type()) {
[#list reals as t]
            case ${t.TYPE} -> keys.of(${t.type}s(reduction));
[/#list]
            default -> keys.of(integers(reduction));
        };
        return new LocationReduce(
                shape,
                source,
                keys,
                reduction.identity().word(0),
                locations(),
                Reduce.Result.of(reduction.result()),
                Reduce.Result.of(Objects.requireNonNull(reduction.location())));
    }
[#list reals as t]

    private ${t.Type}Source ${t.type}s(Reduction reduction) {
        KernelBody body = kernels.called(node, contribution, reduction.contribution());
        CodeSource code = code(reduction);
        if (code != null) {
            return code;
        }
        return policy instanceof TeamPolicy league
                ? ${t.Type}Sources.of(new TeamPool(league, body, node.label(), context))
                : ${t.Type}Sources.of(policy, ListedBody.of(policy, body));
    }
[/#list]

    private LongSource integers(Reduction reduction) {
        KernelBody body = kernels.called(node, contribution, reduction.contribution());
        CodeSource code = code(reduction);
        if (code != null) {
            return code;
        }
        if (policy instanceof TeamPolicy league) {
            return LongSources.of(new TeamPool(league, body, node.label(), context));
        } else if (body instanceof BooleanContribution) {
            return BooleanSources.of(policy, ListedBody.of(policy, body));
        }
        KernelBody at = ListedBody.of(policy, body);
        return reduction.type() == ElementType.INT ? IntSources.of(policy, at) : LongSources.of(policy, at);
    }

    private static @Nullable LongJoin join(@Nullable KernelBody join) {
        if (join instanceof IntJoin ints) {
            return (left, right) -> ints.join((int) left, (int) right);
        }
        return (LongJoin) join;
    }

    /** Returns the location of a position: the element there of an index set, else the index. */
    private LongUnaryOperator locations() {
        IntView elements = ListedBody.elements(policy);
        if (elements != null) {
            return position -> elements.get(position);
        }
        RunRange range = RunRange.of(policy);
        return position -> range.begin() + position;
    }
}
