package org.sporos.host.task;

import org.sporos.host.jit.TieredLoop;

/** Code that is run once per index, in one phase. */
abstract class LoopTask implements HostTask {
    final TieredLoop code;
    final Chunks chunks;

    LoopTask(TieredLoop code, Chunks chunks) {
        this.code = code;
        this.chunks = chunks;
    }

    @Override
    public final int chunks(int phase) {
        return chunks.count();
    }

    @Override
    public final Tier tier() {
        return KernelCompiler.tier(code);
    }

    @Override
    public final String note() {
        return KernelCompiler.note(code);
    }
}
