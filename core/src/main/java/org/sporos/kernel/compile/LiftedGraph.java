package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.ProgressReporter;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.DebugMode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.compile.FactsCache.FactsRequest;
import org.sporos.kernel.compile.LiftResult.Bound;
import org.sporos.kernel.compile.LiftResult.Refused;
import org.sporos.policy.KernelBody;

/** The lifted kernels of a graph, and the problems of rejected bodies. Not thread-safe, used once. */
public final class LiftedGraph {
    private final Graph graph;
    private final KernelTemplates templates;
    private final FactsCache facts = new FactsCache();
    /**
     * The kernels in the order of their nodes. Facts are computed when all are known, to share analyses between ranges.
     */
    private final List<FactsRequest> kernels = new ArrayList<>();

    private final Map<String, KernelProblem> problems = new LinkedHashMap<>();

    private LiftedGraph(Graph graph, KernelTemplates templates) {
        this.graph = graph;
        this.templates = templates;
    }

    /**
     * Lifts the bodies of a graph; the result is independent of helpers.
     *
     * @param captured the bodies of the graph
     * @param helpers threads for lifting of kernels new in this process
     * @param progress reports the number of lifted bodies
     */
    public static LiftedGraph of(CapturedGraph captured, Helpers helpers, ProgressReporter progress) {
        Prelift prelift = new Prelift(DebugMode.prints());
        captured.bodies().forEach(prelift::add);
        prelift.run(helpers, progress);
        LiftedGraph lifted = new LiftedGraph(captured.graph(), new KernelTemplates(prelift.lifter()));
        int done = 0;
        for (CapturedBody body : captured.bodies()) {
            lifted.lift(body);
            progress.reached(++done);
        }
        return lifted;
    }

    private void lift(CapturedBody body) {
        LiftResult result = templates.lift(body.node().label(), body);
        if (result instanceof LiftResult.Bound bound) {
            kernels.add(facts.request(body, bound.kernel(), bound.binding()));
        } else if (result instanceof LiftResult.Refused refused) {
            refused.problems().forEach(problem -> refuse(body.graph(), problem));
        }
    }

    /** Reports a problem once per label. */
    private void refuse(Graph in, KernelProblem problem) {
        KernelProblem known = problem.of(problem.kernel() + " of graph " + Labels.quoted(in.label()));
        problems.putIfAbsent(known.toString(), known);
    }

    /** Returns the graph. */
    Graph graph() {
        return graph;
    }

    /**
     * Computes missing facts, and returns the kernels in the order of the nodes.
     *
     * @param helpers threads for analysis of kernels new in this process
     * @param progress reports the number of analyzed kernels
     */
    List<FactsRequest> prepared(Helpers helpers, ProgressReporter progress) {
        facts.prepare(helpers, progress);
        return kernels;
    }

    /** Returns the problems of rejected bodies. */
    List<KernelProblem> problems() {
        return List.copyOf(problems.values());
    }

    /** Returns the printed IR of each kernel, with its node. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        kernels.forEach(kernel ->
                text.append(kernel.node()).append('\n').append(kernel.toString().indent(2)));
        problems.keySet().forEach(problem -> text.append(problem).append('\n'));
        return text.toString();
    }

    /**
     * Lifts bodies with memoization: bodies with the same code and kinds of captured values are lifted once, if the values
     * do not affect the code. Not thread-safe.
     */
    private static final class KernelTemplates {
        private final KernelLifter lifter;
        private final CapturedFields fields = new CapturedFields();
        private final Map<CapturedShape, Known> known = new HashMap<>();
        /** The latest result: consecutive nodes often have bodies of one class with the same captured values. */
        private @Nullable CaptureResult lastCapture;

        private @Nullable Class<?> lastType;
        private @Nullable LiftResult lastResult;

        /** @param lifter a lifter, possibly with class files read before */
        KernelTemplates(KernelLifter lifter) {
            this.lifter = lifter;
        }

        /** The latest body of a shape, and its template. */
        private record Known(
                List<@Nullable Object> captured,
                Bound bound,
                @Nullable LiftTemplate template) {}

        LiftResult lift(String label, CapturedBody captured) {
            KernelBody body = captured.call().body();
            CaptureResult capture = captured.capture();
            LiftResult last = lastResult;
            if (last != null && capture == lastCapture && body.getClass() == lastType) {
                return last;
            }
            LiftResult result = lift(label, body, capture);
            // Problems contain the label of their node and are not shared.
            lastResult = result instanceof Bound ? result : null;
            lastCapture = capture;
            lastType = body.getClass();
            return result;
        }

        private LiftResult lift(String label, KernelBody body, CaptureResult capture) {
            if (!(capture instanceof CaptureResult.Found found)) {
                return plain(lifter.lift(label, body));
            }
            CapturedKernel kernel = found.kernel();
            CapturedShape shape = CapturedShape.of(CodeOfBody.of(body, kernel), kernel);
            Known last = known.get(shape);
            if (last != null && CapturedKernel.areSame(last.captured, kernel.captured())) {
                return last.bound;
            }
            Known next = last == null ? null : bound(label, kernel, last.template);
            if (next == null) {
                next = KnownTemplates.first(shape.code(), lifter.prints(), template -> bound(label, kernel, template));
            }
            return next == null ? lifted(label, body, kernel, shape) : known(shape, next);
        }

        private Bound known(CapturedShape shape, Known next) {
            known.put(shape, next);
            return next.bound;
        }

        private @Nullable Known bound(String label, CapturedKernel kernel, @Nullable LiftTemplate template) {
            Bound bound = template == null ? null : template.bind(label, kernel.captured(), fields);
            return bound == null ? null : new Known(kernel.captured(), bound, template);
        }

        private LiftResult lifted(String label, KernelBody body, CapturedKernel kernel, CapturedShape shape) {
            LiftTemplate template = LiftTemplate.of(lifter, label, body, kernel);
            Known made = bound(label, kernel, template);
            if (template != null && made != null) {
                KnownTemplates.keep(shape.code(), lifter.prints(), template);
                return known(shape, made);
            }
            LiftResult result = plain(lifter.lift(label, body, kernel));
            if (result instanceof Bound bound) {
                known.put(shape, new Known(kernel.captured(), bound, null));
            }
            return result;
        }

        private static LiftResult plain(Lifted lifted) {
            if (lifted instanceof Lifted.Translated translated) {
                return new Bound(translated.kernel(), Binding.of(translated.kernel()));
            }
            return new Refused(((Lifted.Refused) lifted).problems());
        }

        /**
         * The code of a body and the kinds of its captured values: bodies of one shape differ in captured numbers and views
         * only. Immutable.
         */
        private record CapturedShape(CodeOfBody code, List<Object> kinds) {

            /** Explicit, as record methods are bootstrapped at run time, which slows startup. */
            @Override
            public boolean equals(@Nullable Object other) {
                return other instanceof CapturedShape shape && shape.code.equals(code) && shape.kinds.equals(kinds);
            }

            @Override
            public int hashCode() {
                return 31 * code.hashCode() + kinds.hashCode();
            }

            static CapturedShape of(CodeOfBody code, CapturedKernel kernel) {
                List<@Nullable Object> captured = kernel.captured();
                List<Object> kinds = new ArrayList<>(captured.size());
                for (int k = 0; k < captured.size(); k++) {
                    kinds.add(kind(captured, k));
                }
                return new CapturedShape(code, kinds);
            }

            /** Within one compilation objects are compared by identity. */
            private static Object kind(List<@Nullable Object> captured, int k) {
                Object memory = ValueKind.ofMemory(captured, k);
                Object value = captured.get(k);
                if (memory != null) {
                    return memory;
                } else if (ValueKind.isNumber(value)) {
                    return value.getClass();
                }
                boolean isSimple = value instanceof Boolean || value instanceof Character || value instanceof Number;
                return isSimple ? value : new ValueKind.Same(value);
            }
        }
    }
}
