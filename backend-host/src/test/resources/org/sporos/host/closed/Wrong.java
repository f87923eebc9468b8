package closed.app;

import org.sporos.graph.GraphException;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** A program whose kernel would freeze a field. */
final class Wrong {
    private int count = 1;

    public static void main(String[] arguments) {
        new Wrong().run();
    }

    private void run() {
        try (ExecutionSpace space = ExecutionSpaces.open("host"); DoubleView x = DoubleView.of("x", space, 4)) {
            Graph.define("wrong", root -> root.thenParallelFor("a", RangePolicy.of(4), i -> x.set(i, count))).instantiate(space);
        } catch (GraphException e) {
            System.out.println(e.getMessage());
        }
    }
}
