package org.sporos.comm;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.LibraryException;
import org.sporos.internal.error.Required;

/**
 * Messages over one connection between each two processes of a job. Each connection has a thread for reads and one for
 * writes, so that neither a send nor a receive blocks. The end of a process closes its connections, which fails the
 * receives from it.
 */
final class SocketMesh {
    /** In place of the length of a message: ends the receiving process. */
    private static final int ABORT = -1;

    /** In place of a context: ends the writing thread. */
    private static final int END = -1;

    private final int rank;
    private final @Nullable Peer[] peers;
    private final Map<List<Integer>, Mailbox> boxes = new ConcurrentHashMap<>();
    private final AtomicInteger nextContext = new AtomicInteger(1);

    /** @param sockets the connection to each other rank, null for this one */
    SocketMesh(int rank, @Nullable Socket[] sockets) throws IOException {
        this.rank = rank;
        this.peers = new Peer[sockets.length];
        for (int other = 0; other < sockets.length; other++) {
            Socket socket = sockets[other];
            if (socket != null) {
                peers[other] = new Peer(other, socket);
            }
        }
        for (Peer peer : peers) {
            if (peer != null) {
                peer.start();
            }
        }
    }

    /** Returns the transport of all processes. */
    Transport world() {
        int[] members = new int[peers.length];
        for (int k = 0; k < members.length; k++) {
            members[k] = k;
        }
        return new Ranks(0, rank, members);
    }

    private Mailbox box(int context, int from, int tag) {
        return Required.internal(
                boxes.computeIfAbsent(List.of(context, from, tag), any -> new Mailbox()), "the box of a rank");
    }

    /** The connection to one process. */
    private final class Peer {
        private final int other;
        private final Socket socket;
        private final LinkedBlockingQueue<Send> sends = new LinkedBlockingQueue<>();
        private volatile @Nullable String failure;

        Peer(int other, Socket socket) throws IOException {
            this.other = other;
            this.socket = socket;
            socket.setTcpNoDelay(true);
            // The meeting had deadlines.
            socket.setSoTimeout(0);
        }

        void start() {
            daemon(this::read, "sporos-comm-from-rank-" + other);
            daemon(this::write, "sporos-comm-to-rank-" + other);
        }

        private void daemon(Runnable body, String name) {
            Thread thread = new Thread(body, name);
            thread.setDaemon(true);
            thread.start();
        }

        private void read() {
            try {
                DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
                while (true) {
                    int context = in.readInt();
                    int tag = in.readInt();
                    int length = in.readInt();
                    if (length == ABORT) {
                        Runtime.getRuntime().halt(1);
                    } else if (length < 0) {
                        throw new IOException("a message of " + length + " bytes");
                    }
                    byte[] bytes = new byte[length];
                    in.readFully(bytes);
                    box(context, other, tag).deliver(ByteBuffer.wrap(bytes));
                }
            } catch (IOException e) {
                fail(e);
            }
        }

        /** The end of a process may reset its connections, or end their streams. */
        private void fail(IOException e) {
            boolean isGone = e instanceof EOFException || e instanceof SocketException;
            fail(
                    isGone
                            ? "the process of rank " + other + " is gone"
                            : "the connection to rank " + other + " is broken: " + e.getMessage());
        }

        private void fail(String why) {
            failure = why;
            boxes.forEach((key, box) -> {
                if (key.get(1) == other) {
                    box.fail(why);
                }
            });
        }

        private void write() {
            try {
                OutputStream out = socket.getOutputStream();
                WritableByteChannel channel = Channels.newChannel(out);
                DataOutputStream head = new DataOutputStream(out);
                for (Send send = sends.take(); send.context >= 0; send = sends.take()) {
                    head.writeInt(send.context);
                    head.writeInt(send.tag);
                    head.writeInt(send.message == null ? ABORT : send.message.remaining());
                    while (send.message != null && send.message.hasRemaining()) {
                        channel.write(send.message);
                    }
                    send.isDone = true;
                }
            } catch (IOException e) {
                fail(e);
            } catch (InterruptedException strangers) {
                fail("the thread of the connection to rank " + other + " was interrupted");
            }
        }

        /** A message to be written; null ends the receiving process. */
        private final class Send implements PendingTransfer {
            private final int context;
            private final int tag;
            private final @Nullable ByteBuffer message;
            private volatile boolean isDone;

            Send(int context, int tag, @Nullable ByteBuffer message) {
                this.context = context;
                this.tag = tag;
                this.message = message;
            }

            @Override
            public boolean isDone() {
                String why = failure;
                if (!isDone && why != null) {
                    throw new LibraryException(why);
                }
                return isDone;
            }
        }

        PendingTransfer send(int context, int tag, @Nullable ByteBuffer message) {
            Send send = new Send(context, tag, message == null ? null : message.duplicate());
            sends.add(send);
            return send;
        }
    }

    /** The processes of one communicator, identified by its context. */
    private final class Ranks extends MessageTransport {
        private final int context;
        private final int own;
        private final int[] members;

        Ranks(int context, int own, int[] members) {
            this.context = context;
            this.own = own;
            this.members = members;
        }

        @Override
        public int rank() {
            return own;
        }

        @Override
        public int size() {
            return members.length;
        }

        @Override
        public PendingTransfer send(int to, int tag, ByteBuffer message) {
            Peer peer = peers[members[to]];
            if (peer != null) {
                return peer.send(context, tag, message);
            }
            ByteBuffer copy = ByteBuffer.allocate(message.remaining()).put(message.duplicate());
            box(context, rank, tag).deliver(copy.flip());
            return () -> true;
        }

        @Override
        public PendingTransfer receive(int from, int tag, ByteBuffer into) {
            Mailbox box = box(context, members[from], tag);
            Peer peer = peers[members[from]];
            String gone = peer == null ? null : peer.failure;
            if (gone != null) {
                box.fail(gone);
            }
            return box.receive(into);
        }

        /** The greatest of all next contexts, which is unused on each rank. */
        @Override
        public Transport split(int color, int key) {
            int record = 3 * Integer.BYTES;
            ByteBuffer mine = ElementBuffers.allocate(record);
            mine.putInt(0, color).putInt(4, key).putInt(8, nextContext.get());
            ByteBuffer all = ElementBuffers.allocate((long) record * members.length);
            PendingTransfer gather = allGather(mine, all);
            while (!gather.isDone()) {
                Thread.yield();
            }
            int next = 0;
            List<Integer> same = new ArrayList<>();
            for (int k = 0; k < members.length; k++) {
                next = Math.max(next, all.getInt(k * record + 8));
                if (all.getInt(k * record) == color) {
                    same.add(k);
                }
            }
            same.sort(Comparator.comparingInt((Integer k) -> all.getInt(k * record + 4))
                    .thenComparing(k -> k));
            int taken = next + 1;
            nextContext.accumulateAndGet(taken, Math::max);
            return new Ranks(
                    next,
                    same.indexOf(own),
                    same.stream().mapToInt(k -> members[k]).toArray());
        }

        /** Closes the connections of the world only: a part shares them. */
        @Override
        public void close() {
            if (context != 0) {
                return;
            }
            for (Peer peer : peers) {
                if (peer != null) {
                    peer.send(END, 0, null);
                    closeQuietly(peer.socket);
                }
            }
        }

        @Override
        public void abort() {
            for (Peer peer : peers) {
                if (peer != null) {
                    peer.send(0, 0, null);
                }
            }
            Runtime.getRuntime().halt(1);
        }
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ended) {
            // Then it is closed, too.
        }
    }
}
