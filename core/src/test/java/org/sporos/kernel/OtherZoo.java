package org.sporos.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.view.View;

/** The named kernels out of other class files than those that the tests run with. */
final class OtherZoo extends URLClassLoader {
    private static final String ZOO = "org.sporos.kernel.zoo.";

    private OtherZoo(Path classes) throws MalformedURLException {
        super(new URL[] {classes.toUri().toURL()}, OtherZoo.class.getClassLoader());
    }

    /** Returns the source files of the kernels, with those that are made of templates. */
    static List<Path> sources() throws URISyntaxException {
        Path classes = Path.of(OtherZoo.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return Stream.of(Path.of("src/test/java"), classes.resolveSibling("generated-test-sources/fmpp"))
                .flatMap(root -> filesIn(root.resolve("org/sporos/kernel/zoo")))
                .toList();
    }

    private static Stream<Path> filesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the kernels whose classes are in a folder. */
    static List<NamedKernel> in(Path classes) throws ReflectiveOperationException, IOException {
        // Not closed: the lifter reads the class files through it.
        Class<?> zoo = new OtherZoo(classes).loadClass(ZOO + "Zoo");
        List<NamedKernel> kernels = new ArrayList<>();
        for (Object kernel : (List<?>) zoo.getMethod("withParts").invoke(null)) {
            kernels.add(new NamedKernel(
                    (String) of(kernel, "name"), (boolean) of(kernel, "exact"), () -> instance(of(kernel, "fresh"))));
        }
        return kernels;
    }

    private static NamedKernel.Instance instance(Object other) {
        List<View> views =
                ((List<?>) of(other, "views")).stream().map(View.class::cast).toList();
        return new NamedKernel.Instance((Policy) of(other, "policy"), (KernelBody) of(other, "body"), views);
    }

    private static Object of(Object object, String method) {
        try {
            Method found = object.getClass().getMethod(method);
            return found.invoke(object);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && name.startsWith(ZOO)) {
                loaded = findClass(name);
            }
            return loaded == null ? super.loadClass(name, resolve) : loaded;
        }
    }

    /** The lifter reads class files as resources: those of the kernels must be the ones that were loaded. */
    @Override
    public URL getResource(String name) {
        URL own = name.startsWith(ZOO.replace('.', '/')) ? findResource(name) : null;
        return own == null ? super.getResource(name) : own;
    }
}
