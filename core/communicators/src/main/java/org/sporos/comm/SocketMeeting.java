package org.sporos.comm;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;

/**
 * Connects all processes of a job: rank 0 listens at an address, or writes one to a file; the others connect to it,
 * send the addresses at which they listen, and receive those of all. Each connection starts with the token of the job,
 * which excludes processes of other jobs.
 */
final class SocketMeeting {
    private static final String FILE = "file:";

    private final int rank;
    private final int size;
    private final String address;
    private final long end;
    private final Duration deadline;

    /** @param address {@code host:port} of rank 0, or {@code file:} with a path */
    SocketMeeting(int rank, int size, String address, Duration deadline) {
        this.rank = rank;
        this.size = size;
        this.address = address;
        this.deadline = deadline;
        this.end = System.nanoTime() + deadline.toNanos();
    }

    /** Where a process waits for connections. */
    private record Place(long token, int port, List<String> hosts) {
        static Place parse(String line) {
            String[] parts = line.strip().split(" ");
            return new Place(
                    Long.parseLong(parts[0]),
                    Integer.parseInt(parts[1]),
                    List.of(parts).subList(2, parts.length));
        }

        @Override
        public String toString() {
            return token + " " + port + " " + String.join(" ", hosts);
        }
    }

    /** Returns the connections. */
    SocketMesh meet() {
        @Nullable Socket[] sockets = new Socket[size];
        try (ServerSocket own = new ServerSocket()) {
            own.bind(new InetSocketAddress(rank == 0 ? portOfAddress() : 0), size);
            if (rank == 0) {
                welcome(own, sockets);
            } else {
                join(own, sockets);
            }
            return new SocketMesh(rank, sockets);
        } catch (IOException | RuntimeException e) {
            for (Socket socket : sockets) {
                if (socket != null) {
                    SocketMesh.closeQuietly(socket);
                }
            }
            throw e instanceof CodedStateException coded ? coded : failure(String.valueOf(e.getMessage()), e);
        }
    }

    private CodedStateException failure(String what, Throwable cause) {
        return new CodedStateException(
                "C419", "rank " + rank + " of " + size + " cannot meet the others at " + address + ": " + what, cause);
    }

    private int portOfAddress() {
        return address.startsWith(FILE) ? 0 : Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private void welcome(ServerSocket own, @Nullable Socket[] sockets) throws IOException {
        boolean isFile = address.startsWith(FILE);
        long token = isFile ? new SecureRandom().nextLong() : 0;
        if (isFile) {
            publish(new Place(token, own.getLocalPort(), hosts()));
        }
        try {
            String[] places = new String[size];
            for (int joined = 1; joined < size; joined++) {
                Socket socket = accept(own, sockets, token);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                int other = in.readInt();
                places[other] = new Place(
                                token,
                                in.readInt(),
                                List.of(socket.getInetAddress().getHostAddress()))
                        .toString();
                take(sockets, other, socket);
            }
            for (int other = 1; other < size; other++) {
                Socket socket = sockets[other];
                if (socket != null) {
                    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                    for (int each = 1; each < size; each++) {
                        out.writeUTF(String.valueOf(places[each]));
                    }
                }
            }
        } finally {
            if (isFile) {
                Files.deleteIfExists(path());
            }
        }
    }

    private void take(@Nullable Socket[] sockets, int other, Socket socket) {
        if (other < 0 || other >= size || other == rank || sockets[other] != null) {
            SocketMesh.closeQuietly(socket);
            throw failure("two processes are rank " + other + " of " + size, new IOException("a second rank"));
        }
        sockets[other] = socket;
    }

    private void join(ServerSocket own, @Nullable Socket[] sockets) throws IOException {
        Socket first = connectToFirst();
        sockets[0] = first;
        DataOutputStream out = new DataOutputStream(first.getOutputStream());
        out.writeInt(rank);
        out.writeInt(own.getLocalPort());
        first.setSoTimeout(left());
        DataInputStream in = new DataInputStream(first.getInputStream());
        List<Place> places = new ArrayList<>();
        for (int each = 1; each < size; each++) {
            places.add(Place.parse(in.readUTF()));
        }
        for (int other = 1; other < rank; other++) {
            Socket socket = connect(places.get(other - 1));
            new DataOutputStream(socket.getOutputStream()).writeInt(rank);
            sockets[other] = socket;
        }
        for (int other = rank + 1; other < size; other++) {
            Socket socket = accept(own, sockets, places.get(0).token);
            take(sockets, new DataInputStream(socket.getInputStream()).readInt(), socket);
        }
    }

    private Path path() {
        return Path.of(address.substring(FILE.length()));
    }

    private void publish(Place place) throws IOException {
        Path file = path();
        Path written = Files.writeString(file.resolveSibling(file.getFileName() + "." + place.token), place.toString());
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns the addresses of this machine, the loopback address last. */
    private static List<String> hosts() throws IOException {
        List<String> all = new ArrayList<>();
        for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress host : Collections.list(network.getInetAddresses())) {
                if (host instanceof Inet4Address && !host.isLoopbackAddress() && network.isUp()) {
                    all.add(host.getHostAddress());
                }
            }
        }
        all.add(InetAddress.getLoopbackAddress().getHostAddress());
        return all;
    }

    /** Retries until the deadline: rank 0 may start later, and the file may be of a previous job. */
    private Socket connectToFirst() {
        String last = "rank 0 has not come";
        while (left() > 1) {
            try {
                return connect(placeOfFirst());
            } catch (IOException | RuntimeException e) {
                last = e.getClass().getSimpleName() + ": " + e.getMessage();
            }
            LockSupport.parkNanos(20_000_000);
        }
        throw failure(
                "within " + deadline.toSeconds() + " s rank 0 has not come (" + last + ")", new IOException(last));
    }

    private Place placeOfFirst() throws IOException {
        if (address.startsWith(FILE)) {
            return Place.parse(Files.readString(path()));
        }
        return new Place(0, portOfAddress(), List.of(address.substring(0, address.lastIndexOf(':'))));
    }

    private int left() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (end - System.nanoTime()) / 1_000_000));
    }

    /** Connects to the first host of a process that returns its token. */
    private Socket connect(Place place) throws IOException {
        IOException last = new IOException("no address");
        for (String host : place.hosts) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(host, place.port), Math.min(left(), 2_000));
                socket.setSoTimeout(Math.min(left(), 5_000));
                new DataOutputStream(socket.getOutputStream()).writeLong(place.token);
                if (new DataInputStream(socket.getInputStream()).readLong() == place.token) {
                    return socket;
                }
                last = new IOException("another job is at " + host + ":" + place.port);
            } catch (IOException e) {
                last = e;
            }
            SocketMesh.closeQuietly(socket);
        }
        throw last;
    }

    /** Waits for a connection with the token. */
    private Socket accept(ServerSocket own, @Nullable Socket[] sockets, long token) throws IOException {
        while (true) {
            own.setSoTimeout(left());
            Socket socket;
            try {
                socket = own.accept();
            } catch (SocketTimeoutException late) {
                throw failure("within " + deadline.toSeconds() + " s " + missing(sockets) + " has not come", late);
            }
            try {
                socket.setSoTimeout(Math.min(left(), 5_000));
                if (new DataInputStream(socket.getInputStream()).readLong() == token) {
                    new DataOutputStream(socket.getOutputStream()).writeLong(token);
                    return socket;
                }
            } catch (IOException stranger) {
                // It is no rank of this job.
            }
            SocketMesh.closeQuietly(socket);
        }
    }

    private String missing(@Nullable Socket[] sockets) {
        for (int other = 0; other < size; other++) {
            if (other != rank && sockets[other] == null) {
                return "rank " + other;
            }
        }
        return "a rank";
    }
}
