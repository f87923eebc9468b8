package closed.app;

import java.util.Arrays;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.Workspace;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/** Sorts keys by kernels of the library's module of algorithms. */
public final class Sorted {

    public static void main(String[] args) {
        try (ExecutionSpace space = ExecutionSpaces.open("host");
                IntView keys = IntView.copyOf("keys", space, 5, 3, 8, 1, 2);
                Workspace workspace = Workspace.of(space)) {
            RadixSort.of(keys).graph("sort", workspace).run(space);
            System.out.println(Arrays.toString(keys.toArray()) + " in "
                    + RadixSort.class.getModule().getName());
        }
    }
}
