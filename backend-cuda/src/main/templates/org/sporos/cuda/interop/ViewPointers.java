package org.sporos.cuda.interop;

[#list views as t]
import org.bytedeco.javacpp.${t.Type}Pointer;
import org.sporos.view.${t.Type}View;
[/#list]

/** The methods of {@link CudaInterop} that there is one of for each element type. */
abstract class ViewPointers {
[#list views as t]

    /**
     * Returns where a view begins in device or pinned memory. Its capacity counts the elements from the first to the
     * last, with the gaps of a strided view. It keeps the view reachable, but not open.
     */
    public static ${t.Type}Pointer pointer(${t.Type}View view) {
        return new ${t.Type}Pointer(new ViewMemory(view));
    }
[/#list]
}
