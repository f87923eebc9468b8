package org.sporos.docs.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The addresses of the types of the javadoc by their simple names, as its index of types lists them. */
final class ApiTypes {
    private static final Pattern ENTRY =
            Pattern.compile("\\{\"p\":\"([\\w.]+)\",(?:\"m\":\"([\\w.]+)\",)?\"l\":\"([\\w.]+)\"");

    private final Map<String, String> addresses = new HashMap<>();

    ApiTypes() {}

    /** Returns the types of the javadoc in a folder of the site; none where there is no javadoc. */
    static ApiTypes read(Path site) throws IOException {
        ApiTypes types = new ApiTypes();
        Path api = site.resolve("api");
        Path index = api.resolve("type-search-index.js");
        if (Files.exists(index)) {
            Matcher entry = ENTRY.matcher(Files.readString(index));
            while (entry.find()) {
                types.add(site, api, entry.group(1).replace('.', '/') + "/" + entry.group(3) + ".html", entry.group(3));
            }
        }
        return types;
    }

    /** Javadoc has a folder for each module, which the index of types does not name. */
    private void add(Path site, Path api, String file, String type) throws IOException {
        try (var folders = Files.list(api)) {
            folders.map(folder -> folder.resolve(file))
                    .filter(Files::exists)
                    .findFirst()
                    .ifPresent(
                            found -> addresses.put(type, site.relativize(found).toString()));
        }
    }

    /** Returns the address of a type, or null if the javadoc has none of that name. */
    String address(String type) {
        return addresses.get(type);
    }

    int size() {
        return addresses.size();
    }
}
