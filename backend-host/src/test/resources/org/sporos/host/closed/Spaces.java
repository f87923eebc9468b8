package closed.app;

import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** Opens the best space, or says why there is none. */
public final class Spaces {

    public static void main(String[] args) {
        try (ExecutionSpace space = ExecutionSpaces.open()) {
            System.out.println("opened");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
