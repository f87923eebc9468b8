package org.sporos.cuda;

import java.nio.file.Files;
import java.nio.file.Path;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;

/** Prints what the probe says on a machine with a device node, and the space that a name leads to, or the error. */
final class ProbeProgram {

    private ProbeProgram() {}

    public static void main(String[] names) throws Exception {
        Path device = Files.createTempFile("nvidia", "ctl");
        try {
            CudaBackendProvider provider = new CudaBackendProvider(device);
            Availability found = provider.probe();
            System.out.println(found);
            for (String name : names) {
                System.out.println(opened(provider, name));
            }
        } finally {
            Files.delete(device);
        }
    }

    private static String opened(CudaBackendProvider provider, String name) {
        try (ExecutionSpace space = provider.open(SpaceSpec.parse(name))) {
            CudaDriver driver = CudaDriver.open(0);
            long graph = driver.createGraph();
            driver.addEdge(graph, driver.addEmpty(graph), driver.addEmpty(graph));
            driver.destroyGraph(graph);
            return "opened " + space.name();
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }
}
