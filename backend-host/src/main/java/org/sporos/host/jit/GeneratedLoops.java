package org.sporos.host.jit;

import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodTooLargeException;
import org.sporos.error.InternalException;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.ir.DerivedCache;
import org.sporos.policy.ReductionOp;

/**
 * Generates loop classes for the nodes of one graph. Kernels with equal class files share one class across graphs while
 * it is alive: each class costs memory and its own JVM warm-up. Used by one thread.
 */
public final class GeneratedLoops {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ConcurrentHashMap<ByteBuffer, WeakReference<KernelLoop>> LOADED = new ConcurrentHashMap<>();

    /** Limits of instructions after unrolling, tried in order; an instruction takes about three bytes. */
    private static final List<Integer> UNROLLED = List.of(2400, 1200, 0);

    private final Map<List<Object>, Optional<CompiledCode>> byFacts = new HashMap<>();
    private final Map<List<Object>, Optional<KernelLoop>> byCode = new HashMap<>();

    private final List<Integer> unrolled;
    private final LongConsumer onWork;

    /** The use of a loop; loops that fold contributions are keyed by their operator instead. */
    private enum Use {
        RUN,
        TAKE,
        INCLUSIVE_SCAN,
        EXCLUSIVE_SCAN
    }

    /**
     * Creates the loops of one graph.
     *
     * @param onWork receives the nanoseconds of work done in Java
     */
    public GeneratedLoops(LongConsumer onWork) {
        this(onWork, UNROLLED);
    }

    /** @param unrolled limits of instructions after unrolling, tried in order */
    GeneratedLoops(LongConsumer onWork, List<Integer> unrolled) {
        this.onWork = onWork;
        this.unrolled = List.copyOf(unrolled);
    }

    /** Adds methods to a writer and returns whether the code folds tiles. */
    private interface Methods {
        boolean addTo(LoopWriter writer);
    }

    /** Returns the fused loop of kernels, or null if one is not translatable. */
    public @Nullable TieredLoop forEach(List<KernelFacts> members) {
        return loop(Use.RUN, members, writer -> {
            writer.run();
            return false;
        });
    }

    /**
     * Returns the loop of a contribution, which also folds tiles if the body is small, or null if it is not
     * translatable.
     */
    public @Nullable TieredLoop contribution(KernelFacts facts, ReductionOp op) {
        boolean folds = facts.launch().indexes().size() == 1
                && TileWriter.fits(op, facts.kernel().body());
        return loop(op, List.of(facts), writer -> {
            writer.fill();
            if (folds) {
                writer.tile(op);
            }
            return folds;
        });
    }

    /** Returns the loop of a consumer of prefix sums, or null if it is not translatable. */
    public @Nullable TieredLoop consumer(KernelFacts facts) {
        return loop(Use.TAKE, List.of(facts), writer -> {
            writer.take();
            return false;
        });
    }

    /** Returns the loop that scans a range, or null if it is not translatable. */
    public @Nullable TieredLoop scan(KernelFacts contribution, KernelFacts consumer, boolean inclusive) {
        Use use = inclusive ? Use.INCLUSIVE_SCAN : Use.EXCLUSIVE_SCAN;
        return loop(use, List.of(contribution, consumer), writer -> {
            writer.scan(inclusive);
            return false;
        });
    }

    /** Returns the reason why kernels have no loop. */
    public static String refusal(List<KernelFacts> members) {
        String reason = Translatable.refusal(members);
        return reason != null
                ? reason
                : "its method has more than " + LoopWriter.MOST_BYTES + " bytes, and the JVM compiles none that large";
    }

    private @Nullable TieredLoop loop(Object use, List<KernelFacts> members, Methods methods) {
        // Facts compare by identity; equal captures share them.
        List<Object> key = List.of(use, List.copyOf(members));
        Optional<CompiledCode> cached = byFacts.get(key);
        if (cached == null) {
            cached = Optional.ofNullable(Translatable.refusal(members) == null ? compile(use, members, methods) : null);
            byFacts.put(key, cached);
        }
        return cached.isEmpty() ? null : new TieredLoop(cached.get(), onWork);
    }

    /** A loop class cached with the IR of the first kernel, for later graphs. */
    private record CachedLoop(@Nullable KernelLoop loop, ArgumentRecipe recipe, boolean folds, boolean isStrided) {
        @Nullable
        CompiledCode bind(List<KernelFacts> members) {
            // Both kernels of a strided loop share the captures of one.
            List<KernelFacts> all = isStrided ? List.of(members.get(0), members.get(0)) : members;
            return loop == null ? null : new CompiledCode(loop, recipe.bind(all), folds);
        }
    }

    private @Nullable CompiledCode compile(Object use, List<KernelFacts> members, Methods methods) {
        DerivedCache derived = members.get(0).kernel().body().derived();
        LoopKey key = LoopKey.of(members, List.of(use, unrolled));
        Object cached = derived.get(key);
        CachedLoop loop = (CachedLoop) (cached != null ? cached : derived.keep(key, unrolled(use, members, methods)));
        return loop.bind(members);
    }

    /** Retries with less unrolling while a method is too large for the JVM's compiler. */
    private CachedLoop unrolled(Object use, List<KernelFacts> members, Methods methods) {
        StridedLoop loop = use == Use.RUN ? StridedLoop.of(members) : new StridedLoop(members, 1);
        int k = 0;
        while (true) {
            LoopWriter writer = new LoopWriter(loop, unrolled.get(k));
            CachedLoop cached = generate(use, writer, methods);
            if (cached.loop() != null || !writer.unrolls() || ++k == unrolled.size()) {
                return cached;
            }
        }
    }

    private CachedLoop generate(Object use, LoopWriter writer, Methods methods) {
        boolean folds = methods.addTo(writer);
        List<Object> code = writer.code();
        code.add(use);
        Optional<KernelLoop> loop = byCode.get(code);
        if (loop == null) {
            loop = Optional.ofNullable(write(writer));
            byCode.put(code, loop);
        }
        return new CachedLoop(loop.orElse(null), writer.recipe(), folds, writer.isStrided());
    }

    private static @Nullable KernelLoop write(LoopWriter writer) {
        byte[] bytes;
        try {
            bytes = writer.bytes();
        } catch (MethodTooLargeException e) {
            return null;
        }
        return bytes == null ? null : define(bytes);
    }

    private static KernelLoop define(byte[] bytes) {
        ByteBuffer key = ByteBuffer.wrap(bytes);
        WeakReference<KernelLoop> cached = LOADED.get(key);
        KernelLoop loop = cached == null ? null : cached.get();
        if (loop == null) {
            loop = instance(bytes);
            LOADED.values().removeIf(entry -> entry.get() == null);
            LOADED.put(key, new WeakReference<>(loop));
        }
        return loop;
    }

    private static KernelLoop instance(byte[] bytes) {
        try {
            Class<?> type = LOOKUP.defineHiddenClass(bytes, true).lookupClass();
            return (KernelLoop) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new InternalException("the class of a kernel's loops cannot be made", e);
        }
    }
}
