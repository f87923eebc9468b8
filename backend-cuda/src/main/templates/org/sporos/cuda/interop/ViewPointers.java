package org.sporos.cuda.interop;

//#for view
import org.bytedeco.javacpp.$Type$Pointer;
import org.sporos.view.$Type$View;
//#end

/** The methods of {@link CudaInterop} that there is one of for each element type. */
abstract class ViewPointers {
//#for view

    /**
     * Returns where a view begins in device or pinned memory. Its capacity counts the elements from the first to the
     * last, with the gaps of a strided view. It keeps the view reachable, but not open.
     */
    public static $Type$Pointer pointer($Type$View view) {
        return new $Type$Pointer(new ViewMemory(view));
    }
//#end
}
