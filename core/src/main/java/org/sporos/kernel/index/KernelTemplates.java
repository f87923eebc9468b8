package org.sporos.kernel.index;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.capture.Capture;
import org.sporos.kernel.capture.Captured;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.passes.Binding;
import org.sporos.policy.KernelBody;

/**
 * Lifts bodies, and those that run the same code on captured values of the same kinds only once, where the values cannot
 * change the code. Used by one thread.
 */
final class KernelTemplates {
    private final KernelLifter lifter = new KernelLifter();
    private final Captured captured;
    private final Map<CapturedShape, Known> known = new HashMap<>();
    /** What came out last: most nodes of a graph run bodies of few classes, which captured the same. */
    private @Nullable Capture lastCapture;

    private @Nullable Class<?> lastType;
    private @Nullable Result lastResult;

    KernelTemplates(Captured captured) {
        this.captured = captured;
    }

    /** What became of a body. */
    sealed interface Result {}

    /** A kernel, which may be shared, and what its names stand for. */
    record Bound(Kernel kernel, Binding binding) implements Result {}

    /** All that keeps it from being a kernel. */
    record Refused(List<KernelProblem> problems) implements Result {}

    /** The last body of a shape, and the template that serves for all, if there is one. */
    private static final class Known {
        List<@Nullable Object> captured;
        Bound bound;

        @Nullable
        Template template;

        boolean tried;

        Known(List<@Nullable Object> captured, Bound bound) {
            this.captured = captured;
            this.bound = bound;
        }
    }

    Result lift(String label, KernelBody body) {
        Capture capture = captured.of(body);
        Result last = lastResult;
        if (last != null && capture == lastCapture && body.getClass() == lastType) {
            return last;
        }
        Result result = lift(label, body, capture);
        // What is refused is refused for each node by its own label.
        lastResult = result instanceof Bound ? result : null;
        lastCapture = capture;
        lastType = body.getClass();
        return result;
    }

    private Result lift(String label, KernelBody body, Capture capture) {
        if (!(capture instanceof Capture.Found found)) {
            return plain(lifter.lift(label, body));
        }
        CapturedKernel kernel = found.kernel();
        CapturedShape shape = CapturedShape.of(body.getClass(), kernel);
        Known last = known.get(shape);
        if (last == null) {
            return first(label, body, kernel, shape);
        }
        if (CapturedValues.areSame(last.captured, kernel.captured())) {
            return last.bound;
        }
        if (!last.tried) {
            last.tried = true;
            last.template = Template.of(lifter, label, body, kernel);
        }
        if (last.template == null) {
            return plain(lifter.lift(label, body, kernel));
        }
        last.captured = kernel.captured();
        last.bound = last.template.bind(label, kernel.captured());
        return last.bound;
    }

    private Result first(String label, KernelBody body, CapturedKernel kernel, CapturedShape shape) {
        Template template =
                !shape.isPlain() ? null : KnownTemplates.of(shape, () -> Template.of(lifter, label, body, kernel));
        Result result =
                template != null ? template.bind(label, kernel.captured()) : plain(lifter.lift(label, body, kernel));
        if (result instanceof Bound bound) {
            Known entry = new Known(kernel.captured(), bound);
            entry.template = template;
            entry.tried = shape.isPlain();
            known.put(shape, entry);
        }
        return result;
    }

    private static Result plain(Lifted lifted) {
        if (lifted instanceof Lifted.Translated translated) {
            return new Bound(translated.kernel(), Binding.of(translated.kernel()));
        }
        return new Refused(((Lifted.Refused) lifted).problems());
    }
}
