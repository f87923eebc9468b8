package org.sporos.host.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.host.jit.TieredLoop;
import org.sporos.host.jit.TileWork;
import org.sporos.host.natives.NativeLoop;

/** One or more reductions over the same policy: a first phase for contributions, a last one to fold and write. */
final class ReduceTask implements HostTask {
    private final ReduceShape shape;
    private final List<TieredLoop> codes;
    private final String whyLambdas;
    private final Reduce[] parts;
    /** The code of all parts in one loop, or null. */
    private final @Nullable TieredLoop together;

    private final TileWork tiles = new Tiles();

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
