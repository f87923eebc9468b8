// What the compiler returns: a shared object behind a line that says what it is for.
#pragma once

#include <cstddef>
#include <string>

namespace shim {

struct Image {
    const void *object;
    size_t bytes;
};

unsigned long long sum_of(const char *at, size_t bytes);
std::string make_image(const std::string &object);
// Fails unless it is an image for this device.
Image read_image(const void *image);
}
