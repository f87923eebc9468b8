package org.sporos.pipeline;

import java.util.List;
import java.util.function.BiConsumer;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.ForwardingExecutable;
import org.sporos.spi.LoweringContext;

/**
 * A mutable executable: delegates to the backend's current executable, which changes replace.
 *
 * <p>A change first creates the new executable. Then it closes the current one, which waits for pending runs, and
 * replaces it. Submits need no lock for that: a concurrent one finds a closed executable, is refused, waits for the end
 * of the change and retries on the new one. So each run belongs to the old or to the new executable, and all old runs
 * have ended before the first new one begins. Thread-safe.
 */
final class LiveExecutable extends MutableExecutable implements ForwardingExecutable {
    private static final String STREAM = "the stream to submit to";

    /** Held during a replacement. */
    private final Object exchange = new Object();
    /** Written under {@link #exchange}. */
    private volatile LoweredGraph made;

    LiveExecutable(Instantiation instantiation, LoweredGraph made) {
        super(instantiation, made.context().graph().origin());
        this.made = made;
    }

    @Override
    public ExecutableGraph current() {
        return made.executable();
    }

    @Override
    public void submit(ExecutionStream stream) {
        Required.argument(stream, STREAM);
        LoweredGraph now = made;
        while (true) {
            try {
                now.executable().submit(stream);
                return;
            } catch (CodedStateException refusal) {
                now = next(now, refusal);
            }
        }
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        Required.argument(stream, STREAM);
        LoweredGraph now = made;
        while (true) {
            try {
                return now.executable().submitTracked(stream);
            } catch (CodedStateException refusal) {
                now = next(now, refusal);
            }
        }
    }

    /** Returns the replacement of a closed executable that refused a submit. */
    private LoweredGraph next(LoweredGraph refusing, CodedStateException refusal) {
        if (!refusal.code().equals("S219")) {
            throw refusal;
        }
        synchronized (exchange) {
            if (made == refusing) {
                throw refusal;
            }
            return made;
        }
    }

    /** Changes wait for it, so that all runs belong to one executable. */
    @Override
    public Profile profile(int runs) {
        RunFrame.refuseInHostNode("profile");
        synchronized (this) {
            return made.executable().profile(runs);
        }
    }

    @Override
    public String explain(ExplainOption... options) {
        RunFrame.refuseDeviceCallInHostNode("explain");
        return made.executable().explain(options);
    }

    @Override
    void change(Graph to, BiConsumer<Graph, KernelIndex> check) {
        exchange(to.placedOn(space(), placed -> {
            PipelineTrace trace = PipelineTrace.of(placed, space().name(), steps.options());
            LoweringContext next = steps.planned(placed, trace);
            check.accept(next.graph(), next.kernels());
            LoweredGraph lowered = steps.lowered(next);
            trace.progress().end();
            return lowered;
        }));
    }

    private void exchange(LoweredGraph next) {
        List<Diagnostic> before = warnings();
        synchronized (exchange) {
            try {
                made.executable().close();
            } catch (RuntimeException | Error refused) {
                next.executable().close();
                throw refused;
            }
            made = next;
        }
        if (!warnings().equals(before)) {
            Instantiation.warn(warnings());
        }
    }

    @Override
    void closeRuns() {
        made.executable().close();
    }

    @Override
    public String toString() {
        return made.executable().toString();
    }
}
