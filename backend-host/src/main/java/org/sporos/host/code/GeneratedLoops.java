package org.sporos.host.code;

import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodTooLargeException;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.policy.ReductionOp;

/**
 * Makes the classes of kernels' loops. Kernels that give the same class file share one class, as long as one of them is
 * alive: a class has its price in memory, and each must be warmed up by itself. Thread-safe.
 */
public final class GeneratedLoops {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ConcurrentHashMap<ByteBuffer, WeakReference<KernelLoop>> KNOWN = new ConcurrentHashMap<>();

    private GeneratedLoops() {}

    /** Returns the loop of kernels that run as one, item by item, or null if they can have none. */
    public static @Nullable CodeLoop forEach(List<KernelFacts> members) {
        return make(members, writer -> writer.run());
    }

    /** Returns the loop that evaluates a kernel for each index, and folds tiles by an operator where that is short. */
    public static @Nullable CodeLoop contribution(KernelFacts facts, ReductionOp op) {
        boolean[] folds = {false};
        CodeLoop loop = make(List.of(facts), writer -> {
            writer.fill();
            folds[0] = facts.launch().indexes().size() == 1 && TileWriter.fits(op, writer);
            if (folds[0]) {
                writer.tile(new TileWriter(writer, op));
            }
        });
        return loop == null ? null : new CodeLoop(loop.loop(), loop.bound(), folds[0]);
    }

    private interface Methods {
        void write(LoopWriter writer);
    }

    private static @Nullable CodeLoop make(List<KernelFacts> members, Methods methods) {
        if (!Translatable.areAll(members)) {
            return null;
        }
        try {
            LoopWriter writer = new LoopWriter(members);
            methods.write(writer);
            byte[] bytes = writer.bytes();
            return writer.isTooLarge() ? null : new CodeLoop(define(bytes), writer.bound(), false);
        } catch (MethodTooLargeException e) {
            return null;
        }
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
