package org.sporos.host.code;

import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodTooLargeException;
import org.sporos.error.InternalException;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.ir.Derived;
import org.sporos.policy.ReductionOp;

/**
 * Makes the classes of kernels' loops, for the nodes of one graph. Kernels that give the same class file share one class,
 * also those of other graphs, as long as one of them is alive: a class has its price in memory, and each must be warmed up
 * by itself. Used by one thread.
 */
public final class GeneratedLoops {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ConcurrentHashMap<ByteBuffer, WeakReference<KernelLoop>> KNOWN = new ConcurrentHashMap<>();

    private final Map<List<Object>, Optional<Codes>> byFacts = new HashMap<>();
    private final Map<List<Object>, Optional<KernelLoop>> byCode = new HashMap<>();

    private final Vectors vectors;
    private final LongConsumer onWork;

    /** What nodes with equal captures share. */
    private record Codes(Made plain, @Nullable VectorLoops vectors) {}

    /**
     * Makes one that has made nothing yet.
     *
     * @param onWork takes the nanoseconds of work that C++ could have done
     */
    public GeneratedLoops(Vectors vectors, LongConsumer onWork) {
        this.vectors = vectors;
        this.onWork = onWork;
    }

    /** Adds the methods that are wanted to a writer, and returns whether the code can fold tiles. */
    private interface Methods {
        boolean addTo(LoopWriter writer);
    }

    /** Returns the loop of kernels that run as one, item by item, or null if they can have none. */
    public @Nullable CodeLoop forEach(List<KernelFacts> members) {
        Methods methods = writer -> {
            writer.run();
            return false;
        };
        // Facts compare by identity: those of equal captures are the same.
        return known(List.copyOf(members), members, methods, plan -> methods);
    }

    /** Returns the loop that evaluates a kernel for each index, and folds tiles by an operator where that is short. */
    public @Nullable CodeLoop contribution(KernelFacts facts, ReductionOp op) {
        boolean folds = facts.launch().indexes().size() == 1
                && TileWriter.fits(op, facts.kernel().body());
        return known(List.of(facts, op), List.of(facts), contribution(op, folds), plan -> {
            if (folds && !VectorTileWriter.fits(op, plan, facts.kernel().body())) {
                plan.refuse("tiles that vectors do not fold");
            }
            return contribution(op, folds);
        });
    }

    private static Methods contribution(ReductionOp op, boolean folds) {
        return writer -> {
            writer.fill();
            if (folds) {
                writer.tile(op);
            }
            return folds;
        };
    }

    private @Nullable CodeLoop known(
            List<Object> key, List<KernelFacts> members, Methods methods, Function<VectorPlan, Methods> vectorMethods) {
        Optional<Codes> known = byFacts.get(key);
        if (known == null) {
            Made plain = Translatable.areAll(members) ? make(key, members, methods) : null;
            known = plain == null ? Optional.empty() : Optional.of(new Codes(plain, vectors(members, vectorMethods)));
            byFacts.put(key, known);
        }
        return known.isEmpty() ? null : loop(known.get());
    }

    private CodeLoop loop(Codes codes) {
        CodeLoop loop = new CodeLoop(codes.plain(), codes.vectors(), onWork);
        if (vectors == Vectors.ALWAYS) {
            loop.forceVectors();
        }
        return loop;
    }

    private @Nullable VectorLoops vectors(List<KernelFacts> members, Function<VectorPlan, Methods> vectorMethods) {
        if (vectors == Vectors.NEVER) {
            return null;
        }
        return new VectorLoops(members, plan -> {
            Methods methods = vectorMethods.apply(plan);
            if (plan.refusal() != null) {
                return null;
            }
            LoopWriter writer = new LoopWriter(members, plan);
            boolean folds = methods.addTo(writer);
            KernelLoop loop = write(writer);
            return loop == null ? null : new Made(loop, writer.bound(), folds);
        });
    }

    /** A memo entry: the loop class of some kernels, kept with the code of the first one for later graphs. */
    private record Kept(@Nullable KernelLoop loop, BoundRecipe bound, boolean folds) {
        @Nullable
        Made made(List<KernelFacts> members) {
            return loop == null ? null : new Made(loop, bound.bound(members), folds);
        }
    }

    private @Nullable Made make(List<Object> key, List<KernelFacts> members, Methods methods) {
        Derived derived = members.get(0).kernel().body().derived();
        LoopKey loopKey = LoopKey.of(members, key.get(key.size() - 1) instanceof ReductionOp op ? op : "");
        Object known = derived.get(loopKey);
        Kept kept = (Kept) (known != null ? known : derived.keep(loopKey, made(key, members, methods)));
        return kept.made(members);
    }

    private Kept made(List<Object> key, List<KernelFacts> members, Methods methods) {
        LoopWriter writer = new LoopWriter(members);
        boolean folds = methods.addTo(writer);
        List<Object> code = new ArrayList<>();
        for (KernelFacts member : members) {
            code.add(member.kernel().body());
            code.add(member.proofs());
        }
        code.add(key.get(key.size() - 1) instanceof ReductionOp op ? op : "");
        code.add(writer.shape());
        Optional<KernelLoop> loop = byCode.get(code);
        if (loop == null) {
            loop = Optional.ofNullable(write(writer));
            byCode.put(code, loop);
        }
        return new Kept(loop.orElse(null), writer.recipe(), folds);
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
