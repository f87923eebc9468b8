package org.sporos.host.task;

import java.util.List;
import org.sporos.host.code.TieredLoop;

/** One or more reductions over the same policy: a first phase for contributions, a last one to fold and write. */
final class ReduceTask implements HostTask {
    private final ReduceShape shape;
    private final List<TieredLoop> codes;
    private final String whyLambdas;
    private final Reduce[] parts;

    /** @param whyLambdas why parts have no code, in words behind a colon, or the empty string */
    ReduceTask(ReduceShape shape, List<TieredLoop> codes, String whyLambdas, Reduce... parts) {
        this.shape = shape;
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
        return codes.size() < parts.length ? Tier.LOOP : Kernels.tier(codes);
    }

    @Override
    public String note() {
        return codes.size() < parts.length
                ? "no C++: some contributions are lambdas that are called as they are" + whyLambdas
                : Kernels.note(codes);
    }

    @Override
    public void run(int phase, int chunk) {
        for (Reduce part : parts) {
            if (phase == 0) {
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
        for (Reduce part : parts) {
            evaluate(part, 0, shape.chunks().size());
            if (phases() == 1) {
                part.finish();
            }
        }
    }

    private void evaluate(Reduce part, long begin, long to) {
        long end = shape.range().isLive() ? Math.min(to, shape.units()) : to;
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
