package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Maps the loops of a nest, from the outermost on, to the threads of a grid.
 *
 * @param grid the axes of the nest that are mapped, the outermost first
 */
record MapToGrid(List<GridAxis> grid) implements LoopPass {
    MapToGrid {
        grid = List.copyOf(grid);
    }

    /**
     * The threads along one axis of a nest.
     *
     * @param number the number of a thread along the axis
     * @param step the stride of a thread, or null if it has one index at most
     * @param leave the exit statement of a thread beyond the last index, if a thread has one index at most
     */
    record GridAxis(String number, @Nullable String step, String leave) {
        static GridAxis of(String number) {
            return new GridAxis(number, null, "return;");
        }

        static GridAxis striding(String number, String step) {
            return new GridAxis(number, step, "");
        }
    }

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return mapped(loops, 0);
    }

    private List<LoopIr> mapped(List<LoopIr> nodes, int depth) {
        if (depth == grid.size()) {
            return nodes;
        }
        List<LoopIr> out = new ArrayList<>();
        for (LoopIr node : nodes) {
            if (node instanceof LoopIr.Loop loop) {
                out.addAll(mapped(loop, grid.get(depth), mapped(loop.body(), depth + 1)));
            } else {
                out.add(node);
            }
        }
        return out;
    }

    private static List<LoopIr> mapped(LoopIr.Loop loop, GridAxis along, List<LoopIr> body) {
        LoopIr.Axis axis = loop.axis();
        String first = (axis.from().equals("0") ? "" : axis.from() + " + ") + along.number();
        if (along.step() != null) {
            String start = axis.type() + " " + axis.index() + " = " + first;
            String next = axis.index() + " += " + along.step();
            return List.of(new LoopIr.For(start, axis.isInside(), next, loop.hints(), body));
        }
        List<LoopIr> out = new ArrayList<>();
        out.add(new LoopIr.Let("const " + axis.type(), axis.index(), first));
        out.add(new LoopIr.Leave(axis.index() + " >= " + axis.to(), along.leave()));
        out.addAll(body);
        return out;
    }
}
