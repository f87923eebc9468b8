package org.sporos.kernel.diskcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whoever else could write a file, or put another in its place, makes it one that is not trusted. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class FileTrustTest {
    private static final FileTrust TRUST = FileTrust.ofProcess();

    @TempDir
    Path temporary;

    private Path above;
    private Path folder;

    @BeforeEach
    void make() throws IOException {
        above = Posix.mode(Files.createDirectory(temporary.resolve("above")), 0755);
        folder = Posix.mode(Files.createDirectory(above.resolve("folder")), 0700);
    }

    @Test
    void own_folders_are_trusted_below_those_of_root_and_one_with_the_sticky_bit() throws IOException {
        assertThat(TRUST.violationOfFolder(folder)).isNull();
        assertThat(TRUST.violationOfFolder(folder.resolve("not/there/yet"))).isNull();
        Posix.mode(above, 01777);
        assertThat(TRUST.violationOfFolder(folder)).isNull();
        assertThat(TRUST.violationOfParent(above)).isNull();
    }

    @Test
    void a_folder_that_others_may_write_is_not_trusted_nor_what_is_below_it() throws IOException {
        for (int mode : new int[] {0770, 0702, 0777}) {
            Posix.mode(above, mode);
            String violation = "others may write '" + above + "' (mode " + Integer.toOctalString(mode) + ")";
            assertThat(TRUST.violationOfFolder(folder)).isEqualTo(violation);
            assertThat(TRUST.violationOfFolder(folder.resolve("not/there/yet"))).isEqualTo(violation);
            assertThat(TRUST.violationOfParent(above)).isEqualTo(violation);
        }
    }

    @Test
    void the_sticky_bit_does_not_help_the_folder_itself_in_which_others_make_files() throws IOException {
        Posix.mode(folder, 01777);
        assertThat(TRUST.violationOfFolder(folder)).isEqualTo("others may write '" + folder + "' (mode 1777)");
    }

    @Test
    void a_folder_of_another_user_is_not_trusted_nor_what_is_below_it() throws IOException {
        Posix.give(above, Posix.NOBODY);
        String violation = "'" + above + "' belongs to user 65534, neither to this one nor to root";
        assertThat(TRUST.violationOfFolder(folder)).isEqualTo(violation);
        Posix.mode(temporary, 01777);
        assertThat(TRUST.violationOfFolder(folder)).isEqualTo(violation);
    }

    @Test
    void what_belongs_to_root_is_trusted_by_others_and_what_belongs_to_them_only_by_themselves() throws IOException {
        FileTrust nobody = new FileTrust(Posix.NOBODY, 0, null);
        Posix.give(folder, 0);
        assertThat(nobody.violationOfFolder(folder)).isNull();
        Posix.give(folder, Posix.NOBODY);
        assertThat(nobody.violationOfFolder(folder)).isNull();
        assertThat(TRUST.violationOfFolder(folder)).contains("belongs to user 65534");
    }

    @Test
    void folders_of_a_system_without_root_are_good_enough_above_own_temporary_ones_alone() throws IOException {
        Posix.give(above, Posix.NOBODY);
        Posix.mode(above, 01777);
        assertThat(new FileTrust(0, Posix.NOBODY, null).violationOfParent(above))
                .isNull();
        assertThat(TRUST.violationOfParent(above)).contains("belongs to user 65534");
    }

    @Test
    void a_link_is_trusted_as_far_as_it_and_what_it_names_are() throws IOException {
        Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of("above/../above/folder"));
        assertThat(TRUST.violationOfFolder(link)).isNull();
        Posix.mode(above, 0777);
        assertThat(TRUST.violationOfFolder(link)).contains("others may write").contains("above");
        Posix.mode(above, 0755);
        Posix.mode(temporary, 01777);
        assertThat(TRUST.violationOfFolder(link)).isNull();
        Posix.give(link, Posix.NOBODY);
        assertThat(TRUST.violationOfFolder(link)).contains("link' belongs to user 65534");
    }

    @Test
    void links_in_a_circle_end() throws IOException {
        Path first = temporary.resolve("first");
        Path second = Files.createSymbolicLink(temporary.resolve("second"), first);
        Files.createSymbolicLink(first, second);
        assertThat(TRUST.violationOfFolder(first)).contains("is a link to a link");
        assertThat(TRUST.violationOfFolder(first.resolve("below"))).isNotNull();
    }

    @Test
    void only_regular_files_that_nobody_else_may_write_are_trusted() throws Exception {
        Path file = Posix.mode(Files.writeString(folder.resolve("file"), "text"), 0600);
        assertThat(TRUST.violationOfFile(file)).isNull();
        assertThat(TRUST.violationOfFile(Posix.mode(file, 0644))).isNull();
        assertThat(TRUST.violationOfFile(Posix.mode(file, 0620))).contains("others may write");
        assertThat(TRUST.violationOfFile(Posix.mode(file, 0602))).contains("others may write");
        assertThat(TRUST.violationOfFile(folder)).contains("is no regular file");
        assertThat(TRUST.violationOfFolder(file)).contains("is no folder");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertThat(TRUST.violationOfFile(link)).contains("is no regular file");
        Posix.fifo(folder.resolve("fifo"));
        assertThat(TRUST.violationOfFile(folder.resolve("fifo"))).contains("is no regular file");
        Posix.mode(file, 0600);
        Posix.give(file, Posix.NOBODY);
        assertThat(TRUST.violationOfFile(file)).contains("belongs to user 65534");
    }

    @Test
    void without_posix_attributes_the_home_of_the_user_alone_is_trusted() throws IOException {
        Path archive = temporary.resolve("archive.zip");
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            Path home = Files.createDirectories(zip.getPath("/home/me"));
            Files.createDirectories(zip.getPath("/other"));
            FileTrust trust = new FileTrust(0, 0, home);
            assertThat(trust.violationOfFolder(zip.getPath("/home/me/.cache/sporos")))
                    .isNull();
            assertThat(trust.violationOfFolder(zip.getPath("/other")))
                    .isEqualTo("'/other' does not say who may write it, and is not in the user's home");
            assertThat(trust.violationOfFolder(zip.getPath("/home/me/../../other")))
                    .contains("is not in the user's home");
            assertThat(new FileTrust(0, 0, null).violationOfFolder(home)).contains("is not in the user's home");
            Path file = Files.writeString(home.resolve("file"), "text");
            assertThat(trust.violationOfFile(file)).isNull();
            assertThat(trust.violationOfFile(home)).contains("is no regular file");
        }
    }
}
