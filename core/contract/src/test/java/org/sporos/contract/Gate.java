package org.sporos.contract;

import java.util.concurrent.CountDownLatch;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.view.IntView;

/**
 * Something that a node waits for until a test opens it. On the host a host node waits; on a GPU, whose driver may call
 * one host node at a time, a kernel does, which gives up after some seconds.
 */
final class Gate {
    private static final int PATIENCE = 20_000_000;

    private final Contract contract;
    private final CountDownLatch latch = new CountDownLatch(1);
    private IntView opened;
    private ExecutableGraph open;

    Gate(Contract contract) {
        this.contract = contract;
        if (!contract.isHost()) {
            IntView flag = contract.ints("opened");
            opened = flag;
            open = contract.instantiate(Graph.define("open", root -> root.then("open", () -> flag.atomicAdd(1))));
        }
    }

    /** Adds a node that ends when the gate is open. */
    NodeRef hold(NodeRef after) {
        if (opened == null) {
            return after.thenHost("hold", Access.reads(), () -> Patience.await(latch));
        }
        IntView flag = opened;
        return after.then("hold", () -> {
            int looks = 0;
            while (flag.atomicAdd(0) == 0 && looks < PATIENCE) {
                looks++;
            }
        });
    }

    void open() {
        latch.countDown();
        if (open != null) {
            open.submit(contract.stream("opener"));
        }
    }
}
