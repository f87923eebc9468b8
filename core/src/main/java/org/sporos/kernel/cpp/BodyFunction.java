package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.kernel.analysis.CongruenceGuard;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.EntryCondition;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/** A body as a C++ function of the indexes and of the parameters that it uses. */
final class BodyFunction {
    private final Body body;
    private final String name;
    private final List<Stmt> statements;
    private final List<String> indexes = new ArrayList<>();
    private final boolean team;
    /** The variables that remember the places that it takes; null if it is not there for that. */
    private final @Nullable DeferredBoundsChecks farthest;

    private IndexSetSplitting.@Nullable Split split;
    private @Nullable BodyFunction inside;
    private @Nullable BodyFunction condition;
    private boolean acts;
    private @Nullable BodyFunction reach;
    private @Nullable BodyFunction reached;
    private @Nullable BodyFunction skipped;

    /** Translates a kernel; the parameters that it uses are added to the unit. */
    BodyFunction(String name, ProvenKernel proven, UnitScope unit, CppOptions options) {
        this(name, proven, proven, unit, options, Body.Unchecked.NONE);
    }

    private BodyFunction(
            String name,
            ProvenKernel proven,
            ProvenKernel owner,
            UnitScope unit,
            CppOptions options,
            Body.Unchecked unchecked) {
        this(new Body(name, proven, owner, unit, options, unchecked, 1), name, proven, unchecked);
    }

    private BodyFunction(Body body, String name, ProvenKernel proven, Body.Unchecked unchecked) {
        this.name = name;
        this.body = body;
        this.farthest = unchecked.areRemembered() ? new DeferredBoundsChecks(body, unchecked.loads()) : null;
        if (farthest != null) {
            body.checks.attempt(farthest.farthest());
        }
        this.team = body.isTeam();
        Set<String> known = new HashSet<>();
        for (Argument index : proven.kernel().body().arguments()) {
            known.add(body.variable(index));
            indexes.add(Words.type(index.type()) + " " + body.variable(index));
        }
        Instructions instructions = new Instructions(body);
        this.statements =
                new Structurizer(body, instructions, proven.kernel().body(), Structurizer.Leave.RETURN).statements();
        DeclarationPlacement.place(statements, known, body);
    }

    /**
     * Returns a kernel translated for a loop over its last index, which is split where branches become constant.
     *
     * @param alone whether the loop has no other bodies, so that it can have a stride
     */
    static BodyFunction inLoop(String name, ProvenKernel proven, UnitScope unit, CppOptions options, boolean alone) {
        CongruenceGuard guard = alone ? CongruenceGuard.of(proven.kernel(), proven.proofs()) : null;
        if (guard == null) {
            BodyFunction whole = new BodyFunction(name, proven, unit, options);
            whole.split(name, proven, proven, unit, options);
            if (whole.split == null && whole.indexes.size() == 1) {
                // Rows of boxes do not ask.
                whole.reach(name, proven, unit, options);
            }
            return whole;
        }
        ProvenKernel selected =
                proven.with(guard.selected().kernel(), guard.selected().guarantees(proven.proofs()));
        Body.Unchecked none = Body.Unchecked.NONE;
        Body body = new Body(name, selected, proven, unit, options, none, guard.stride());
        BodyFunction every = new BodyFunction(body, name, selected, none);
        every.skipped = new BodyFunction(
                name + "_skipped", proven.with(guard.skipped(), Guarantees.NONE), proven, unit, options, none);
        every.split(name, selected, proven, unit, options);
        return every;
    }

    private void split(String name, ProvenKernel proven, ProvenKernel owner, UnitScope unit, CppOptions options) {
        split = IndexSetSplitting.of(proven);
        if (split != null) {
            String part = name + "_inside";
            Body.Unchecked none = Body.Unchecked.NONE;
            Body known = new Body(part, split.inside(), owner, unit, options, none, body.stride);
            inside = new BodyFunction(known, part, split.inside(), none);
        }
    }

    /**
     * Returns the consumer of a scan, with a function of its own for what it asks first, if without one of the answers
     * it does nothing.
     */
    static BodyFunction consumer(String name, ProvenKernel proven, UnitScope unit, CppOptions options) {
        BodyFunction whole = new BodyFunction(name, proven, unit, options);
        EntryCondition first = EntryCondition.of(
                proven.kernel(),
                proven.kernel().body().arguments().get(1),
                load -> !whole.body.checks.isChecked(load) && whole.body.isConstant(load));
        if (first != null) {
            ProvenKernel asked = new ProvenKernel(
                    first.kernel(), proven.views(), proven.params(), proven.scalars(), proven.proofs());
            whole.acts = first.acts();
            whole.condition = new BodyFunction(name + "_first", asked, proven, unit, options, Body.Unchecked.NONE);
        }
        return whole;
    }

    /** Returns a contribution, most of whose checks can be done before, if that is possible. */
    static BodyFunction contribution(String name, ProvenKernel proven, UnitScope unit, CppOptions options) {
        BodyFunction whole = new BodyFunction(name, proven, unit, options);
        whole.reach(name, proven, unit, options);
        return whole;
    }

    /** Returns the extents that {@link #reach} is compared with; none if no checks can be done before. */
    List<DeferredBoundsChecks.Bound> bounds() {
        return reach == null
                ? List.of()
                : Objects.requireNonNull(reach.farthest).bounds();
    }

    /**
     * Returns a call that does nothing but remember the farthest places that the body takes for an index.
     *
     * @param variables one for each of {@link #bounds()}
     */
    String reach(List<String> variables, String... indexes) {
        List<String> arguments = Objects.requireNonNull(reach).arguments(indexes);
        arguments.addAll(variables);
        return reach.name + "(" + String.join(", ", arguments) + ")";
    }

    /** Returns whether it is known which indexes it does something for, before it is called. */
    boolean hasCondition() {
        return condition != null;
    }

    /** Returns the condition under which it does something for an index. */
    String condition(String index) {
        BodyFunction asks = Objects.requireNonNull(condition);
        return (acts ? "" : "!") + asks.call(index, "0");
    }

    private void reach(String name, ProvenKernel proven, UnitScope unit, CppOptions options) {
        LoadedIndexes indexes = LoadedIndexes.of(body);
        if (indexes != null) {
            ProvenKernel asked = new ProvenKernel(
                    indexes.slice(), proven.views(), proven.params(), proven.scalars(), proven.proofs());
            reach = new BodyFunction(
                    name + "_reach", asked, proven, unit, options, new Body.Unchecked(indexes.loads(), true));
            reached = new BodyFunction(
                    name + "_reached", proven, proven, unit, options, new Body.Unchecked(indexes.loads(), false));
        }
    }

    /** Returns the body for indexes whose {@link #reach} is inside, or null if no checks can be done before. */
    @Nullable
    BodyFunction reached() {
        return reached;
    }

    /** Returns the body for the indexes inside of all boundaries, or null if the loop over the last index is whole. */
    @Nullable
    BodyFunction inside() {
        return inside;
    }

    /** See {@link Step#stride()}. */
    int stride() {
        return body.stride;
    }

    /** See {@link Step#skipped}. */
    String skipped(String... indexes) {
        return Objects.requireNonNull(skipped).call(indexes);
    }

    /** Returns the statements that {@link Step.Split#narrow} writes. */
    List<String> narrowing(String low, String high, String... indexes) {
        return Objects.requireNonNull(split).statements(body, low, high, indexes);
    }

    boolean canFail() {
        return body.canFail() || inside != null && inside.canFail();
    }

    /** Returns the text of the function, for which all parameters of the unit must be known. */
    String text(CppDialect dialect) {
        List<String> parameters = new ArrayList<>(indexes);
        if (team) {
            parameters.add("java::Team& team");
        }
        for (CppParameter parameter : body.unit.parameters()) {
            if (body.uses(parameter)) {
                parameters.add(parameter.inBody());
            }
        }
        if (farthest != null) {
            parameters.addAll(farthest.parameters());
        }
        if (canFail()) {
            parameters.add("java::Fault& fault");
        }
        StringBuilder out = new StringBuilder();
        body.tables.forEach((table, name) -> out.append(TableText.declared(table, name, dialect)));
        out.append("// ")
                .append(Labels.shown(body.kernel.position().toString()))
                .append('\n');
        Type result = body.kernel.body().result();
        String head = dialect.function() + " " + Words.type(result) + " " + name + "(";
        out.append(Words.wrapped(head, parameters)).append(" {\n");
        body.arrays.values().forEach(array -> out.append("    ").append(array).append(";\n"));
        body.uniforms.forEach((pointer, name) -> out.append("    const auto ")
                .append(name)
                .append(" = *")
                .append(pointer)
                .append(";\n"));
        new StmtPrinter(out).list(statements, "    ");
        out.append("}\n");
        for (BodyFunction part : Arrays.asList(inside, condition, reach, reached, skipped)) {
            if (part != null) {
                out.append('\n').append(part.text(dialect));
            }
        }
        return out.toString();
    }

    /** Returns a call with the given indexes, from an entry where {@code fault} is known. */
    String call(String... indexes) {
        List<String> arguments = arguments(indexes);
        if (canFail()) {
            arguments.add("fault");
        }
        return name + "(" + String.join(", ", arguments) + ")";
    }

    private List<String> arguments(String... indexes) {
        List<String> arguments = new ArrayList<>(List.of(indexes));
        if (team) {
            arguments.add("team");
        }
        for (CppParameter parameter : body.unit.parameters()) {
            if (body.uses(parameter)) {
                arguments.add(parameter.passed());
            }
        }
        return arguments;
    }

    /** See {@link Step#filled()}. */
    String filled() {
        ViewRef filled = canFail() ? null : HostShape.filled(body);
        return filled == null ? "" : body.pointer(filled);
    }

    /** See {@link Step#row}. */
    @Nullable
    DenseRow row(String... before) {
        ViewRef.Captured along = canFail() ? null : HostShape.row(body);
        return along == null
                ? null
                : new DenseRow(
                        new StencilFront(along, 0).pointer(body, before),
                        body.view(along).elementType().bytes());
    }

    /** See {@link Step#isStraight()}. */
    boolean isStraight() {
        return !canFail()
                && statements.stream().allMatch(statement -> statement.parts().isEmpty());
    }

    /** See {@link Step#along()}. */
    Map<String, View> along() {
        return HostShape.along(body);
    }

    /** See {@link Step#sharesRows()}. */
    boolean sharesRows() {
        return !canFail() && HostShape.sharesRows(body);
    }

    /** See {@link Step#isIndependent()}. */
    boolean isIndependent() {
        return !canFail() && IndependentIndexes.of(body);
    }

    /** See {@link Step#branches()}. */
    boolean branches() {
        return HostShape.branches(body);
    }

    /** See {@link Step#fronts}. */
    List<String> fronts(String... row) {
        return canFail()
                ? List.of()
                : StencilFront.of(body).stream()
                        .map(front -> front.pointer(body, row))
                        .toList();
    }

    boolean isTeam() {
        return team;
    }

    Type result() {
        return body.kernel.body().result();
    }
}
