package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.cpp.UnitForms.Formed;
import org.sporos.kernel.ir.DerivedCache;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.View;

/**
 * The text of a unit, and the sources of its arguments for each unit of the form. It refers to no view, and is cached
 * with the code of the unit for later programs. Immutable.
 */
final class UnitText {
    private final String template;
    private final List<RecordedProofs> proofs;
    private final CppDialect dialect;
    private final BlockIndexing blocks;
    private final CppGeometry geometry;
    private final List<String> types;
    private final List<Of<CppArgument>> arguments = new ArrayList<>();
    private final List<Of<CppSite>> sites = new ArrayList<>();
    private final List<CppPrints.Site> prints;

    /** A part of a launch that differs between the units of a form. */
    private interface Of<T> {
        T in(Formed unit);
    }

    /**
     * The key of a cached text.
     *
     * @param number the number among the texts of a form, which differ in their proofs
     */
    private record Key(UnitForm form, String dialect, CppOptions options, int number) {}

    /** Makes the text of a unit whose proofs were recorded during its emission. */
    UnitText(Formed unit, String template, EntryFunction entry, CppGeometry geometry, List<RecordedProofs> proofs) {
        this.template = template;
        this.proofs = proofs;
        this.dialect = entry.dialect;
        this.blocks = entry.blocks();
        this.geometry = geometry;
        this.types = entry.types();
        this.prints = List.copyOf(entry.unit.prints);
        entry.parameters().forEach(parameter -> arguments.add(argument(unit, entry, parameter)));
        for (CppSite site : entry.unit.sites) {
            View view = site.view();
            int k = view == null ? -1 : unit.views().indexOf(view);
            CppSite withoutView = site.of(null);
            sites.add(
                    k < 0 ? of -> withoutView : of -> withoutView.of(of.views().get(k)));
        }
    }

    /** Returns a cached text that is valid for the proofs of some kernels, or null. */
    static @Nullable UnitText known(UnitForm form, CppDialect dialect, CppOptions options, List<ProvenKernel> kernels) {
        DerivedCache all = form.code().derived();
        for (int k = 0; all.get(new Key(form, dialect.name(), options, k)) instanceof UnitText text; k++) {
            if (text.isProven(kernels)) {
                return text;
            }
        }
        return null;
    }

    private boolean isProven(List<ProvenKernel> kernels) {
        for (int k = 0; k < proofs.size(); k++) {
            Guarantees others = kernels.get(k).proofs();
            if (!proofs.get(k).agreeWith(others)) {
                return false;
            }
        }
        return true;
    }

    /** Caches it with the code of its form. */
    void keep(UnitForm form, CppOptions options) {
        int number = 0;
        while (form.code().derived().keep(new Key(form, dialect.name(), options, number), this) != this) {
            number++;
        }
    }

    private static Of<CppArgument> argument(Formed unit, EntryFunction entry, CppParameter parameter) {
        CppArgument argument = parameter.argument();
        if (argument instanceof CppArgument.ViewAddress address) {
            int k = unit.views().indexOf(address.view());
            return of -> new CppArgument.ViewAddress(of.views().get(k));
        } else if (argument instanceof CppArgument.ParamAddress address) {
            int k = unit.params().indexOf(address.param());
            return of -> new CppArgument.ParamAddress(of.params().get(k));
        }
        return unit.isRange() ? inRange(unit, entry, parameter) : of -> argument;
    }

    /** Returns an argument of a loop over a range, whose numbers are its own. */
    private static Of<CppArgument> inRange(Formed unit, EntryFunction entry, CppParameter parameter) {
        CppArgument argument = parameter.argument();
        Object source = entry.unit.source(parameter);
        if (source instanceof UnitScope.ViewFact of) {
            int k = unit.views().indexOf(of.view());
            UnitScope.Fact fact = of.fact();
            int dimension = of.dimension();
            return constant(argument, other -> fact.of(other.views().get(k), dimension));
        } else if (source instanceof UnitScope.Scalar of) {
            int k = of.index();
            return constant(argument, other -> loop(other).body().scalars().get(k));
        }
        return switch (entry.role(parameter)) {
            case "begin" -> constant(argument, UnitText::begin);
            case "end" -> constant(argument, UnitText::end);
            case "count" -> constant(argument, other -> end(other) - begin(other));
            default -> other -> argument;
        };
    }

    private static Of<CppArgument> constant(CppArgument written, ToLongFunction<Formed> value) {
        Type type = ((CppArgument.Constant) written).type();
        return unit -> new CppArgument.Constant(type, value.applyAsLong(unit));
    }

    private static CppUnit.For loop(Formed unit) {
        return (CppUnit.For) unit.unit();
    }

    private static long begin(Formed unit) {
        return loop(unit).policy() instanceof RangePolicy range
                ? range.begin()
                : ((LongRangePolicy) loop(unit).policy()).begin();
    }

    private static long end(Formed unit) {
        return loop(unit).policy() instanceof RangePolicy range
                ? range.end()
                : ((LongRangePolicy) loop(unit).policy()).end();
    }

    /** Returns the text, with placeholders for names. */
    String template() {
        return template;
    }

    /** Returns the types of its parameters. */
    List<String> types() {
        return types;
    }

    /** Returns the launch of a unit of the form. */
    CppLaunch launch(Formed unit, String function) {
        return new CppLaunch(
                unit.unit().label(), function, in(unit, arguments), in(unit, sites), prints, geometry(unit));
    }

    private CppGeometry geometry(Formed unit) {
        return unit.isRange() && dialect.isGpu()
                ? GridLoops.range(blocks, LaunchConfig.of(loop(unit).policy()), end(unit) - begin(unit))
                : geometry;
    }

    @SuppressWarnings("unchecked")
    private static <T> List<T> in(Formed unit, List<Of<T>> all) {
        Object[] of = new Object[all.size()];
        for (int k = 0; k < of.length; k++) {
            of[k] = all.get(k).in(unit);
        }
        return (List<T>) List.of(of);
    }
}
