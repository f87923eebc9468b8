package org.sporos.gpu;

import java.util.Arrays;
import java.util.List;
import org.sporos.graph.Work;
import org.sporos.internal.space.StridedRegion;
import org.sporos.plan.LaunchUnit;

/**
 * Adds copies and fills: native nodes where the driver supports them, else kernels of the library (behind a gate, for
 * short rows, and with a priority). Used by one thread.
 */
final class CopyNodes {
    /** The row length in bytes below which a native copy is slower than a kernel. */
    private static final long SHORT_ROW = 256;

    private final GpuDriver driver;
    private final DeviceMemorySpace memory;
    private final GraphAddresses addresses;
    private final KernelNodes kernels;

    CopyNodes(GpuDriver driver, DeviceMemorySpace memory, GraphAddresses addresses, KernelNodes kernels) {
        this.driver = driver;
        this.memory = memory;
        this.addresses = addresses;
        this.kernels = kernels;
    }

    Span fill(LaunchUnit unit, long graph, Work.Fill fill) {
        StridedRegion region = fill.view().region();
        if (region.size() == 0) {
            return Span.one(driver.addEmpty(graph));
        }
        int bytes = region.allocation().type().bytes();
        long bits = fill.value().word(0);
        boolean halves = bytes <= Integer.BYTES || (int) bits == (int) (bits >>> Integer.SIZE);
        if (halves && region.isContiguous() && isOpen() && !isPrior(unit)) {
            return Span.one(fill(graph, addresses.of(region), region.size() * bytes, (int) bits, bytes));
        }
        return Span.one(kernels.prior(unit, fillKernel(graph, region, bits)));
    }

    /** Adds a native fill of contiguous elements: drivers fill at most 4 bytes each, with unused bits 0. */
    private long fill(long graph, long address, long size, int bits, int bytes) {
        int unit = Math.min(bytes, Integer.BYTES);
        int value = bits & (int) ((1L << unit * Byte.SIZE) - 1);
        return driver.addFill(graph, address, size, value, unit, size / unit, 1);
    }

    private boolean isPrior(LaunchUnit unit) {
        return driver.features().priority(unit) > 0;
    }

    private boolean isOpen() {
        return kernels.gate() == Gate.NONE;
    }

    /** Adds a fill of whole ints, which runs even behind a closed gate. */
    long fill(long graph, long address, long bytes, int value) {
        return fill(graph, address, bytes, value, Integer.BYTES);
    }

    private long fillKernel(long graph, StridedRegion region, long bits) {
        int bytes = region.allocation().type().bytes();
        long[] n = padded(region.extents(), 1);
        long[] s = padded(region.strides(), 0);
        int l = Long.BYTES;
        return kernels.addLibraryKernel(
                graph,
                LibraryProgram.fill(bytes),
                region.size(),
                new int[] {l, bytes, l, l, l, l, l, l, l, l},
                addresses.of(region),
                bits,
                region.size(),
                n[1],
                n[2],
                n[3],
                s[0],
                s[1],
                s[2],
                s[3]);
    }

    Span copy(LaunchUnit unit, long graph, Work.DeepCopy copy) {
        StridedRegion to = copy.to().region();
        StridedRegion from = copy.from().region();
        boolean isItself = to.allocation() == from.allocation() && to.isSameBox(from);
        if (to.size() == 0 || isItself) {
            return Span.one(driver.addEmpty(graph));
        }
        List<CopyShape> shapes =
                CopyShapes.of(to, addresses.base(to.allocation()), from, addresses.base(from.allocation()));
        memory.reach(to.allocation().space());
        memory.reach(from.allocation().space());
        boolean slow =
                shapes.size() > 1 || shapes.get(0).height() > 1 && shapes.get(0).width() < SHORT_ROW;
        if ((slow || isPrior(unit) || !isOpen()) && onDevice(to) && onDevice(from)) {
            return Span.one(kernels.prior(unit, copyKernel(graph, to, from)));
        }
        Span span = Span.one(driver.addCopy(graph, shapes.get(0)));
        for (CopyShape shape : shapes.subList(1, shapes.size())) {
            span = Span.then(driver, graph, span, Span.one(driver.addCopy(graph, shape)));
        }
        return span;
    }

    /** Returns whether kernels of the device reach memory, unlike that of another device. */
    private boolean onDevice(StridedRegion region) {
        return !region.allocation().space().isHostAccessible()
                && !memory.isPeer(region.allocation().space());
    }

    /** Adds a copy of one int within the device. */
    Span copyInt(long graph, long to, long from) {
        if (isOpen()) {
            return Span.one(driver.addCopy(graph, CopyShape.linear(to, from, Integer.BYTES)));
        }
        int[] sizes = new int[14];
        Arrays.fill(sizes, Long.BYTES);
        return Span.one(kernels.addLibraryKernel(
                graph, LibraryProgram.COPY4, 1, sizes, to, from, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private long copyKernel(long graph, StridedRegion to, StridedRegion from) {
        int[] sizes = new int[14];
        Arrays.fill(sizes, Long.BYTES);
        long[] n = padded(to.extents(), 1);
        long[] s = padded(to.strides(), 0);
        long[] f = padded(from.strides(), 0);
        return kernels.addLibraryKernel(
                graph,
                LibraryProgram.copy(to.allocation().type().bytes()),
                to.size(),
                sizes,
                addresses.of(to),
                addresses.of(from),
                to.size(),
                n[1],
                n[2],
                n[3],
                s[0],
                s[1],
                s[2],
                s[3],
                f[0],
                f[1],
                f[2],
                f[3]);
    }

    /** Returns four values: padding, then the given ones. */
    private static long[] padded(long[] values, long padding) {
        long[] all = {padding, padding, padding, padding};
        System.arraycopy(values, 0, all, 4 - values.length, values.length);
        return all;
    }
}
