package org.sporos.pipeline;

import com.google.common.collect.Sets;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Task;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.view.View;

/**
 * Tells whether the views and params that kernels use, and that their bodies did not capture, are constants: values of
 * static final fields of the class that a body is written in. Others may come out of arrays in static fields, whose
 * elements change.
 */
final class StaticValues {
    private StaticValues() {}

    /**
     * Returns whether all of a task's own bodies are constants; what nested graphs read is read when they are compiled.
     */
    static boolean areConstant(Task task) {
        if (task.work().kernels().isEmpty() || task.work().conditional() != null) {
            return true;
        }
        Graph graph = Graph.define("statics", root -> root.then(task));
        KernelIndex kernels = KernelIndex.of(graph);
        for (Node node : graph.nodes()) {
            for (CompiledKernel kernel : kernels.of(node)) {
                if (!areConstant(kernel)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean areConstant(CompiledKernel kernel) {
        Set<Object> left = Sets.newIdentityHashSet();
        left.addAll(kernel.facts().binding().views());
        left.addAll(kernel.facts().binding().params());
        CapturedValues captured = CapturedValues.of(kernel.body());
        left.removeAll(captured.views());
        left.removeAll(captured.params());
        if (!left.isEmpty()) {
            removeConstants(kernel.body(), left);
        }
        return left.isEmpty();
    }

    private static void removeConstants(KernelBody body, Set<Object> from) {
        Class<?> owner = ownerOf(body);
        if (owner == null) {
            return;
        }
        for (Field field : owner.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            boolean mayBe =
                    View.class.isAssignableFrom(field.getType()) || Param.class.isAssignableFrom(field.getType());
            if (mayBe && Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers)) {
                CapturedFields.readStatic(field).ifPresent(found -> from.remove(found.value()));
            }
        }
    }

    private static @Nullable Class<?> ownerOf(KernelBody body) {
        if (!(KernelCapture.of(body) instanceof CaptureResult.Found found)) {
            return null;
        }
        try {
            return Class.forName(
                    found.kernel().owner().replace('/', '.'),
                    false,
                    found.kernel().loader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
