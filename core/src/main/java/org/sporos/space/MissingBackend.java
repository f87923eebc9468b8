package org.sporos.space;

import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How to add a backend that the program does not have. The answer depends on how the program is packaged: jlink links
 * only the modules that are required, and no module requires a backend.
 */
enum MissingBackend {
    ON_CLASS_PATH,
    ON_MODULE_PATH,
    IN_IMAGE;

    /** The scheme of the location of modules that are linked into a runtime image. */
    private static final String IMAGE_SCHEME = "jrt";

    /**
     * The kinds that this library has, each an artifact and a module of its own, and the modules of each in an image.
     */
    private static final Map<String, String> MODULES = Map.of(
            "host",
            "org.sporos.host",
            "cuda",
            "org.sporos.cuda,org.bytedeco.javacpp.linux.x86_64,org.bytedeco.cuda.linux.x86_64",
            "hip",
            "org.sporos.hip,org.bytedeco.javacpp.linux.x86_64");

    /** Returns how the program that a module of the library is part of is packaged. */
    static MissingBackend in(Module library) {
        return library.isNamed() ? at(location(library)) : ON_CLASS_PATH;
    }

    /** Returns how a program is packaged whose modules lie at a location. */
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

    /** Returns the kinds of spaces that the library has. */
    static String kinds() {
        return MODULES.keySet().stream().sorted().collect(Collectors.joining(", "));
    }

    /** Returns what to do to have a kind of spaces, or the empty string for a kind that the library does not have. */
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
