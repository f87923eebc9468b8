package org.sporos.cuda.interop;

import org.bytedeco.javacpp.Pointer;
import org.sporos.gpu.GpuHandles;
import org.sporos.view.View;

/** The address of a view, as the pointer that typed pointers are cast from. They keep the view reachable. */
final class ViewMemory extends Pointer {
    ViewMemory(View view) {
        address = GpuHandles.address("cuda", view);
        // JavaCPP's casts keep what they were made from only if that has something to free.
        // It is set before the capacity, or JavaCPP would count the memory as its own.
        deallocator(new Keeper(view));
        capacity(GpuHandles.span(view));
    }

    private record Keeper(View view) implements Deallocator {
        @Override
        public void deallocate() {}
    }
}
