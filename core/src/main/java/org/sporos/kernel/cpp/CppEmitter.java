package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.cpp.UnitForms.Formed;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.View;

/** Emits one C++ program for the units of a graph. Deterministic: equal units give equal text. */
public final class CppEmitter {
    private final CppDialect dialect;
    private final CppOptions options;
    private final List<CppProgram.Function> functions = new ArrayList<>();
    /** The names of templates. */
    private final Map<String, String> known = new HashMap<>();

    private final Map<ProvenForm, NamedText> texts = new HashMap<>();
    private final UnitForms forms = new UnitForms();
    /** The previous unit: the next unit of a graph mostly has the same form. */
    private @Nullable ProvenForm lastForm;

    private @Nullable NamedText lastNamed;

    private CppEmitter(CppDialect dialect, CppOptions options) {
        this.dialect = dialect;
        this.options = dialect.isGpu() ? options.withSpeculation() : options;
    }

    /**
     * Returns the program of some units; units of equal text share an entry. A unit that runs as Java code on the host
     * has functions, but no launch.
     */
    public static CppProgram emit(List<? extends CppUnit> units, CppDialect dialect, CppOptions options) {
        return emit(units, dialect, options, done -> {});
    }

    /**
     * Returns the program of units.
     *
     * @param progress accepts the number of emitted units, after each
     */
    public static CppProgram emit(
            List<? extends CppUnit> units, CppDialect dialect, CppOptions options, IntConsumer progress) {
        CppEmitter emitter = new CppEmitter(dialect, options);
        List<CppLaunch> launches = new ArrayList<>();
        for (int done = 0; done < units.size(); done++) {
            CppLaunch launch = emitter.unit(units.get(done));
            if (launch != null) {
                launches.add(launch);
            }
            progress.accept(done + 1);
        }
        return new CppProgram(dialect, options, emitter.functions, launches);
    }

    private @Nullable CppLaunch unit(CppUnit unit) {
        if (unit instanceof CppUnit.Beside beside) {
            return beside(beside);
        } else if (unit instanceof CppUnit.Phased phased) {
            return phased(phased);
        } else if (!dialect.isGpu() && !hasHostEntry(unit)) {
            List<CppFunction> bodies = bodies(unit, unit.bodies(), scope(unit, unit.bodies()));
            bodies.forEach(CppFunction::body);
            name(template(bodies, List.of(), List.of()), unit.label());
            return null;
        }
        return single(unit, BlockIndexing.OF_LAUNCH).launch();
    }

    /** Returns whether C++ runs a unit on the host: teams, operators of users and whole scans are Java code there. */
    private static boolean hasHostEntry(CppUnit unit) {
        if (unit instanceof CppUnit.Fused fused) {
            return fused.members().stream().allMatch(CppEmitter::hasHostEntry);
        } else if (unit instanceof CppUnit.Reduce reduce) {
            return !(reduce.policy() instanceof TeamPolicy)
                    && reduce.parts().stream().allMatch(part -> part.join() == null);
        }
        return !(unit instanceof CppUnit.Prefix)
                && !(unit instanceof CppUnit.For loop && loop.policy() instanceof TeamPolicy);
    }

    /** A launch, and the types of its parameters. */
    private record Written(CppLaunch launch, List<String> types) {}

    /** The text of a unit under its name in this program. */
    private record NamedText(String function, UnitText text) {
        Written of(Formed unit) {
            return new Written(text.launch(unit, function), text.types());
        }
    }

    /** Proofs compare by identity: kernels share them. */
    private record ProvenForm(UnitForm form, List<Guarantees> proofs) {
        boolean isOf(UnitForm other, List<ProvenKernel> kernels) {
            for (int k = 0; k < proofs.size(); k++) {
                if (k >= kernels.size() || kernels.get(k).proofs() != proofs.get(k)) {
                    return false;
                }
            }
            return form.equals(other);
        }
    }

    private Written single(CppUnit unit, BlockIndexing blocks) {
        Formed formed = forms.of(unit, blocks);
        List<ProvenKernel> kernels = unit.bodies();
        if (formed != null) {
            return shared(formed, kernels);
        }
        Emitted emitted = write(unit, kernels, blocks);
        EntryFunction entry = emitted.entry();
        String name = name(emitted.template(), unit.label());
        UnitScope scope = entry.unit;
        return new Written(
                new CppLaunch(unit.label(), name, entry.arguments(), scope.sites, scope.prints, emitted.geometry()),
                entry.types());
    }

    private Written shared(Formed unit, List<ProvenKernel> kernels) {
        if (lastForm == null || lastNamed == null || !lastForm.isOf(unit.form(), kernels)) {
            lastForm = new ProvenForm(
                    unit.form(), kernels.stream().map(ProvenKernel::proofs).toList());
            lastNamed = texts.computeIfAbsent(lastForm, proven -> named(unit, kernels));
        }
        return lastNamed.of(unit);
    }

    private NamedText named(Formed unit, List<ProvenKernel> kernels) {
        UnitText known = UnitText.known(unit.form(), dialect, options, kernels);
        UnitText text = known == null ? written(unit, kernels) : known;
        return new NamedText(name(text.template(), unit.unit().label()), text);
    }

    private UnitText written(Formed unit, List<ProvenKernel> kernels) {
        List<RecordedProofs> proofs = new ArrayList<>();
        List<ProvenKernel> recorded = new ArrayList<>();
        for (ProvenKernel kernel : kernels) {
            RecordedProofs own = new RecordedProofs(kernel.proofs());
            proofs.add(own);
            recorded.add(kernel.with(kernel.kernel(), own));
        }
        Emitted emitted = write(unit.unit(), recorded, unit.form().blocks());
        UnitText text = new UnitText(unit, emitted.template(), emitted.entry(), emitted.geometry(), proofs);
        text.keep(unit.form(), options);
        return text;
    }

    /** The text of a unit, with placeholders for names. */
    private record Emitted(String template, EntryFunction entry, CppGeometry geometry) {}

    /** @param kernels the kernels of the unit, perhaps with other proofs */
    private Emitted write(CppUnit unit, List<ProvenKernel> kernels, BlockIndexing blocks) {
        UnitScope scope = scope(unit, kernels);
        if (blocks.isPart()) {
            List.of("block", "blocks").forEach(scope.names::keep);
        } else if (blocks.isPhase()) {
            List.of("thread", "threads", Positions.POSITION).forEach(scope.names::keep);
            scope.phase();
        }
        List<CppFunction> bodies = bodies(unit, kernels, scope);
        EntryFunction entry = new EntryFunction(scope, dialect, bodies, blocks);
        CppGeometry geometry = write(unit, entry, bodies);
        return new Emitted(template(bodies, List.of(entry), List.of(geometry)), entry, geometry);
    }

    /** Members of equal text share a function; the rows of the table have its arguments. */
    private CppLaunch beside(CppUnit.Beside unit) {
        if (!dialect.isGpu()) {
            throw new InternalException("a launch of several is for GPUs: " + Labels.quoted(unit.label()));
        }
        BesideEntry besides = new BesideEntry(dialect);
        for (CppUnit member : unit.members()) {
            Written written = single(member, BlockIndexing.OF_MEMBER);
            besides.add(written.launch(), written.types(), member.nodes());
        }
        return besides.launch(unit.label(), name(besides.text(), unit.label()));
    }

    private CppLaunch phased(CppUnit.Phased unit) {
        if (!dialect.isGpu()) {
            throw new InternalException("a launch of phases is for GPUs: " + Labels.quoted(unit.label()));
        }
        CppUnit.Repeat repeat = unit.repeat();
        BlockIndexing blocks = repeat != null && repeat.isWave() ? BlockIndexing.OF_WAVE : BlockIndexing.OF_PHASE;
        List<List<PhasedEntry.Call>> phases = new ArrayList<>();
        for (List<CppUnit> phase : unit.phases()) {
            List<PhasedEntry.Call> calls = new ArrayList<>();
            for (CppUnit member : phase) {
                calls.add(call(member, blocks));
            }
            phases.add(calls);
        }
        PhasedEntry.Call condition = repeat == null ? null : call(repeat.condition(), blocks);
        EntryFunction entry = new EntryFunction(new UnitScope(List.of(), null, dialect), dialect, List.of());
        PhasedEntry phased = PhasedEntry.write(entry, unit, phases, condition, this::writes);
        String template = template(List.of(), List.of(entry), List.of(phased.geometry()));
        return phased.launch(name(template, unit.label()));
    }

    /** Returns whether a unit may write to the memory of a view. */
    private boolean writes(CppUnit unit, View view) {
        return scope(unit, unit.bodies()).mayWrite(view);
    }

    private PhasedEntry.Call call(CppUnit member, BlockIndexing blocks) {
        Written written = single(member, blocks);
        return new PhasedEntry.Call(member, written.launch(), written.types());
    }

    private UnitScope scope(CppUnit unit, List<ProvenKernel> kernels) {
        UnitScope scope = new UnitScope(kernels, TeamShape.of(unit), dialect);
        wrapperNames(unit).forEach(scope.names::keep);
        noteResults(unit, scope);
        return scope;
    }

    private List<CppFunction> bodies(CppUnit unit, List<ProvenKernel> kernels, UnitScope scope) {
        List<CppFunction> bodies = new ArrayList<>();
        for (ProvenKernel body : kernels) {
            bodies.add(new CppFunction("@body" + bodies.size(), body, bodies.size(), scope, options));
        }
        if (dialect.isGpu() || !isLoop(unit)) {
            bodies.forEach(CppFunction::body);
        }
        return bodies;
    }

    /** Returns whether {@link LoopPipeline#HOST} transforms a unit; it may replace bodies. */
    private static boolean isLoop(CppUnit unit) {
        if (unit instanceof CppUnit.Fused fused) {
            return fused.members().stream()
                    .allMatch(member -> member instanceof CppUnit.For || member instanceof CppUnit.Elements);
        }
        return unit instanceof CppUnit.For;
    }

    /** Returns the text of a unit. Called after its entries are complete, which add parameters of their own. */
    private String template(List<CppFunction> bodies, List<EntryFunction> entries, List<CppGeometry> geometries) {
        StringBuilder template = new StringBuilder();
        bodies.forEach(body -> template.append(body.text(dialect)).append('\n'));
        for (int k = 0; k < entries.size(); k++) {
            template.append(entries.get(k).text(geometries.get(k))).append('\n');
        }
        return template.toString();
    }

    /** Returns the parameter names of lambdas in entries; they would hide a view of the same name. */
    private static List<String> wrapperNames(CppUnit unit) {
        if (unit instanceof CppUnit.Fused fused) {
            return fused.members().stream()
                    .flatMap(member -> wrapperNames(member).stream())
                    .toList();
        } else if (unit instanceof CppUnit.Reduce) {
            return List.of("p", "a", "b", "v");
        }
        return unit instanceof CppUnit.Prefix || unit instanceof CppUnit.ScanPiece ? List.of("p", "sum") : List.of();
    }

    /** Records the accesses of the entry itself: bounds, results, fills and copies. */
    private static void noteResults(CppUnit unit, UnitScope scope) {
        DynamicRange.views(unit).forEach(scope::reads);
        if (unit instanceof CppUnit.Reduce reduce) {
            reduce.parts().forEach(part -> {
                scope.writes(part.reduction().result());
                if (part.reduction().location() != null) {
                    scope.writes(part.reduction().location());
                }
            });
        } else if (unit instanceof CppUnit.Elements elements) {
            scope.writes(elements.to());
            if (elements.from() != null) {
                scope.reads(elements.from());
            }
        } else if (unit instanceof CppUnit.Fused fused) {
            noteMembers(fused, scope);
        }
    }

    private static void noteMembers(CppUnit.Fused unit, UnitScope scope) {
        boolean isLate = false;
        for (CppUnit member : unit.members()) {
            noteResults(member, scope);
            if (isLate) {
                member.bodies().forEach(body -> body.views().forEach(scope::touchesLate));
            }
            isLate |= member instanceof CppUnit.Reduce;
        }
    }

    private static CppGeometry write(CppUnit unit, EntryFunction entry, List<CppFunction> bodies) {
        if (unit instanceof CppUnit.Fused fused) {
            return FusedEntry.write(entry, fused, bodies);
        } else if (unit instanceof CppUnit.Elements elements) {
            entry.gate(unit.isGated(), "");
            return ForEntry.write(entry, elements.policy(), List.of(new LoopIr.Elements(elements, List.of())));
        } else if (unit instanceof CppUnit.For loop) {
            return ForEntry.write(entry, loop, bodies.get(0));
        } else if (unit instanceof CppUnit.Reduce reduce) {
            return ReduceEntry.write(entry, reduce, bodies, List.of(), List.of());
        } else if (unit instanceof CppUnit.Row row) {
            return RowEntry.write(entry, row, bodies.get(0));
        } else if (unit instanceof CppUnit.Prefix scan) {
            return ScanEntry.write(entry, scan, bodies);
        } else if (unit instanceof CppUnit.ScanPiece scan) {
            return ScanPieceEntry.write(entry, scan, bodies.get(0), bodies.get(1));
        } else if (unit instanceof CppUnit.Single single) {
            return SingleEntry.write(entry, single, bodies.get(0));
        }
        return SingleEntry.write(entry, (CppUnit.Answer) unit, bodies.get(0));
    }

    private String name(String template, String label) {
        return known.computeIfAbsent(template, t -> {
            String name = "k" + known.size() + "_" + CppNames.identifier(label);
            functions.add(new CppProgram.Function(name, template));
            return name;
        });
    }

    /** Writes entries that run several units for each index (loop fusion). */
    private static final class FusedEntry {

        private FusedEntry() {}

        /** Writes an entry for bodies in the order of {@link CppUnit#bodies()}. */
        static CppGeometry write(EntryFunction entry, CppUnit.Fused unit, List<CppFunction> bodies) {
            Iterator<CppFunction> next = bodies.iterator();
            List<LoopIr> steps = new ArrayList<>();
            Policy policy = null;
            for (CppUnit member : unit.members()) {
                int number = steps.size();
                if (member instanceof CppUnit.For loop) {
                    policy = loop.policy();
                    steps.add(new LoopIr.Call(next.next(), number, List.of()));
                } else if (member instanceof CppUnit.Single) {
                    steps.add(new LoopIr.Call(next.next(), number, List.of()));
                } else if (member instanceof CppUnit.Elements elements) {
                    steps.add(new LoopIr.Elements(elements, List.of()));
                } else {
                    return reduce(entry, unit, (CppUnit.Reduce) member, next, steps);
                }
            }
            entry.gate(unit.isGated(), "");
            if (policy != null) {
                return ForEntry.write(entry, policy, steps);
            }
            SingleEntry.write(entry, steps);
            return CppGeometry.SINGLE;
        }

        /** All members after the reduction are single calls. */
        private static CppGeometry reduce(
                EntryFunction entry,
                CppUnit.Fused unit,
                CppUnit.Reduce reduction,
                Iterator<CppFunction> next,
                List<LoopIr> before) {
            List<CppFunction> own = new ArrayList<>();
            reduction.bodies().forEach(body -> own.add(next.next()));
            List<LoopIr> after = new ArrayList<>();
            for (int number = before.size() + 1; number < unit.members().size(); number++) {
                after.add(new LoopIr.Call(next.next(), number, List.of()));
            }
            return ReduceEntry.write(entry, reduction, own, before, after);
        }
    }
}
