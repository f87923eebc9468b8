package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.DerivedCache;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.View;

/**
 * The text of a loop over a range, and the sources of its arguments for each loop of the form. It refers to no view,
 * and is cached with the code of the loop for later programs. Immutable.
 */
final class LoopText {
    private final String template;
    private final RecordedProofs proofs;
    private final CppDialect dialect;
    private final BlockIndexing blocks;
    private final List<String> types;
    private final List<Of<CppArgument>> arguments = new ArrayList<>();
    private final List<Of<CppSite>> sites = new ArrayList<>();
    private final List<CppPrints.Site> prints;

    /** A part of a launch that differs between the loops of a form. */
    private interface Of<T> {
        T in(CppUnit.For loop);
    }

    /**
     * The key of a cached text.
     *
     * @param number the number among the texts of a form, which differ in their proofs
     */
    private record Key(LoopForm form, String dialect, CppOptions options, int number) {}

    /** Makes the text of a loop whose proofs were recorded during its emission. */
    LoopText(CppUnit.For loop, String template, EntryFunction entry, RecordedProofs proofs) {
        this.template = template;
        this.proofs = proofs;
        this.dialect = entry.dialect;
        this.blocks = entry.blocks();
        this.types = entry.types();
        this.prints = List.copyOf(entry.unit.prints);
        List<View> views = loop.body().views();
        entry.parameters().forEach(parameter -> arguments.add(argument(loop.body(), entry, parameter)));
        for (CppSite site : entry.unit.sites) {
            View view = site.view();
            int k = view == null ? -1 : views.indexOf(view);
            CppSite withoutView = site.of(null);
            sites.add(
                    k < 0
                            ? of -> withoutView
                            : of -> withoutView.of(of.body().views().get(k)));
        }
    }

    /** Returns a cached text that is valid for some proofs, or null. */
    static @Nullable LoopText known(LoopForm form, CppDialect dialect, CppOptions options, Guarantees proofs) {
        DerivedCache all = form.code().derived();
        for (int k = 0; all.get(new Key(form, dialect.name(), options, k)) instanceof LoopText text; k++) {
            if (text.proofs.agreeWith(proofs)) {
                return text;
            }
        }
        return null;
    }

    /** Caches it with the code of its form. */
    void keep(LoopForm form, CppOptions options) {
        int number = 0;
        while (form.code().derived().keep(new Key(form, dialect.name(), options, number), this) != this) {
            number++;
        }
    }

    private static Of<CppArgument> argument(ProvenKernel body, EntryFunction entry, CppParameter parameter) {
        CppArgument argument = parameter.argument();
        Object source = entry.unit.source(parameter);
        if (argument instanceof CppArgument.ViewAddress address) {
            int k = body.views().indexOf(address.view());
            return loop -> new CppArgument.ViewAddress(loop.body().views().get(k));
        } else if (argument instanceof CppArgument.ParamAddress address) {
            int k = body.params().indexOf(address.param());
            return loop -> new CppArgument.ParamAddress(loop.body().params().get(k));
        } else if (source instanceof UnitScope.ViewFact of) {
            int k = body.views().indexOf(of.view());
            UnitScope.Fact fact = of.fact();
            int dimension = of.dimension();
            return constant(argument, loop -> fact.of(loop.body().views().get(k), dimension));
        } else if (source instanceof UnitScope.Scalar of) {
            int k = of.index();
            return constant(argument, loop -> loop.body().scalars().get(k));
        }
        return switch (entry.role(parameter)) {
            case "begin" -> constant(argument, LoopText::begin);
            case "end" -> constant(argument, LoopText::end);
            case "count" -> constant(argument, loop -> end(loop) - begin(loop));
            default -> loop -> argument;
        };
    }

    private static Of<CppArgument> constant(CppArgument written, ToLongFunction<CppUnit.For> value) {
        Type type = ((CppArgument.Constant) written).type();
        return loop -> new CppArgument.Constant(type, value.applyAsLong(loop));
    }

    private static long begin(CppUnit.For loop) {
        return loop.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) loop.policy()).begin();
    }

    private static long end(CppUnit.For loop) {
        return loop.policy() instanceof RangePolicy range ? range.end() : ((LongRangePolicy) loop.policy()).end();
    }

    /** Returns the text, with placeholders for names. */
    String template() {
        return template;
    }

    /** Returns the types of its parameters. */
    List<String> types() {
        return types;
    }

    /** Returns the launch of a loop of the form. */
    CppLaunch launch(CppUnit.For loop, String function) {
        CppGeometry geometry = dialect.isGpu()
                ? GridLoops.range(blocks, LaunchConfig.of(loop.policy()), end(loop) - begin(loop))
                : CppGeometry.SINGLE;
        return new CppLaunch(loop.label(), function, in(loop, arguments), in(loop, sites), prints, geometry);
    }

    private static <T> List<T> in(CppUnit.For loop, List<Of<T>> all) {
        List<T> of = new ArrayList<>(all.size());
        all.forEach(one -> of.add(one.in(loop)));
        return of;
    }
}
