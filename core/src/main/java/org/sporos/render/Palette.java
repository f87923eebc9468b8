package org.sporos.render;

import org.sporos.graph.KernelCall;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.Work;

/** The groups of nodes with a colour of their own in pictures. */
enum Palette {
    KERNEL("#dbeafe", "#2563eb"),
    REDUCTION("#dcfce7", "#16a34a"),
    TRANSFER("#f1f5f9", "#64748b"),
    HOST("#ffedd5", "#ea580c"),
    CONTROL("#faf5ff", "#9333ea"),
    MEMORY("#fef9c3", "#ca8a04"),
    SIGNAL("#fee2e2", "#dc2626"),
    JOIN("#475569", "#475569");

    /** Rules for dark pages: boxes keep their colours, and the texts in them. */
    static final String DARK = "@media (prefers-color-scheme:dark){svg{background:#12161d}.t,.a,.x,.y{fill:#dfe5ee}"
            + "line,.b{stroke:#2d3542}.b{fill:#1a202a}}\n";

    private final String fill;
    private final String stroke;

    Palette(String fill, String stroke) {
        this.fill = fill;
        this.stroke = stroke;
    }

    static Palette of(Work work) {
        NodeEffects effects = work.effects();
        if (work.inlined() != null || work.conditional() != null) {
            return CONTROL;
        } else if (effects.isOfMemory()) {
            return MEMORY;
        } else if (effects.isOfEvent() || effects.isOfSemaphore()) {
            return SIGNAL;
        }
        return switch (effects.agent()) {
            case NONE -> JOIN;
            case CPU, LIBRARY -> HOST;
            case COPY -> TRANSFER;
            case DEVICE ->
                work.kernels().isEmpty() ? TRANSFER : of(work.kernels().get(0));
        };
    }

    private static Palette of(KernelCall first) {
        return switch (first.role()) {
            case FOR, SINGLE -> KERNEL;
            case CONTRIBUTION, JOIN, ADDEND, CONSUMER -> REDUCTION;
            case CONDITION, SELECTOR -> CONTROL;
        };
    }

    String fill() {
        return fill;
    }

    String stroke() {
        return stroke;
    }

    /** Returns the name in style sheets. */
    String css() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
