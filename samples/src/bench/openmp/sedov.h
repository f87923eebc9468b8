// The counterpart of SedovBlast.java with OpenMP: the same four loops and a reduction in a step.
#pragma once

#include "../hydrodynamics.h"

#include <algorithm>
#include <memory>

struct Blast {
    std::vector<std::shared_ptr<void>> memory;
    hydrodynamics::Mesh<hydrodynamics::ByCell> mesh;

    explicit Blast(int n) : mesh(mesh.at_rest(n, [this](const auto& values) { return kept(values); })) {}

    template <class T> T* kept(const std::vector<T>& values) {
        auto copy = std::make_shared<std::vector<T>>(values);
        memory.push_back(copy);
        return copy->data();
    }

    void step() {
        const auto m = mesh;
        m.clock->next();
#pragma omp parallel for
        for (int c = 0; c < m.cells; c++) m.forces(c);
#pragma omp parallel for
        for (int i = 0; i < m.nodes; i++) m.motion(i);
#pragma omp parallel for
        for (int c = 0; c < m.cells; c++) m.volumes(c);
#pragma omp parallel for
        for (int c = 0; c < m.cells; c++) m.state(c);
        double by_sound = INFINITY, by_volume = INFINITY;
#pragma omp parallel for reduction(min : by_sound, by_volume)
        for (int c = 0; c < m.cells; c++) {
            by_sound = std::min(by_sound, m.courant(c)), by_volume = std::min(by_volume, m.expansion(c));
        }
        m.clock->courant = by_sound, m.clock->expansion = by_volume;
    }

    void to_the_end() {
        while (mesh.clock->time < hydrodynamics::STOP) step();
    }
};
