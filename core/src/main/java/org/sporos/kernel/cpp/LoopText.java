package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/**
 * The text of a loop over a range, and what is passed to it for each loop of its form. It refers to no view, and stays
 * with the code of the loop for later programs. Immutable.
 */
final class LoopText {
    private final String template;
    private final boolean isGpu;
    private final Blocks blocks;
    private final List<String> types;
    private final List<Source> sources;

    /** The source of the argument of a parameter. */
    private interface Source {
        CppArgument of(CppUnit.For loop);
    }

    private LoopText(String template, EntryFunction entry, List<Source> sources) {
        this.template = template;
        this.isGpu = entry.dialect.isGpu();
        this.blocks = entry.blocks();
        this.types = entry.types();
        this.sources = sources;
    }

    /**
     * Returns what to keep of a loop that was written, or null if others cannot share it: faults name its own views.
     */
    static @Nullable LoopText of(CppUnit.For loop, String template, EntryFunction entry) {
        if (!entry.unit.sites.isEmpty()) {
            return null;
        }
        List<Source> sources = new ArrayList<>();
        for (CppParameter parameter : entry.parameters()) {
            sources.add(source(loop.body(), entry, parameter));
        }
        return new LoopText(template, entry, sources);
    }

    private static Source source(ProvenKernel body, EntryFunction entry, CppParameter parameter) {
        CppArgument argument = parameter.argument();
        int scalar = entry.unit.scalarOf(parameter);
        if (argument instanceof CppArgument.ViewAddress address) {
            int k = body.views().indexOf(address.view());
            return loop -> new CppArgument.ViewAddress(loop.body().views().get(k));
        } else if (argument instanceof CppArgument.ParamAddress address) {
            int k = body.params().indexOf(address.param());
            return loop -> new CppArgument.ParamAddress(loop.body().params().get(k));
        } else if (argument instanceof CppArgument.Constant constant) {
            return constant(constant, scalar, entry.role(parameter));
        }
        return loop -> argument;
    }

    private static Source constant(CppArgument.Constant constant, int scalar, String role) {
        org.sporos.kernel.ir.Type type = constant.type();
        if (scalar >= 0) {
            return loop -> new CppArgument.Constant(type, loop.body().scalars().get(scalar));
        }
        return switch (role) {
            case "begin" -> loop -> new CppArgument.Constant(type, begin(loop));
            case "end" -> loop -> new CppArgument.Constant(type, end(loop));
            case "count" -> loop -> new CppArgument.Constant(type, end(loop) - begin(loop));
            default -> loop -> constant;
        };
    }

    private static long begin(CppUnit.For loop) {
        return loop.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) loop.policy()).begin();
    }

    private static long end(CppUnit.For loop) {
        return loop.policy() instanceof RangePolicy range ? range.end() : ((LongRangePolicy) loop.policy()).end();
    }

    /** Returns the text, its names left open. */
    String template() {
        return template;
    }

    /** Returns the types of its parameters. */
    List<String> types() {
        return types;
    }

    /** Returns the launch of a loop of the form. */
    CppLaunch launch(CppUnit.For loop, String function) {
        CppArgument[] arguments = new CppArgument[sources.size()];
        for (int k = 0; k < arguments.length; k++) {
            arguments[k] = sources.get(k).of(loop);
        }
        CppGeometry geometry = isGpu
                ? GridLoops.range(blocks, WantedLaunch.of(loop.policy()), end(loop) - begin(loop))
                : CppGeometry.SINGLE;
        return new CppLaunch(loop.label(), function, List.of(arguments), List.of(), geometry);
    }
}
