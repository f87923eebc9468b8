package org.sporos.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sporos.gpu.LaunchShape;

/** Adds kernel nodes and makes an executable, with a driver that prints what it is given. */
final class NodesProgram {

    private NodesProgram() {}

    public static void main(String[] none) throws Exception {
        CudaDriver driver = CudaDriver.open(0);
        long graph = driver.createGraph();
        ByteBuffer arguments = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        arguments.putLong(1234).putInt(56).flip();
        long first = driver.addKernel(graph, 77, new LaunchShape(2, 3, 4, 5, 6, 7, 8, false), arguments);
        driver.addEmpty(graph);
        arguments.clear().putLong(-1).flip();
        long second = driver.addKernel(graph, first, 78, LaunchShape.linear(9, 256), arguments);
        ByteBuffer others = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        others.putLong(4321).putLong(0).flip();
        driver.addKernel(graph, second, 79, LaunchShape.single(), others);
        arguments.clear().putLong(-2).putInt(7).flip();
        long last = driver.addKernel(graph, 80, new LaunchShape(3, 1, 1, 32, 1, 1, 0, true), arguments);
        driver.setPriority(last, 3);
        driver.addEdge(graph, first, second);
        System.out.println("executable " + driver.instantiate(graph));
        driver.close();
    }
}
