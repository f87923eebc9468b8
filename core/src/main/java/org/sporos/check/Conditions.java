package org.sporos.check;

import java.util.Set;
import org.sporos.graph.Work;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.policy.KernelBody;
import org.sporos.view.View;

/** The views that the condition or selector of a conditional work reads. */
final class Conditions {

    private Conditions() {}

    static Set<View> views(Work work) {
        KernelBody body = null;
        if (work instanceof Work.If branch) {
            body = branch.condition();
        } else if (work instanceof Work.While loop) {
            body = loop.condition();
        } else if (work instanceof Work.Switch choice) {
            body = choice.selector();
        }
        return body == null ? Set.of() : CapturedValues.of(body).views();
    }
}
