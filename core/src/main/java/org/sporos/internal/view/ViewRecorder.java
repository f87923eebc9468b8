package org.sporos.internal.view;

import java.util.List;
import org.sporos.internal.run.RecordingMode;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/** Takes the copies, fills and rotations of rings of a thread whose eager calls are recorded. */
public interface ViewRecorder extends RecordingMode.Recorder {

    /** Takes a copy of all elements of a view to another. */
    void deepCopy(View to, View from);

    /** Takes one value for all elements of a view. */
    void fill(View view, ElementValue value);

    /** Records a rotation of a ring. */
    void advance(RingState ring, List<View> levels);
}
