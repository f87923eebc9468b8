// The devices, which are alike and share all memory, and the names of errors.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../errors.h"
#include "images.h"
#include "launches.h"
#include "memory.h"

namespace shim {

int wavefront() {
    static const int lanes = setting("SPOROS_SHIM_WAVEFRONT", 64) == 32 ? 32 : 64;
    return lanes;
}

unsigned long long sum_of(const char *at, size_t bytes) {
    unsigned long long all = 1469598103934665603ULL;
    for (size_t k = 0; k < bytes; k++) all = (all ^ (unsigned char) at[k]) * 1099511628211ULL;
    return all;
}

std::string architecture() { return wavefront() == 32 ? "gfx1030" : "gfx90a"; }

namespace {
struct Header {
    char magic[8];
    unsigned long long bytes;
    unsigned long long sum;
};
constexpr char MAGIC[9] = "SPOROSK1";
}

std::string make_image(const std::string &object) {
    Header header{};
    memcpy(header.magic, MAGIC, sizeof header.magic);
    header.bytes = object.size();
    header.sum = sum_of(object.data(), object.size());
    return std::string((const char *) &header, sizeof header) + object;
}

Image read_image(const void *image) {
    Header header;
    memcpy(&header, image, sizeof header.magic);
    require(memcmp(header.magic, MAGIC, sizeof header.magic) == 0, INVALID_IMAGE, "this is no image for this device");
    memcpy(&header, image, sizeof header);
    const char *object = (const char *) image + sizeof header;
    require(sum_of(object, header.bytes) == header.sum, INVALID_IMAGE, "the image has been changed");
    return {object, header.bytes};
}

namespace {
// hipDeviceAttribute_t
int attribute(int number) {
    switch (number) {
        case 5: return 1000000;
        case 8: return 1;
        case 26:
        case 27:
        case 28:
        case 56: return MOST_THREADS;
        case 29: return 2147483647;
        case 30:
        case 31: return 65535;
        case 57: return THREADS_OF_UNIT;
        case 58: return 2147483647;
        case 63:
        case 10015: return UNITS;
        case 74:
        case 10002: return MOST_SHARED;
        case 87: return wavefront();
        case 88:
#ifdef SPOROS_SHIM_ROCM_5_2
            return 0;
#else
            return 1;
#endif
        case 23: return wavefront() == 32 ? 10 : 9;
        case 61: return wavefront() == 32 ? 3 : 0;
        default: fail(INVALID_VALUE, "this device does not tell its attribute %d", number);
    }
}

int devices() { return (int) std::min(setting("SPOROS_SHIM_DEVICES", 1), 8LL); }

std::atomic<bool> peers[8][8];

int &current_device() {
    static thread_local int device = 0;
    return device;
}

void check_device(int device) {
    if (device < 0 || device >= devices()) fail(INVALID_DEVICE, "there are %d devices, and no %d", devices(), device);
}

const char *device_name() { return "CPU that plays an AMD GPU"; }
}
}

using namespace shim;

EXPORT int hipInit(unsigned flags) {
    return call("hipInit", DEVICE, [&] { require(flags == 0, INVALID_VALUE, "flags are 0"); });
}

EXPORT int hipGetDeviceCount(int *count) {
    return call("hipGetDeviceCount", NOTHING, [&] {
        require(count != nullptr, INVALID_VALUE, "there is no place for the number");
        *count = devices();
        require(*count > 0, NO_DEVICE, "there is no device");
    });
}

EXPORT int hipSetDevice(int device) {
    return call("hipSetDevice", DEVICE, [&] {
        check_device(device);
        current_device() = device;
    });
}

EXPORT int hipGetDevice(int *device) {
    return call("hipGetDevice", DEVICE, [&] { *device = current_device(); });
}

EXPORT int hipDeviceGetAttribute(int *value, int number, int device) {
    return call("hipDeviceGetAttribute", DEVICE, [&] {
        check_device(device);
        require(value != nullptr, INVALID_VALUE, "there is no place for the value");
        *value = attribute(number);
    });
}

EXPORT int hipDeviceGetName(char *name, int bytes, int device) {
    return call("hipDeviceGetName", DEVICE, [&] {
        check_device(device);
        require(name != nullptr && bytes > 0, INVALID_VALUE, "there is no place for the name");
        strncpy(name, device_name(), bytes);
        name[bytes - 1] = 0;
    });
}

EXPORT int hipDeviceGetPCIBusId(char *address, int bytes, int device) {
    return call("hipDeviceGetPCIBusId", DEVICE, [&] {
        check_device(device);
        require(address != nullptr && bytes > 12, INVALID_VALUE, "there is no place for the address");
        snprintf(address, bytes, "0000:%02x:00.0", device + 1);
    });
}

EXPORT int hipDeviceCanAccessPeer(int *can, int device, int peer) {
    return call("hipDeviceCanAccessPeer", DEVICE, [&] {
        check_device(device);
        check_device(peer);
        require(can != nullptr, INVALID_VALUE, "there is no place for the answer");
        *can = device != peer;
    });
}

EXPORT int hipDeviceEnablePeerAccess(int peer, unsigned flags) {
    return call("hipDeviceEnablePeerAccess", DEVICE, [&] {
        check_device(peer);
        require(flags == 0, INVALID_VALUE, "flags are 0");
        require(peer != current_device(), INVALID_DEVICE, "a device is no peer of itself");
        require(!peers[current_device()][peer].exchange(true), PEER_ACCESS_ALREADY_ENABLED, "it is enabled already");
    });
}

// The struct of ROCm 5, of which the later one is no superset.
EXPORT int hipGetDeviceProperties(void *properties, int device) {
    return call("hipGetDeviceProperties", DEVICE, [&] {
        check_device(device);
        char *p = (char *) properties;
        memset(p, 0, 792);
        strcpy(p, device_name());
        *(size_t *) (p + 256) = total_bytes();
        *(size_t *) (p + 264) = MOST_SHARED;
        *(int *) (p + 276) = wavefront();
        *(int *) (p + 280) = MOST_THREADS;
        *(int *) (p + 336) = UNITS;
        *(int *) (p + 344) = THREADS_OF_UNIT;
        strcpy(p + 396, (architecture() + (wavefront() == 32 ? "" : ":sramecc+:xnack-")).c_str());
    });
}

#ifndef SPOROS_SHIM_ROCM_5_2
// The struct of ROCm 6, as far as anybody here looks.
EXPORT int hipGetDevicePropertiesR0600(void *properties, int device) {
    return call("hipGetDevicePropertiesR0600", DEVICE, [&] {
        check_device(device);
        char *p = (char *) properties;
        memset(p, 0, 1472);
        strcpy(p, device_name());
        strcpy(p + 1160, (architecture() + (wavefront() == 32 ? "" : ":sramecc+:xnack-")).c_str());
    });
}
#endif

// No release of AMD's, so that nobody takes images for one for those of the other.
EXPORT int hipDriverGetVersion(int *version) {
    return call("hipDriverGetVersion", NOTHING, [&] {
        require(version != nullptr, INVALID_VALUE, "there is no place for the version");
#ifdef SPOROS_SHIM_ROCM_5_2
        *version = 50200001;
#else
        *version = 60400001;
#endif
    });
}

EXPORT int hipRuntimeGetVersion(int *version) { return hipDriverGetVersion(version); }

EXPORT const char *hipGetErrorName(int status) { return name_of(status).name; }

EXPORT const char *hipGetErrorString(int status) { return name_of(status).text; }
