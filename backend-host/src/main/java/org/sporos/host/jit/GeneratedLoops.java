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
 * Makes the classes of kernels' loops, for the nodes of one graph. Kernels that give the same class file share one
 * class, also those of other graphs, as long as one of them is alive: a class has its price in memory, and each must be
 * warmed up by itself. Used by one thread.
 */
public final class GeneratedLoops {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ConcurrentHashMap<ByteBuffer, WeakReference<KernelLoop>> KNOWN = new ConcurrentHashMap<>();

    /** The limit of instructions of unrolled loops: an instruction takes three bytes on average, some take more. */
    private static final List<Integer> UNROLLED = List.of(2400, 1200, 0);

    private final Map<List<Object>, Optional<CompiledCode>> byFacts = new HashMap<>();
    private final Map<List<Object>, Optional<KernelLoop>> byCode = new HashMap<>();

    private final List<Integer> unrolled;
    private final LongConsumer onWork;

    /** The use of loops that evaluate no contributions; those that do are keyed by their operator. */
    private enum Use {
        RUN,
        TAKE,
        INCLUSIVE_SCAN,
        EXCLUSIVE_SCAN
    }

    /**
     * Makes one that has made nothing yet.
     *
     * @param onWork takes the nanoseconds of work that C++ could have done
     */
    public GeneratedLoops(LongConsumer onWork) {
        this(onWork, UNROLLED);
    }

    /** @param unrolled how many instructions are tried where loops are unrolled, one after the other */
    GeneratedLoops(LongConsumer onWork, List<Integer> unrolled) {
        this.onWork = onWork;
        this.unrolled = List.copyOf(unrolled);
    }

    /** Adds the methods that are wanted to a writer, and returns whether the code can fold tiles. */
    private interface Methods {
        boolean addTo(LoopWriter writer);
    }

    /** Returns the loop of kernels that run as one, item by item, or null if they can have none. */
    public @Nullable TieredLoop forEach(List<KernelFacts> members) {
        return known(Use.RUN, members, writer -> {
            writer.run();
            return false;
        });
    }

    /** Returns the loop that evaluates a kernel for each index, and folds tiles by an operator where that is short. */
    public @Nullable TieredLoop contribution(KernelFacts facts, ReductionOp op) {
        boolean folds = facts.launch().indexes().size() == 1
                && TileWriter.fits(op, facts.kernel().body());
        return known(op, List.of(facts), writer -> {
            writer.fill();
            if (folds) {
                writer.tile(op);
            }
            return folds;
        });
    }

    /** Returns the loop of a consumer of prefix sums, or null if it can have none. */
    public @Nullable TieredLoop consumer(KernelFacts facts) {
        return known(Use.TAKE, List.of(facts), writer -> {
            writer.take();
            return false;
        });
    }

    /** Returns the loop that scans a range, or null if it can have none. */
    public @Nullable TieredLoop scan(KernelFacts contribution, KernelFacts consumer, boolean inclusive) {
        Use use = inclusive ? Use.INCLUSIVE_SCAN : Use.EXCLUSIVE_SCAN;
        return known(use, List.of(contribution, consumer), writer -> {
            writer.scan(inclusive);
            return false;
        });
    }

    /** Returns why kernels that have no loop have none, in words. */
    public static String refusal(List<KernelFacts> members) {
        String reason = Translatable.refusal(members);
        return reason != null
                ? reason
                : "its method has more than " + LoopWriter.MOST_BYTES + " bytes, and the JVM compiles none that large";
    }

    private @Nullable TieredLoop known(Object use, List<KernelFacts> members, Methods methods) {
        // Facts compare by identity: those of equal captures are the same.
        List<Object> key = List.of(use, List.copyOf(members));
        Optional<CompiledCode> known = byFacts.get(key);
        if (known == null) {
            known = Optional.ofNullable(Translatable.refusal(members) == null ? make(use, members, methods) : null);
            byFacts.put(key, known);
        }
        return known.isEmpty() ? null : new TieredLoop(known.get(), onWork);
    }

    /** A memo entry: the loop class of some kernels, kept with the code of the first one for later graphs. */
    private record Kept(@Nullable KernelLoop loop, ArgumentRecipe bound, boolean folds, boolean isStrided) {
        @Nullable
        CompiledCode made(List<KernelFacts> members) {
            // Both kernels of a strided loop have the captures of one.
            List<KernelFacts> all = isStrided ? List.of(members.get(0), members.get(0)) : members;
            return loop == null ? null : new CompiledCode(loop, bound.bound(all), folds);
        }
    }

    private @Nullable CompiledCode make(Object use, List<KernelFacts> members, Methods methods) {
        DerivedCache derived = members.get(0).kernel().body().derived();
        LoopKey key = LoopKey.of(members, List.of(use, unrolled));
        Object known = derived.get(key);
        Kept kept = (Kept) (known != null ? known : derived.keep(key, unrolled(use, members, methods)));
        return kept.made(members);
    }

    /** Unrolled loops may make a method too large for the JVM's compiler. */
    private Kept unrolled(Object use, List<KernelFacts> members, Methods methods) {
        StridedLoop loop = use == Use.RUN ? StridedLoop.of(members) : new StridedLoop(members, 1);
        int k = 0;
        while (true) {
            LoopWriter writer = new LoopWriter(loop, unrolled.get(k));
            Kept kept = kept(use, writer, methods);
            if (kept.loop() != null || !writer.unrolls() || ++k == unrolled.size()) {
                return kept;
            }
        }
    }

    private Kept kept(Object use, LoopWriter writer, Methods methods) {
        boolean folds = methods.addTo(writer);
        List<Object> code = writer.code();
        code.add(use);
        Optional<KernelLoop> loop = byCode.get(code);
        if (loop == null) {
            loop = Optional.ofNullable(write(writer));
            byCode.put(code, loop);
        }
        return new Kept(loop.orElse(null), writer.recipe(), folds, writer.isStrided());
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
        WeakReference<KernelLoop> known = KNOWN.get(key);
        KernelLoop loop = known == null ? null : known.get();
        if (loop == null) {
            loop = instance(bytes);
            KNOWN.values().removeIf(entry -> entry.get() == null);
            KNOWN.put(key, new WeakReference<>(loop));
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
