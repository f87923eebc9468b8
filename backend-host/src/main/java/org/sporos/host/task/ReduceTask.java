package org.sporos.host.task;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.host.code.TieredLoop;

/** One or more reductions over the same policy: a first phase for contributions, a last one to fold and write. */
final class ReduceTask implements HostTask {
    private final ReduceShape shape;
    private final List<TieredLoop> codes;
    private final String whyLambdas;
    private final Reduce[] parts;
    /** The code of all parts in one loop, or null. */
    private final @Nullable TilesTogether together;

    /**
     * @param together the code that does all parts in one loop, or null
     * @param whyLambdas why parts have no code, in words behind a colon, or the empty string
     */
    ReduceTask(
            ReduceShape shape,
            List<TieredLoop> codes,
            @Nullable TieredLoop together,
            String whyLambdas,
            Reduce... parts) {
        this.shape = shape;
        this.together = together == null ? null : new TilesTogether(together, shape, parts);
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
        if (together != null && together.code().isNative()) {
            return Tier.NATIVE;
        }
        return codes.size() < parts.length ? Tier.LOOP : Kernels.tier(codes);
    }

    @Override
    public String note() {
        if (together != null) {
            return Kernels.note(codes, together.code());
        }
        return codes.size() < parts.length
                ? "no C++: some contributions are lambdas that are called as they are" + whyLambdas
                : Kernels.note(codes);
    }

    @Override
    public void run(int phase, int chunk) {
        if (phase == 0 && together != null) {
            together(shape.chunks().begin(chunk), shape.chunks().end(chunk));
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
            together(0, shape.chunks().size());
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

    private void together(long begin, long to) {
        Objects.requireNonNull(together).run(begin, end(to));
    }

    private long end(long to) {
        return shape.range().isLive() ? Math.min(to, shape.units()) : to;
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
}
