package org.sporos.kernel.compile;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The templates of this process by the code of bodies, with the lifetime of their classes: redefined graphs are not
 * lifted and analyzed again. Templates refer to no objects of graphs. Thread-safe.
 */
final class KnownTemplates {
    /** The limit of templates per code. */
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
     * Returns the first nonnull result of a function over the templates of a code, or null.
     *
     * @param prints whether to search templates of kernels that may print
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

    /** Adds a template, unless it depends on short-lived values. */
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

    /** Returns the number of templates of a code. */
    static int count(CodeOfBody code) {
        return of(code, false).size();
    }

    /** JShell variables are mutable, and their values are part of the code. */
    private static boolean isJShell(CodeOfBody code) {
        return code.nest().getPackageName().startsWith("REPL");
    }
}
