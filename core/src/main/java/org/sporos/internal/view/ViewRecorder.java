package org.sporos.internal.view;

import java.util.List;
import org.sporos.internal.run.RecordingMode;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/** A recorder of a thread's eager copies, fills and rotations of rings. */
public interface ViewRecorder extends RecordingMode.Recorder {

    /** Records a copy of all elements of a view to another. */
    void deepCopy(View to, View from);

    /** Records a fill of a view with one value. */
    void fill(View view, ElementValue value);

    /** Records a rotation of a ring. */
    void advance(RingState ring, List<View> levels);
}
