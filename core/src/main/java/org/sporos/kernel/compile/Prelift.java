package org.sporos.kernel.compile;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.ProgressReporter;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.FieldValue;
import org.sporos.policy.KernelBody;

/**
 * Lifts bodies new in this process in parallel, before the sequential traversal of nodes, which then finds templates.
 * Results and the order of problems are unchanged.
 */
final class Prelift {
    private final boolean prints;
    private final Set<CodeOfBody> seen = new HashSet<>();
    private final List<Runnable> tasks = new ArrayList<>();
    private final Queue<KernelLifter> lifters = new ConcurrentLinkedQueue<>();
    private final CapturedFields fields = new CapturedFields();
    /** The latest capture: bodies that share it have the same code. */
    private @Nullable CaptureResult last;

    /** @param prints whether kernels print */
    Prelift(boolean prints) {
        this.prints = prints;
    }

    /** Rejects class initialization: a lock on it may be held by a thread that waits for all lifts (deadlock). */
    private static final class InitializationException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InitializationException() {
            super("a class may be initialized", null, false, false);
        }
    }

    /** Reads objects, but initializes no class. */
    private static final class Reader extends RecordingReader {
        Reader(@Nullable ClassLoader loader, boolean marks) {
            super(new CapturedFields(), loader, marks);
        }

        @Override
        public Optional<FieldValue> staticField(Field field) {
            throw new InitializationException();
        }

        @Override
        public void beforeInitialization() {
            throw new InitializationException();
        }
    }

    /** Adds a body; one per code is lifted. */
    void add(CapturedBody captured) {
        if (captured.capture() == last || !(captured.capture() instanceof CaptureResult.Found found)) {
            return;
        }
        last = found;
        String label = captured.node().label();
        KernelBody body = captured.call().body();
        CapturedKernel kernel = found.kernel();
        CodeOfBody code = CodeOfBody.of(body, kernel);
        if (seen.add(code)
                && KnownTemplates.first(code, prints, template -> template.bind(label, kernel.captured(), fields))
                        == null) {
            tasks.add(() -> lift(label, body, kernel, code));
        }
    }

    /** Lifts all bodies without a template. */
    void run(Helpers helpers, ProgressReporter progress) {
        ParallelTasks.run(tasks, helpers, progress);
    }

    private void lift(String label, KernelBody body, CapturedKernel kernel, CodeOfBody code) {
        KernelLifter polled = lifters.poll();
        KernelLifter lifter = polled == null ? new KernelLifter(prints) : polled;
        LiftTemplate template =
                LiftTemplate.of(lifter, label, body, kernel, marks -> new Reader(kernel.loader(), marks));
        lifters.add(lifter);
        if (template != null) {
            KnownTemplates.keep(code, prints, template);
        }
    }

    /** Returns a lifter, preferably with class files read before. */
    KernelLifter lifter() {
        KernelLifter lifter = lifters.poll();
        return lifter == null ? new KernelLifter(prints) : lifter;
    }
}
