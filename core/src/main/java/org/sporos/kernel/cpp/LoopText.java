package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/** The entry of a loop over a range that was written once, and what is passed to it for other loops of its form. */
final class LoopText {
    private final String function;
    private final Entry entry;
    private final List<Source> sources;

    /** Where the argument of a parameter comes from. */
    private interface Source {
        CppArgument of(CppUnit.For loop);
    }

    private LoopText(String function, Entry entry, List<Source> sources) {
        this.function = function;
        this.entry = entry;
        this.sources = sources;
    }

    /** Returns what to keep of a loop that was written, or null if others cannot share it: faults name its own views. */
    static @Nullable LoopText of(CppUnit.For loop, String function, Entry entry) {
        if (!entry.unit.sites.isEmpty()) {
            return null;
        }
        List<Source> sources = new ArrayList<>();
        for (CppParameter parameter : entry.parameters()) {
            sources.add(source(loop.body(), entry, parameter));
        }
        return new LoopText(function, entry, sources);
    }

    private static Source source(ProvenKernel body, Entry entry, CppParameter parameter) {
        CppArgument argument = parameter.argument();
        int scalar = entry.unit.scalarOf(parameter);
        if (argument instanceof CppArgument.ViewAddress address) {
            int k = body.views().indexOf(address.view());
            return loop -> new CppArgument.ViewAddress(loop.body().views().get(k));
        } else if (argument instanceof CppArgument.ParamAddress address) {
            int k = body.params().indexOf(address.param());
            return loop -> new CppArgument.ParamAddress(loop.body().params().get(k));
        } else if (argument instanceof CppArgument.Constant constant && scalar >= 0) {
            return loop -> new CppArgument.Constant(
                    constant.type(), loop.body().scalars().get(scalar));
        } else if (argument instanceof CppArgument.Constant constant) {
            return switch (entry.role(parameter)) {
                case "begin" -> loop -> new CppArgument.Constant(constant.type(), begin(loop));
                case "end" -> loop -> new CppArgument.Constant(constant.type(), end(loop));
                case "count" -> loop -> new CppArgument.Constant(constant.type(), end(loop) - begin(loop));
                default -> loop -> argument;
            };
        }
        return loop -> argument;
    }

    private static long begin(CppUnit.For loop) {
        return loop.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) loop.policy()).begin();
    }

    private static long end(CppUnit.For loop) {
        return loop.policy() instanceof RangePolicy range ? range.end() : ((LongRangePolicy) loop.policy()).end();
    }

    private static int block(CppUnit.For loop) {
        return loop.policy() instanceof RangePolicy range ? range.block() : ((LongRangePolicy) loop.policy()).block();
    }

    /** Returns the entry as it was written first. */
    Entry entry() {
        return entry;
    }

    /** Returns the launch of another loop of the same form. */
    CppLaunch launch(CppUnit.For loop) {
        List<CppArgument> arguments = new ArrayList<>(sources.size());
        for (Source source : sources) {
            arguments.add(source.of(loop));
        }
        CppGeometry geometry = entry.dialect.isGpu()
                ? ForEntry.rangeOnGpu(entry.blocks(), block(loop), end(loop) - begin(loop))
                : CppGeometry.SINGLE;
        return new CppLaunch(loop.label(), function, arguments, List.of(), geometry);
    }
}
