package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.sporos.view.View;

/**
 * Sends parts of views to other ranks and receives parts from them. Each message has a header of its own: neighbours
 * need not wait for ranks that are far away.
 */
final class ExchangeCall extends Collective {
    private static final int TAG = 0;

    private final List<Message> sends = new ArrayList<>();
    private final List<Message> receives = new ArrayList<>();

    /** @param sends views of host memory, in the order of the halo; receives likewise */
    ExchangeCall(RankProgress progress, String label, Halo halo, List<View> sends, List<View> receives) {
        super(progress, "exchange", label, 0);
        for (int k = 0; k < sends.size(); k++) {
            this.sends.add(new Message(halo.sends().get(k).rank(), sends.get(k)));
        }
        for (int k = 0; k < receives.size(); k++) {
            this.receives.add(new Message(halo.receives().get(k).rank(), receives.get(k)));
        }
    }

    /** A message with its buffer: a header, the number of elements with their type, the elements. */
    private static final class Message {
        private static final int HEAD = OperationHeader.BYTES + 16;
        /** The excess length that a message may have, so that a longer one is told from a broken one. */
        private static final int MORE = 64;

        private final int rank;
        private final View view;
        private final ByteBuffer buffer;
        private final int bytes;

        Message(int rank, View view) {
            this.rank = rank;
            this.view = view;
            this.bytes = Math.toIntExact(view.size() * view.elementType().bytes());
            this.buffer = ElementBuffers.allocate(HEAD + bytes + MORE);
        }

        ByteBuffer toSend(OperationHeader operation) {
            operation.put(buffer);
            buffer.putLong(OperationHeader.BYTES, view.size());
            buffer.putLong(OperationHeader.BYTES + 8, elementsOf(view));
            ElementBuffers.put(view, ElementBuffers.part(buffer, HEAD, bytes));
            return ElementBuffers.part(buffer, 0, HEAD + bytes);
        }

        void received(OperationHeader operation, RankProgress progress) {
            progress.requireSame(operation, rank, OperationHeader.get(buffer));
            if (buffer.getLong(OperationHeader.BYTES + 8) != elementsOf(view)) {
                throw progress.fail(
                        operation,
                        "C409",
                        "rank " + rank + " has sent " + buffer.getLong(OperationHeader.BYTES) + " elements for "
                                + view + ", of " + view.size()
                                + " elements, or its part has another type or layout; sent and received parts must match");
            }
            ElementBuffers.get(ElementBuffers.part(buffer, HEAD, bytes), view);
        }
    }

    @Override
    void move(OperationHeader operation) {
        List<RankProgress.AwaitedTransfer> awaited = new ArrayList<>(sends.size() + receives.size());
        for (Message message : receives) {
            awaited.add(new RankProgress.AwaitedTransfer(
                    transport().receive(message.rank, TAG, message.buffer), message.rank));
        }
        for (Message message : sends) {
            awaited.add(new RankProgress.AwaitedTransfer(
                    transport().send(message.rank, TAG, message.toSend(operation)), message.rank));
        }
        progress().await(operation, awaited);
        for (Message message : receives) {
            message.received(operation, progress());
        }
    }
}
