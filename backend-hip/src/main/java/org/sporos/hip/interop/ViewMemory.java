package org.sporos.hip.interop;

import org.bytedeco.javacpp.Pointer;
import org.sporos.gpu.GpuHandles;
import org.sporos.view.View;

/** The address of a view as an untyped pointer; typed pointers cast from it keep the view reachable. */
final class ViewMemory extends Pointer {
    ViewMemory(View view) {
        address = GpuHandles.address("hip", view);
        // A JavaCPP cast keeps its source reachable only if that has a deallocator.
        // Set before the capacity, or JavaCPP counts the memory as its own.
        deallocator(new Keeper(view));
        capacity(GpuHandles.span(view));
    }

    private record Keeper(View view) implements Deallocator {
        @Override
        public void deallocate() {}
    }
}
