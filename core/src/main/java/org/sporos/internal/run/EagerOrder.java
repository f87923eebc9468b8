package org.sporos.internal.run;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The order of eager calls and runs: a call first waits for each earlier submit with conflicting accesses, by any
 * thread, to any stream of any space. As the call is complete when it returns, it precedes later submits. The call
 * bears the cost: it queries all open spaces, and submits do nothing for it.
 *
 * <p>Code inside of a run does not wait: it would wait for itself. Thread-safe. Spaces are held weakly, so that an
 * unclosed one can be collected with its class loader.
 */
public final class EagerOrder {
    private static final Object LOCK = new Object();
    /** Copied on write: an eager call iterates over the spaces without a lock. */
    private static volatile List<WeakReference<Runs>> spaces = List.of();

    private EagerOrder() {}

    /** The runs of one space. Implemented by backends; thread-safe. */
    public interface Runs {

        /**
         * Waits until all runs submitted before that conflict with a call have ended.
         *
         * @param failures the receiver of their unreported failures
         */
        void await(EagerCall call, Consumer<RuntimeException> failures);

        /**
         * Throws if an access of host code to an element may be unordered with a run. Only strict spaces check this.
         *
         * @throws IllegalStateException with the code S221
         */
        default void requireOrdered(MemoryEffect element) {}
    }

    /** Registers a space, so that eager calls wait for its runs. */
    public static void register(Runs runs) {
        replace(runs, true);
    }

    /** Unregisters a space, all of whose runs have ended. */
    public static void unregister(Runs runs) {
        replace(runs, false);
    }

    private static void replace(Runs runs, boolean add) {
        synchronized (LOCK) {
            List<WeakReference<Runs>> left = new ArrayList<>();
            for (WeakReference<Runs> space : spaces) {
                Runs other = space.get();
                if (other != null && other != runs) {
                    left.add(space);
                }
            }
            if (add) {
                left.add(new WeakReference<>(runs));
            }
            spaces = List.copyOf(left);
        }
    }

    /**
     * Waits for all earlier runs that conflict with an eager call.
     *
     * @throws RuntimeException the first unreported failure of such a run, with the others suppressed
     */
    public static void await(EagerCall call) {
        if (RunFrame.current() != null) {
            return;
        }
        RecordingMode.refuse(call.toString());
        List<RuntimeException> failures = new ArrayList<>(0);
        for (WeakReference<Runs> space : spaces) {
            Runs runs = space.get();
            if (runs != null) {
                runs.await(call, failures::add);
            }
        }
        throwFirst(failures);
    }

    private static void throwFirst(List<RuntimeException> failures) {
        if (failures.isEmpty()) {
            return;
        }
        RuntimeException first = failures.get(0);
        for (RuntimeException other : failures) {
            if (other != first) {
                first.addSuppressed(other);
            }
        }
        throw first;
    }

    /**
     * Throws if an access of host code to an element is unordered with a run of a strict space. For memory of strict
     * spaces.
     *
     * @throws IllegalStateException with the code S221
     */
    public static void requireOrdered(MemoryEffect element) {
        if (RunFrame.current() != null) {
            return;
        }
        RecordingMode.refuse("an access to an element");
        for (WeakReference<Runs> space : spaces) {
            Runs runs = space.get();
            if (runs != null) {
                runs.requireOrdered(element);
            }
        }
    }
}
