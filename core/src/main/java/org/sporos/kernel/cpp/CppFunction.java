package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.transform.KernelPipeline;
import org.sporos.kernel.transform.LaunchedKernel;
import org.sporos.view.View;

/**
 * One version of a kernel as a C++ function of the indexes and of the parameters that it uses: the original, or a
 * version made by a pass. Translated on first use; untranslated versions are not printed.
 */
final class CppFunction {
    private final String name;
    private final ProvenKernel proven;
    private final Origin origin;
    private final Set<Instruction> deferred;
    private final int stride;
    /** The views whose copies it updates without atomics. */
    private final Set<View> copied;

    private @Nullable Translation translation;

    /** The common state of all versions of a kernel. */
    private record Origin(
            ProvenKernel kernel, int number, UnitScope unit, CppOptions options, List<CppFunction> versions) {}

    /** A kernel as statements. */
    private record Translation(FunctionContext body, List<Stmt> statements, List<String> indexes, boolean isTeam) {}

    /**
     * Makes the original version.
     *
     * @param number its number among the kernels of the unit
     */
    CppFunction(String name, ProvenKernel proven, int number, UnitScope unit, CppOptions options) {
        this(name, proven, new Origin(proven, number, unit, options, new ArrayList<>()), Set.of(), 1, Set.of());
    }

    private CppFunction(
            String name, ProvenKernel proven, Origin origin, Set<Instruction> deferred, int stride, Set<View> copied) {
        this.name = name;
        this.proven = proven;
        this.origin = origin;
        this.deferred = deferred;
        this.stride = stride;
        this.copied = copied;
        origin.versions().add(this);
    }

    /** Returns whether the kernel has a loop. */
    boolean hasLoops() {
        return proven.kernel().hasLoops();
    }

    /** Returns whether a pass has made batches of loads. */
    boolean hasBatches() {
        boolean[] found = {false};
        Walk.blocks(
                translation().body().code.body(),
                block -> found[0] |= block.terminator() instanceof Terminator.Branch branch
                        && branch.hint() == Terminator.Hint.BATCHES);
        return found[0];
    }

    /** Returns a new version of the kernel. */
    CppFunction version(String suffix, ProvenKernel other) {
        return version(suffix, other, Set.of());
    }

    /**
     * Returns a new version of the kernel.
     *
     * @param loads the loads whose checks are deferred to the caller
     */
    CppFunction version(String suffix, ProvenKernel other, Set<Instruction> loads) {
        translation();
        CppFunction version = new CppFunction(name + suffix, other, origin, loads, stride, copied);
        version.translation();
        return version;
    }

    /**
     * Returns a new version that updates copies of views without atomics.
     *
     * @param views views that it accesses by atomics alone
     */
    CppFunction inCopies(Set<View> views) {
        return new CppFunction(name + "_in_copies", proven, origin, deferred, stride, views);
    }

    /** Returns a version that replaces this one, before its translation. */
    CppFunction replaced(ProvenKernel other, int distance) {
        return new CppFunction(name, other, origin, Set.of(), distance, copied);
    }

    private Translation translation() {
        if (translation == null) {
            translation = translated();
        }
        return translation;
    }

    private Translation translated() {
        origin.unit().body(origin.number());
        LaunchViews views = new LaunchViews(proven, origin.unit());
        FunctionContext body =
                new FunctionContext(name, views, origin.kernel(), transformed(views), origin.options(), stride, copied);
        Set<String> known = new HashSet<>();
        List<String> indexes = new ArrayList<>();
        for (Argument index : body.code.body().arguments()) {
            known.add(body.variable(index));
            indexes.add(Words.type(index.type()) + " " + body.variable(index));
        }
        List<Stmt> statements = new Instructions(body).of(body.code.body(), Structurizer.Leave.RETURN);
        DeclarationPlacement.place(statements, known, body);
        return new Translation(body, statements, indexes, body.isTeam());
    }

    private LaunchedKernel transformed(LaunchViews views) {
        CppOptions options = origin.options();
        boolean branches = proven.kernel().body().blocks().size() > 1;
        boolean storesPlanes = options.hoists() && branches && IndependentIndexes.of(views, stride);
        LaunchedKernel whole = LaunchedKernel.of(proven.kernel(), proven.proofs(), views, storesPlanes);
        if (!deferred.isEmpty()) {
            return KernelPipeline.deferring(deferred).run(whole);
        } else if (options.hoists()) {
            return KernelPipeline.HOST.run(whole);
        }
        return options.speculates() && options.checked() ? KernelPipeline.GPU.run(whole) : whole;
    }

    /** Returns the kernel of this version. */
    ProvenKernel proven() {
        return proven;
    }

    /** Returns the context of the translated function. */
    FunctionContext body() {
        return translation().body();
    }

    /** Returns whether this version can fail. */
    boolean canFail() {
        return body().canFail();
    }

    /** Returns whether any version that was translated can fail. */
    boolean canAnyFail() {
        return origin.versions().stream().anyMatch(version -> version.translation != null && version.canFail());
    }

    /** Returns the extents of checks deferred to the caller, in the order of {@link #farthest}. */
    List<DeferredBoundsChecks.Bound> bounds() {
        return List.copyOf(body().farthest.keySet());
    }

    /** Returns the text of all translated versions; all parameters of the unit must be known. */
    String text(CppDialect dialect) {
        return origin.versions().stream()
                .filter(version -> version.translation != null)
                .map(version -> version.ownText(dialect))
                .collect(Collectors.joining("\n"));
    }

    private String ownText(CppDialect dialect) {
        FunctionContext body = body();
        List<String> parameters = new ArrayList<>(translation().indexes());
        if (isTeam()) {
            parameters.add(body.teamType() + "& team");
        }
        for (CppParameter parameter : body.unit.parameters()) {
            if (body.uses(parameter)) {
                parameters.add(parameter.inBody());
            }
        }
        body.farthest.forEach((bound, name) -> parameters.add(bound.type() + "& " + name));
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
        new StmtPrinter(out).list(translation().statements(), "    ");
        return out.append("}\n").toString();
    }

    /** Returns a call with some indexes, in the scope of {@code fault}. */
    String call(String... indexes) {
        List<String> arguments = arguments(List.of(indexes));
        if (canFail()) {
            arguments.add("fault");
        }
        return name + "(" + String.join(", ", arguments) + ")";
    }

    /**
     * Returns a call that only updates the largest indexes of loads.
     *
     * @param variables one for each of {@link #bounds()}
     */
    String farthest(List<String> variables, List<String> indexes) {
        List<String> arguments = arguments(indexes);
        arguments.addAll(variables);
        return name + "(" + String.join(", ", arguments) + ")";
    }

    private List<String> arguments(List<String> indexes) {
        List<String> arguments = new ArrayList<>(indexes);
        if (isTeam()) {
            arguments.add("team");
        }
        for (CppParameter parameter : body().unit.parameters()) {
            if (body().uses(parameter)) {
                arguments.add(parameter.passed());
            }
        }
        return arguments;
    }

    /** Returns whether it has neither branches nor checks. */
    boolean isStraight() {
        return !canFail()
                && translation().statements().stream()
                        .allMatch(statement -> statement.parts().isEmpty());
    }

    boolean isTeam() {
        return translation().isTeam();
    }

    Type result() {
        return proven.kernel().body().result();
    }

    @Override
    public String toString() {
        return name;
    }
}
