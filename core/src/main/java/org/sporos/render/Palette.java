package org.sporos.render;

import org.sporos.graph.Work;

/** The groups that pictures give a colour of their own. */
enum Palette {
    KERNEL("#dbeafe", "#2563eb"),
    REDUCTION("#dcfce7", "#16a34a"),
    TRANSFER("#f1f5f9", "#64748b"),
    HOST("#ffedd5", "#ea580c"),
    CONTROL("#faf5ff", "#9333ea"),
    MEMORY("#fef9c3", "#ca8a04"),
    SIGNAL("#fee2e2", "#dc2626"),
    JOIN("#475569", "#475569");

    private final String fill;
    private final String stroke;

    Palette(String fill, String stroke) {
        this.fill = fill;
        this.stroke = stroke;
    }

    static Palette of(Work work) {
        if (work instanceof Work.Join) {
            return JOIN;
        }
        if (work instanceof Work.ParallelFor || work instanceof Work.Single) {
            return KERNEL;
        }
        if (work instanceof Work.ParallelReduce || work instanceof Work.ParallelScan) {
            return REDUCTION;
        }
        if (work instanceof Work.DeepCopy || work instanceof Work.Fill) {
            return TRANSFER;
        }
        if (work instanceof Work.HostCall || work instanceof Work.Captured) {
            return HOST;
        }
        if (work instanceof Work.Allocate || work instanceof Work.Free) {
            return MEMORY;
        }
        return Inner.isNesting(work) ? CONTROL : SIGNAL;
    }

    String fill() {
        return fill;
    }

    String stroke() {
        return stroke;
    }

    /** Returns the name that style sheets use. */
    String css() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
