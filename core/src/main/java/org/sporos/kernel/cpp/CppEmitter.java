package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.policy.TeamPolicy;

/** Emits one C++ program for the units of a graph. Deterministic: equal units give equal text. */
public final class CppEmitter {
    private final CppDialect dialect;
    private final CppOptions options;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> known = new HashMap<>();
    private final Map<ProvenForm, NamedLoop> loops = new HashMap<>();
    private final LoopForms forms = new LoopForms();
    /** The previous loop: the next loop of a graph mostly has the same form. */
    private @Nullable ProvenForm lastForm;

    private @Nullable NamedLoop lastNamed;

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
        List<List<CppLaunch>> launches = new ArrayList<>();
        for (CppUnit unit : units) {
            launches.add(emitter.unit(unit));
            progress.accept(launches.size());
        }
        return new CppProgram(dialect, options, emitter.text.toString(), launches);
    }

    private List<CppLaunch> unit(CppUnit unit) {
        if (unit instanceof CppUnit.Beside beside) {
            return List.of(beside(beside));
        } else if (unit instanceof CppUnit.Phased phased) {
            return List.of(phased(phased));
        } else if (!dialect.isGpu() && !hasHostEntry(unit)) {
            List<CppFunction> bodies = bodies(unit, scope(unit));
            bodies.forEach(CppFunction::body);
            name(template(bodies, List.of(), List.of()), unit.label());
            return List.of();
        } else if (!(unit instanceof CppUnit.Prefix prefix)) {
            return List.of(single(unit, BlockIndexing.OF_LAUNCH).launch());
        } else {
            return scan(prefix);
        }
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

    private List<CppLaunch> scan(CppUnit.Prefix unit) {
        UnitScope scope = scope(unit);
        List<CppFunction> bodies = bodies(unit, scope);
        List<EntryFunction> entries = new ArrayList<>();
        List<CppGeometry> geometries = new ArrayList<>();
        ScanEntry.write(unit, scope, dialect, bodies, entries, geometries);
        String name = name(template(bodies, entries, geometries), unit.label());
        List<CppLaunch> launches = new ArrayList<>();
        for (int k = 0; k < entries.size(); k++) {
            EntryFunction entry = entries.get(k);
            String function = entry.name().replace("@entry", name);
            launches.add(new CppLaunch(
                    unit.label(), function, entry.arguments(), scope.sites, scope.prints, geometries.get(k)));
        }
        return launches;
    }

    /** A launch, and the types of its parameters. */
    private record Written(CppLaunch launch, List<String> types) {}

    /** The text of a loop under its name in this program. */
    private record NamedLoop(String function, LoopText text) {
        Written of(CppUnit.For loop) {
            return new Written(text.launch(loop, function), text.types());
        }
    }

    /** Proofs compare by identity: kernels share them. */
    private record ProvenForm(LoopForm form, Guarantees proofs) {}

    private Written single(CppUnit unit, BlockIndexing blocks) {
        LoopForm form = forms.of(unit, blocks);
        if (form != null) {
            return loop((CppUnit.For) unit, form, blocks);
        }
        UnitText text = write(unit, blocks);
        EntryFunction entry = text.entry();
        String name = name(text.template(), unit.label());
        UnitScope scope = entry.unit;
        return new Written(
                new CppLaunch(unit.label(), name, entry.arguments(), scope.sites, scope.prints, text.geometry()),
                entry.types());
    }

    private Written loop(CppUnit.For unit, LoopForm form, BlockIndexing blocks) {
        Guarantees proofs = unit.body().proofs();
        ProvenForm proven = new ProvenForm(form, proofs);
        NamedLoop named = proven.equals(lastForm) ? lastNamed : loops.get(proven);
        if (named == null) {
            LoopText text = LoopText.known(form, dialect, options, proofs);
            text = text == null ? written(unit, form, blocks) : text;
            named = new NamedLoop(name(text.template(), unit.label()), text);
            loops.put(proven, named);
        }
        lastForm = proven;
        lastNamed = named;
        return named.of(unit);
    }

    private LoopText written(CppUnit.For unit, LoopForm form, BlockIndexing blocks) {
        ProvenKernel body = unit.body();
        RecordedProofs proofs = new RecordedProofs(body.proofs());
        CppUnit.For recorded =
                new CppUnit.For(unit.label(), unit.isGated(), unit.policy(), body.with(body.kernel(), proofs));
        UnitText text = write(recorded, blocks);
        LoopText loop = new LoopText(recorded, text.template(), text.entry(), proofs);
        loop.keep(form, options);
        return loop;
    }

    /** The text of a unit, with placeholders for names. */
    private record UnitText(String template, EntryFunction entry, CppGeometry geometry) {}

    private UnitText write(CppUnit unit, BlockIndexing blocks) {
        UnitScope scope = scope(unit);
        if (blocks.isPart()) {
            List.of("block", "blocks").forEach(scope.names::keep);
        } else if (blocks.isPhase()) {
            List.of("thread", "threads", Positions.POSITION).forEach(scope.names::keep);
            scope.phase();
        }
        List<CppFunction> bodies = bodies(unit, scope);
        EntryFunction entry = new EntryFunction(scope, dialect, "", bodies, blocks);
        CppGeometry geometry = write(unit, entry, bodies);
        return new UnitText(template(bodies, List.of(entry), List.of(geometry)), entry, geometry);
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
        EntryFunction entry = new EntryFunction(new UnitScope(List.of(), null, false), dialect, "", List.of());
        PhasedEntry phased = PhasedEntry.write(entry, unit, phases, condition);
        String template = template(List.of(), List.of(entry), List.of(phased.geometry()));
        return phased.launch(name(template, unit.label()));
    }

    private PhasedEntry.Call call(CppUnit member, BlockIndexing blocks) {
        Written written = single(member, blocks);
        return new PhasedEntry.Call(member, written.launch(), written.types());
    }

    private UnitScope scope(CppUnit unit) {
        UnitScope scope = new UnitScope(unit.bodies(), TeamShape.of(unit), !dialect.isGpu());
        wrapperNames(unit).forEach(scope.names::keep);
        noteResults(unit, scope);
        return scope;
    }

    private List<CppFunction> bodies(CppUnit unit, UnitScope scope) {
        List<CppFunction> bodies = new ArrayList<>();
        for (ProvenKernel body : unit.bodies()) {
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

    /** Returns the text of a unit; all parameters must be known, as entries add their own. */
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
            text.append(t.replace("@entry", name).replace("@body", name + "_body"));
            return name;
        });
    }
}
