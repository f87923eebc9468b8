package org.sporos.check;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Diagnostic.Severity;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.graph.SourceLocation;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.Footprint;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.kernel.analysis.dependence.AccessSite;
import org.sporos.kernel.analysis.dependence.Fault;
import org.sporos.kernel.analysis.dependence.ItemRace;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.dependence.PairRaces;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.ir.Printing;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.DynamicBound;
import org.sporos.policy.Policy;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** Checks kernels by the facts of their analysis: races between work items, indexes out of bounds, zero divisors. */
public final class KernelCheck {
    static final String ITEM_RACE = "G110";
    static final String POSSIBLE_ITEM_RACE = "G111";
    static final String ATOMICS_IN_ORDER = "G119";
    static final String OUT_OF_BOUNDS = "G112";
    static final String ZERO_DIVISOR = "G113";
    static final String CHANGED_SET = "G131";
    static final String CHANGED_BOUND = "G132";

    private static final Set<KernelCall.Role> PRINTERS =
            EnumSet.of(KernelCall.Role.FOR, KernelCall.Role.CONTRIBUTION, KernelCall.Role.SINGLE);

    private final KernelIndex kernels;
    private final Diagnostics diagnostics;
    private final Map<SourcePosition, SourceLocation> locations = new IdentityHashMap<>();

    KernelCheck(KernelIndex kernels, Diagnostics diagnostics) {
        this.kernels = kernels;
        this.diagnostics = diagnostics;
    }

    /** Returns the errors of bodies that cannot be translated to kernels. */
    public static List<Diagnostic> problems(KernelIndex kernels) {
        List<Diagnostic> found = new ArrayList<>();
        kernels.problems().forEach(problem -> found.add(problem(problem)));
        return found;
    }

    private static Diagnostic problem(KernelProblem problem) {
        return Diagnostic.error(problem.code().name(), problem.message(), problem.instead());
    }

    void check(Graph graph, Node node) {
        List<CompiledKernel> all = kernels.of(node);
        for (int k = 0; k < all.size(); k++) {
            CompiledKernel kernel = all.get(k);
            items(graph, node, kernel);
            prints(graph, node, kernel);
            list(graph, node, kernel);
        }
        scan(graph, node, all);
        bounds(graph, node, all);
    }

    private void items(Graph graph, Node node, CompiledKernel kernel) {
        KernelFacts facts = kernel.facts();
        if (!facts.faults().isEmpty() || !facts.races().isEmpty()) {
            facts.faults().forEach(fault -> fault(new NodeName(node, graph), facts, fault));
            boolean promised = kernel.body() instanceof DisjointWrites;
            facts.races().stream()
                    .filter(race -> race.certain() || !promised)
                    .forEach(race -> race(new NodeName(node, graph), facts, race));
        }
    }

    /** Refuses prints in bodies that are evaluated a varying number of times on different spaces. */
    private void prints(Graph graph, Node node, CompiledKernel kernel) {
        Printing printing = kernel.facts().kernel().printing();
        if (printing != null && !PRINTERS.contains(kernel.role())) {
            diagnostics.add(
                    Severity.ERROR,
                    KernelCode.K219.name(),
                    new NodeName(node, graph),
                    printing.position().toString(),
                    " prints in " + role(kernel.role()) + " at " + printing.position(),
                    "Print in a loop, in a contribution of a reduction, in the body of a team outside of nested"
                            + " ranges and single, or in the call of a node.");
        }
    }

    private static String role(KernelCall.Role role) {
        return switch (role) {
            case FOR -> "a loop";
            case CONTRIBUTION -> "a contribution";
            case SINGLE -> "a single call";
            case JOIN -> "the join of a reduction";
            case ADDEND, CONSUMER -> "a scan";
            case CONDITION -> "a condition";
            case SELECTOR -> "a selector";
        };
    }

    /** Refuses kernels that change the dynamic bounds of their own range. */
    private void bounds(Graph graph, Node node, List<CompiledKernel> all) {
        List<KernelCall> calls = node.kernels();
        Policy policy = calls.isEmpty() ? null : calls.get(0).policy();
        if (policy != null && policy.isDynamic()) {
            policy.live().stream()
                    .map(DynamicBound::view)
                    .filter(Objects::nonNull)
                    .forEach(view -> {
                        String how = changes(node, all, view);
                        if (how != null) {
                            diagnostics.add(
                                    Severity.ERROR,
                                    CHANGED_BOUND,
                                    new NodeName(node, graph),
                                    new DuplicateKey(view.label(), how),
                                    " changes view " + Labels.quoted(view.label()) + how
                                            + ", which gives the size of its range",
                                    "Write the new size into another view, and use that one for the nodes after it.");
                        }
                    });
        }
    }

    /** Returns how a node changes a view of rank 0, or null if it does not. */
    private static @Nullable String changes(Node node, List<CompiledKernel> all, View view) {
        Footprint element = Footprint.of(view.region());
        for (CompiledKernel kernel : all) {
            for (AccessSite touch : kernel.facts().sites()) {
                if (touch.mode().changes()
                        && kernel.facts().view(touch.view()).allocation() == view.allocation()
                        && touch.elements().meets(element) != Footprint.Meeting.NEVER) {
                    return " at " + touch.position();
                }
            }
        }
        boolean isResult = node.effects().accesses().stream()
                .flatMap(access -> access.views().stream())
                .anyMatch(result -> result.allocation() == view.allocation()
                        && Footprint.of(result.region()).meets(element) != Footprint.Meeting.NEVER);
        return isResult ? " as its result" : null;
    }

    /** Refuses kernels that change their own index set. */
    private void list(Graph graph, Node node, CompiledKernel kernel) {
        IntView list = kernel.set() == null ? null : kernel.set().view();
        if (list == null) {
            return;
        }
        Footprint elements = Footprint.of(list.region());
        for (AccessSite touch : kernel.facts().sites()) {
            View view = kernel.facts().view(touch.view());
            if (touch.mode().changes()
                    && view.allocation() == list.allocation()
                    && touch.elements().meets(elements) != Footprint.Meeting.NEVER) {
                diagnostics.add(
                        Severity.ERROR,
                        CHANGED_SET,
                        new NodeName(node, graph),
                        new DuplicateKey(view.label(), touch.position().toString()),
                        " changes view " + Labels.quoted(view.label()) + " at " + touch.position()
                                + ", which gives the index set that it runs over",
                        "Write the new indexes into another view, and run over that one next.");
                return;
            }
        }
    }

    /** Checks contribution against consumer: contributions may be evaluated, even again, while the consumer runs. */
    private void scan(Graph graph, Node node, List<CompiledKernel> both) {
        if (both.size() == 2 && both.get(1).role() == KernelCall.Role.CONSUMER) {
            KernelFacts contribution = both.get(0).facts();
            PairRaces.between(contribution, both.get(1).facts())
                    .forEach(race -> race(new NodeName(node, graph), contribution, race));
        }
    }

    private void fault(NodeName name, KernelFacts facts, Fault fault) {
        if (fault instanceof Fault.ZeroDivisor) {
            diagnostics.add(
                    Severity.ERROR,
                    ZERO_DIVISOR,
                    name,
                    fault.position().toString(),
                    " divides an integer by zero at " + fault.position(),
                    "Leave out the work items whose divisor is zero.");
        } else if (fault instanceof Fault.OutOfBounds out) {
            View view = facts.view(out.view());
            Interval indexes = out.indexes();
            diagnostics.add(
                    Severity.ERROR,
                    OUT_OF_BOUNDS,
                    name,
                    new DuplicateKey(view.label(), out.dimension() + " at " + out.position()),
                    " uses " + (indexes.isSingle() ? "index " + indexes : "the indexes " + indexes)
                            + " in dimension " + out.dimension() + " of view " + Labels.quoted(view.label())
                            + ", whose extent there is "
                            + view.extent(out.dimension()) + ", at " + out.position(),
                    "Make the range of the node smaller, guard the access with an if, or make the view larger.");
        }
    }

    /** Violations of nodes with equal keys are reported as one. */
    private record DuplicateKey(String view, String lines) {}

    private void race(NodeName name, KernelFacts facts, ItemRace race) {
        String view = facts.view(race.view()).label();
        String elements = " the same element of view " + Labels.quoted(view) + " in no fixed order: "
                + access("one", race.first()) + ", " + access("another", race.second()) + ".";
        DuplicateKey key = new DuplicateKey(
                view, race.first().position() + ", " + race.second().position());
        String may = race.certain() ? "" : "may ";
        if (race.isOfAtomics()) {
            diagnostics.add(
                    Severity.WARNING,
                    ATOMICS_IN_ORDER,
                    name,
                    key,
                    " has work items that " + may + "change" + elements + " The result may depend on that order.",
                    "Use one kind of atomic for an element, or a node for each kind.");
        } else if (race.certain()) {
            diagnostics.add(Severity.ERROR, ITEM_RACE, name, key, " has work items that touch" + elements, cure(race));
        } else {
            diagnostics.add(
                    Severity.WARNING,
                    POSSIBLE_ITEM_RACE,
                    name,
                    key,
                    " has work items that may touch" + elements,
                    cure(race));
        }
    }

    private static String cure(ItemRace race) {
        AccessMode first = race.first().mode();
        AccessMode second = race.second().mode();
        if (first.isAtomic() || second.isAtomic()) {
            boolean reads = first == AccessMode.READ || second == AccessMode.READ;
            return reads
                    ? "Read it by atomicGet(), or use what the atomic returns."
                    : "Write it by atomicExchange(), or write into another view.";
        }
        return race.certain()
                ? "Let each work item change elements of its own, use an atomic, or write into another view."
                : "Use an atomic, unless the indexes of all work items differ.";
    }

    private static String access(String who, ItemRace.Access access) {
        return who + " " + access.mode().verb() + " it (" + access.position() + ")";
    }

    /** Returns whether the accesses of a node's kernels are known. */
    boolean isLifted(Node node) {
        return kernels.isComplete(node);
    }

    /** Returns the accesses of a node's kernels. */
    List<NodeAccess> touches(Node node) {
        List<CompiledKernel> of = kernels.of(node);
        List<NodeAccess> all =
                new ArrayList<>(of.isEmpty() ? 2 : of.get(0).facts().sites().size());
        for (int n = 0; n < of.size(); n++) {
            KernelFacts facts = of.get(n).facts();
            for (int k = 0; k < facts.sites().size(); k++) {
                AccessSite touch = facts.sites().get(k);
                all.add(new NodeAccess(
                        facts.view(touch.view()),
                        touch.mode(),
                        touch.certain(),
                        touch.occurs(),
                        touch.elements(),
                        location(touch.position())));
            }
        }
        return all;
    }

    /** Returns the location of a position, cached for nodes of the same kernel. */
    private @Nullable SourceLocation location(SourcePosition position) {
        if (position.line() <= 0) {
            return null;
        }
        SourceLocation known = locations.get(position);
        if (known == null) {
            known = new SourceLocation(position.file(), position.line());
            locations.put(position, known);
        }
        return known;
    }
}
