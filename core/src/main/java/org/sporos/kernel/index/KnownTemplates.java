package org.sporos.kernel.index;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The templates of the lambdas of this process, kept by the class of each lambda and as long as that: graphs that are
 * defined again are not lifted and analysed again. They know nothing of the views of graphs. Thread-safe.
 */
final class KnownTemplates {
    /** The shapes that are kept for one class, at most. */
    private static final int MOST = 64;

    private static final ClassValue<Map<CapturedShape, Optional<Template>>> OF_CLASS = new ClassValue<>() {
        @Override
        protected Map<CapturedShape, Optional<Template>> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private KnownTemplates() {}

    /** Returns the template of a plain shape, made now if it is the first of its shape; null if there can be none. */
    static @Nullable Template of(CapturedShape shape, Supplier<@Nullable Template> make) {
        Map<CapturedShape, Optional<Template>> known = OF_CLASS.get(shape.type());
        Optional<Template> found = known.get(shape);
        if (found == null) {
            if (known.size() >= MOST) {
                known.clear();
            }
            Optional<Template> made = Optional.ofNullable(make.get());
            Optional<Template> first = known.putIfAbsent(shape, made);
            found = first == null ? made : first;
        }
        return found.orElse(null);
    }
}
