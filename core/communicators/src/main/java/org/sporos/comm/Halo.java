package org.sporos.comm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.sporos.internal.error.Required;
import org.sporos.view.View;

/**
 * The messages that one rank sends and receives: parts of views, usually sub-views. The k-th part that a rank sends to
 * another matches the k-th part that the other receives from it; both have the same number of elements, type and
 * layout. {@link Decomposition} creates halos of blocks. Immutable.
 *
 * <pre>{@code
 * Halo halo = Halo.none()
 *         .sending(1, u.subview(Slice.at(rows - 2), Slice.all()))
 *         .receiving(1, u.subview(Slice.at(rows - 1), Slice.all()));
 * root.then(world.exchange("halo", halo));
 * }</pre>
 */
public final class Halo {
    private final List<Part> sends;
    private final List<Part> receives;

    private Halo(List<Part> sends, List<Part> receives) {
        this.sends = List.copyOf(sends);
        this.receives = List.copyOf(receives);
    }

    /**
     * The elements of one message, and the other rank.
     *
     * @param rank the other rank, or this one
     */
    public record Part(int rank, View view) {
        /** Checks the view. */
        public Part {
            Required.argument(view, "the view of a part of a halo");
        }
    }

    /** Returns an empty halo. */
    public static Halo none() {
        return new Halo(List.of(), List.of());
    }

    /** Returns the same halo with another part to send to a rank. */
    public Halo sending(int to, View view) {
        return new Halo(with(sends, new Part(to, view)), receives);
    }

    /** Returns the same halo with another part to receive from a rank. */
    public Halo receiving(int from, View view) {
        return new Halo(sends, with(receives, new Part(from, view)));
    }

    private static List<Part> with(List<Part> parts, Part part) {
        List<Part> all = new ArrayList<>(parts);
        all.add(part);
        return all;
    }

    /** Returns the same messages of other views. */
    Halo with(UnaryOperator<View> views) {
        return new Halo(with(sends, views), with(receives, views));
    }

    private static List<Part> with(List<Part> parts, UnaryOperator<View> views) {
        return parts.stream()
                .map(part -> new Part(part.rank(), views.apply(part.view())))
                .toList();
    }

    /** Returns the sent parts. */
    public List<Part> sends() {
        return sends;
    }

    /** Returns the received parts. */
    public List<Part> receives() {
        return receives;
    }
}
