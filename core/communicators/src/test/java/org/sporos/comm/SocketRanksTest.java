package org.sporos.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.SequencedCall;
import org.sporos.graph.Task;
import org.sporos.graph.Work;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/** Ranks that meet at an address, as threads of this process. */
final class SocketRanksTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private static void run(Task task) {
        ((SequencedCall) ((Work.HostCall) task.work()).body()).run();
    }

    private static Communicator meet(int rank, int size, String address, Duration deadline) {
        Transport transport =
                new SocketMeeting(rank, size, address, deadline).meet().world();
        return new Communicator("tcp", transport, deadline, null);
    }

    private static List<Throwable> onRanks(int size, ThreadRanks.RankBody body) throws InterruptedException {
        return ThreadRanks.of(size).run(body);
    }

    private static void work(Communicator world) {
        int rank = world.rank();
        int size = world.size();
        int n = 100_000;
        DoubleView x = DoubleView.of("x", MemorySpace.host(), n);
        DoubleView all = DoubleView.of("all", MemorySpace.host(), (long) n * size);
        DoubleView one = DoubleView.of("one", MemorySpace.host(), 1);
        x.assign(IntStream.range(0, n).mapToDouble(k -> k + 0.5 * rank).toArray());
        one.set(0, rank + 1);
        run(world.allGather("all", all, x));
        assertThat(all.get((size - 1) * n + 7)).isEqualTo(7 + 0.5 * (size - 1));
        run(world.allReduce("sum", Sum, one));
        assertThat(one.get(0)).isEqualTo(size * (size + 1) / 2);
        run(world.allReduce("any", Sum, x, RankOrder.ANY));
        assertThat(x.get(3)).isEqualTo(size * 3 + 0.25 * size * (size - 1));
        run(world.broadcast("tell", x, size - 1));
        run(world.exchange(
                "around",
                Halo.none()
                        .sending((rank + 1) % size, one)
                        .receiving((rank + size - 1) % size, x.subview(Slice.range(0, 1)))));
        assertThat(x.get(0)).isEqualTo(one.get(0));
        try (Communicator part = world.split(rank % 2)) {
            one.set(0, 1);
            run(part.allReduce("count", Sum, one));
            assertThat(one.get(0)).isEqualTo(part.size());
        }
        run(world.barrier("end"));
    }

    @Test
    void ranks_meet_by_a_file() throws Exception {
        Path file = folder.resolve("ranks");
        // Of a job that has ended.
        Files.writeString(file, "7 1 127.0.0.1");
        assertThat(onRanks(4, rank -> {
                    try (Communicator world = meet(rank, 4, "file:" + file, LONG)) {
                        work(world);
                    }
                }))
                .isEqualTo(Collections.nCopies(4, null));
        assertThat(file).doesNotExist();
    }

    private static int freePort() throws Exception {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }

    @Test
    void ranks_meet_at_an_address_where_strangers_are_ignored() throws Exception {
        int port = freePort();
        assertThat(onRanks(3, rank -> {
                    if (rank == 1) {
                        Thread.sleep(300);
                        try (Socket stranger = new Socket("127.0.0.1", port)) {
                            stranger.getOutputStream().write("GET / HTTP".getBytes());
                        }
                    }
                    try (Communicator world = meet(rank, 3, "127.0.0.1:" + port, LONG)) {
                        work(world);
                    }
                }))
                .isEqualTo(Collections.nCopies(3, null));
    }

    @Test
    void a_rank_that_does_not_come_to_the_meeting_is_named() throws Exception {
        String address = "127.0.0.1:" + freePort();
        Duration deadline = Duration.ofSeconds(1);
        assertThatThrownBy(() -> meet(0, 2, address, deadline))
                .hasMessage(
                        "C419: rank 0 of 2 cannot meet the others at " + address + ": within 1 s rank 1 has not come");
        assertThatThrownBy(() -> meet(1, 2, address, deadline))
                .hasMessageContaining("C419: rank 1 of 2 cannot meet the others at " + address
                        + ": within 1 s rank 0 has not come (");
    }

    @Test
    void two_processes_of_one_rank_are_refused() throws Exception {
        String address = "127.0.0.1:" + freePort();
        Duration deadline = Duration.ofSeconds(5);
        List<Throwable> thrown = onRanks(3, rank -> meet(Math.min(rank, 1), 3, address, deadline));
        assertThat(thrown.get(0)).hasMessageContaining("two processes are rank 1 of 3");
    }

    @Test
    void a_rank_whose_connections_end_ends_the_operations_of_the_others() throws Exception {
        String address = "127.0.0.1:" + freePort();
        List<Throwable> thrown = onRanks(2, rank -> {
            Transport transport =
                    new SocketMeeting(rank, 2, address, LONG).meet().world();
            if (rank == 1) {
                transport.close();
            } else {
                run(new Communicator("tcp", transport, LONG, null).barrier("all"));
            }
        });
        assertThat(thrown.get(0)).hasMessageContaining("C406: the message-passing library says: the process of rank 1");
    }
}
