package org.sporos.comm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sporos.error.CodedArgumentException;
import org.sporos.gpu.GpuCollectives;
import org.sporos.gpu.GpuCollectives.Message;
import org.sporos.internal.error.Labels;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/**
 * The messages of an exchange on a device. The library makes the calls of two ranks one after another, so more than two
 * parts for a rank with elements of one type are packed into a buffer, as one message; one or two are messages of their
 * own. A part that the library does not reach has a buffer, too. Parts for the own rank are copied. Used by one thread.
 *
 * <p>Both ends group their parts by rank and type, in the order of the halo. So the messages match if the parts do.
 */
final class DeviceHalo {
    /**
     * The most parts for a rank that are messages of their own. A message takes NCCL about 5 us on two H200. Packing
     * takes two launches, whose blocks wait for free multiprocessors while other kernels run.
     */
    private static final int MOST_APART = 2;

    private final Buffers buffers;
    private final List<Message> sends = new ArrayList<>();
    private final List<Message> receives = new ArrayList<>();
    private final StagingCopies copies = new StagingCopies();
    private Halo moved = Halo.none();

    /** The memory of messages. */
    interface Buffers {
        /** Returns whether the library reaches a view as it is. */
        boolean isDirect(View view);

        /** Returns memory for elements, the same for equal arguments. */
        View buffer(String use, ElementType type, long count);
    }

    DeviceHalo(String label, Halo halo, int own, Buffers buffers) {
        this.buffers = buffers;
        for (List<Halo.Part> parts : messages(halo.sends(), own)) {
            stage(message("to", parts, sends), parts, true);
        }
        for (List<Halo.Part> parts : messages(halo.receives(), own)) {
            stage(message("from", parts, receives), parts, false);
        }
        copyOwn(label, halo, own);
    }

    /** Returns the parts of each message. */
    private static List<List<Halo.Part>> messages(List<Halo.Part> parts, int own) {
        Map<List<Object>, List<Halo.Part>> groups = new LinkedHashMap<>();
        for (Halo.Part part : parts) {
            if (part.rank() != own) {
                groups.computeIfAbsent(List.of(part.rank(), part.view().elementType()), key -> new ArrayList<>())
                        .add(part);
            }
        }
        List<List<Halo.Part>> messages = new ArrayList<>();
        for (List<Halo.Part> group : groups.values()) {
            if (group.size() > MOST_APART) {
                messages.add(group);
            } else {
                group.forEach(part -> messages.add(List.of(part)));
            }
        }
        return messages;
    }

    /** Adds the message of parts, and returns its memory: that of a single part, or a buffer. */
    private View message(String way, List<Halo.Part> parts, List<Message> messages) {
        Halo.Part first = parts.get(0);
        long count = parts.stream().mapToLong(part -> part.view().size()).sum();
        String use = "message " + messages.size() + " " + way + " rank " + first.rank();
        View memory = parts.size() == 1 && buffers.isDirect(first.view())
                ? first.view()
                : buffers.buffer(use, first.view().elementType(), count);
        if (count > 0) {
            messages.add(new Message(memory, first.rank()));
        }
        return memory;
    }

    /** Adds the parts of a message, and their copies if its memory is a buffer. */
    private void stage(View memory, List<Halo.Part> parts, boolean isSent) {
        long begin = 0;
        for (Halo.Part part : parts) {
            View view = part.view();
            View staged = memory == view ? view : view.packedOnto(memory, begin);
            begin += view.size();
            moved = isSent ? moved.sending(part.rank(), staged) : moved.receiving(part.rank(), staged);
            if (staged != view && isSent) {
                copies.pack(staged, view);
            } else if (staged != view) {
                copies.unpack(view, staged);
            }
        }
    }

    /** Copies the parts for the own rank: by a buffer if views overlap or have other extents. */
    private void copyOwn(String label, Halo halo, int own) {
        List<View> sent = views(halo.sends(), own);
        List<View> received = views(halo.receives(), own);
        for (int k = 0; k < Math.max(sent.size(), received.size()); k++) {
            if (k >= sent.size() || k >= received.size() || !isLike(sent.get(k), received.get(k))) {
                throw new CodedArgumentException(
                        "C412",
                        "exchange " + Labels.quoted(label) + " has " + sent + " for its own rank, and receives "
                                + received + " from it. Give it as many views, of the same sizes and types.");
            }
        }
        boolean isDirect = received.stream()
                .noneMatch(to -> halo.sends().stream().anyMatch(part -> GpuCollectives.mayOverlap(to, part.view())));
        for (int k = 0; k < sent.size(); k++) {
            View from = sent.get(k);
            View to = received.get(k);
            if (isDirect && isSameBox(from, to)) {
                copies.copy(to, from);
            } else {
                View buffer = buffers.buffer("own message " + k, from.elementType(), from.size());
                copies.pack(from.packedOnto(buffer, 0), from);
                copies.unpack(to, to.packedOnto(buffer, 0));
            }
        }
    }

    private static List<View> views(List<Halo.Part> parts, int rank) {
        return parts.stream()
                .filter(part -> part.rank() == rank)
                .map(Halo.Part::view)
                .toList();
    }

    private static boolean isLike(View a, View b) {
        return a.size() == b.size() && a.elementType() == b.elementType();
    }

    private static boolean isSameBox(View a, View b) {
        return a.rank() == b.rank() && IntStream.range(0, a.rank()).allMatch(d -> a.extent(d) == b.extent(d));
    }

    List<Message> sends() {
        return sends;
    }

    List<Message> receives() {
        return receives;
    }

    StagingCopies copies() {
        return copies;
    }

    /** Returns the parts for other ranks, as they are moved. */
    Halo moved() {
        return moved;
    }
}
