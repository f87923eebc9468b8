package org.sporos.host.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.host.jit.TieredLoop;
import org.sporos.host.jit.TileWork;
import org.sporos.host.natives.NativeLoop;
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

/** The factory of tasks for reductions. */
final class Reductions {
    private final Policy policy;
    private final ReduceShape shape;
    private final Node node;
    private final TaskContext context;
    private final KernelCompiler kernels;
    private final List<TieredLoop> codes = new ArrayList<>();
    private final List<KernelCompiler.TiledPart> tiled = new ArrayList<>();
    private String whyLambdas = "";
    /** The index of the current part's contribution among the bodies of the node. */
    private int contribution;

    private Reductions(Policy policy, Node node, TaskContext context, KernelCompiler kernels) {
        this.policy = policy;
        this.shape = ReduceShape.of(policy, kernels.repeats(node), context);
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

    /** Queues C++ that folds tiles; returns the loop of all parts, or null. */
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
        KernelBody operator = reduction.join();
        KernelBody join =
                operator != null && context.strict() ? CheckedIdentity.of(operator, identity) : operator;
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
                ? ${t.Type}Sources.of(teams(league, body))
                : ${t.Type}Sources.of(policy, ListedBody.of(policy, body));
    }
[/#list]

    private TeamPool teams(TeamPolicy league, KernelBody body) {
        return new TeamPool(league, body, node.label(), kernels.isMemberFree(node, contribution), context);
    }

    private LongSource integers(Reduction reduction) {
        KernelBody body = kernels.called(node, contribution, reduction.contribution());
        CodeSource code = code(reduction);
        if (code != null) {
            return code;
        }
        if (policy instanceof TeamPolicy league) {
            return LongSources.of(teams(league, body));
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

    /** Returns the mapping of positions to locations: the elements of an index set, or the index itself. */
    private LongUnaryOperator locations() {
        IntView elements = ListedBody.elements(policy);
        if (elements != null) {
            return position -> elements.get(position);
        }
        RunRange range = RunRange.of(policy);
        return position -> range.begin() + position;
    }

    /** A reduction to a value and its location, over the keys of values. The smallest position wins a tie. */
    private static final class LocationReduce implements Reduce {
        private final ReduceShape shape;
        private final LongSource source;
        private final Keys keys;
        private final long identity;
        private final LongUnaryOperator locations;
        private final Result value;
        private final Result location;
        /** The keys of the contributions if gathered, else the best keys of the tiles. */
        private final long[] best;
        /** The positions of the best keys of the tiles. */
        private final long[] positions;

        /**
         * @param identity the raw bits of the result of an empty range
         * @param locations the location of each position
         */
        LocationReduce(
                ReduceShape shape,
                LongSource source,
                Keys keys,
                long identity,
                LongUnaryOperator locations,
                Result value,
                Result location) {
            this.shape = shape;
            this.source = source;
            this.keys = keys;
            this.identity = identity;
            this.locations = locations;
            this.value = value;
            this.location = location;
            this.best = new long[shape.room()];
            this.positions = new long[shape.isGathered() ? 0 : shape.room()];
        }

        @Override
        public void gather(long first, int n) {
            source.fill(first, n, best, (int) first);
        }

        @Override
        public void tiles(long begin, long end) {
            long[] room = Buffers.longs();
            for (long tile = begin; tile < end; tile++) {
                int n = shape.length(tile);
                source.fill(tile * Order.TILE, n, room, 0);
                int at = first(room, n);
                best[(int) tile] = room[at];
                positions[(int) tile] = tile * Order.TILE + at;
            }
        }

        @Override
        public void finish() {
            if (shape.size() == 0) {
                value.put(identity);
                location.put(-1);
                return;
            }
            int at = first(best, (int) (shape.isGathered() ? shape.size() : shape.tiles()));
            value.put(keys.bits(best[at]));
            location.put(locations.applyAsLong(shape.isGathered() ? at : positions[at]));
        }

        /** Returns the first index of the smallest key. */
        private static int first(long[] keys, int n) {
            int at = 0;
            for (int k = 1; k < n; k++) {
                if (keys[k] < keys[at]) {
                    at = k;
                }
            }
            return at;
        }
    }

    /**
     * One or more reductions over the same policy: the first phase evaluates contributions, the last one folds and
     * writes.
     */
    private static final class ReduceTask implements HostTask {
        private final ReduceShape shape;
        private final List<TieredLoop> codes;
        private final String whyLambdas;
        private final Reduce[] parts;
        /** The loop of all parts, or null. */
        private final @Nullable TieredLoop together;

        private final TileWork tiles = new Tiles();

        /**
         * @param together the loop of all parts, or null
         * @param whyLambdas a colon and the reasons for parts without compiled code, or the empty string
         */
        ReduceTask(
                ReduceShape shape,
                List<TieredLoop> codes,
                @Nullable TieredLoop together,
                String whyLambdas,
                Reduce... parts) {
            this.shape = shape;
            this.together = together;
            this.codes = List.copyOf(codes);
            this.whyLambdas = whyLambdas;
            this.parts = parts;
        }

        @Override
        public int phases() {
            return shape.chunks().count() == 1 ? 1 : 2;
        }

        @Override
        public int chunks(int phase) {
            return phase == 0 ? shape.chunks().count() : 1;
        }

        @Override
        public Tier tier() {
            if (together != null && together.isNative()) {
                return Tier.NATIVE;
            }
            return codes.size() < parts.length ? Tier.LOOP : KernelCompiler.tier(codes);
        }

        @Override
        public String note() {
            if (together != null) {
                return KernelCompiler.note(codes, together);
            }
            return codes.size() < parts.length
                    ? "no C++: some contributions are lambdas that are called as they are" + whyLambdas
                    : KernelCompiler.note(codes);
        }

        @Override
        public void run(int phase, int chunk) {
            if (phase == 0 && together != null) {
                evaluateAll(together, shape.chunks().begin(chunk), shape.chunks().end(chunk));
            }
            for (Reduce part : parts) {
                if (phase == 0 && together == null) {
                    evaluate(part, shape.chunks().begin(chunk), shape.chunks().end(chunk));
                }
                if (phase == phases() - 1) {
                    part.finish();
                }
            }
        }

        @Override
        public void runAll(int phase) {
            if (phase == 1) {
                run(phase, 0);
                return;
            }
            if (together != null) {
                evaluateAll(together, 0, shape.chunks().size());
            }
            for (Reduce part : parts) {
                if (together == null) {
                    evaluate(part, 0, shape.chunks().size());
                }
                if (phases() == 1) {
                    part.finish();
                }
            }
        }

        private void evaluateAll(TieredLoop code, long begin, long to) {
            long end = end(to);
            if (begin < end) {
                code.pass(tiles, (int) begin, (int) (end - begin));
            }
        }

        private long end(long to) {
            return shape.range().isDynamic() ? Math.min(to, shape.units()) : to;
        }

        private void evaluate(Reduce part, long begin, long to) {
            long end = end(to);
            if (end < begin) {
                return;
            }
            if (shape.isGathered()) {
                part.gather(begin, (int) (end - begin));
            } else {
                part.tiles(begin, end);
            }
        }

        /** Tiles of all parts: one loop over a tile in C++, else a loop for each part. */
        private final class Tiles implements TileWork {
            /** Only the last tile of a range is shorter than others. */
            @Override
            public boolean pass(NativeLoop cpp, int tile, int count) {
                int last = tile + count - 1;
                int length = shape.length(last);
                int full = length < Order.TILE ? count - 1 : count;
                return (full == 0 || cpp.tiles(first(tile), full, tile))
                        && (full == count || cpp.tile(first(last), length, last));
            }

            private long first(int tile) {
                return shape.range().begin() + (long) tile * Order.TILE;
            }

            @Override
            public void pass(int tile, int count) {
                for (Reduce part : parts) {
                    part.tiles(tile, (long) tile + count);
                }
            }
        }
    }
}
