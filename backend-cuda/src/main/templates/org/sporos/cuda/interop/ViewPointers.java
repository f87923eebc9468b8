package org.sporos.cuda.interop;

[#list views as t]
import org.bytedeco.javacpp.${t.Type}Pointer;
import org.sporos.view.${t.Type}View;
[/#list]

/** The methods of {@link CudaInterop} for each element type. */
abstract class ViewPointers {
[#list views as t]

    /**
     * Returns a pointer to the first element of a view in device or pinned memory. Its capacity is the number of
     * elements from the first to the last, gaps of a strided view included. It keeps the view reachable, but not open.
     */
    public static ${t.Type}Pointer pointer(${t.Type}View view) {
        return new ${t.Type}Pointer(new ViewMemory(view));
    }
[/#list]
}
