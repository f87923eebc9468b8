package org.sporos.contract;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.NodeRef;
import org.sporos.param.LongParam;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.RecordView;
import org.sporos.view.View;
import org.sporos.view.ViewRing;

/** The memory of a {@link Program} for graphs. */
final class ProgramMemory implements AutoCloseable {
    private final List<AutoCloseable> owned = new ArrayList<>();
    final DoubleView[] arrays = new DoubleView[ProgramState.ARRAYS];
    final DoubleView[] scalars = new DoubleView[ProgramState.SCALARS];
    final DoubleView[] mirrors = new DoubleView[ProgramState.MIRRORS];
    final IntView[] counters = new IntView[ProgramState.COUNTERS];
    final LongView[] longs = new LongView[ProgramState.LONGS];
    final LongView[] totals = new LongView[ProgramState.TOTALS];
    final IntView[] sizes = new IntView[ProgramState.SIZES];
    final List<ViewRing<LongView>> rings = new ArrayList<>();
    final IntView list;
    final RecordView<ProgramSteps.Affine> record;
    final IntView none;
    final IntView nobody;
    final LongView noLongs;
    final IntView starts;
    final LongParam factor = LongParam.of("factor", 1);
    final Workspace workspace;

    ProgramMemory(ExecutionSpace space) {
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = own(DoubleView.of("array " + i, space, ProgramState.N));
        }
        for (int i = 0; i < scalars.length; i++) {
            scalars[i] = own(DoubleView.of("scalar " + i, space));
        }
        for (int i = 0; i < mirrors.length; i++) {
            mirrors[i] = own(arrays[i].mirror());
        }
        for (int i = 0; i < counters.length; i++) {
            counters[i] = own(IntView.of("counter " + i, space));
        }
        for (int i = 0; i < longs.length; i++) {
            longs[i] = own(LongView.of("longs " + i, space, ProgramState.N));
        }
        for (int i = 0; i < totals.length; i++) {
            totals[i] = own(LongView.of("total " + i, space));
        }
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = own(IntView.of("size " + i, space));
        }
        for (int i = 0; i < ProgramState.RINGS; i++) {
            String label = "ring " + i + " memory ";
            rings.add(own(ViewRing.of(i + 2, j -> LongView.of(label + j, space, ProgramState.N))));
        }
        list = own(IntView.of("list", space, ProgramState.N));
        record = own(RecordView.of("record", space, ProgramSteps.Affine.class));
        none = own(IntView.of("none", space, 0));
        nobody = own(IntView.of("nobody", space, 0));
        noLongs = own(LongView.of("no longs", space, 0));
        starts = own(IntView.of("starts", space, 2));
        workspace = own(Workspace.of(space));
    }

    private <T extends AutoCloseable> T own(T closeable) {
        owned.add(closeable);
        return closeable;
    }

    /** Returns the view of an array or scalar that another may stand for. */
    View view(int resource) {
        int at = resource;
        for (View[] views : new View[][] {arrays, scalars, counters, longs, totals, sizes, {list}}) {
            if (at < views.length) {
                return views[at];
            }
            at -= views.length;
        }
        throw new IllegalArgumentException("resource " + resource + " has no view of its own");
    }

    /** Adds nodes that use each view. */
    NodeRef touch(NodeRef root) {
        NodeRef last = root;
        for (DoubleView array : arrays) {
            last = last.thenFill("touch", array, 0.0);
        }
        for (DoubleView scalar : scalars) {
            last = last.thenFill("touch", scalar, 0.0);
        }
        for (int m = 0; m < mirrors.length; m++) {
            last = last.thenDeepCopy("touch", mirrors[m], arrays[m]);
        }
        for (IntView[] ints : new IntView[][] {counters, sizes, {list, none, nobody, starts}}) {
            for (IntView view : ints) {
                last = last.thenFill("touch", view, 0);
            }
        }
        for (LongView[] all : new LongView[][] {longs, totals, {noLongs}}) {
            for (LongView view : all) {
                last = last.thenFill("touch", view, 0);
            }
        }
        for (ViewRing<LongView> ring : rings) {
            for (int j = 0; j < ring.size(); j++) {
                last = last.thenFill("touch", ring.level(j), 0);
            }
        }
        return last.thenFill("touch", record, new ProgramSteps.Affine(0, 0, 0));
    }

    /** Waits for the runs that touch it and compares it, bit by bit. */
    void requireEqual(ProgramState state, String what) {
        for (int i = 0; i < arrays.length; i++) {
            requireEqual("array " + i + ", " + what, state.arrays[i], arrays[i].toArray());
        }
        for (int i = 0; i < scalars.length; i++) {
            requireEqual("scalar " + i + ", " + what, state.scalars[i], scalars[i].toArray());
        }
        for (int i = 0; i < mirrors.length; i++) {
            requireEqual("mirror " + i + ", " + what, state.mirrors[i], mirrors[i].toArray());
        }
        for (int i = 0; i < longs.length; i++) {
            requireEqual("longs " + i + ", " + what, state.longs[i], longs[i].toArray());
        }
        for (int i = 0; i < totals.length; i++) {
            requireEqual("total " + i + ", " + what, state.totals[i], totals[i].toArray());
        }
        for (int i = 0; i < sizes.length; i++) {
            requireEqual("size " + i + ", " + what, state.sizes[i], sizes[i].toArray());
        }
        requireEqual("list, " + what, state.list[0], list.toArray());
        requireEqual("record, " + what, state.record, record.toArray());
        for (int r = 0; r < rings.size(); r++) {
            ViewRing<LongView> ring = rings.get(r);
            int[] position = {state.rings[r].position};
            requireEqual("position of ring " + r + ", " + what, position, new int[] {ring.position()});
            for (int j = 0; j < ring.size(); j++) {
                String level = "level " + j + " of ring " + r + ", " + what;
                requireEqual(level, state.rings[r].level(j), ring.level(j).toArray());
            }
        }
    }

    /** Throws what names the first element that differs. */
    static void requireEqual(String what, Object wanted, Object found) {
        int differing = 0;
        String first = "";
        for (int i = 0; i < Array.getLength(wanted); i++) {
            Object one = Array.get(wanted, i);
            Object other = Array.get(found, i);
            if (!one.equals(other) && differing++ == 0) {
                first = "element " + i + " is " + other + ", not " + one;
            }
        }
        if (differing > 0) {
            throw new AssertionError("[" + what + "] " + first + "; " + differing + " differ");
        }
    }

    @Override
    public void close() {
        for (AutoCloseable each : owned) {
            try {
                each.close();
            } catch (Exception e) {
                throw new AssertionError("a view cannot be closed", e);
            }
        }
    }
}
