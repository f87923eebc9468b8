package org.sporos.host.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.code.CodeLoop;
import org.sporos.policy.BooleanContribution;
import org.sporos.policy.DoubleJoin;
import org.sporos.policy.FloatJoin;
import org.sporos.policy.IntJoin;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongJoin;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.view.IntView;

/** Makes the tasks of reductions. */
final class Reductions {
    private final Policy policy;
    private final ReduceShape shape;
    private final Node node;
    private final TaskContext context;
    private final Kernels kernels;
    private final List<CodeLoop> codes = new ArrayList<>();
    private String whyLambdas = "";

    private Reductions(Policy policy, Node node, TaskContext context, Kernels kernels) {
        this.policy = policy;
        this.shape = ReduceShape.of(policy, context);
        this.node = node;
        this.context = context;
        this.kernels = kernels;
    }

    /** Returns the task of a node. */
    static HostTask task(Work.ParallelReduce work, Node node, TaskContext context, Kernels kernels) {
        Reductions maker = new Reductions(work.policy(), node, context, kernels);
        Reduce[] parts = work.reductions().stream().map(maker::part).toArray(Reduce[]::new);
        return new ReduceTask(maker.shape, maker.codes, maker.whyLambdas, parts);
    }

    private @Nullable CodeSource code(Reduction reduction) {
        if (policy instanceof TeamPolicy) {
            return null;
        }
        boolean folds = !shape.isGathered() && kernels.foldsTiles(node, reduction);
        ReductionOp op = folds ? reduction.op() : ReductionOp.CUSTOM;
        CodeLoop code = kernels.contribution(node, policy, reduction.contribution(), op);
        if (code == null) {
            whyLambdas = kernels.whyLambda(node, reduction.contribution());
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
        long identity = reduction.identity();
        KernelBody join = reduction.join();
        Result result = Result.of(reduction.result());
        return switch (reduction.type()) {
            case DOUBLE -> {
                DoubleSource source = doubles(reduction);
                DoubleFold fold = new DoubleFold(op, Double.longBitsToDouble(identity), (DoubleJoin) join);
                DoubleReduce made = new DoubleReduce(shape, source, fold, result);
                askForTiles(reduction, source, made.values());
                yield made;
            }
            case FLOAT -> {
                FloatSource source = floats(reduction);
                FloatFold fold = new FloatFold(op, Float.intBitsToFloat((int) identity), (FloatJoin) join);
                FloatReduce made = new FloatReduce(shape, source, fold, result);
                askForTiles(reduction, source, made.values());
                yield made;
            }
            case INT, LONG -> {
                LongSource source = integers(reduction);
                LongReduce made = new LongReduce(shape, source, new LongFold(op, identity, join(join)), result);
                askForTiles(reduction, source, made.values());
                yield made;
            }
        };
    }

    private void askForTiles(Reduction reduction, Object source, Object values) {
        if (source instanceof CodeSource coded && !shape.isGathered()) {
            kernels.askForTiles(node, policy, reduction, coded.code(), values);
        }
    }

    private Reduce location(Reduction reduction) {
        Keys keys = Keys.of(reduction.op(), reduction.type());
        LongSource source = switch (reduction.type()) {
            case DOUBLE -> keys.of(doubles(reduction));
            case FLOAT -> keys.of(floats(reduction));
            case INT, LONG -> keys.of(integers(reduction));
        };
        return new LocationReduce(
                shape,
                source,
                keys,
                reduction.identity(),
                locations(),
                Result.of(reduction.result()),
                Result.of(Objects.requireNonNull(reduction.location())));
    }

    private DoubleSource doubles(Reduction reduction) {
        KernelBody body = reduction.contribution();
        CodeSource code = code(reduction);
        if (code != null) {
            return code;
        }
        return policy instanceof TeamPolicy league
                ? DoubleSources.of(new TeamPool(league, body, node.label(), context))
                : DoubleSources.of(policy, ListedBody.of(policy, body));
    }

    private FloatSource floats(Reduction reduction) {
        KernelBody body = reduction.contribution();
        CodeSource code = code(reduction);
        if (code != null) {
            return code;
        }
        return policy instanceof TeamPolicy league
                ? FloatSources.of(new TeamPool(league, body, node.label(), context))
                : FloatSources.of(policy, ListedBody.of(policy, body));
    }

    private LongSource integers(Reduction reduction) {
        KernelBody body = reduction.contribution();
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
        long first = policy instanceof RangePolicy range
                ? range.begin()
                : policy instanceof LongRangePolicy range ? range.begin() : 0;
        return position -> first + position;
    }
}
