package org.sporos.hip;

import org.sporos.gpu.GpuException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/** Has two spaces on one device, ends the device, and closes everything. */
final class LostDeviceProgram {
    private static final int BYTES = 512;

    private LostDeviceProgram() {}

    public static void main(String[] args) {
        try (ExecutionSpace first = ExecutionSpaces.open("hip");
                ExecutionSpace second = ExecutionSpaces.open("hip");
                IntView x = IntView.of("x", first, 100);
                IntView y = IntView.of("y", second, 100);
                IntView mirror = y.mirror();
                ExecutableGraph a = graph(x).instantiate(first);
                ExecutableGraph b = graph(y).instantiate(second)) {
            first.defaultStream().record(Event.of("event"));
            a.submit();
            b.submit();
            lose();
            for (ExecutionSpace space : new ExecutionSpace[] {first, second}) {
                try {
                    space.fence();
                } catch (GpuException e) {
                    System.out.println(e.getMessage());
                }
                System.out.println("usable " + space.isUsable());
            }
            System.out.println("mirror of " + mirror.size());
        }
        System.out.println("closed");
    }

    private static Graph graph(IntView view) {
        return Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(100), i -> view.set(i, i)));
    }

    /** The device on the CPU ends when it finds what was written beyond the end of memory. */
    private static void lose() {
        HipDriver driver = HipDriver.open(0);
        long address = driver.allocate(BYTES);
        driver.pinnedBuffer(address, BYTES + 1).put(BYTES, (byte) 1);
        driver.free(address);
    }
}
