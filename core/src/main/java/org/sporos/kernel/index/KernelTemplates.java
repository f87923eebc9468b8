package org.sporos.kernel.index;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.capture.Capture;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.passes.Binding;
import org.sporos.policy.KernelBody;

/**
 * Lifts bodies, and those that run the same code on captured values of the same kinds only once, where the values cannot
 * change the code. Used by one thread.
 */
final class KernelTemplates {
    private final KernelLifter lifter = new KernelLifter();
    private final Map<CapturedShape, Known> known = new HashMap<>();

    /** What became of a body. */
    sealed interface Result {}

    /** A kernel, which may be shared, and what its names stand for. */
    record Bound(Kernel kernel, Binding binding) implements Result {}

    /** All that keeps it from being a kernel. */
    record Refused(List<KernelProblem> problems) implements Result {}

    /** The first body of a shape, and the template once a second one with other values has come. */
    private static final class Known {
        final List<@Nullable Object> captured;
        final Bound bound;

        @Nullable
        Template template;

        boolean tried;

        Known(List<@Nullable Object> captured, Bound bound) {
            this.captured = captured;
            this.bound = bound;
        }
    }

    Result lift(String label, KernelBody body) {
        if (!(KernelCapture.of(body) instanceof Capture.Found found)) {
            return plain(lifter.lift(label, body));
        }
        CapturedKernel captured = found.kernel();
        CapturedShape shape = CapturedShape.of(captured);
        Known first = known.get(shape);
        if (first == null) {
            Result result = plain(lifter.lift(label, body));
            if (result instanceof Bound bound) {
                known.put(shape, new Known(captured.captured(), bound));
            }
            return result;
        }
        if (isSame(first.captured, captured.captured())) {
            return first.bound;
        }
        if (!first.tried) {
            first.tried = true;
            first.template = Template.of(lifter, label, body, captured);
        }
        return first.template == null ? plain(lifter.lift(label, body)) : first.template.bind(captured.captured());
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
