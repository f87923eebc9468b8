package org.sporos.comm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.LibraryException;

/** The messages from one rank to another: each completes the receive that was started first. Thread-safe. */
final class Mailbox {
    private final Queue<ByteBuffer> messages = new ArrayDeque<>();
    private final Queue<Receive> receives = new ArrayDeque<>();
    private @Nullable String failure;

    /** Delivers a message, which must not be changed afterwards. */
    synchronized void deliver(ByteBuffer message) {
        Receive first = receives.poll();
        if (first == null) {
            messages.add(message);
        } else {
            first.take(message);
        }
    }

    /** Fails the pending receives. */
    synchronized void fail(String why) {
        failure = why;
    }

    /** Returns the receive of the next message. */
    synchronized PendingTransfer receive(ByteBuffer into) {
        Receive receive = new Receive(into.duplicate());
        ByteBuffer message = messages.poll();
        if (message == null) {
            receives.add(receive);
        } else {
            receive.take(message);
        }
        return receive;
    }

    /** A receive, guarded by the lock of its mailbox. */
    private final class Receive implements PendingTransfer {
        private final ByteBuffer into;
        private boolean isDone;
        private @Nullable String violation;

        Receive(ByteBuffer into) {
            this.into = into;
        }

        void take(ByteBuffer message) {
            isDone = true;
            if (message.remaining() > into.remaining()) {
                violation = "a message of " + message.remaining() + " bytes for a buffer of " + into.remaining();
            } else {
                into.put(message);
            }
        }

        @Override
        public boolean isDone() {
            synchronized (Mailbox.this) {
                String why = violation != null ? violation : isDone ? null : failure;
                if (why != null) {
                    throw new LibraryException(why);
                }
                return isDone;
            }
        }
    }
}
