package org.sporos.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.MemoryPlan.Block;
import org.sporos.graph.MemoryPlan.Use;
import org.sporos.internal.base.ByteText;
import org.sporos.internal.error.Labels;
import org.sporos.space.MemorySpace;

/** A memory plan as a table. */
final class MemoryTable {
    /** The blocks that have a line of their own. */
    private static final int MOST_LINES = 40;

    private static final int LABEL = 28;

    private final MemoryPlan plan;
    private final String name;
    private final MemorySpace space;
    private final StringBuilder out = new StringBuilder();

    private MemoryTable(MemoryPlan plan, String name, MemorySpace space) {
        this.plan = plan;
        this.name = name;
        this.space = space;
    }

    /** Returns the table of a plan on the space of a name and of a memory. */
    static String of(MemoryPlan plan, String name, MemorySpace space) {
        MemoryTable table = new MemoryTable(plan, name, space);
        table.head();
        table.blocks();
        return table.out.toString();
    }

    /** Returns the word for a use. */
    static String name(Use use) {
        return switch (use) {
            case VIEW -> "views";
            case MIRROR -> "pinned mirrors";
            case TEMPORARY -> "temporaries";
            case SCRATCH -> "scratch";
        };
    }

    private void head() {
        line(
                "memory of graph %s on %s: %s held, %s at the peak, %s without sharing",
                Labels.quoted(plan.graph().label()),
                name,
                ByteText.of(plan.held()),
                ByteText.of(plan.peak()),
                ByteText.of(plan.sum()));
        line("%s more are needed in %s, %s are free", ByteText.of(plan.missing()), space, ByteText.of(plan.free()));
        if (plan.isPlacedByDevice()) {
            line("the device places the temporaries by itself: their places are an estimate");
        }
        for (Use use : Use.values()) {
            List<Block> all =
                    plan.blocks().stream().filter(block -> block.use() == use).toList();
            long places =
                    MemoryBlocks.places(all).stream().mapToLong(Block::bytes).sum();
            String shared =
                    places == MemoryBlocks.bytes(plan.blocks(), use) ? "" : "   in places of " + ByteText.of(places);
            line(
                    "%-16s %6d   %10s%s",
                    name(use), all.size(), ByteText.of(MemoryBlocks.bytes(plan.blocks(), use)), shared);
        }
    }

    private void blocks() {
        List<Block> sorted = new ArrayList<>(plan.blocks());
        sorted.sort(Comparator.comparingLong(Block::bytes).reversed());
        line("\n%10s  %-14s %-" + LABEL + "s %s", "bytes", "use", "label", "where and when");
        for (Block block : sorted.subList(0, Math.min(MOST_LINES, sorted.size()))) {
            line(
                    "%10s  %-14s %-" + LABEL + "s %s",
                    ByteText.of(block.bytes()),
                    name(block.use()),
                    Labels.shown(block.label()),
                    block.use() == Use.TEMPORARY ? life(block) : block.space());
        }
        if (sorted.size() > MOST_LINES) {
            List<Block> rest = sorted.subList(MOST_LINES, sorted.size());
            long bytes = rest.stream().mapToLong(Block::bytes).sum();
            line("%10s  %d others", ByteText.of(bytes), rest.size());
        }
    }

    private String life(Block block) {
        String first = Labels.quoted(plan.steps().get(block.first()).label());
        String last = Labels.quoted(plan.steps().get(block.last()).label());
        String others = plan.sharing(block).stream()
                .map(other -> Labels.quoted(other.label()))
                .collect(Collectors.joining(", "));
        String shared = others.isEmpty() ? "" : ", shared with " + others;
        return String.format(
                Locale.ROOT,
                "place %d, steps %d to %d (%s to %s)%s",
                block.place(),
                block.first(),
                block.last(),
                first,
                last,
                shared);
    }

    private void line(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
