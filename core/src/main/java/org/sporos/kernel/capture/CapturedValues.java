package org.sporos.kernel.capture;

import com.google.common.collect.Sets;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.View;

/**
 * The views and params reachable from a kernel body: captured directly, in arrays, and in final fields of captured
 * objects and lambdas, but not in static fields. A superset of those used by the kernel, which lifting determines. In
 * the order of discovery, immutable.
 */
public final class CapturedValues {
    private static final int MAX_DEPTH = 12;
    private static final int MAX_OBJECTS = 20_000;

    private final Set<View> views = new LinkedHashSet<>();
    private final Set<Param> params = new LinkedHashSet<>();
    private final List<Object[]> arrays = new ArrayList<>();
    private final Set<Object> visited = Sets.newIdentityHashSet();
    private final CapturedFields fields = new CapturedFields();

    /** Whether a limit stopped the traversal. */
    private boolean limited;

    /**
     * A cache of reachable values per captured object of one graph: many kernels are methods of one object. Not
     * thread-safe.
     */
    public static final class Known {
        private final Map<Object, CapturedValues> ofObjects = new IdentityHashMap<>();

        /** Returns the values reachable from a captured body. */
        public CapturedValues of(KernelBody body, CaptureResult capture) {
            if (!body.getClass().isHidden() || !(capture instanceof CaptureResult.Found found)) {
                return CapturedValues.of(body);
            }
            CapturedValues all = new CapturedValues();
            found.kernel().captured().forEach(value -> add(all, value));
            return all.limited ? CapturedValues.of(body) : all;
        }

        private void add(CapturedValues all, @Nullable Object value) {
            if (value instanceof View || value instanceof Param) {
                all.visit(value, 1);
            } else if (value != null) {
                CapturedValues inside = ofObjects.computeIfAbsent(value, CapturedValues::ofCaptured);
                all.views.addAll(inside.views);
                all.params.addAll(inside.params);
                all.limited |= inside.limited;
            }
        }
    }

    private CapturedValues() {}

    /** Returns the values reachable from a body; unreadable fields are skipped, without an exception. */
    public static CapturedValues of(KernelBody body) {
        CapturedValues values = new CapturedValues();
        values.visit(body, 0);
        return values;
    }

    private static CapturedValues ofCaptured(Object value) {
        CapturedValues values = new CapturedValues();
        values.visit(value, 1);
        return values;
    }

    /** Returns the captured values if all are views, params and primitives; else null. */
    public static @Nullable List<@Nullable Object> plain(CaptureResult capture) {
        if (!(capture instanceof CaptureResult.Found found)) {
            return null;
        }
        for (Object value : found.kernel().captured()) {
            boolean plain = value instanceof View
                    || value instanceof Param
                    || value instanceof Number
                    || value instanceof Boolean
                    || value instanceof Character;
            if (!plain) {
                return null;
            }
        }
        return found.kernel().captured();
    }

    /** Returns the views. */
    public Set<View> views() {
        return Collections.unmodifiableSet(views);
    }

    /** Returns the params. */
    public Set<Param> params() {
        return Collections.unmodifiableSet(params);
    }

    /** Returns the object arrays, which are mutable. */
    public List<Object[]> arrays() {
        return Collections.unmodifiableList(arrays);
    }

    /** Returns whether the traversal was complete. */
    public boolean isComplete() {
        return !limited;
    }

    private void visit(@Nullable Object value, int depth) {
        if (value instanceof View view) {
            views.add(view);
        } else if (value instanceof Param param) {
            params.add(param);
        } else if (value != null && (depth >= MAX_DEPTH || visited.size() >= MAX_OBJECTS)) {
            limited = true;
        } else if (value != null && visited.add(value)) {
            visitInside(value, depth + 1);
        }
    }

    private void visitInside(Object value, int depth) {
        if (value instanceof Object[] array) {
            arrays.add(array);
            for (Object element : array) {
                visit(element, depth);
            }
        } else if (value instanceof ExecutionSpace || value instanceof ExecutionStream) {
            // Kernels cannot use the contents of spaces and streams.
            return;
        } else if (value.getClass().isHidden()) {
            if (KernelCapture.of(value) instanceof CaptureResult.Found found) {
                found.kernel().captured().forEach(captured -> visit(captured, depth));
            }
        } else {
            for (Field field : FinalFields.of(value.getClass())) {
                fields.read(value, field).ifPresent(read -> visit(read.value(), depth));
            }
        }
    }
}
