package org.sporos.internal.run;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Orders eager calls with runs: a call first waits for each run that was submitted before it, by any thread, to any
 * stream of any space, and that touches the same memory where one of both writes. As the call returns when it is done,
 * it comes before what is submitted later. The call pays for this: it asks all open spaces, and a submit does nothing
 * for it.
 *
 * <p>Code inside of a run acts at once: it would wait for itself. Thread-safe. Spaces are held weakly, so that one that
 * was never closed can be collected with its class loader.
 */
public final class EagerOrder {
    private static final Object LOCK = new Object();
    /** Copied on write: an eager call takes no lock to look through the spaces. */
    private static volatile List<WeakReference<Runs>> spaces = List.of();

    private EagerOrder() {}

    /** The runs of one space. Implemented by backends; thread-safe. */
    public interface Runs {

        /**
         * Waits until all runs submitted before that conflict with a call have ended.
         *
         * @param failures takes the failures of such runs that were not reported yet
         */
        void await(EagerCall call, Consumer<RuntimeException> failures);

        /**
         * Throws if a run that touches an element may be unordered with an access to it by host code. Only strict
         * spaces do.
         *
         * @throws IllegalStateException with the code S221
         */
        default void requireOrdered(MemoryEffect element) {}
    }

    /** Has eager calls wait for the runs of a space. */
    public static void register(Runs runs) {
        replace(runs, true);
    }

    /** Forgets a space, all of whose runs have ended. */
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
     * Waits for the runs that an eager call comes after.
     *
     * @throws RuntimeException the first failure of such a run that was not reported yet; others are attached to it
     *     as suppressed
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
     * Throws if an access of host code to an element is not ordered with a run of a strict space. For memory of strict
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
