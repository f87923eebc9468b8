package org.sporos.kernel.compile;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The templates of the bodies of this process, kept by the code of each body and as long as its class: graphs that are
 * defined again are not lifted and analysed again. They know nothing of the objects of graphs. Thread-safe.
 */
final class KnownTemplates {
    /** The templates that are kept for one code, at most. */
    private static final int MOST = 64;

    private static final ClassValue<Map<CodeOfBody, List<LiftTemplate>>> OF_NEST = maps();

    /** Templates of kernels that print. */
    private static final ClassValue<Map<CodeOfBody, List<LiftTemplate>>> PRINTING = maps();

    private static ClassValue<Map<CodeOfBody, List<LiftTemplate>>> maps() {
        return new ClassValue<>() {
            @Override
            protected Map<CodeOfBody, List<LiftTemplate>> computeValue(Class<?> type) {
                return new ConcurrentHashMap<>();
            }
        };
    }

    private KnownTemplates() {}

    /**
     * Returns the first result of a function that is not null, of the templates of a code; null if there is none.
     *
     * @param prints whether they are those of kernels that may print
     */
    static <T> @Nullable T first(CodeOfBody code, boolean prints, Function<LiftTemplate, @Nullable T> function) {
        for (LiftTemplate template : of(code, prints)) {
            T result = function.apply(template);
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    /** Keeps a template, unless it depends on what does not last. */
    static void keep(CodeOfBody code, boolean prints, LiftTemplate template) {
        List<LiftTemplate> known = of(code, prints);
        if (template.isLasting() && !isJShell(code)) {
            if (known.size() >= MOST) {
                known.clear();
            }
            known.add(template);
        }
    }

    private static List<LiftTemplate> of(CodeOfBody code, boolean prints) {
        return (prints ? PRINTING : OF_NEST)
                .get(code.nest())
                .computeIfAbsent(code, unknown -> new CopyOnWriteArrayList<>());
    }

    /** Returns how many templates of a code are kept. */
    static int count(CodeOfBody code) {
        return of(code, false).size();
    }

    /** The variables of JShell change, and their values are part of the code. */
    private static boolean isJShell(CodeOfBody code) {
        return code.nest().getPackageName().startsWith("REPL");
    }
}
