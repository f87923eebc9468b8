package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PngTest {
    @Test
    void another_reader_finds_every_pixel() throws IOException {
        long seed = System.nanoTime();
        System.out.println("PngTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            Raster raster =
                    Raster.of(1 + random.nextInt(70), 1 + random.nextInt(70), 1, (x, y) -> random.nextInt(0x1000000));
            BufferedImage read = ImageIO.read(new ByteArrayInputStream(Png.encode(raster)));
            assertThat(read.getWidth()).isEqualTo(raster.width());
            assertThat(read.getHeight()).isEqualTo(raster.height());
            for (int y = 0; y < raster.height(); y++) {
                for (int x = 0; x < raster.width(); x++) {
                    assertThat(read.getRGB(x, y) & 0xffffff)
                            .as("seed %d, pixel (%d, %d)", seed, x, y)
                            .isEqualTo(raster.colour(x, y));
                }
            }
        }
    }

    @Test
    void missing_folders_are_made(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("a/b/c.png");
        Png.write(file, new Raster(3, 2, 0x123456));
        assertThat(Files.readAllBytes(file)).isEqualTo(Png.encode(new Raster(3, 2, 0x123456)));
    }

    @Test
    void an_animation_holds_every_frame_in_order() throws IOException {
        List<Raster> frames = new ArrayList<>();
        for (int f = 0; f < 3; f++) {
            int shade = 1000 * f;
            frames.add(Raster.of(7, 5, 1, (x, y) -> shade + 10 * x + y));
        }
        byte[] file = Png.encode(frames, 40);
        same(ImageIO.read(new ByteArrayInputStream(file)), frames.get(0));

        List<byte[]> pixels = new ArrayList<>();
        int number = 0;
        ByteBuffer in = ByteBuffer.wrap(file).position(8);
        while (in.hasRemaining()) {
            byte[] content = new byte[in.getInt()];
            byte[] type = new byte[4];
            in.get(type).get(content).getInt();
            String name = new String(type, StandardCharsets.US_ASCII);
            ByteBuffer fields = ByteBuffer.wrap(content);
            if (name.equals("acTL")) {
                assertThat(fields.getInt()).isEqualTo(3);
            } else if (name.equals("fcTL")) {
                assertThat(fields.getInt()).isEqualTo(number++);
                assertThat(fields.getShort(20)).isEqualTo((short) 40);
            } else if (name.equals("fdAT")) {
                assertThat(fields.getInt()).isEqualTo(number++);
                pixels.add(Arrays.copyOfRange(content, 4, content.length));
            }
        }
        assertThat(pixels).hasSize(2);
        for (int f = 1; f < 3; f++) {
            same(ImageIO.read(new ByteArrayInputStream(alone(file, pixels.get(f - 1)))), frames.get(f));
        }
    }

    @Test
    void frames_of_other_sizes_and_no_frames_are_refused() {
        assertThatThrownBy(() -> Png.encode(List.of(), 40))
                .hasMessage("an animation without a frame; give at least one");
        assertThatThrownBy(() -> Png.encode(List.of(new Raster(3, 2, 0), new Raster(4, 2, 0)), 40))
                .hasMessage("frame 1 is 4 x 2 and the first one 3 x 2; give frames of one size");
    }

    /** Returns the file of one picture: the head of an animation's file, other pixels, and an end. */
    private static byte[] alone(byte[] file, byte[] pixels) {
        ByteBuffer out = ByteBuffer.allocate(pixels.length + 57).put(file, 0, 33);
        chunk(out, "IDAT", pixels);
        chunk(out, "IEND", new byte[0]);
        return out.array();
    }

    private static void chunk(ByteBuffer out, String name, byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(name.getBytes(StandardCharsets.US_ASCII));
        crc.update(content);
        out.putInt(content.length).put(name.getBytes(StandardCharsets.US_ASCII)).put(content);
        out.putInt((int) crc.getValue());
    }

    private static void same(BufferedImage read, Raster raster) {
        for (int y = 0; y < raster.height(); y++) {
            for (int x = 0; x < raster.width(); x++) {
                assertThat(read.getRGB(x, y) & 0xffffff).isEqualTo(raster.colour(x, y));
            }
        }
    }
}
