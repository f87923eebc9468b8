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
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodTooLargeException;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.policy.ReductionOp;

/**
 * Makes the classes of kernels' loops, for the nodes of one graph. Kernels that give the same class file share one class,
 * also those of other graphs, as long as one of them is alive: a class has its price in memory, and each must be warmed up
 * by itself. Used by one thread.
 */
public final class GeneratedLoops {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ConcurrentHashMap<ByteBuffer, WeakReference<KernelLoop>> KNOWN = new ConcurrentHashMap<>();

    private final Map<List<Object>, Optional<Made>> byFacts = new HashMap<>();
    private final Map<List<Object>, Optional<KernelLoop>> byCode = new HashMap<>();

    private final Runnable onBusy;

    /** What nodes with equal captures share. */
    private record Made(KernelLoop loop, Bound bound, boolean folds) {}

    /**
     * Makes one that has made nothing yet.
     *
     * @param onBusy called when a loop has done so much that faster code would pay
     */
    public GeneratedLoops(Runnable onBusy) {
        this.onBusy = onBusy;
    }

    /** Adds the methods that are wanted to a writer, and returns whether the code can fold tiles. */
    private interface Methods {
        boolean addTo(LoopWriter writer);
    }

    /** Returns the loop of kernels that run as one, item by item, or null if they can have none. */
    public @Nullable CodeLoop forEach(List<KernelFacts> members) {
        // Facts compare by identity: those of equal captures are the same.
        return known(List.copyOf(members), members, writer -> {
            writer.run();
            return false;
        });
    }

    /** Returns the loop that evaluates a kernel for each index, and folds tiles by an operator where that is short. */
    public @Nullable CodeLoop contribution(KernelFacts facts, ReductionOp op) {
        return known(List.of(facts, op), List.of(facts), writer -> {
            writer.fill();
            boolean folds = facts.launch().indexes().size() == 1 && TileWriter.fits(op, writer);
            if (folds) {
                writer.tile(new TileWriter(writer, op));
            }
            return folds;
        });
    }

    private @Nullable CodeLoop known(List<Object> key, List<KernelFacts> members, Methods methods) {
        Optional<Made> known = byFacts.get(key);
        if (known == null) {
            known = Optional.ofNullable(Translatable.areAll(members) ? make(key, members, methods) : null);
            byFacts.put(key, known);
        }
        return known.map(made -> new CodeLoop(made.loop(), made.bound(), made.folds(), onBusy))
                .orElse(null);
    }

    private @Nullable Made make(List<Object> key, List<KernelFacts> members, Methods methods) {
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
        return loop.map(made -> new Made(made, writer.bound(), folds)).orElse(null);
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
            throw new IllegalStateException("the class of a kernel's loops cannot be made", e);
        }
    }
}
