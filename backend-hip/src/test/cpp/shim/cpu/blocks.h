// Runs the threads of a block as fibers of one thread of the CPU.
#pragma once

#include "launches.h"

namespace shim {

// Runs all blocks of a launch; fails if threads wait for others that never come.
void run_blocks(const Launch &launch);
}
