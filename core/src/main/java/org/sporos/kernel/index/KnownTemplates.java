package org.sporos.kernel.index;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The templates of the bodies of this process, kept by the class of each body and as long as that: graphs that are
 * defined again are not lifted and analysed again. They know nothing of the objects of graphs. Thread-safe.
 */
final class KnownTemplates {
    /** The templates that are kept for one class, at most. */
    private static final int MOST = 64;

    private static final ClassValue<List<LiftTemplate>> OF_CLASS = lists();

    /** Templates of kernels that print. */
    private static final ClassValue<List<LiftTemplate>> PRINTING = lists();

    private static ClassValue<List<LiftTemplate>> lists() {
        return new ClassValue<>() {
            @Override
            protected List<LiftTemplate> computeValue(Class<?> type) {
                return new CopyOnWriteArrayList<>();
            }
        };
    }

    private KnownTemplates() {}

    /**
     * Returns the first result of a function that is not null, of the templates of a class; null if there is none.
     *
     * @param prints whether they are those of kernels that may print
     */
    static <T> @Nullable T first(Class<?> type, boolean prints, Function<LiftTemplate, @Nullable T> function) {
        for (LiftTemplate template : of(prints).get(type)) {
            T result = function.apply(template);
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    /** Keeps a template, unless it depends on what does not last. */
    static void keep(Class<?> type, boolean prints, LiftTemplate template) {
        List<LiftTemplate> known = of(prints).get(type);
        if (template.isLasting() && !isJShell(type)) {
            if (known.size() >= MOST) {
                known.clear();
            }
            known.add(template);
        }
    }

    private static ClassValue<List<LiftTemplate>> of(boolean prints) {
        return prints ? PRINTING : OF_CLASS;
    }

    /** Returns how many templates of a class are kept. */
    static int count(Class<?> type) {
        return OF_CLASS.get(type).size();
    }

    /** The variables of JShell change, and their values are part of the code. */
    private static boolean isJShell(Class<?> type) {
        return type.getPackageName().startsWith("REPL");
    }
}
