package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Deploys code that uses the library, runs it, drops its class loader, and waits for that to be collected. */
public final class Redeployment {
    private static final String DEPLOYED = "org.sporos.contract.redeploy.";
    private static final int TIMES = 3;
    private static final long MOST_MILLIS = 300_000;

    private Redeployment() {}

    /**
     * The JDK keeps the type of the last component for which methods of a record were linked: one class loader. A
     * thread that still compiles in the background may link some at any time, so this is done again before each
     * collection.
     */
    private static void linkRecord() {
        try {
            ClassLoader loader = new OfApplication();
            Class<?> component = loader.loadClass(DEPLOYED + "DeployedCode");
            Object value = component.getConstructor().newInstance();
            Constructor<?> constructor =
                    loader.loadClass(DEPLOYED + "LinkedRecord").getConstructor(component);
            Object record = constructor.newInstance(value);
            assertThat(record).isEqualTo(constructor.newInstance(value));
            assertThat(record.hashCode() + record.toString()).contains("LinkedRecord");
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Loads the application itself, and leaves the library and all else to the loader of this class. */
    private static final class OfApplication extends ClassLoader {
        OfApplication() {
            super(Redeployment.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known == null && name.startsWith(DEPLOYED) ? defined(name) : super.loadClass(name, resolve);
            }
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Asserts that the loaders of an application are collected while the library stays. */
    public static void ofApplication(String space) {
        assertCollected(space, OfApplication::new);
    }

    /** Asserts that loaders of an application which brings the library along are collected. */
    public static void withLibrary(String space) {
        assertCollected(space, Redeployment::ofClassPath);
    }

    private static ClassLoader ofClassPath() {
        URL[] path = Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(Redeployment::url)
                .toArray(URL[]::new);
        return new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertCollected(String space, Supplier<ClassLoader> loaders) {
        List<WeakReference<ClassLoader>> dropped = new ArrayList<>();
        System.setProperty("sporos.test.redeployed", space);
        try {
            for (int time = 0; time < TIMES; time++) {
                dropped.add(deployed(loaders.get()));
            }
        } finally {
            System.clearProperty("sporos.test.redeployed");
        }
        long begin = System.nanoTime();
        while (alive(dropped) > 0 && System.nanoTime() - begin < MOST_MILLIS * 1_000_000) {
            linkRecord();
            System.gc();
            pause();
        }
        assertThat(alive(dropped)).as("class loaders that are still alive").isZero();
    }

    private static WeakReference<ClassLoader> deployed(ClassLoader loader) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?> code = loader.loadClass(DEPLOYED + "DeployedCode");
            ((Runnable) code.getConstructor().newInstance()).run();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        } finally {
            thread.setContextClassLoader(before);
        }
        return new WeakReference<>(loader);
    }

    private static long alive(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
