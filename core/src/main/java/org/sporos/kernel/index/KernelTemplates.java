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
        if (!(captured.of(body) instanceof Capture.Found found)) {
            return plain(lifter.lift(label, body));
        }
        CapturedKernel kernel = found.kernel();
        CapturedShape shape = CapturedShape.of(body.getClass(), kernel);
        Known last = known.get(shape);
        if (last == null) {
            return first(label, body, kernel, shape);
        }
        if (isSame(last.captured, kernel.captured())) {
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

    private static boolean isSame(List<@Nullable Object> one, List<@Nullable Object> other) {
        for (int k = 0; k < one.size(); k++) {
            Object a = one.get(k);
            Object b = other.get(k);
            boolean same = a == b || (CapturedShape.isNumber(a) && java.util.Objects.equals(a, b));
            if (!same) {
                return false;
            }
        }
        return true;
    }
}
