package org.sporos.hip;

import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.Submission;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.IntView;

/**
 * Takes turns with a graph by a semaphore of the device on the CPU: {@code SemaphoreProgram FILE DESCRIPTOR}. The file
 * is the semaphore; its descriptor must be nobody's in Java, as the space takes it over, and so it comes with the
 * process.
 */
final class SemaphoreProgram {
    private SemaphoreProgram() {}

    public static void main(String[] words) throws Exception {
        ExternalSemaphore frames = ExternalSemaphore.ofFileDescriptor("frames", Integer.parseInt(words[1]));
        try (FileChannel file = FileChannel.open(Path.of(words[0]), StandardOpenOption.READ, StandardOpenOption.WRITE);
                ExecutionSpace space = ExecutionSpaces.open("hip");
                IntView x = IntView.of("x", space, 1)) {
            MappedByteBuffer value = file.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
            value.order(ByteOrder.nativeOrder());
            Graph graph = Graph.define(
                    "frame",
                    root -> root.thenWaitSemaphore("drawn", frames, 4)
                            .thenFill("use", x, 7)
                            .thenSignalSemaphore("computed", frames, 5));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                Submission run = exec.submitTracked();
                System.out.println("before: " + run.isDone() + ", " + value.getLong(0));
                value.putLong(0, 4);
                space.fence();
                System.out.println("after: " + x.toArray()[0] + ", " + value.getLong(0));
            }
        } catch (GraphException e) {
            System.out.println(e.getMessage());
        }
    }
}
