package org.sporos.space;

import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The advice for adding a missing backend. It depends on the packaging of the program: jlink links only required
 * modules, and no module requires a backend.
 */
enum MissingBackend {
    ON_CLASS_PATH,
    ON_MODULE_PATH,
    IN_IMAGE;

    /** The URI scheme of modules linked into a runtime image. */
    private static final String IMAGE_SCHEME = "jrt";

    /** The kinds of this library, each an artifact and a module of its own, with the modules of each in an image. */
    private static final Map<String, String> MODULES = Map.of(
            "host",
            "org.sporos.host",
            "cuda",
            "org.sporos.cuda,org.bytedeco.javacpp.linux.x86_64,org.bytedeco.cuda.linux.x86_64",
            "hip",
            "org.sporos.hip,org.bytedeco.javacpp.linux.x86_64");

    /** Returns the packaging of the program that contains a module of the library. */
    static MissingBackend in(Module library) {
        return library.isNamed() ? at(location(library)) : ON_CLASS_PATH;
    }

    /** Returns the packaging of a program with modules at a location. */
    static MissingBackend at(Optional<URI> location) {
        return location.filter(uri -> IMAGE_SCHEME.equals(uri.getScheme())).isPresent() ? IN_IMAGE : ON_MODULE_PATH;
    }

    private static Optional<URI> location(Module library) {
        return library.getLayer()
                .configuration()
                .findModule(library.getName())
                .map(ResolvedModule::reference)
                .flatMap(reference -> reference.location());
    }

    /** Returns the kinds of spaces of the library. */
    static String kinds() {
        return MODULES.keySet().stream().sorted().collect(Collectors.joining(", "));
    }

    /** Returns the advice for adding a kind of spaces, or the empty string for an unknown kind. */
    String advice(String kind) {
        String modules = MODULES.get(kind);
        if (modules == null) {
            return "";
        }
        String artifact = "org.sporos:sporos-" + kind;
        return switch (this) {
            case ON_CLASS_PATH -> "add " + artifact + " to the dependencies";
            case ON_MODULE_PATH -> "add the jar of " + artifact + " to the module path";
            case IN_IMAGE ->
                "this image of jlink lacks its module, which no module requires; with the jar of " + artifact
                        + " on the module path, call jlink with --add-modules " + modules;
        };
    }
}
