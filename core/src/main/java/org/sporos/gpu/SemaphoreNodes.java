package org.sporos.gpu;

import org.sporos.graph.Work;
import org.sporos.space.ExternalSemaphore;

/** Adds the nodes that signal semaphores of other APIs or wait for them. */
record SemaphoreNodes(GpuDriver driver, GpuDevice device) {

    Span signal(long graph, Work.SignalSemaphore signal) {
        return Span.one(driver.addSemaphoreSignal(graph, handle(signal.semaphore()), signal.value()));
    }

    Span await(long graph, Work.WaitSemaphore wait) {
        return Span.one(driver.addSemaphoreWait(graph, handle(wait.semaphore()), wait.value()));
    }

    /**
     * Returns the imported semaphore, owned by the space: the import consumes the descriptor, and other graphs may use
     * the semaphore, too.
     */
    private long handle(ExternalSemaphore semaphore) {
        return semaphore.takenOver(
                device, descriptor -> device.owned().add(driver.importSemaphore(descriptor), driver::destroySemaphore));
    }
}
