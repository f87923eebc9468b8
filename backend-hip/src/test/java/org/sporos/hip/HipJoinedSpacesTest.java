package org.sporos.hip;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.IntStream;
import org.sporos.contract.SeveralSpacesContract;
import org.sporos.gpu.GpuDriver;
import org.sporos.gpu.GpuSpace;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.ExecutionSpace;

/** One native graph over several devices of the CPU, as on CUDA: HIP itself launches each part. */
final class HipJoinedSpacesTest extends SeveralSpacesContract {
    @Override
    protected List<ExecutionSpace> open() {
        assumeTrue(System.getProperty("sporos.hip.shim", "").startsWith("cpu"), "no devices of the CPU");
        devices("hip").forEach(ExecutionSpace::close);
        return IntStream.range(0, 2)
                .mapToObj(ordinal -> (ExecutionSpace) GpuSpace.open("hip", joining(ordinal), CppDialect.HIP))
                .toList();
    }

    @Override
    protected String launches() {
        return ONE_LAUNCH;
    }

    private static GpuDriver joining(int ordinal) {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(),
                new Class<?>[] {GpuDriver.class},
                new Joining(HipDriver.open(ordinal)));
    }

    /** A HIP driver whose native graphs can have child graphs of other devices. */
    private record Joining(HipDriver driver) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("joins")) {
                return true;
            } else if (method.getName().equals("reach")) {
                driver.reach(((Joining) Proxy.getInvocationHandler(arguments[0])).driver);
                return null;
            }
            try {
                return method.invoke(driver, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
